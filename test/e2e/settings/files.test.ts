/** Files on their pages: preview, adding, a mapping file beside the file, and hostile text. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REASONS } from '@ctx/converters/entries';
import { sampleWorkbook } from '@ctx/converters/test/workbook';
import { LIMITS } from '@ctx/domain/limits';
import { zipSync } from 'fflate';
import { query } from '../oauth/visitor.ts';
import { untilIdle } from '../runs.ts';
import { importFile, sharedTestStack, type TestStack } from '../stack.ts';
import { FILES_TEXTS } from '../../../services/gateway/src/web/files/texts/texts.ts';
import {
  references,
  accounts,
  countOf,
  addFile,
  bitvavo,
  FILES,
  preview,
  returnedForm,
  sample,
} from './file-users.ts';
import { plain } from './log-users.ts';
import { newSomeone, type Someone } from './person.ts';

let stack: TestStack;
let user: Someone;
let other: Someone;

beforeAll(async () => {
  stack = await sharedTestStack();
  user = await newSomeone(stack, 'files@example.org');
  other = await newSomeone(stack, 'files-other@example.org');
});
afterAll(async () => {
  await stack.remove();
});

describe('The page that adds a file', () => {
  it('shows what is in it, and stores nothing before it is confirmed', async () => {
    const { status, html } = await preview(user.person, 'bitvavo.csv', sample('bitvavo.csv'));
    expect(status).toBe(200);
    const text = plain(html);
    expect(text).toMatch(/Add “ ?bitvavo\.csv ?”\?/);
    expect(text).toMatch(/Format Bitvavo: transaction history Account Bitvavo Rows 11 Transactions 9/);
    expect(text).toMatch(/Period 1 Jul 2025 to 1 Dec 2025 Deposits and withdrawals to match 2/);
    expect(text).toMatch(/Type Bought Number \d/);
    expect(text).toMatch(/Asset BTC Number \d/);
    expect(text).toContain('failed, was cancelled or is not done yet');
    expect(text).toMatch(/check this/);
    expect(text).toContain('Add 9 transactions');
    expect(await countOf(stack, 'facts.accounts', user)).toBe(0);
    expect(await countOf(stack, 'facts.files', user)).toBe(0);
  });

  it('adds it after confirmation, and shows the result with the way to the year and the inbox', async () => {
    const { html } = await preview(user.person, 'bitvavo.csv', sample('bitvavo.csv'));
    const { status, location } = await user.person.post(`${FILES}/add`, returnedForm(html));
    expect([status, location]).toEqual([
      303,
      expect.stringMatching(/^\/settings\/files\/[0-9a-f-]{36}\?done=added&year=2025$/),
    ]);
    await untilIdle(stack, user);
    const result = await user.person.get(location);
    expect(plain(result.html)).toMatch(
      /File added\. Your figures are up to date\. 9 transactions are new, 0 have changed, 0 were there already\./,
    );
    for (const href of ['/inbox', '/overview/2025']) expect(result.html).toContain(`<a href="${href}">`);
    expect(await accounts(stack, user)).toMatchObject([
      { kind: 'file', provider: 'Bitvavo', originalFilename: 'bitvavo.csv', transactionCount: 9 },
    ]);
  });

  it('adds nothing when the same file comes again, also under another name and packed', async () => {
    await addFile(user.person, 'again.csv', sample('bitvavo.csv'));
    await addFile(user.person, 'again.csv.gz', gzipSync(sample('bitvavo.csv')));
    const id = await addFile(user.person, 'again.zip', zipSync({ 'again.csv': sample('bitvavo.csv') }));
    expect(plain((await user.person.get(`${FILES}/${id}`)).html)).toContain(
      '0 transactions are new, 0 have changed, 9 were there already.',
    );
    expect(await countOf(stack, 'facts.files', user)).toBe(1);
    expect(await countOf(stack, 'facts.events', user)).toBe(9);
  });

  it('adds the workbook of a site that offers no CSV, and nothing more with its CSV', async () => {
    const own = await newSomeone(stack, 'files-workbook@example.org');
    const { status, html } = await preview(own.person, 'statement.xlsx', sampleWorkbook('etoro'));
    expect(status).toBe(200);
    expect(plain(html)).toMatch(
      /Format eToro: account activity, sheet "Data" Account eToro Rows 12 Transactions 7/,
    );
    await addFile(own.person, 'statement.xlsx', sampleWorkbook('etoro'));
    await addFile(own.person, 'again.csv', sample('etoro.csv'));
    expect(await countOf(stack, 'facts.events', own)).toBe(7);
    expect(await accounts(stack, own)).toMatchObject([{ provider: 'eToro', transactionCount: 7 }]);
  });

  it('lists files that the command line imported, and files in an account with a name of its own', async () => {
    const own = await newSomeone(stack, 'files-list@example.org');
    await importFile(
      stack,
      own.userId,
      new URL('../../../services/common/converters/samples/nexo.csv', import.meta.url).pathname,
    );
    await addFile(own.person, 'second.csv', bitvavo('L1'), { 'new-account': 'Joint account' });
    const text = plain((await own.person.get(FILES)).html);
    expect(text).toMatch(/Name nexo\.csv Account Nexo Transactions \d+ Added .* How By the operator/);
    expect(text).toMatch(
      /Name second\.csv Account Joint account Bitvavo Transactions 1 Added .* How In the settings/,
    );
    expect(await accounts(stack, own)).toMatchObject([{ label: 'Joint account' }, { label: 'Nexo' }]);
    // A further file goes into the account that was chosen, which keeps its name.
    await addFile(own.person, 'third.csv', bitvavo('L1', 'L2'), { account: 'joint-account' });
    expect(await accounts(stack, own)).toMatchObject([
      { label: 'Joint account', transactionCount: 2 },
      { label: 'Nexo' },
    ]);
  });

  it('adds what is new in a newer export whose period overlaps', async () => {
    const own = await newSomeone(stack, 'files-overlap@example.org');
    await addFile(own.person, 'january.csv', bitvavo('O1', 'O2'));
    const id = await addFile(own.person, 'february.csv', bitvavo('O1', 'O2', 'O3'));
    expect(plain((await own.person.get(`${FILES}/${id}`)).html)).toContain(
      '1 transactions are new, 0 have changed, 2 were there already.',
    );
    expect(await references(stack, own)).toEqual(['O1', 'O2', 'O3']);
    const ends = await query(stack, 'SELECT first_at, last_at FROM facts.files WHERE user_id = $1', [
      own.userId,
    ]);
    for (const { first_at: first, last_at: last } of ends) expect([first, last]).not.toContain(null);
    expect(plain((await own.person.get(FILES)).html)).toMatch(
      /How far your files reach .*Account Bitvavo First row 10 Jan 2026 Last row 12 Jan 2026/,
    );
  });

  it.each([
    ['nl', 'Bestanden', 'Er is nog niets bewaard'],
    ['fr', 'Fichiers', 'Rien n’est encore enregistré'],
  ])('is in the language %s', async (language, title, lead) => {
    const { html } = await user.person.get(FILES, { 'accept-language': language });
    expect(plain(html)).toContain(title);
    const body = new FormData();
    body.set('csrf', await user.person.csrf());
    body.set('file', new Blob([bitvavo('X')]), 'x.csv');
    const answer = await user.person.send(FILES, {
      method: 'POST',
      body,
      headers: { 'accept-language': language },
    });
    expect(plain(answer.html)).toContain(lead);
  });

  it('has words in each language for every reason that leaves a row out', () => {
    for (const { leftOutReasons } of Object.values(FILES_TEXTS))
      expect(Object.keys(leftOutReasons)).toEqual(Object.keys(REASONS));
  });
});

describe('A mapping file beside the file', () => {
  const rows = 'Datum,Soort,Aantal,Munt,EUR\n31/01/2026 10:00,Koop,"0,5",BTC,"40000"\n';
  const mapping = JSON.stringify({
    platform: 'My exchange',
    columns: { time: 'Datum', type: 'Soort', amount: 'Aantal', asset: 'Munt', euroValue: 'EUR' },
    types: { Koop: 'BUY' },
    timeFormat: 'dd/MM/yyyy HH:mm',
    decimalMark: ',',
  });
  const withMapping = (text: string): Record<string, Blob> => ({ mapping: new Blob([text]) });

  it('says what its columns are, in the preview and when it is added', async () => {
    const own = await newSomeone(stack, 'files-mapping@example.org');
    const { html } = await preview(own.person, 'mine.csv', rows, withMapping(mapping));
    expect(plain(html)).toMatch(/Format Columns that you described Account My exchange/);
    await addFile(own.person, 'mine.csv', rows, withMapping(mapping));
    expect(await accounts(stack, own)).toMatchObject([{ label: 'My exchange', transactionCount: 1 }]);
    // The mapping that was shown is the one that counts.
    const form = {
      ...returnedForm(html),
      mapping: Buffer.from(mapping.replace('BUY', 'SALE')).toString('base64url'),
    };
    expect((await own.person.post(`${FILES}/add`, form)).status).toBe(400);
  });

  it.each<[what: string, text: string, status: number, reason: RegExp, fields?: Record<string, string>]>([
    ['is no JSON', 'platform: x', 422, /The file is no mapping: is not JSON/],
    ['names no platform', '{}', 422, /The file is no mapping: platform ?is missing/],
    [
      'is together with a format',
      mapping,
      422,
      /Choose either a format or a mapping file/,
      { format: 'nexo' },
    ],
    ['has more than 64 KiB', mapping + ' '.repeat(LIMITS.mappingBytesMax), 413, /A file can have at most/],
  ])('is rejected if it %s', async (_what, text, status, reason, fields = {}) => {
    const answer = await preview(other.person, 'mine.csv', rows, { ...fields, ...withMapping(text) });
    expect([answer.status, plain(answer.html)]).toEqual([status, expect.stringMatching(reason)]);
  });
});

describe('Text of a file', () => {
  const HOSTILE = `"><script>alert(1)</script>\u202Ecsv.exe`;

  it('is data in its name, its cells and its account', async () => {
    const own = await newSomeone(stack, 'files-hostile@example.org');
    const content = bitvavo('H1').replace(',buy,', ',"<img src=x onerror=alert(2)>",');
    const shown = await preview(own.person, HOSTILE, content, { 'new-account': '<b>bold</b>' });
    expect(shown.status).toBe(200);
    const id = await addFile(own.person, HOSTILE, bitvavo('H1'), { 'new-account': '<b>bold</b>' });
    const pages = [
      shown.html,
      ...(await Promise.all(
        [FILES, `${FILES}/${id}`, `${FILES}/${id}/remove`, '/settings/log'].map(
          async (path) => (await own.person.get(path)).html,
        ),
      )),
    ];
    for (const html of pages) {
      expect(html).not.toMatch(/<script>alert|<img src=x|<b>bold/);
      expect(html).not.toContain('\u202E');
    }
    expect(pages[0]).toContain('&lt;img src=x onerror=alert(2)&gt;');
    expect(pages[1]).toContain('&lt;b&gt;bold&lt;/b&gt;');
  });
});
