import { describe, expect, it } from '@jest/globals';
import { HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import { appsPage, type AppsView, type ConnectionView } from './apps-view.ts';

const APP: ConnectionView = {
  connectionId: 'c',
  appName: 'Bookkeeping',
  hosts: ['app.example.org'],
  isOwnDevice: false,
  scopes: ['read', 'write'],
  createdAt: '2026-06-10T10:00:00Z',
  lastUsedAt: null,
  expiresAt: '2026-09-10T10:00:00Z',
  revokedAt: null,
};

function page(live: readonly Partial<ConnectionView>[] = [{}], changes: Partial<AppsView> = {}): string {
  return appsPage({
    language: 'en',
    visitor: VISITOR,
    live: live.map((each) => ({ ...APP, ...each })),
    ended: [],
    done: null,
    address: 'https://tax.example.org/mcp',
    idleDaysMax: 90,
    ...changes,
  });
}

describe('the page of connected apps', () => {
  it('shows the name, host, access and last use of each app', () => {
    const text = plain(
      page([
        { lastUsedAt: new Date().toISOString() },
        { appName: 'On my device', hosts: [], isOwnDevice: true, scopes: ['read'] },
      ]),
    );
    expect(text).toMatch(/Bookkeeping Website app\.example\.org Access Read and correct .* Last used now/);
    expect(text).toMatch(
      /On my device Website A program on your own device Access Read only .* Last used Not yet/,
    );
    expect(text).toContain('2 of 50 apps');
  });

  it('links the revocation of each app, and of all where there are several', () => {
    expect(page()).toContain('href="/settings/apps/c/revoke"');
    expect(page()).not.toContain('/settings/apps/revoke-all');
    expect(page([{}, {}])).toContain('href="/settings/apps/revoke-all"');
  });

  it('names former apps, and how their access ended', () => {
    const ended = [{ ...APP, revokedAt: '2026-07-10T10:00:00Z' }, APP];
    expect(plain(page([], { ended }))).toMatch(
      /Former apps .* Ended Revoked, 10 Jul 2026.* Ended Unused for too long, 10 Sept 2026/,
    );
  });

  it('escapes the names of apps', () => {
    const html = page([{ appName: HOSTILE }]);
    expect(html).toContain(HOSTILE_SHOWN);
    expect(html).not.toMatch(/<img|\u202e/);
  });

  it('shows the address for assistants, and leads a user without apps to the steps that connect one', () => {
    const html = page([]);
    expect(html).toMatch(/id="address"\s+value="https:\/\/tax\.example\.org\/mcp"/);
    expect(html).toMatch(/No app is connected\.[^]*?<a href="\/settings\/connect">Connect an assistant<\/a>/);
  });
});
