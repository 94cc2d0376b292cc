/** Files on their pages: preview, adding, removing, and hostile files. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REASONS } from '@ctx/converters/entries';
import { sampleWorkbook } from '@ctx/converters/test/workbook';
import { LIMITS } from '@ctx/domain/limits';
import { zipSync } from 'fflate';
import { ok } from '../../api/client.ts';
import { query } from '../oauth/visitor.ts';
import { untilIdle } from '../runs.ts';
import { event, importFile, importLines, sharedTestStack, type TestStack, UNKNOWN_ID } from '../stack.ts';
import { FILES_TEXTS } from '../../../services/gateway/src/web/files/texts/texts.ts';
import { addFile, bitvavo, FILES, preview, removeFile, returnedForm, sample } from './file-users.ts';
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

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

/** References of the events of a user in 2026. */
async function references({ token, userId }: Someone): Promise<string[]> {
  await untilIdle(stack, { userId });
  const params = { query: { year: 2026, size: 200 } };
  const { transactions } = await ok(stack.api(token).GET('/api/v1/transactions', { params }));
  return transactions.map(({ referenceId }) => String(referenceId)).toSorted();
}

async function accounts({
  token,
}: Someone): Promise<readonly { label?: string | null; transactionCount: number }[]> {
  return (await ok(stack.api(token).GET('/api/v1/accounts'))).accounts;
}

const countOf = async (table: string, { userId }: Someone): Promise<number> =>
  Number((await query(stack, `SELECT count(*) FROM ${table} WHERE user_id = $1`, [userId]))[0]!['count']);

describe('The page that adds a file', () => {
  it('shows what is in it, and stores nothing before it is confirmed', async () => {
    const { status, html } = await preview(user.person, 'bitvavo.csv', sample('bitvavo.csv'));
    expect(status).toBe(200);
    const text = plain(html);
    expect(text).toMatch(/Add “ ?bitvavo\.csv ?”\?/);
    expect(text).toMatch(/Format Bitvavo: transaction history Account Bitvavo Rows 11 Transactions 9/);
    expect(text).toMatch(/Period 1 Jul 2025 to 1 Dec 2025 Deposits and withdrawals to match 2/);
    expect(text).toMatch(/Type Acquisition Number \d/);
    expect(text).toMatch(/Asset BTC Number \d/);
    expect(text).toContain('failed, was cancelled or is not done yet');
    expect(text).toMatch(/check this/);
    expect(text).toContain('Add 9 transactions');
    expect(await countOf('facts.accounts', user)).toBe(0);
    expect(await countOf('facts.files', user)).toBe(0);
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
    expect(await accounts(user)).toMatchObject([
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
    expect(await countOf('facts.files', user)).toBe(1);
    expect(await countOf('facts.events', user)).toBe(9);
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
    expect(await countOf('facts.events', own)).toBe(7);
    expect(await accounts(own)).toMatchObject([{ provider: 'eToro', transactionCount: 7 }]);
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
    expect(await accounts(own)).toMatchObject([{ label: 'Joint account' }, { label: 'Nexo' }]);
    // A further file goes into the account that was chosen, which keeps its name.
    await addFile(own.person, 'third.csv', bitvavo('L1', 'L2'), { account: 'joint-account' });
    expect(await accounts(own)).toMatchObject([
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
    expect(await references(own)).toEqual(['O1', 'O2', 'O3']);
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
    expect(await accounts(own)).toMatchObject([{ label: 'My exchange', transactionCount: 1 }]);
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

describe('A file that cannot be read is rejected with what to do,', () => {
  const cases: [
    what: string,
    name: string,
    content: string | Uint8Array,
    reason: RegExp,
    fields?: Record<string, string>,
  ][] = [
    [
      'an unknown header',
      'x.csv',
      'a,b\n1,2\n',
      /The file has no header of a known format: .*; see the list of formats/,
    ],
    [
      'a header close to a known one',
      'x.csv',
      bitvavo('X').replace(',Status,', ',State,'),
      /the nearest is Bitvavo: transaction history ?, in line 1 ?; missing: "status"/,
    ],
    [
      'a faulty cell',
      'x.csv',
      bitvavo('X').replace('0.01', 'much'),
      /Line 2, column amount ?: is not a number/,
    ],
    [
      'a file that is cut off',
      'x.csv',
      bitvavo('X').slice(0, -20),
      /Line 2: has no line break at its end, and its last line is cut off/,
    ],
    [
      'a format without time zone',
      'r.csv',
      sample('revolut.csv'),
      /writes times without their zone: name the zone/,
    ],
    [
      'an unknown time zone',
      'x.csv',
      bitvavo('X'),
      /time zone, which is not known/,
      { 'time-zone': 'Mars/Olympus' },
    ],
    [
      'an unknown format',
      'x.csv',
      bitvavo('X'),
      /has no format nothing ?: known are .*trezor-suite/,
      { format: 'nothing' },
    ],
    [
      'another format than the chosen one',
      'x.csv',
      bitvavo('X'),
      /has no header of a known format/,
      { format: 'nexo' },
    ],
    [
      'JSON Lines',
      'x.jsonl',
      '{"kind":"account"}\n',
      /The file is JSON: add the original export of the exchange/,
    ],
    ['an empty file', 'x.csv', '', /The file is empty/],
    ['a binary file', 'x.csv', new Uint8Array(100), /The file is not a text file/],
    [
      'an archive of several files',
      'x.zip',
      zipSync({ a: encoded('a'), b: encoded('b') }),
      /an archive of 2 files: unpack it/,
    ],
    [
      'a workbook of a site that offers CSV',
      'x.xlsx',
      sampleWorkbook('kraken-ledgers'),
      /is a workbook with Kraken: ledgers in its sheet "Data" ?, of which only CSV is read/,
    ],
    ['a broken archive', 'x.zip', encoded('PK\u0003\u0004 nothing'), /cannot be unpacked: it may be cut off/],
    [
      'a gzip bomb',
      'x.gz',
      gzipSync(Buffer.alloc(200 * LIMITS.fileBytesMax)),
      /The file is larger than 2 MiB/,
    ],
    [
      'a zip bomb',
      'x.zip',
      zipSync({ a: new Uint8Array(200 * LIMITS.fileBytesMax) }),
      /The file is larger than 2 MiB/,
    ],
    [
      'an amount with too many digits',
      'x.csv',
      bitvavo('X').replace('0.01', '9'.repeat(30)),
      /Line 2, column amount ?: has more than 18 integer/,
    ],
    [
      'an id that cannot be stored',
      'x.csv',
      bitvavo('X'.repeat(600)),
      /Line 2: has a text that is too long, or has characters that cannot be stored \( ?referenceId/,
    ],
  ];
  it.each(cases)('%s', async (_what, name, content, reason, fields = {}) => {
    const before = await countOf('facts.events', other);
    const { status, html } = await preview(other.person, name, content, fields);
    expect([status, plain(html)]).toEqual([422, expect.stringMatching(reason)]);
    expect(html).toContain('<title>Error: Files');
    expect(html).toMatch(/role="alert"[^]*was not read, and nothing was stored/);
    expect(html).not.toContain(`action="${FILES}/add"`);
    expect(await countOf('facts.events', other)).toBe(before);
  });

  it('no file at all, with the focus on the field', async () => {
    const { status, html } = await preview(other.person, '', '');
    expect([status, plain(html)]).toEqual([422, expect.stringContaining('Choose a file.')]);
    expect(html).toMatch(/id="file"[^>]*aria-invalid="true"\s+autofocus/);
  });

  it('a file of more than 1 MiB, with status 413, while one of exactly 1 MiB is read', async () => {
    const rows = bitvavo(...Array.from({ length: 10_000 }, (_each, index) => `X${String(index)}`));
    const of = (bytes: number): string => `${rows}${'\n'.repeat(bytes - rows.length)}`;
    const fits = await preview(other.person, 'x.csv', of(LIMITS.fileBytesMax));
    expect([fits.status, plain(fits.html)]).toEqual([200, expect.stringContaining('Add 10000 transactions')]);
    for (const bytes of [LIMITS.fileBytesMax + 1, 2 * LIMITS.fileBytesMax]) {
      const { status, html } = await preview(other.person, 'x.csv', of(bytes));
      expect([status, plain(html)]).toEqual([413, expect.stringContaining('A file can have at most 1 MiB')]);
      expect(html).toContain(`href="${FILES}"`);
    }
  });

  it('a file for an account that a connection feeds', async () => {
    const own = await newSomeone(stack, 'files-exchange@example.org');
    await importLines(stack, own.userId, [
      { kind: 'account', ref: 'bitvavo', accountKind: 'exchange', datasource: 'BITVAVO', label: 'Live' },
      event('E1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '100', { account: 'bitvavo' }),
    ]);
    const { status, html } = await preview(own.person, 'x.csv', bitvavo('E1'));
    expect([status, plain(html)]).toEqual([
      422,
      expect.stringContaining('connected account, which takes no files'),
    ]);
    expect(await accounts(own)).toMatchObject([{ label: 'Live', transactionCount: 1 }]);
  });
});

describe('Removing a file', () => {
  it('asks first, and removes its events except those that another file has', async () => {
    const own = await newSomeone(stack, 'files-remove@example.org');
    const first = await addFile(own.person, 'first.csv', bitvavo('R1', 'R2'));
    const second = await addFile(own.person, 'second.csv', bitvavo('R2', 'R3'));
    const asked = await own.person.get(`${FILES}/${first}/remove`);
    expect(plain(asked.html)).toMatch(
      /Remove “ ?first\.csv ?”\?.* Transactions that leave 1 Transactions that stay 1/,
    );
    expect(await references(own)).toEqual(['R1', 'R2', 'R3']);

    const { status, location } = await removeFile(own.person, first);
    expect([status, location]).toEqual([303, `${FILES}?done=removed`]);
    expect(await references(own)).toEqual(['R2', 'R3']);
    expect(plain((await own.person.get(location)).html)).toContain(
      'The file is removed. Your figures are up to date.',
    );
    expect(await accounts(own)).toMatchObject([{ transactionCount: 2 }]);
    expect((await own.person.get(`${FILES}/${first}`)).status).toBe(404);

    await removeFile(own.person, second);
    expect(await references(own)).toEqual([]);
    expect(await accounts(own)).toEqual([]);
    expect(await countOf('facts.file_events', own)).toBe(0);
  });

  it('keeps a correction of an event as orphaned, which holds again when the file comes back', async () => {
    const own = await newSomeone(stack, 'files-orphan@example.org');
    const id = await addFile(own.person, 'first.csv', bitvavo('C1'));
    await untilIdle(stack, own);
    const params = { query: { year: 2026 } };
    const { transactions } = await ok(stack.api(own.token).GET('/api/v1/transactions', { params }));
    const body = { taxEventId: transactions[0]!.id, overriddenEuroValue: 1234 };
    await ok(stack.api(own.token).POST('/api/v1/overrides', { body }));
    await removeFile(own.person, id);
    await untilIdle(stack, own);
    const { items } = await ok(stack.api(own.token).GET('/api/v1/issues'));
    expect(items).toMatchObject([
      { orphanedCorrection: { referenceId: 'C1', orphanedSince: expect.any(String) } },
    ]);
    expect(await addFile(own.person, 'first.csv', bitvavo('C1'))).toBe(id);
    await untilIdle(stack, own);
    const again = await ok(stack.api(own.token).GET('/api/v1/transactions', { params }));
    expect(again.transactions).toMatchObject([{ id: body.taxEventId, euroValue: 1234 }]);
  });

  it('works from the command line too, after a confirmation', async () => {
    const own = await newSomeone(stack, 'files-command@example.org');
    const id = await addFile(own.person, 'first.csv', bitvavo('D1', 'D2'));
    expect(await stack.ctx(['file', 'list', '--user', own.userId])).toMatchObject({
      files: [{ fileId: id, name: 'first.csv', account: 'bitvavo', rows: 2, events: 2, via: 'settings' }],
    });
    const remove = ['file', 'remove', '--user', own.userId, '--file-id', id];
    expect(await stack.ctx(remove, true)).toMatchObject({
      error: {
        code: 'NOT_CONFIRMED',
        message: expect.stringContaining(
          'removes 2 of the 2 events of the file first.csv; nothing was removed',
        ),
      },
    });
    expect(await stack.ctx([...remove, '--yes'])).toEqual({
      name: 'first.csv',
      removedEvents: 2,
      recalc: expect.stringMatching(/SCHEDULED|QUEUED/),
    });
    expect(await stack.ctx([...remove, '--yes'], true)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(await references(own)).toEqual([]);
  });

  it('and adding one are in the log, with the name of the file', async () => {
    const own = await newSomeone(stack, 'files-log@example.org');
    await removeFile(own.person, await addFile(own.person, 'logged.csv', bitvavo('G1')));
    const text = plain((await own.person.get('/settings/log')).html);
    expect(text).toMatch(/File removed .*logged\.csv.* File added .*logged\.csv/);
  });

  it('keeps the figures of a submitted year, as an import does', async () => {
    const own = await newSomeone(stack, 'files-frozen@example.org');
    const id = await addFile(own.person, 'first.csv', bitvavo('F1'));
    await untilIdle(stack, own);
    await stack.ctx(['year', 'freeze', '--user', own.userId, '--year', '2026']);
    const path = '/api/v1/years/2026/summary';
    const before = await stack.get(path, own.token);
    expect((await removeFile(own.person, id)).status).toBe(303);
    await untilIdle(stack, own);
    const { reviewQueueCounts, ...kept } = (await stack.get(path, own.token)).body;
    expect(before.body).toMatchObject(kept);
    // Says that the facts of the year are no longer those of its figures.
    expect(reviewQueueCounts).toMatchObject({ countsByIssueType: { FROZEN_YEAR_DRIFT: 1 } });
  });
});

describe('The forms of files', () => {
  it('of another user remove nothing, and show nothing', async () => {
    const id = await addFile(user.person, 'mine.csv', bitvavo('M1'));
    for (const path of [`${FILES}/${id}`, `${FILES}/${id}/remove`, `${FILES}/${UNKNOWN_ID}`])
      expect((await other.person.get(path)).status).toBe(404);
    const csrf = await other.person.csrf();
    expect((await other.person.post(`${FILES}/${id}/remove`, { csrf })).status).toBe(404);
    expect(plain((await other.person.get(FILES)).html)).not.toContain('mine.csv');
    expect((await user.person.get(`${FILES}/${id}`)).status).toBe(200);
  });

  it('are rejected without the value of the session, and from another site', async () => {
    const { html } = await preview(user.person, 'x.csv', bitvavo('X1'));
    const form = returnedForm(html);
    const before = await countOf('facts.events', user);
    for (const csrf of ['', await other.person.csrf()]) {
      expect((await preview(user.person, 'x.csv', bitvavo('X1'), { csrf })).status).toBe(403);
      expect((await user.person.post(`${FILES}/add`, { ...form, csrf })).status).toBe(403);
    }
    const crossSite = await user.person.post(`${FILES}/add`, form, { 'sec-fetch-site': 'cross-site' });
    expect(crossSite.status).toBe(403);
    expect(await countOf('facts.events', user)).toBe(before);
  });

  it('are rejected when the form that comes back has another file, account or choice than was shown, or the signature of another session', async () => {
    const form = returnedForm((await preview(user.person, 'x.csv', bitvavo('X1'))).html);
    const foreign = returnedForm((await preview(other.person, 'x.csv', bitvavo('X1'))).html);
    const content = gzipSync(bitvavo('X2')).toString('base64url');
    const faults: Record<string, string>[] = [{ content }, { content: 'nothing' }, { sha256: '' }];
    const sha256 = createHash('sha256').update(bitvavo('X2')).digest('hex');
    faults.push({ content, sha256 }, { name: 'y.csv' }, { account: 'kraken' }, { 'new-account': 'Other' });
    faults.push({ format: 'bitvavo' }, { 'time-zone': 'UTC' }, { year: '2025' }, { signature: '' });
    faults.push({ signature: foreign['signature']! });
    for (const fault of faults)
      expect((await user.person.post(`${FILES}/add`, { ...form, ...fault })).status).toBe(400);
    expect(await references(user)).not.toContain('X2');
  });

  it('with a repeated field, too many files, or a file in another field, are rejected', async () => {
    const csrf = await user.person.csrf();
    const send = (change: (body: FormData) => void): Promise<number> => {
      const body = new FormData();
      body.set('csrf', csrf);
      body.set('file', new Blob([bitvavo('X')]), 'x.csv');
      change(body);
      return user.person.send(FILES, { method: 'POST', body }).then(({ status }) => status);
    };
    expect(
      await send((body) => {
        body.append('csrf', csrf);
      }),
    ).toBe(400);
    expect(
      await send((body) => {
        for (let index = 1; index <= LIMITS.filesTogetherMax; index += 1)
          body.append('file', new Blob(['x']), 'y.csv');
      }),
    ).toBe(400);
    expect(
      await send((body) => {
        for (const name of ['a.json', 'b.json']) body.append('mapping', new Blob(['{}']), name);
      }),
    ).toBe(400);
    expect(
      await send((body) => {
        body.set('other', new Blob(['x']), 'y.csv');
      }),
    ).toBe(400);
    expect((await user.person.post(FILES, { csrf })).status).toBe(400);
  });

  it('need the Pro plan, and a session', async () => {
    const free = await newSomeone(stack, 'files-free@example.org', { plan: 'free' });
    for (const path of [FILES, `${FILES}/${UNKNOWN_ID}`])
      expect((await free.person.get(path)).status).toBe(402);
    expect((await preview(free.person, 'x.csv', bitvavo('X'))).status).toBe(402);
    expect(await countOf('facts.events', free)).toBe(0);
  });

  it('wait for another import of the user', async () => {
    const own = await newSomeone(stack, 'files-busy@example.org');
    const { html } = await preview(own.person, 'x.csv', bitvavo('B1'));
    await query(
      stack,
      `INSERT INTO corrections.recalc_state (user_id, import_id, import_until) VALUES ($1, $2, now() + interval '1 hour')
       ON CONFLICT (user_id) DO UPDATE SET import_id = excluded.import_id, import_until = excluded.import_until`,
      [own.userId, UNKNOWN_ID],
    );
    const answer = await own.person.post(`${FILES}/add`, returnedForm(html));
    expect([answer.status, plain(answer.html)]).toEqual([
      409,
      expect.stringContaining('Another change of your data is in progress'),
    ]);
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
