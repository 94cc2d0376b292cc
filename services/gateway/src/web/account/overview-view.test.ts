import { describe, expect, it } from '@jest/globals';
import { digitsOf, exampleOf, plain, VISITOR } from '../../../test/views.ts';
import { overviewPage, type OverviewView } from './overview-view.ts';

const page = (changes: Partial<OverviewView> = {}): string =>
  overviewPage({
    language: 'en',
    visitor: VISITOR,
    done: null,
    plan: 'pro',
    upgradeUrl: '/upgrade',
    years: exampleOf('listYears').years,
    tokens: [],
    apps: [],
    corrections: digitsOf('listHistory').entries,
    signedInAt: '2026-06-10T10:00:00Z',
    hasPassword: true,
    advisesPassword: false,
    ...changes,
  });

describe('the start page of the settings', () => {
  it('shows the plan, paid and locked years, and the link to unlock a year', () => {
    const html = page();
    expect(plain(html)).toMatch(
      /Plan Pro plan .* 2026 Status In your plan .* 2025 Status Locked .* Unlock a year/,
    );
    expect(html).toContain('<a href="/upgrade">Unlock a year</a>');
    expect(plain(html)).not.toContain('need the Pro plan');
    const paid = page({ years: [{ year: 2026, locked: false, frozen: true }] });
    expect(plain(paid)).toMatch(/2026 Status In your plan Submitted .* no longer change/);
    expect(paid).not.toContain('Unlock a year');
  });

  it('shows the latest corrections, and the log', () => {
    const html = page();
    expect(plain(html)).toContain(
      'Latest corrections 1.5 ETH · Kraken · 10 Mar 2026 — Value in euro: €5,250.00 Tax assistant',
    );
    expect(html).toContain('<a href="/settings/log">');
  });

  it('shows a new user with the free plan what requires the Pro plan, and the first steps', () => {
    const html = page({ language: 'nl', plan: 'free', years: [], corrections: [] });
    const text = plain(html);
    for (const expected of [
      'Gratis formule Voor programma’s, assistenten en tokens hebt u de Pro-formule nodig',
      'Er zijn nog geen transacties.',
      'Er werd nog niets gecorrigeerd.',
      'Er is geen app gekoppeld.',
    ])
      expect(text).toContain(expected);
    for (const link of ['/upgrade', '/inbox', '/settings/connect', '/settings/tokens'])
      expect(html).toContain(`href="${link}"`);
  });

  it('shows which part is missing while a service is down', () => {
    const text = plain(page({ years: null, corrections: null }));
    expect(text).toContain('Your years cannot be shown right now.');
    expect(text).toContain('The log of corrections cannot be shown right now.');
  });

  it('advises a longer password to a user whose password is short', () => {
    const advice = 'Your password is too short to be safe today. Choose a longer one. Change password';
    expect(plain(page({ advisesPassword: true }))).toContain(advice);
    expect(plain(page())).not.toContain(advice);
  });

  it('links passwords and passkeys for an account with a password alone', () => {
    for (const link of ['/settings/password', '/settings/passkeys']) {
      expect(page()).toContain(`href="${link}"`);
      expect(page({ hasPassword: false, advisesPassword: true })).not.toContain(`href="${link}"`);
    }
  });

  it('names at most four tokens, and how many more there are', () => {
    const token = {
      tokenId: 't',
      prefix: 'ctx_uxYk',
      scopes: ['read'],
      createdAt: '2026-06-10T10:00:00Z',
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
    } as const;
    const tokens = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => ({ ...token, name }));
    const text = plain(page({ tokens }));
    expect(text).toMatch(/one Not used yet .* four Not used yet \+ 2/);
    expect(text).not.toContain('five');
  });
});
