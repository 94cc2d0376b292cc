/** A user whose every page has something to show, in a real browser: a file, corrections, a live and a former app, a revoked token. */
import { expect } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startBrowser } from '../../browser/chromium.ts';
import { use, useStack } from '../kit.ts';
import { App } from '../oauth/app.ts';
import { query } from '../oauth/visitor.ts';
import { untilIdle } from '../runs.ts';
import { event, importLines, type TestStack, WORKED_EXAMPLE_1 } from '../stack.ts';
import { type Callback, startCallback } from './callback.ts';
import { addFile, bitvavo } from './file-users.ts';
import { newSomeone, type Someone } from './person.ts';

/** The smallest phone. */
export const PHONE = { width: 320, height: 640 };
/** A phone that most people have. */
export const WIDER_PHONE = { width: 390, height: 844 };

/** The user, with a browser and an app. */
export class BrowserUser {
  readonly base: string;
  readonly stack: TestStack;
  readonly browser: Browser;
  readonly callback: Callback;
  readonly someone: Someone;
  readonly app: App;
  /** Id of a file with a long name. */
  readonly fileId: string;
  /** Ids of an entry of the log that can be undone, and of one that was changed again. */
  readonly entryIds: { readonly undoable: string; readonly changed: string };

  constructor(parts: Omit<BrowserUser, 'base' | 'open' | 'soldIn' | 'statusOf'>) {
    ({
      stack: this.stack,
      browser: this.browser,
      callback: this.callback,
      someone: this.someone,
      app: this.app,
      fileId: this.fileId,
      entryIds: this.entryIds,
    } = parts);
    this.base = this.stack.ready().baseUrl;
  }

  async open(options: BrowserContextOptions, signedIn = true): Promise<[BrowserContext, Page]> {
    const context = await this.browser.newContext({ locale: 'en-GB', ...options });
    if (signedIn) await context.addCookies(this.someone.person.cookies());
    return [context, await context.newPage()];
  }

  /** Returns the ids of the disposals of a year, and of one acquisition in the locked year. */
  async soldIn(year: number): Promise<string[]> {
    const listed = async (of: string): Promise<{ id: string }[]> =>
      (await this.stack.get(`/api/v1/transactions?${of}`, this.someone.token)).body['transactions'] as {
        id: string;
      }[];
    const [sold, locked] = [
      await listed(`year=${String(year)}&type=DISPOSITION`),
      await listed('year=2023&size=1'),
    ];
    return [...sold, ...locked].map(({ id }) => id);
  }

  /** Returns the status of a response to a token. */
  async statusOf(token: string): Promise<number> {
    return (await this.stack.get('/api/v1/years', token)).status;
  }
}

/** Starts a stack and a browser before the tests of a file, with a user of its own. */
export function useBrowserUser(): BrowserUser {
  const stack = useStack({ own: true });
  const browser = use(startBrowser, (started) => started.close());
  const callback = use(startCallback, (started) => {
    started.close();
  });
  return use(async () => {
    const someone = await newSomeone(stack, 'an.peeters@example.org', { hasPortfolio: true });
    const imported = await importLines(stack, someone.userId, [
      ...WORKED_EXAMPLE_1,
      event('B0', 'ACQUISITION', '0.1', '2023-04-10T10:00:00Z', '100'),
      // Amounts with many digits, which no page may break.
      event('M1', 'ACQUISITION', '12.735423679873622393', '2024-04-10T10:00:00Z', '22625.05'),
      event('M2', 'DISPOSITION', '7.335423679873622393', '2026-05-10T10:00:00Z', '163000.25'),
    ]);
    if ('error' in imported) throw new Error(JSON.stringify(imported));
    const redirect = { client_name: 'Bookkeeping', redirect_uris: [callback.address] };
    const app = await App.register(stack.ready().baseUrl, redirect);
    const filled = await fill(stack, someone, app);
    return new BrowserUser({ stack, browser, callback, someone, app, ...filled });
  });
}

/** Fills every page. */
async function fill(
  stack: TestStack,
  someone: Someone,
  app: App,
): Promise<Pick<BrowserUser, 'fileId' | 'entryIds'>> {
  const fileId = await addFile(someone.person, `${'W'.repeat(150)}.csv`, bitvavo('F1'), {
    'new-account': 'W'.repeat(100),
  });
  const { body } = await stack.get('/api/v1/transactions?year=2026', someone.token);
  const ids = (body['transactions'] as { id: string }[]).map(({ id }) => id);
  const terms = { action: 'IGNORE_DUST', matchType: 'DUST_THRESHOLD', thresholdEur: 1 };
  const corrections = [
    ['/rules', { ...terms, label: 'W'.repeat(200), notes: 'x'.repeat(300) }],
    ['/overrides/bulk', { taxEventIds: ids, overriddenFlags: ['seen'], notes: 'x'.repeat(300) }],
    ['/overrides', { taxEventId: ids[0], overriddenEuroValue: 400, notes: 'y' }],
    ['/overrides', { taxEventId: ids[0], overriddenEuroValue: 412.5, overriddenTreatment: 'PERSONAL_SPEND' }],
  ] as const;
  for (const [path, correction] of corrections) {
    const response = await fetch(`${stack.ready().baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${someone.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(correction),
    });
    if (response.status !== 200) throw new Error(await response.text());
  }
  await untilIdle(stack, someone);
  const entries = (await stack.get('/api/v1/history', someone.token)).body['entries'] as { id: string }[];
  const entryIds = { undoable: entries[0]!.id, changed: entries[1]!.id };
  await query(
    stack,
    `INSERT INTO identity.connections (user_id, grant_hash, client_id, app_name, scopes, expires_at, revoked_at)
     SELECT $1, sha256(n::text::bytea), $2, repeat('App-', n * 8), '{read,write}', now() + interval '1 day',
       CASE WHEN n = 3 THEN now() END FROM generate_series(1, 3) n`,
    [someone.userId, app.clientId],
  );
  await query(
    stack,
    `INSERT INTO identity.tokens (user_id, name, secret_hash, prefix, scopes, revoked_at)
     VALUES ($1, $2, sha256('former'), 'ctx_Gone', '{read}', now())`,
    [someone.userId, 'W'.repeat(100)],
  );
  return { fileId, entryIds };
}

/** Presses Tab until the element has the focus, and checks that the focus is visible. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  await page.locator(selector).waitFor();
  const hasFocus = `document.activeElement.matches(${JSON.stringify(selector)})`;
  for (let presses = 0; presses < 60; presses += 1) {
    if (await page.evaluate<boolean>(hasFocus)) {
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${selector} cannot be reached by keyboard`);
}
