/** The pages in a real browser: keyboard, no scripts, narrow screen, dark scheme, three languages, and accessibility. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startBrowser } from '../../browser/chromium.ts';
import { BROKEN_AMOUNTS, TOO_WIDE, violations } from '../../browser/page-faults.ts';
import { App } from '../oauth/app.ts';
import { query } from '../oauth/visitor.ts';
import { event, importLines, startTestStack, type TestStack, WORKED_EXAMPLE_1 } from '../stack.ts';
import { untilIdle } from '../runs.ts';
import { type Callback, startCallback } from './callback.ts';
import { addFile, bitvavo, FILES, sample } from './file-users.ts';
import { newSomeone, PASSWORD, type Someone } from './person.ts';

let stack: TestStack;
let browser: Browser;
let base: string;
let someone: Someone;
let app: App;
let callback: Callback;

beforeAll(async () => {
  // In sequence: a browser that starts beside a failing stack would never be closed.
  stack = await startTestStack();
  browser = await startBrowser();
  base = stack.ready().baseUrl;
  someone = await newSomeone(stack, 'an.peeters@example.org', { hasPortfolio: true });
  const imported = await importLines(stack, someone.userId, [
    ...WORKED_EXAMPLE_1,
    event('B0', 'ACQUISITION', '0.1', '2023-04-10T10:00:00Z', '100'),
    // Amounts with many digits, which no page may break.
    event('M1', 'ACQUISITION', '12.735423679873622393', '2024-04-10T10:00:00Z', '22625.05'),
    event('M2', 'DISPOSITION', '7.335423679873622393', '2026-05-10T10:00:00Z', '163000.25'),
  ]);
  if ('error' in imported) throw new Error(JSON.stringify(imported));
  callback = await startCallback();
  app = await App.register(base, { client_name: 'Bookkeeping', redirect_uris: [callback.address] });
  await fill();
});
afterAll(async () => {
  await browser.close();
  callback.close();
  await stack.remove();
});

/** Ids of an entry of the log that can be undone, and of one that was changed again. */
let entryIds: { undoable: string; changed: string };

/** Id of a file with a long name. */
let fileId: string;

/** Fills every page: a file, corrections, a live and a former app, a revoked token. */
async function fill(): Promise<void> {
  fileId = await addFile(someone.person, `${'W'.repeat(150)}.csv`, bitvavo('F1'), {
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
    const response = await fetch(`${base}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${someone.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(correction),
    });
    if (response.status !== 200) throw new Error(await response.text());
  }
  await untilIdle(stack, someone);
  const entries = (await stack.get('/api/v1/history', someone.token)).body['entries'] as { id: string }[];
  entryIds = { undoable: entries[0]!.id, changed: entries[1]!.id };
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
}

async function open(options: BrowserContextOptions, signedIn = true): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  if (signedIn) await context.addCookies(someone.person.cookies());
  return [context, await context.newPage()];
}

/** Returns the addresses of all pages of a signed-in user. */
async function addresses(): Promise<string[]> {
  const explained = await soldIn(2026);
  const [token] = await query(
    stack,
    'SELECT token_id AS id FROM identity.tokens WHERE user_id = $1 AND revoked_at IS NULL',
    [someone.userId],
  );
  const [connection] = await query(
    stack,
    'SELECT connection_id AS id FROM identity.connections WHERE user_id = $1 AND revoked_at IS NULL',
    [someone.userId],
  );
  return [
    '/',
    '/overview/2026',
    '/overview/2023',
    '/overview/2026/readings',
    '/overview/2026/steps',
    '/overview/2023/steps',
    '/photo',
    '/years',
    '/entry',
    '/settings',
    FILES,
    `${FILES}/${fileId}`,
    `${FILES}/${fileId}/remove`,
    '/settings/tokens',
    `/settings/tokens/${String(token?.['id'])}/revoke`,
    '/settings/apps',
    `/settings/apps/${String(connection?.['id'])}/revoke`,
    '/settings/apps/revoke-all',
    '/settings/connect',
    '/sign-out/everywhere',
    '/settings/log',
    '/settings/log?kind=RULE&year=2026',
    '/settings/log?kind=TRANSFER_MATCH',
    `/settings/log/${entryIds.undoable}/undo`,
    '/settings/password',
    '/settings/passkeys',
    '/settings/nothing',
    '/upgrade',
    '/inbox',
    '/inbox?year=2023',
    '/inbox/pairs',
    '/inbox/rules',
    '/inbox/rules?action=MARK_SELF_TRANSFER&address=bc1qexample&chain=0',
    ...(await decisionAddresses()),
    '/portfolio',
    '/portfolio/lots?asset=ETH',
    '/portfolio/sale',
    '/portfolio/sale?asset=ETH&amount=0.5&price=13000',
    '/transactions',
    '/transactions?year=2023',
    ...explained.map((id) => `/transactions/${id}`),
    '/transactions?year=2026&asset=NOTHING&needsReview=true&from=2026-01-01',
    app.begin().address.slice(base.length),
  ];
}

/** Returns the addresses of the decisions of the inbox, and of one answer for all questions of each. */
async function decisionAddresses(): Promise<string[]> {
  const linksOf = async (path: string, link: RegExp): Promise<string[]> => {
    const { html } = await someone.person.get(path);
    return [...new Set([...html.matchAll(link)].map(([, href = '']) => href.replaceAll('&amp;', '&')))];
  };
  const decisions = await linksOf('/inbox', /href="(\/inbox\?cause=[^"]*)"/g);
  const together = await Promise.all(decisions.map((path) => linksOf(path, /href="([^"]*with=all)"/g)));
  expect(decisions).not.toEqual([]);
  return [...decisions, ...together.flat()];
}

/** Returns the ids of the disposals of a year, and of one acquisition in the locked year. */
async function soldIn(year: number): Promise<string[]> {
  const listed = async (of: string): Promise<{ id: string }[]> =>
    (await stack.get(`/api/v1/transactions?${of}`, someone.token)).body['transactions'] as { id: string }[];
  const [sold, locked] = [
    await listed(`year=${String(year)}&type=DISPOSITION`),
    await listed('year=2023&size=1'),
  ];
  return [...sold, ...locked].map(({ id }) => id);
}

/** Visits every page, also sign-in and forms with errors. The name of the page is for failure messages. */
async function visitAll(
  options: BrowserContextOptions,
  look: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const [outside, signIn] = await open(options, false);
  await signIn.goto(`${base}/sign-in`);
  await look(signIn, '/sign-in');
  await submit(signIn);
  await look(signIn, '/sign-in with faults');
  await signIn.getByLabel(/mail/).fill('nobody@example.org');
  await signIn.locator('#password').fill('wrong');
  await submit(signIn);
  await look(signIn, '/sign-in rejected');
  for (const address of ['/', '/nothing', '/upgrade']) {
    await signIn.goto(base + address);
    await look(signIn, `${address} without a session`);
  }
  await outside.close();
  const [context, page] = await open(options);
  for (const address of await addresses()) {
    await page.goto(base + address);
    await look(page, address);
  }
  for (const address of ['/settings/tokens', '/settings/password', FILES]) {
    await page.goto(base + address);
    await submit(page);
    await look(page, `${address} with faults`);
  }
  for (const [name, mimeType, buffer] of [
    ['kraken-ledgers.csv', 'text/csv', sample('kraken-ledgers.csv')],
    ['with faults.csv', 'text/csv', Buffer.from(`${'x'.repeat(300)},b\n1,2\n`)],
  ] as const) {
    await page.goto(base + FILES);
    await page.locator('#file').setInputFiles({ name, mimeType, buffer });
    await submit(page);
    await look(page, `the file ${name}`);
  }
  await page.goto(`${base}/transactions?year=2026&to=tomorrow`);
  await look(page, '/transactions with faults');
  await page.goto(`${base}/portfolio/sale?asset=ETH&amount=much&price=1&day=never`);
  await look(page, '/portfolio/sale with faults');
  await page.goto(`${base}/settings/log`);
  await page.evaluate('document.querySelectorAll("details").forEach((each) => { each.open = true; })');
  await look(page, '/settings/log with open entries');
  await page.goto(`${base}/settings/log/${entryIds.changed}/undo`);
  await look(page, 'an entry that cannot be undone');
  await page.goto(`${base}/settings/tokens`);
  await page.locator('#name').fill('looked at');
  await submit(page);
  await page.locator('#secret').waitFor();
  await look(page, 'a new token');
  await context.close();
}

/** Presses a button of the page and waits for the response. */
async function submit(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.locator('main button[type=submit]').last().click();
  await answered;
  await page.waitForLoadState('load');
}

const PHONE = { width: 320, height: 640 };

/** What of a page does not fit on a phone that shows it, and a language that is not the person's. */
async function phoneFaults(page: Page, language: string): Promise<string[]> {
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  const tooWide = await page.evaluate<string[]>(TOO_WIDE);
  const lang = await page.locator('html').getAttribute('lang');
  const broken = await page.evaluate<string[]>(BROKEN_AMOUNTS);
  return [
    ...broken,
    ...(width > PHONE.width ? [`scrolls to ${String(width)} px`] : []),
    ...tooWide,
    ...(lang === language ? [] : [`is in ${String(lang)}`]),
  ];
}

/** What a page lacks for a screen reader or a keyboard: its heading, its landmark, the link past the navigation. */
async function outlineFaults(page: Page, name: string): Promise<string[]> {
  const headings = await page.locator('h1').count();
  const mains = await page.getByRole('main').count();
  await page.keyboard.press('Tab');
  const focused = await page.evaluate<string>('document.activeElement.className');
  // On the sign-in page, and where something is faulty, a field has the focus already.
  const isSkipped = /faults|rejected|^\/sign-in$/.test(name);
  return [
    ...(headings === 1 ? [] : [`${String(headings)} h1 headings`]),
    ...(mains === 1 ? [] : [`${String(mains)} main landmarks`]),
    ...(focused === 'skip' || isSkipped ? [] : [`Tab leads to ${focused}`]),
  ];
}

const statusOf = async (token: string): Promise<number> => (await stack.get('/api/v1/years', token)).status;

describe('Every page in a browser', () => {
  // Each language is visited once, as loading pages takes most of the time. What differs between schemes is their colours alone,
  // and these are the same in every width and language.
  describe('in English', () => {
    type Aspect = 'outline' | 'amounts' | 'light' | 'dark' | 'phone';
    const found: Record<Aspect, Record<string, unknown>> = {
      outline: {},
      amounts: {},
      light: {},
      dark: {},
      phone: {},
    };
    const note = (aspect: Aspect, name: string, faults: readonly string[]): void => {
      if (faults.length > 0) found[aspect][name] = faults;
    };
    beforeAll(async () => {
      const viewport = { width: 1100, height: 800 };
      // Without motion a change of scheme is complete at once.
      await visitAll({ colorScheme: 'light', reducedMotion: 'reduce', viewport }, async (page, name) => {
        note('outline', name, await outlineFaults(page, name));
        note('amounts', name, await page.evaluate<string[]>(BROKEN_AMOUNTS));
        note('light', name, await violations(page));
        await page.emulateMedia({ colorScheme: 'dark' });
        note('dark', name, await violations(page, { runOnly: ['color-contrast'] }));
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize(PHONE);
        note('phone', name, await phoneFaults(page, 'en'));
        await page.setViewportSize(viewport);
      });
    });

    it('have one h1, a main landmark, and a link that skips the navigation', () => {
      expect(found.outline).toEqual({});
    });

    it('have every amount on one line', () => {
      expect(found.amounts).toEqual({});
    });

    it.each(['light', 'dark'] as const)('have no accessibility violation in the %s scheme', (scheme) => {
      expect(found[scheme]).toEqual({});
    });

    it('fit on a screen of 320 px, with every amount on one line', () => {
      expect(found.phone).toEqual({});
    });
  });

  it.each([['nl-BE'], ['fr-BE']])(
    'fit on a screen of 320 px with every amount on one line, and have no accessibility violation there, in %s',
    async (locale) => {
      const found: Record<string, unknown> = {};
      await visitAll({ locale, viewport: PHONE }, async (page, name) => {
        const faults = await phoneFaults(page, locale.slice(0, 2));
        const wrong = await violations(page, { rules: { 'color-contrast': { enabled: false } } });
        if (faults.length > 0 || wrong.length > 0) found[name] = [...faults, ...wrong];
      });
      expect(found).toEqual({});
    },
  );

  it('follow the colour scheme of the system', async () => {
    const ground = async (colorScheme: 'light' | 'dark'): Promise<string> => {
      const [context, page] = await open({ colorScheme });
      await page.goto(`${base}/settings`);
      const color = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      await context.close();
      return color;
    };
    expect(await ground('light')).toBe('rgb(246, 247, 247)');
    expect(await ground('dark')).toBe('rgb(18, 24, 26)');
  });

  it('loads nothing from other hosts, and does not violate its own policy', async () => {
    const context = await browser.newContext();
    await context.addCookies(someone.person.cookies());
    const page = await context.newPage();
    const [faults, hosts] = [new Set<string>(), new Set<string>()];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.add(message.text());
    });
    page.on('pageerror', (error) => faults.add(String(error)));
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    for (const address of await addresses())
      if (address !== '/settings/nothing') await page.goto(base + address);
    await context.close();
    expect([...faults]).toEqual([]);
    expect([...hosts]).toEqual([base]);
  });
});

describe('a user with only a keyboard', () => {
  it('can sign in, create a token that works, and revoke it', async () => {
    const [context, page] = await open({}, false);
    await page.goto(`${base}/settings/tokens`);
    await tabTo(page, '#email');
    await page.keyboard.type(someone.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.locator('[role=alert]').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${base}/settings/tokens`);

    await tabTo(page, '#name');
    await page.keyboard.type('by keyboard');
    await tabTo(page, '#scope-read');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'section button[type=submit]');
    await page.keyboard.press('Enter');
    const token = await page.locator('#secret').inputValue();
    expect((await stack.get('/api/v1/me', token)).body).toMatchObject({ scopes: ['read', 'write'] });

    await page.goto(`${base}/settings/tokens`);
    await tabTo(page, 'a[aria-label="Revoke token “by keyboard”"]');
    await page.keyboard.press('Enter');
    await page.locator('button.danger').waitFor();
    expect(await statusOf(token)).toBe(200);
    await tabTo(page, 'button.danger');
    await page.keyboard.press('Space');
    await page.locator('[role=status]').waitFor();
    expect(await statusOf(token)).toBe(401);
    await context.close();
  });

  it('can open an entry of the log, look at what undoing it would change, and undo it', async () => {
    const [context, page] = await open({});
    await page.goto(`${base}/settings/log`);
    await tabTo(page, '#kind');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await tabTo(page, '.filters button');
    await page.keyboard.press('Enter');
    await page.waitForURL(/kind=OVERRIDE/);
    await tabTo(page, '.lines > li:first-child summary');
    const table = page.locator('.lines > li:first-child table');
    expect(await table.isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await table.waitFor({ state: 'visible' });
    await tabTo(page, '.lines > li:first-child .undo');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Undo this correction?' }).waitFor();
    await tabTo(page, 'form.actions button');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('The correction is undone.').waitFor();
    // Undoes the undo, for other tests.
    await page.locator('a.undo').first().click();
    await page.getByRole('button', { name: 'Undo this correction' }).click();
    await page.getByRole('status').waitFor();
    await context.close();
  });

  it('can choose an account for a file, look at what is in it, add it, and remove it', async () => {
    const [context, page] = await open({});
    await page.goto(base + FILES);
    await page
      .locator('#file')
      .setInputFiles({ name: 'keyboard.csv', mimeType: 'text/csv', buffer: Buffer.from(bitvavo('K1')) });
    await tabTo(page, '#file');
    await tabTo(page, '#new-account');
    await page.keyboard.type('By keyboard');
    await tabTo(page, 'section button[type=submit]');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Add “keyboard.csv”?' }).waitFor();
    await tabTo(page, 'form.actions button[type=submit]');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('File added.').waitFor();
    await tabTo(page, 'a[href$="/remove"]');
    await page.keyboard.press('Enter');
    await tabTo(page, 'button.danger');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('The file is removed.').waitFor();
    await context.close();
  });

  it('can filter transactions, remove the filter, open a transaction and see where its lot comes from', async () => {
    const [context, page] = await open({});
    await page.goto(`${base}/transactions?year=2026`);
    await tabTo(page, '#asset');
    await page.keyboard.type('nothing');
    await page.keyboard.press('Enter');
    await page.waitForURL(/asset=nothing/);
    await tabTo(page, 'a.chip');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.search.includes('asset'));
    await tabTo(page, '.events tbody tr:first-child th a');
    await page.keyboard.press('Enter');
    await page.waitForURL(/transactions\/[0-9a-f-]{36}$/);
    await tabTo(page, '.lots > details:first-of-type > summary');
    expect(await page.locator('.chain').first().isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await page.locator('.chain').first().waitFor({ state: 'visible' });
    await context.close();
  });

  it('can deny an app with Enter in the form and with the Deny button', async () => {
    for (const target of ['#write', 'button[value=deny]']) {
      const [context, page] = await open({});
      await page.goto(app.begin().address);
      await tabTo(page, target);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${callback.address}?*`);
      expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
      await context.close();
    }
  });
});

/** Presses Tab until the element has the focus, and checks that the focus is visible. */
async function tabTo(page: Page, selector: string): Promise<void> {
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

describe('on paper', () => {
  it('the log shows the fields of each entry and the dates, and no filters', async () => {
    const [context, page] = await open({});
    await page.emulateMedia({ media: 'print' });
    await page.goto(`${base}/settings/log`);
    expect(await page.locator('.lines table').first().isVisible()).toBe(true);
    const moment = await page.locator('.lines .moment').first().boundingBox();
    expect(moment?.width).toBeGreaterThan(50);
    for (const hidden of ['.filters', 'a.undo'])
      expect(await page.locator(hidden).first().isVisible()).toBe(false);
    await context.close();
  });

  it('a transaction shows the origin of each lot, and no navigation', async () => {
    const [context, page] = await open({});
    const [sold = ''] = await soldIn(2026);
    await page.emulateMedia({ media: 'print' });
    await page.goto(`${base}/transactions/${sold}`);
    expect(await page.locator('.chain').first().isVisible()).toBe(true);
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    await context.close();
  });
});

describe('without scripts', () => {
  it('a file can be added after its preview, and removed', async () => {
    const [context, page] = await open({ javaScriptEnabled: false });
    await page.goto(base + FILES);
    await page
      .locator('#file')
      .setInputFiles({ name: 'plain.csv', mimeType: 'text/csv', buffer: Buffer.from(bitvavo('P1', 'P2')) });
    await page.getByRole('button', { name: 'Show what is in it' }).click();
    await page.getByRole('button', { name: 'Add 2 transactions' }).click();
    await page.getByText('2 transactions are new, 0 have changed, 0 were there already.').waitFor();
    await page.getByRole('link', { name: 'Remove this file' }).click();
    await page.getByRole('button', { name: 'Remove this file' }).click();
    await page.getByRole('status').getByText('The file is removed.').waitFor();
    await context.close();
  });

  it('a language can be chosen on every kind of page, which is then shown again, with its query', async () => {
    const [context, page] = await open({ javaScriptEnabled: false });
    const lang = (): Promise<string | null> => page.locator('html').getAttribute('lang');
    const choose = async (name: string): Promise<void> => {
      await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
      await page.waitForLoadState('load');
    };
    const consent = app.begin().address;
    for (const [address, name, language] of [
      [`${base}/transactions?year=2026&asset=ETH`, 'Français', 'fr'],
      [`${base}/settings/tokens`, 'Nederlands', 'nl'],
      [`${base}/nothing`, 'English', 'en'],
      [consent, 'Nederlands', 'nl'],
    ] as const) {
      await page.goto(address);
      const shown = page.url();
      await choose(name);
      expect([page.url(), await lang()]).toEqual([shown, language]);
    }
    await context.close();
  });

  it('a user can sign in, create and revoke a token, revoke an app, read the log and sign out', async () => {
    const [context, page] = await open({ javaScriptEnabled: false }, false);
    await page.goto(`${base}/settings`);
    expect(await page.getByRole('button', { name: 'Show' }).count()).toBe(0);
    await page.getByLabel('E-mail address').fill(someone.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Tokens', exact: true }).click();
    await page.getByLabel('Name').fill('without scripts');
    await page.getByLabel('90 days').check();
    await page.getByLabel('last day of your choice').fill('2030-12-31');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.getByLabel('Token “without scripts”').inputValue();
    // The copy button needs the script. The field can be selected.
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    expect(await statusOf(token)).toBe(200);
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Revoke token “without scripts”' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The token is revoked and no longer works.').waitFor();
    expect(await statusOf(token)).toBe(401);

    await page.goto(app.begin().address);
    await page.getByLabel('Correct').uncheck();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${callback.address}?*`);
    expect(new URL(page.url()).searchParams.get('code')).not.toBeNull();
    await page.goto(`${base}/settings/apps`);
    await page.getByRole('link', { name: 'Revoke the access of Bookkeeping' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The access is revoked.').waitFor();

    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page.getByRole('row', { name: 'App connected Bookkeeping' }).waitFor();
    await page.getByRole('row', { name: 'Token created without scripts' }).waitFor();
    await page.getByLabel('What').selectOption('Transactions');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('.lines summary').first().click();
    await page.locator('a.undo').first().click();
    await page.getByText('What changes in your figures').waitFor();
    await page.getByRole('button', { name: 'Undo this correction' }).click();
    await page.getByText('The correction is undone.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.goto(`${base}/settings`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
  });
});

describe('with scripts', () => {
  it('a button copies a new token', async () => {
    const [context, page] = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${base}/settings/tokens`);
    await page.getByLabel('Name').fill('copied');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.locator('#secret').inputValue();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
    await context.close();
  });

  it('a button shows the password and hides it again, also when the form is sent', async () => {
    const [context, page] = await open({}, false);
    await page.goto(`${base}/sign-in`);
    await page.locator('#password').fill('typed');
    const type = (): Promise<string | null> => page.locator('#password').getAttribute('type');
    const show = page.getByRole('button', { name: 'Show Password' });
    for (const [shown, pressed] of [
      ['text', 'true'],
      ['password', 'false'],
    ] as const) {
      await tabTo(page, 'button[data-shows=password]');
      await page.keyboard.press('Enter');
      expect([await type(), await show.getAttribute('aria-pressed')]).toEqual([shown, pressed]);
    }
    expect(await page.locator('#password').inputValue()).toBe('typed');
    await show.click();
    const sent = `new Promise((resolve) => {
      const { form } = document.querySelector('#password');
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        resolve(document.querySelector('#password').type);
      });
      form.requestSubmit();
    })`;
    expect(await page.evaluate(sent)).toBe('password');
    await context.close();
  });

  it('on a phone, the buttons of a question are below each other, the primary one first, equally wide', async () => {
    const [context, page] = await open({ viewport: PHONE });
    for (const address of ['/settings/password', '/settings/apps/revoke-all']) {
      await page.goto(base + address);
      const primary = await page.locator('main form button[type=submit]').boundingBox();
      const cancel = await page.locator('main form a.button').boundingBox();
      expect(cancel?.width).toBe(primary?.width);
      expect(cancel?.y).toBeGreaterThanOrEqual((primary?.y ?? 0) + (primary?.height ?? 0));
    }
    await context.close();
  });

  it('buttons copy the address and a configuration for an assistant', async () => {
    const [context, page] = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${base}/settings/connect`);
    await tabTo(page, 'button[aria-label="Copy the address"]');
    await page.keyboard.press('Enter');
    await page.getByText('Copied.').first().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${base}/mcp`);
    await page.getByText('VS Code', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy configuration for VS Code' }).click();
    await page.locator('#vs-code-status').getByText('Copied.').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(JSON.parse(copied)).toMatchObject({ servers: { 'crypto-tax': { url: `${base}/mcp` } } });
    await context.close();
  });

  it('a button copies a code of the tax return', async () => {
    const [context, page] = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(`${base}/overview/2026`);
    await tabTo(page, 'button[aria-label="Copy the code 1444-11"]');
    await page.keyboard.press('Enter');
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('1444-11');
    await context.close();
  });

  it('a new token is selected if the browser does not allow copying', async () => {
    const [context, page] = await open({});
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.goto(`${base}/settings/tokens`);
    await page.getByLabel('Name').fill('selected');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = await page.locator('#secret').inputValue();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Selected: copy it with your keyboard.').waitFor();
    expect(await page.evaluate('getSelection().toString()')).toBe(token);
    await context.close();
  });

  it('a form can be sent only once, until the browser comes back to it', async () => {
    const [context, page] = await open({});
    await page.goto(`${base}/settings/tokens`);
    // The browser stays on the page here, and the wait of the page's script has passed.
    const isDisabledAfter = (what: string): Promise<boolean> =>
      page.evaluate<boolean>(`new Promise((resolve) => {
        const button = document.querySelector('section button');
        button.form.addEventListener('submit', (event) => event.preventDefault());
        ${what};
        setTimeout(() => setTimeout(() => resolve(button.disabled)));
      })`);
    expect(await isDisabledAfter('')).toBe(false);
    expect(await isDisabledAfter('button.click()')).toBe(true);
    const kept = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))";
    expect(await isDisabledAfter(kept)).toBe(false);
    await context.close();
  });
});
