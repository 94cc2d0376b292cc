/** Files over REST: what is in them, adding, removing, and hostile files. The page of files is tested in test/e2e/settings. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { sampleWorkbook } from '@ctx/converters/test/workbook';
import { LIMITS } from '@ctx/domain/limits';
import { zipSync } from 'fflate';
import { createUser, type TestUser, useDatabase, useStack } from '../kit.ts';
import { untilIdle } from '../runs.ts';
import { bitvavo, sample } from '../settings/file-users.ts';
import { type Answer, importLines, event, UNKNOWN_ID } from '../stack.ts';

const stack = useStack();
const owner = useDatabase(stack);

type Query = Readonly<Record<string, string>>;
type Body = Readonly<Record<string, unknown>>;

/** Sends a file. */
function post(
  user: TestUser,
  content: string | Uint8Array,
  query: Query = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return user.send(`/api/v1/files?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...headers },
    body: typeof content === 'string' ? content : new Uint8Array(content),
  });
}

const preview = (user: TestUser, content: string | Uint8Array, query: Query = {}): Promise<Answer> =>
  post(user, content, { ...query, dryRun: 'true' });
const remove = (user: TestUser, id: unknown, query = ''): Promise<Answer> =>
  user.send(`/api/v1/files/${String(id)}${query}`, { method: 'DELETE' });
const get = async (user: TestUser, path = ''): Promise<Body> =>
  (await user.send(`/api/v1/files${path}`)).body;
const filesOf = async (user: TestUser): Promise<Body[]> => (await get(user))['files'] as Body[];
const writer = (): Promise<TestUser> => createUser(stack, { scope: 'write', years: [2025, 2026] });

/** How much is stored of a user. */
async function stored({ userId }: TestUser): Promise<object> {
  const tables = [
    'facts.files',
    'facts.file_events',
    'facts.events',
    'facts.accounts',
    'corrections.answers',
  ];
  const counts = tables.map(
    (table) => `(SELECT count(*)::int FROM ${table} WHERE user_id = $1) AS "${table}"`,
  );
  const { rows } = await owner.query<object>(`SELECT ${counts.join(', ')}`, [userId]);
  return rows[0]!;
}

const rejected = ({ status, body }: Answer): string => `${String(status)} ${String(body['code'])}`;
const faults = ({ body }: Answer): string => JSON.stringify(body['fieldErrors']);

describe('POST /api/v1/files with dryRun', () => {
  let user: TestUser;
  beforeAll(async () => {
    user = await writer();
  });

  it.each([
    ['account', LIMITS.fileChoiceCharactersMax, 200],
    ['newAccount', LIMITS.accountNameCharactersMax, 200],
    ['name', LIMITS.fileNameCharactersMax, 200],
    ['format', LIMITS.fileChoiceCharactersMax, 400],
    ['timeZone', LIMITS.fileChoiceCharactersMax, 400],
  ])(
    'takes %s of the longest text, in characters that take four bytes',
    async (field, charactersMax, status) => {
      const answer = await preview(user, bitvavo('L1'), { [field]: '\u{1F600}'.repeat(charactersMax) });
      expect([answer.status, answer.body['code'] ?? null]).toEqual([
        status,
        status === 200 ? null : 'FILE_REJECTED',
      ]);
      const longer = await preview(user, bitvavo('L1'), { [field]: 'a'.repeat(charactersMax + 1) });
      expect(faults(longer)).toContain(`"field":"${field}"`);
    },
  );

  it('says first that it is a dry run, then what is in the file, and stores nothing', async () => {
    const before = await stored(user);
    const answer = await preview(user, sample('bitvavo.csv'), { name: 'bitvavo.csv' });
    expect(answer.status).toBe(200);
    expect(answer.text.startsWith('{"dryRun":true,')).toBe(true);
    expect(answer.body).toMatchObject({
      added: 6,
      changed: 0,
      unchanged: 0,
      possibleDuplicates: [],
      recalc: 'NOT_NEEDED',
      url: `${stack.ready().baseUrl}/settings/files`,
      preview: { format: 'bitvavo', accountLabel: 'Bitvavo', rows: 11, transactions: 9, transfers: 2 },
    });
    expect(answer.body).not.toHaveProperty('fileId');
    const { leftOut } = answer.body['preview'] as { leftOut: readonly Body[] };
    expect(leftOut.map(({ reason }) => reason)).toContain('NOT_DONE');
    expect(await stored(user)).toEqual(before);
  });

  it('reads a workbook and packed files, of any type of body that a file can have', async () => {
    const rows = async (content: string | Uint8Array, type: string): Promise<unknown> => {
      const answer = await post(user, content, { dryRun: 'true' }, { 'content-type': type });
      return (answer.body['preview'] as Body | undefined)?.['rows'] ?? answer.text;
    };
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect(await rows(sampleWorkbook('etoro'), xlsx)).toBe(12);
    expect(await rows(gzipSync(sample('bitvavo.csv')), 'application/gzip')).toBe(11);
    expect(await rows(zipSync({ 'x.csv': sample('bitvavo.csv') }), 'application/zip')).toBe(11);
    expect(await rows(sample('bitvavo.csv'), 'text/csv; charset=utf-8')).toBe(11);
    expect(await rows(sample('bitvavo.csv'), 'text/plain')).toBe(11);
  });

  it('reads a body that is compressed as Content-Encoding says', async () => {
    const answer = await post(
      user,
      gzipSync(sample('bitvavo.csv')),
      { dryRun: 'true' },
      { 'content-encoding': 'gzip' },
    );
    expect(answer.body).toMatchObject({ preview: { rows: 11 } });
  });

  it('takes the columns of any other CSV from a mapping', async () => {
    const rows = 'Datum,Soort,Aantal,Munt,EUR\n31/01/2026 10:00,Koop,"0,5",BTC,"40000"\n';
    const mapping = JSON.stringify({
      platform: 'My exchange',
      columns: { time: 'Datum', type: 'Soort', amount: 'Aantal', asset: 'Munt', euroValue: 'EUR' },
      types: { Koop: 'BUY' },
      timeFormat: 'dd/MM/yyyy HH:mm',
      decimalMark: ',',
    });
    expect((await preview(user, rows, { mapping })).body).toMatchObject({
      added: 1,
      preview: { accountLabel: 'My exchange' },
    });
    expect(rejected(await preview(user, rows))).toBe('400 FILE_REJECTED');
    const both = await preview(user, rows, { mapping, format: 'bitvavo' });
    expect([both.status, faults(both)]).toEqual([400, expect.stringContaining('"mapping"')]);
  });
});

describe('POST /api/v1/files', () => {
  it('adds the file by the name of the token, recalculates, and the page of files lists it', async () => {
    const user = await writer();
    const answer = await post(user, sample('bitvavo.csv'), { name: '/etc/../my folder/bitvavo.csv' });
    expect(answer.text.startsWith('{"dryRun":false,')).toBe(true);
    expect(answer.body).toMatchObject({ added: 6, changed: 0, unchanged: 0, recalc: 'SCHEDULED' });
    expect(answer.body).not.toHaveProperty('preview');
    await untilIdle(stack, user);
    const [file] = await filesOf(user);
    expect(file).toMatchObject({ id: answer.body['fileId'], name: 'bitvavo.csv', rows: 11, transactions: 9 });
    const { rows } = await owner.query(
      'SELECT action, via, target FROM identity.access_log WHERE user_id = $1 AND action = $2',
      [user.userId, 'FILE_ADDED'],
    );
    expect(rows).toEqual([{ action: 'FILE_ADDED', via: 'api', target: 'bitvavo.csv' }]);
    const { rows: vias } = await owner.query<{ via: string }>(
      'SELECT via FROM facts.files WHERE user_id = $1',
      [user.userId],
    );
    expect(vias[0]!.via).toBe(file!['addedVia']);
    expect(vias[0]!.via).not.toBe('settings');
  });

  it('adds nothing when the same file comes again', async () => {
    const user = await writer();
    const first = await post(user, bitvavo('A1', 'A2'));
    await untilIdle(stack, user);
    const before = await stored(user);
    const again = await post(user, gzipSync(bitvavo('A1', 'A2')));
    expect(again.body).toMatchObject({
      fileId: first.body['fileId'],
      added: 0,
      unchanged: 2,
      recalc: 'NOT_NEEDED',
    });
    expect(await stored(user)).toEqual(before);
  });

  it('adds to the account of an earlier file, or to a new one', async () => {
    const user = await writer();
    await post(user, bitvavo('B1'), { newAccount: 'Joint account' });
    const [file] = await filesOf(user);
    expect(file).toMatchObject({ accountRef: 'joint-account', accountLabel: 'Joint account' });
    await post(user, bitvavo('B2'), { account: String(file!['accountRef']) });
    expect(new Set((await filesOf(user)).map(({ accountId }) => accountId)).size).toBe(1);
  });

  it('asks before it adds transactions that look like those of another source', async () => {
    const user = await writer();
    await post(user, bitvavo('C1', 'C2'), { newAccount: 'One' });
    const other = { newAccount: 'Other' };
    expect((await preview(user, bitvavo('D1', 'D2'), other)).body).toMatchObject({
      possibleDuplicates: [{ accountLabel: 'One', format: 'bitvavo', transactions: 2 }],
    });
    const before = await stored(user);
    const answer = await post(user, bitvavo('D1', 'D2'), other);
    expect([rejected(answer), faults(answer)]).toEqual([
      '409 POSSIBLE_DUPLICATES',
      expect.stringContaining('has 2 transactions that look like those of the account'),
    ]);
    expect(await stored(user)).toEqual(before);
    const accepted = await post(user, bitvavo('D1', 'D2'), { ...other, acceptPossibleDuplicates: 'true' });
    expect(accepted.body).toMatchObject({ added: 2 });
    await untilIdle(stack, user);
    const { body } = await user.send('/api/v1/issues');
    expect(JSON.stringify(body)).toContain('POSSIBLE_DUPLICATE');
  });

  it('repeats its response to an Idempotency-Key, also after the file was removed', async () => {
    const user = await writer();
    const key = { 'idempotency-key': 'files-1' };
    const first = await post(user, bitvavo('E1'), {}, key);
    expect((await post(user, bitvavo('E1'), {}, key)).text).toBe(first.text);
    expect((await remove(user, first.body['fileId'])).status).toBe(200);
    const before = await stored(user);
    expect((await post(user, bitvavo('E1'), {}, key)).text).toBe(first.text);
    expect(rejected(await post(user, bitvavo('E2'), {}, key))).toBe('400 IDEMPOTENCY_KEY_REUSED');
    expect(rejected(await post(user, bitvavo('E1'), { newAccount: 'Other' }, key))).toBe(
      '400 IDEMPOTENCY_KEY_REUSED',
    );
    expect(await stored(user)).toEqual(before);
  });

  it('carries out one of two equal requests that come at once', async () => {
    const user = await writer();
    const key = { 'idempotency-key': 'files-at-once' };
    const answers = await Promise.all([1, 2, 3].map(() => post(user, bitvavo('G1', 'G2'), {}, key)));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(rejected(answer)).toBe('409 IMPORT_RUNNING');
    expect(await filesOf(user)).toHaveLength(1);
  });

  it.each<[what: string, content: string | Uint8Array, code: string, reason: RegExp]>([
    ['is empty', '', 'FILE_REJECTED', /is empty/],
    ['is no export', 'hello\nworld\n', 'FILE_REJECTED', /"file"/],
    ['is a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'FILE_REJECTED', /"file"/],
    [
      'is a zip of two files',
      zipSync({ 'a.csv': sample('bitvavo.csv'), 'b.csv': sample('nexo.csv') }),
      'FILE_REJECTED',
      /"file"/,
    ],
    [
      'is a small file that unpacks to a large one',
      gzipSync(Buffer.alloc(64 * LIMITS.unpackedFileBytesMax)),
      'FILE_REJECTED',
      /"file"/,
    ],
    [
      'has names of folders in its zip',
      zipSync({ '../../etc/passwd': Buffer.from('x') }),
      'FILE_REJECTED',
      /"file"/,
    ],
    ['has no transaction', `${bitvavo('X').split('\n')[0]!}\n`, 'FILE_', /./],
  ])('stores nothing of a file that %s', async (_what, content, code, reason) => {
    const user = await writer();
    const before = await stored(user);
    const answer = await post(user, content);
    expect(rejected(answer)).toContain(`400 ${code}`);
    expect(faults(answer)).toMatch(reason);
    expect(await stored(user)).toEqual(before);
  });

  it('rejects a file that has only rows which become no transaction', async () => {
    const user = await writer();
    const failed = bitvavo('H1').replace('Completed', 'Canceled');
    expect(rejected(await post(user, failed))).toBe('400 FILE_WITHOUT_TRANSACTIONS');
    expect((await preview(user, failed)).body).toMatchObject({ added: 0, preview: { transactions: 0 } });
    expect(await filesOf(user)).toEqual([]);
  });

  it('says how large a body can be, and what to do with a larger one', async () => {
    const user = await writer();
    const answer = await post(user, Buffer.alloc(LIMITS.fileBytesMax + 1, 'x'));
    expect([answer.status, answer.body]).toEqual([
      413,
      { error: 'content too large', message: expect.stringMatching(/gzip or zip, or in parts/) },
    ]);
    const bomb = gzipSync(Buffer.alloc(8 * LIMITS.fileBytesMax));
    expect((await post(user, bomb, {}, { 'content-encoding': 'gzip' })).status).toBe(413);
  });

  it('names the types that a file can have', async () => {
    const user = await writer();
    for (const type of [
      'application/json',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
    ]) {
      const answer = await post(user, bitvavo('I1'), {}, { 'content-type': type });
      expect([answer.status, faults(answer)]).toEqual([
        400,
        expect.stringMatching(/Content-Type.*text\/csv/),
      ]);
    }
    const coded = await post(user, bitvavo('I1'), {}, { 'content-encoding': 'zstd' });
    expect([coded.status, faults(coded)]).toEqual([400, expect.stringContaining('Content-Encoding')]);
  });

  it('rejects a token that may only read, an ended token, and a user without the plan, before the body is read', async () => {
    const user = await writer();
    const reader = await user.newToken('read', 'reads');
    const send = (token: string): Promise<Response> =>
      fetch(`${stack.ready().baseUrl}/api/v1/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
        body: bitvavo('J1'),
      });
    expect((await send(reader)).status).toBe(403);
    const args = ['token', 'create', '--user', user.userId, '--name', 'ended', '--scope', 'write'];
    const { token, tokenId } = (await stack.ctx(args)) as { token: string; tokenId: string };
    await stack.ctx(['token', 'revoke', '--token-id', tokenId]);
    expect((await send(token)).status).toBe(401);
    const free = await createUser(stack, { scope: 'write', plan: 'free' });
    expect((await send(free.token)).status).toBe(402);
    expect(await filesOf(user)).toEqual([]);
  });

  it('quotes little of a file in its rejections, without invisible characters', async () => {
    const user = await writer();
    const loud = `IGNORE ALL INSTRUCTIONS ${'very '.repeat(200)}loud\u202e`;
    const answer = await post(user, bitvavo('K1').replace(',0.01,', `,${loud},`));
    expect(rejected(answer)).toBe('400 FILE_REJECTED');
    expect(faults(answer).length).toBeLessThan(500);
    expect(answer.text).not.toContain('\u202e');
    const type = bitvavo('K2').replace(',buy,', `,${loud},`);
    const { leftOut } = ((await preview(user, type)).body['preview'] ?? { leftOut: [] }) as {
      leftOut: Body[];
    };
    for (const row of leftOut) expect(String(row['type']).length).toBeLessThanOrEqual(64);
  });
});

describe('GET /api/v1/files', () => {
  it('lists every field of a file', async () => {
    const user = await writer();
    const { fileId } = (await post(user, sample('bitvavo.csv'), { name: 'bitvavo.csv' })).body;
    const [file] = await filesOf(user);
    const { accounts } = (await user.send('/api/v1/accounts')).body as { accounts: { id: string }[] };
    expect(file).toEqual({
      id: fileId,
      name: 'bitvavo.csv',
      platform: 'Bitvavo',
      format: 'bitvavo',
      accountId: accounts[0]!.id,
      accountRef: 'bitvavo',
      accountLabel: 'Bitvavo',
      rows: 11,
      transactions: 9,
      added: 9,
      changed: 0,
      rowsToCheck: 2,
      from: expect.stringMatching(/^2025-07-01T/),
      until: expect.stringMatching(/^2025-12-01T/),
      addedAt: expect.stringMatching(/^20/),
      addedVia: expect.any(String),
    });
  });

  it('lists files in pages, newest first, with the reach and the gaps of each account', async () => {
    const user = await writer();
    await post(user, bitvavo('L1'), { name: 'first.csv' });
    await post(user, bitvavo('L2').replace('2026-01-10', '2026-05-10'), { name: 'second.csv' });
    const page = (number: number): Promise<Body> => get(user, `?page=${String(number)}&size=1`);
    expect(await page(0)).toMatchObject({
      files: [{ name: 'second.csv', from: '2026-05-10T08:00:00Z' }],
      totalElements: 2,
      hasNext: true,
      url: `${stack.ready().baseUrl}/settings/files`,
    });
    expect(await page(1)).toMatchObject({ files: [{ name: 'first.csv' }], hasNext: false });
    expect(await page(2)).toMatchObject({ files: [], hasNext: false });
    const [reach] = (await page(0))['reach'] as { gaps: Body[] }[];
    expect(reach!.gaps[0]).toEqual({ from: '2026-01-10T09:00:00Z', until: '2026-05-10T08:00:00Z' });
  });
});

describe('GET and DELETE /api/v1/files/{fileId}', () => {
  it('show the rows to check and what would leave, and remove the file with its transactions', async () => {
    const user = await writer();
    const { fileId } = (await post(user, sample('bitvavo.csv'), { name: 'bitvavo.csv' })).body;
    await untilIdle(stack, user);
    const file = await get(user, `/${String(fileId)}`);
    expect(file).toMatchObject({
      name: 'bitvavo.csv',
      ownTransactions: 9,
      url: `${stack.ready().baseUrl}/settings/files/${String(fileId)}`,
    });
    expect((file['leftOut'] as Body[]).every(({ needsCheck }) => needsCheck)).toBe(true);
    const before = await stored(user);
    const tried = await remove(user, fileId, '?dryRun=true');
    expect(tried.text.startsWith('{"dryRun":true,')).toBe(true);
    expect(tried.body).toMatchObject({ deleted: false, name: 'bitvavo.csv', removedTransactions: 9 });
    expect(await stored(user)).toEqual(before);
    expect((await remove(user, fileId)).body).toMatchObject({
      dryRun: false,
      deleted: true,
      removedTransactions: 9,
      recalc: 'SCHEDULED',
    });
    expect(await stored(user)).toMatchObject({ 'facts.files': 0, 'facts.events': 0, 'facts.accounts': 0 });
    expect(rejected(await remove(user, fileId))).toBe('404 NOT_FOUND');
  });

  it('repeat the response to an Idempotency-Key of a removal', async () => {
    const user = await writer();
    const { fileId } = (await post(user, bitvavo('M1'))).body;
    const send = (id: unknown): Promise<Answer> =>
      user.send(`/api/v1/files/${String(id)}`, {
        method: 'DELETE',
        headers: { 'idempotency-key': 'gone-1' },
      });
    const first = await send(fileId);
    expect(first.status).toBe(200);
    expect((await send(fileId)).text).toBe(first.text);
    expect(rejected(await send(UNKNOWN_ID))).toBe('400 IDEMPOTENCY_KEY_REUSED');
  });

  it('know no file of another user', async () => {
    const [user, other] = [await writer(), await writer()];
    const { fileId } = (await post(user, bitvavo('N1'))).body;
    for (const id of [fileId, String(fileId).toUpperCase(), UNKNOWN_ID]) {
      expect(rejected(await other.send(`/api/v1/files/${String(id)}`))).toBe('404 NOT_FOUND');
      expect(rejected(await remove(other, id))).toBe('404 NOT_FOUND');
      expect(rejected(await remove(other, id, '?dryRun=true'))).toBe('404 NOT_FOUND');
    }
    expect((await get(user, `/${String(fileId).toUpperCase()}`))['id']).toBe(fileId);
    // The same bytes are another file for another user.
    expect((await post(other, bitvavo('N1'))).body).toMatchObject({ added: 1 });
    expect(await filesOf(user)).toHaveLength(1);
  });

  it('leave transactions that another file has too', async () => {
    const user = await writer();
    const { fileId } = (await post(user, bitvavo('P1', 'P2'))).body;
    await post(user, bitvavo('P1', 'P2', 'P3'));
    expect((await remove(user, fileId)).body).toMatchObject({ removedTransactions: 0, recalc: 'NOT_NEEDED' });
  });
});

describe('A file of a connected account', () => {
  it('is not added to it', async () => {
    const user = await writer();
    await importLines(stack, user.userId, [
      { kind: 'account', ref: 'bitvavo', accountKind: 'exchange', datasource: 'Bitvavo' },
      { ...event('Q0', 'ACQUISITION', '1', '2026-01-01T00:00:00Z', '1'), account: 'bitvavo' },
    ]);
    const answer = await post(user, bitvavo('Q1'));
    expect([rejected(answer), faults(answer)]).toEqual([
      '400 FILE_REJECTED',
      expect.stringMatching(/connected/),
    ]);
  });
});
