/** Screenshots of the pages for docs/settings.md and docs/design.md: `npm run settings:pictures` writes docs/screenshots/*.webp. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startBrowser } from '../../browser/chromium.ts';
import { writePicture } from '../../browser/picture.ts';
import { helpOnly } from '../../command-line.ts';
import { App } from '../oauth/app.ts';
import { query, Visitor } from '../oauth/visitor.ts';
import { event, importLines, startTestStack, type TestStack, WORKED_EXAMPLE_1 } from '../stack.ts';
import { FILES, sample } from './file-users.ts';
import { newSomeone, type Someone } from './person.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/screenshots/', import.meta.url));
const DESKTOP: BrowserContextOptions = { locale: 'en-GB', viewport: { width: 1000, height: 760 } };
const TALL: BrowserContextOptions = { ...DESKTOP, viewport: { width: 1000, height: 1150 } };
const PHONE: BrowserContextOptions = { locale: 'nl-BE', viewport: { width: 390, height: 844 } };

helpOnly(`npm run settings:pictures

Starts a system and writes the pictures of docs/settings.md and docs/design.md, docs/screenshots/*.webp. Needs Chromium, or installs it.

  --help    print this help
`);

const stack = await startTestStack();
const browser = await startBrowser();
try {
  const someone = await newSomeone(stack, 'an.peeters@example.org', { hasPortfolio: true });
  const asking = await fill(stack, someone);
  mkdirSync(FOLDER, { recursive: true });
  await take(someone, 'sign-in', '/sign-in', DESKTOP, false);
  await take(someone, 'consent', asking, DESKTOP);
  await take(someone, 'year', '/overview/2026', TALL);
  await take(someone, 'year-phone', '/overview/2026', { ...PHONE, colorScheme: 'dark' });
  await take(someone, 'steps', '/overview/2026/steps', TALL);
  await take(someone, 'years', '/years', TALL);
  await take(someone, 'overview', '/settings', DESKTOP);
  await take(someone, 'overview-dark', '/settings', { ...DESKTOP, colorScheme: 'dark' });
  await take(someone, 'file', FILES, TALL);
  await take(someone, 'tokens', '/settings/tokens', TALL);
  await take(someone, 'apps', '/settings/apps', DESKTOP);
  await take(someone, 'connect', '/settings/connect', DESKTOP);
  await take(someone, 'log', '/settings/log', { ...DESKTOP, viewport: { width: 1000, height: 960 } });
  await take(someone, 'log-phone', '/settings/log', PHONE);
  await take(someone, 'undo', await undoAddress(someone), TALL);
  await take(someone, 'inbox', '/inbox', TALL);
  await take(someone, 'portfolio', '/portfolio', TALL);
  await take(someone, 'sale', '/portfolio/sale?asset=ETH&amount=0.2', DESKTOP);
  await take(someone, 'transactions', '/transactions?year=2026', DESKTOP);
  await take(someone, 'transaction', await soldAddress(someone), DESKTOP);
} finally {
  await browser.close();
  await stack.remove();
}

async function take(
  { person }: Someone,
  name: string,
  address: string,
  options: BrowserContextOptions,
  signedIn = true,
): Promise<void> {
  const context = await browser.newContext(options);
  if (signedIn) await context.addCookies(person.cookies());
  const page = await context.newPage();
  await page.goto(new URL(address, person.baseUrl).href);
  // One entry of the log is open.
  if (name === 'log') await page.locator('.lines summary').nth(1).click();
  // The page that shows what is in a file is the answer to a form.
  if (name === 'file') await showSample(page);
  const isWholePage = !/^(log|year|steps|inbox|portfolio|tokens|file|transaction$)/.test(name);
  await writePicture(page, `${FOLDER}${name}.webp`, isWholePage);
  await context.close();
}

async function showSample(page: Page): Promise<void> {
  const buffer = sample('bitvavo.csv');
  await page.locator('#file').setInputFiles({ name: 'bitvavo.csv', mimeType: 'text/csv', buffer });
  await page.locator('form:has(#file) button[type=submit]').click();
  await page.locator('#left-out').waitFor();
}

/** Returns the address of the page that explains the first sale of 2026. */
async function soldAddress({ person }: Someone): Promise<string> {
  const { html } = await person.get('/transactions?year=2026&type=DISPOSITION');
  return [...html.matchAll(/href="(\/transactions\/[0-9a-f-]{36})"/g)].at(-1)?.[1] ?? '';
}

/** Returns the address of the page that undoes the second newest correction. */
async function undoAddress({ person }: Someone): Promise<string> {
  const { html } = await person.get('/settings/log');
  return [...html.matchAll(/class="undo" href="(\/settings\/log\/[0-9a-f-]{36}\/undo)"/g)].at(1)?.[1] ?? '';
}

/** Creates two paid years and a locked one, tokens, apps and corrections. Returns the address of a consent page. */
async function fill(onto: TestStack, someone: Someone): Promise<string> {
  const { userId, token, person } = someone;
  await importLines(onto, userId, [
    ...WORKED_EXAMPLE_1,
    event('S2', 'DISPOSITION', '0.1', '2026-04-10T10:00:00Z', null),
    event('I1', 'INCOME', '0.05', '2025-05-10T10:00:00Z', '90'),
    { kind: 'price', assetKey: 'ETH', at: new Date(Date.now() - 60_000).toISOString(), eur: '4000' },
  ]);
  for (const fields of [
    { name: 'Laptop', scope: 'write', ends: 'never', 'last-day': '' },
    { name: 'Bookkeeping script', scope: 'read', ends: '', 'last-day': '2027-12-31' },
  ])
    await person.submit('/settings/tokens', '/settings/tokens', fields);

  const base = onto.ready().baseUrl;
  const visitor = new Visitor(onto);
  await visitor.signInAs(userId);
  const register = (name: string, uri: string): Promise<App> =>
    App.register(base, { client_name: name, redirect_uris: [uri] });
  const assistant = await register('Tax assistant', 'https://assistant.example.com/callback');
  const { access_token: accessToken } = await assistant.connect(visitor);
  await (await register('Editor', 'http://127.0.0.1:33418/')).connect(visitor, { untick: true });

  const { body } = await onto.get('/api/v1/transactions?year=2026', token);
  const transactions = body['transactions'] as { id: string; referenceId: string }[];
  const taxEventId = transactions.find(({ referenceId }) => referenceId === 'S2')?.id;
  const correct = (path: string, correction: object): Promise<Response> =>
    fetch(`${base}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(correction),
    });
  await correct('/overrides', { taxEventId, overriddenEuroValue: 400 });
  await correct('/overrides', {
    taxEventId,
    overriddenEuroValue: 412.5,
    overriddenTreatment: 'PERSONAL_SPEND',
    notes: 'Paid the electrician; the invoice is in the folder of April.',
  });
  await correct('/rules', {
    action: 'IGNORE_DUST',
    label: 'Small change',
    matchType: 'DUST_THRESHOLD',
    thresholdEur: 1,
  });
  // Removes the token with which this program created the data.
  await query(onto, "DELETE FROM identity.tokens WHERE name = 'Test'");
  const bookkeeping = await register('Bookkeeping', 'https://books.example.com/callback');
  return bookkeeping.begin().address;
}
