/** Every page in a real browser: narrow screen, colour schemes, three languages, accessibility, and its own policy. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { BROKEN_AMOUNTS, TOO_WIDE, violations } from '../../browser/page-faults.ts';
import { query } from '../oauth/visitor.ts';
import { PHONE, useBrowserUser, WIDER_PHONE } from './browser-user.ts';
import { FILES, sample } from './file-users.ts';

const user = useBrowserUser();

/** Returns the addresses of all pages of a signed-in user. */
async function addresses(): Promise<string[]> {
  const explained = await user.soldIn(2026);
  const [token] = await query(
    user.stack,
    'SELECT token_id AS id FROM identity.tokens WHERE user_id = $1 AND revoked_at IS NULL',
    [user.someone.userId],
  );
  const [connection] = await query(
    user.stack,
    'SELECT connection_id AS id FROM identity.connections WHERE user_id = $1 AND revoked_at IS NULL',
    [user.someone.userId],
  );
  return [
    '/',
    '/overview/2026',
    '/overview/2023',
    '/overview/2026/readings',
    '/overview/2026/reported',
    '/overview/2026/regime',
    '/overview/2026/steps',
    '/overview/2023/steps',
    '/photo',
    '/years',
    '/entry',
    '/settings',
    FILES,
    `${FILES}/${user.fileId}`,
    `${FILES}/${user.fileId}/remove`,
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
    `/settings/log/${user.entryIds.undoable}/undo`,
    '/settings/password',
    '/settings/passkeys',
    '/settings/nothing',
    '/upgrade',
    '/about',
    '/inbox',
    '/inbox?year=2023',
    '/inbox/pairs',
    '/inbox/rules',
    '/inbox/rules?action=MARK_SELF_TRANSFER&address=bc1qexample&chain=0',
    ...(await decisionAddresses()),
    '/portfolio',
    '/portfolio/lots?asset=ETH',
    '/portfolio/departure',
    '/portfolio/departure?day=2026-11-20',
    '/portfolio/sale',
    '/portfolio/sale?asset=ETH&amount=0.5&price=13000',
    '/transactions',
    '/transactions?year=2023',
    ...explained.map((id) => `/transactions/${id}`),
    ...explained.slice(0, 2).map((id) => `/transactions/${id}/origin`),
    '/transactions?year=2026&asset=NOTHING&needsReview=true&from=2026-01-01',
    user.app.begin().address.slice(user.base.length),
  ];
}

/** Returns the addresses of the decisions of the inbox, and of one answer for all questions of each. */
async function decisionAddresses(): Promise<string[]> {
  const linksOf = async (path: string, link: RegExp): Promise<string[]> => {
    const { html } = await user.someone.person.get(path);
    return [...new Set([...html.matchAll(link)].map(([, href = '']) => href.replaceAll('&amp;', '&')))];
  };
  const decisions = await linksOf('/inbox', /href="(\/inbox\?cause=[^"]*)"/g);
  const together = await Promise.all(decisions.map((path) => linksOf(path, /href="([^"]*with=all)"/g)));
  expect(decisions).not.toEqual([]);
  return [...decisions, ...together.flat()];
}

/** Goes to a page. Who visits more pages in a minute than a person can is asked to wait, and then sees it. */
async function visit(page: Page, address: string): Promise<void> {
  for (;;) {
    const response = await page.goto(user.base + address);
    if (response?.status() !== 429) return;
    await page.waitForTimeout(Number(response.headers()['retry-after'] ?? 1) * 1000);
  }
}

/** Visits every page, also sign-in and forms with errors. The name of the page is for failure messages. */
async function visitAll(
  options: BrowserContextOptions,
  look: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const [outside, signIn] = await user.open(options, false);
  await signIn.goto(`${user.base}/sign-in`);
  await look(signIn, '/sign-in');
  await submit(signIn);
  await look(signIn, '/sign-in with faults');
  await signIn.getByLabel(/mail/).fill('nobody@example.org');
  await signIn.locator('#password').fill('wrong');
  await submit(signIn);
  await look(signIn, '/sign-in rejected');
  for (const address of ['/', '/nothing', '/upgrade']) {
    await signIn.goto(user.base + address);
    await look(signIn, `${address} without a session`);
  }
  await outside.close();
  const [context, page] = await user.open(options);
  for (const address of await addresses()) {
    await visit(page, address);
    await look(page, address);
  }
  for (const address of ['/settings/tokens', '/settings/password', FILES]) {
    await page.goto(user.base + address);
    await submit(page);
    await look(page, `${address} with faults`);
  }
  for (const [name, mimeType, buffer] of [
    ['kraken-ledgers.csv', 'text/csv', sample('kraken-ledgers.csv')],
    ['with faults.csv', 'text/csv', Buffer.from(`${'x'.repeat(300)},b\n1,2\n`)],
  ] as const) {
    await page.goto(user.base + FILES);
    await page.locator('#file').setInputFiles({ name, mimeType, buffer });
    await submit(page);
    await look(page, `the file ${name}`);
  }
  await page.goto(`${user.base}/transactions?year=2026&to=tomorrow`);
  await look(page, '/transactions with faults');
  await page.goto(`${user.base}/portfolio/sale?asset=ETH&amount=much&price=1&day=never`);
  await look(page, '/portfolio/sale with faults');
  await page.goto(`${user.base}/settings/log`);
  await page.evaluate('document.querySelectorAll("details").forEach((each) => { each.open = true; })');
  await look(page, '/settings/log with open entries');
  await page.goto(`${user.base}/settings/log/${user.entryIds.changed}/undo`);
  await look(page, 'an entry that cannot be undone');
  await page.goto(`${user.base}/settings/tokens`);
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

/** What of a page does not fit on phones of two widths, and a language that is not the person's. */
async function phoneFaults(page: Page, language: string): Promise<string[]> {
  await page.setViewportSize(WIDER_PHONE);
  const brokenOnWider = await page.evaluate<string[]>(BROKEN_AMOUNTS);
  await page.setViewportSize(PHONE);
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  const tooWide = await page.evaluate<string[]>(TOO_WIDE);
  const lang = await page.locator('html').getAttribute('lang');
  const broken = await page.evaluate<string[]>(BROKEN_AMOUNTS);
  return [
    ...brokenOnWider,
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

    it('fit on a screen of 320 px, with every amount on one line there and on 390 px', () => {
      expect(found.phone).toEqual({});
    });
  });

  it.each([['nl-BE'], ['fr-BE']])(
    'fit on a screen of 320 px with every amount on one line there and on 390 px, and have no accessibility violation there, in %s',
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
      const [context, page] = await user.open({ colorScheme });
      await page.goto(`${user.base}/settings`);
      const color = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      await context.close();
      return color;
    };
    expect(await ground('light')).toBe('rgb(246, 247, 247)');
    expect(await ground('dark')).toBe('rgb(18, 24, 26)');
  });

  it('loads nothing from other hosts, and does not violate its own policy', async () => {
    const context = await user.browser.newContext();
    await context.addCookies(user.someone.person.cookies());
    const page = await context.newPage();
    const [faults, hosts] = [new Set<string>(), new Set<string>()];
    page.on('console', (message) => {
      // Who has to wait visits the page again: the page is not to blame.
      if (message.type() === 'error' && !message.text().includes('status of 429')) faults.add(message.text());
    });
    page.on('pageerror', (error) => faults.add(String(error)));
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    for (const address of await addresses()) if (address !== '/settings/nothing') await visit(page, address);
    await context.close();
    expect([...faults]).toEqual([]);
    expect([...hosts]).toEqual([user.base]);
  });
});
