/** Files that are sent to an address of their own, by a program and by a person, and attacks on such addresses. */
import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { sampleWorkbook } from '@ctx/converters/test/workbook';
import { LIMITS } from '@ctx/domain/limits';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { startBrowser } from '../../browser/chromium.ts';
import { faultsOf } from '../../browser/page-faults.ts';
import { createUser, type TestUser, useDatabase, useStack } from '../kit.ts';
import { untilIdle } from '../runs.ts';
import { bitvavo } from '../settings/file-users.ts';
import { textOf } from '../settings/person.ts';
import { type Answer, UNKNOWN_ID } from '../stack.ts';

// A stack of its own: all requests here come from one network, whose budget others would use too.
const stack = useStack({ own: true });
const owner = useDatabase(stack);

type Body = Readonly<Record<string, unknown>>;
type Bytes = string | Uint8Array<ArrayBuffer>;

interface Upload {
  readonly uploadId: string;
  readonly address: string;
}

const writer = (): Promise<TestUser> => createUser(stack, { scope: 'write', years: [2025, 2026] });
const create = (user: TestUser): Promise<Answer> => user.send('/api/v1/uploads', { method: 'POST' });
const created = async (user: TestUser): Promise<Upload> => {
  const { status, body } = await create(user);
  expect(status).toBe(200);
  return body as unknown as Upload;
};

const put = (
  address: string,
  body: Bytes,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => fetch(address, { method: 'PUT', body, headers });
const codeOf = async (response: Response): Promise<string> =>
  `${String(response.status)} ${String(((await response.json()) as Body)['code'])}`;

/** Previews or adds the file of an upload. */
const files = (
  user: TestUser,
  { uploadId }: Pick<Upload, 'uploadId'>,
  query: Readonly<Record<string, string>> = {},
  init: RequestInit = {},
): Promise<Answer> =>
  user.send(`/api/v1/files?${new URLSearchParams({ uploadId, ...query }).toString()}`, {
    method: 'POST',
    ...init,
  });
const rejected = ({ status, body }: Answer): string => `${String(status)} ${String(body['code'])}`;

/** What is stored of the uploads of a user. */
const stored = async ({ userId }: TestUser): Promise<Body[]> =>
  (
    await owner.query<Body>(
      `SELECT name, octet_length(content) AS bytes, added_at IS NOT NULL AS "isAdded" FROM identity.uploads
       WHERE user_id = $1 ORDER BY created_at`,
      [userId],
    )
  ).rows;

const send = (
  address: string,
  file: Blob | null,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  const form = new FormData();
  if (file !== null) form.append('file', file, 'my export.csv');
  return fetch(address, { method: 'POST', body: form, headers, redirect: 'manual' });
};

describe('POST /api/v1/uploads', () => {
  it('gives an address that works for ten minutes, and says what it takes', async () => {
    const user = await writer();
    const { status, body, headers } = await create(user);
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(body).toEqual({
      uploadId: expect.stringMatching(/^[\da-f-]{36}$/),
      address: expect.stringMatching(new RegExp(`^${stack.ready().baseUrl}/upload\\?key=[\\w-]{43}$`)),
      expiresAt: expect.any(String),
      bytesMax: LIMITS.fileBytesMax,
      keptMinutes: LIMITS.uploadKeptMinutesMax,
    });
    const minutes = (Date.parse(String(body['expiresAt'])) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(9.8);
    expect(minutes).toBeLessThanOrEqual(10.1);
  });

  it('takes a file by PUT without a token, which is then previewed and added by its id', async () => {
    const user = await writer();
    const upload = await created(user);
    expect(rejected(await files(user, upload, { dryRun: 'true' }))).toBe('409 UPLOAD_EMPTY');
    const response = await put(upload.address, bitvavo('U1', 'U2'));
    expect([response.status, await response.json()]).toEqual([
      200,
      { uploadId: upload.uploadId, bytes: bitvavo('U1', 'U2').length },
    ]);
    const preview = await files(user, upload, { dryRun: 'true' });
    expect(preview.body).toMatchObject({ dryRun: true, added: 2, preview: { format: 'bitvavo' } });
    const added = await files(user, { uploadId: upload.uploadId.toUpperCase() }, { name: 'sent.csv' });
    expect(added.body).toMatchObject({ dryRun: false, added: 2, recalc: 'SCHEDULED' });
    await untilIdle(stack, user);
    expect((await user.send('/api/v1/files')).body).toMatchObject({ files: [{ name: 'sent.csv' }] });
    expect(await stored(user)).toMatchObject([{ isAdded: true }]);
  });

  it.each<[what: string, body: () => Bytes, headers: Readonly<Record<string, string>>]>([
    ['a workbook', () => new Uint8Array(sampleWorkbook('etoro')), {}],
    ['a packed file', () => new Uint8Array(gzipSync(bitvavo('P1'))), { 'content-type': 'application/gzip' }],
    [
      'a body that is compressed as Content-Encoding says',
      () => new Uint8Array(gzipSync(bitvavo('P2'))),
      { 'content-encoding': 'gzip' },
    ],
    ['any type of body', () => bitvavo('P3'), { 'content-type': 'application/json' }],
  ])('takes %s', async (_what, body, headers) => {
    const user = await writer();
    const upload = await created(user);
    expect((await put(upload.address, body(), headers)).status).toBe(200);
    expect((await files(user, upload, { dryRun: 'true' })).status).toBe(200);
  });

  it('keeps the file after it was added, so that the request can be repeated, until the next address', async () => {
    const user = await writer();
    const upload = await created(user);
    await put(upload.address, bitvavo('K1'));
    const key = { headers: { 'idempotency-key': 'upload-1' } };
    const first = await files(user, upload, {}, key);
    expect((await files(user, upload, {}, key)).text).toBe(first.text);
    await created(user);
    expect(rejected(await files(user, upload))).toBe('404 NOT_FOUND');
    expect(await stored(user)).toEqual([{ name: null, bytes: null, isAdded: false }]);
  });

  it('rejects a file beside an upload, and neither of them', async () => {
    const user = await writer();
    const upload = await created(user);
    await put(upload.address, bitvavo('B1'));
    const both = await files(
      user,
      upload,
      {},
      { body: bitvavo('B1'), headers: { 'content-type': 'text/csv' } },
    );
    expect([both.status, JSON.stringify(both.body)]).toEqual([400, expect.stringContaining('"uploadId"')]);
    expect((await user.send('/api/v1/files', { method: 'POST' })).status).toBe(400);
    expect(rejected(await files(user, { uploadId: 'no-uuid' }))).toBe('400 null');
  });

  it('gives a user at most as many as the limit, counted also when they are created at once', async () => {
    const user = await writer();
    const answers = await Promise.all(
      Array.from({ length: LIMITS.uploadsPerUserMax + 3 }, () => create(user)),
    );
    const full = answers.filter(({ status }) => status !== 200);
    expect(full.map(rejected)).toEqual(Array<string>(3).fill('409 TOO_MANY_UPLOADS'));
    const [{ body }] = answers.filter(({ status }) => status === 200) as [Answer];
    await put(String(body['address']), bitvavo('L1'));
    expect(rejected(await create(user))).toBe('409 TOO_MANY_UPLOADS');
    await files(user, { uploadId: String(body['uploadId']) });
    expect((await create(user)).status).toBe(200);
  });

  it('needs the scope to write, and the plan', async () => {
    const reader = await createUser(stack);
    expect((await create(reader)).status).toBe(403);
    const free = await createUser(stack, { scope: 'write', plan: 'free' });
    expect(rejected(await create(free))).toBe('402 PRO_REQUIRED');
  });
});

describe('The address of an upload', () => {
  it('takes one file: a later one, and all but one of several at once, are rejected', async () => {
    const user = await writer();
    const upload = await created(user);
    const sent = await Promise.all(['S1', 'S2', 'S3'].map((id) => put(upload.address, bitvavo(id))));
    const statuses = sent.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // Another one at the same moment gets a 503 to try again, and then learns that the address has ended.
    for (const status of statuses) expect([200, 404, 503]).toContain(status);
    expect(await codeOf(await put(upload.address, bitvavo('S4')))).toBe('404 NOT_FOUND');
    expect(await stored(user)).toEqual([{ name: '', bytes: bitvavo('S1').length, isAdded: false }]);
  });

  it('gives one and the same answer once it has expired, its token was revoked, its user was erased, or if it never existed', async () => {
    const [expired, revoked, erased] = [await writer(), await writer(), await writer()];
    const [ofExpired, ofErased] = [await created(expired), await created(erased)];
    await owner.query('UPDATE identity.uploads SET expires_at = now() WHERE user_id = $1', [expired.userId]);
    const args = ['token', 'create', '--user', revoked.userId, '--name', 'ended', '--scope', 'write'];
    const { token, tokenId } = (await stack.ctx(args)) as { token: string; tokenId: string };
    const answer = await fetch(`${stack.ready().baseUrl}/api/v1/uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    const ofRevoked = (await answer.json()) as Upload;
    expect((await fetch(ofRevoked.address)).status).toBe(200);
    await stack.ctx(['token', 'revoke', '--token-id', tokenId]);
    await stack.ctx(['user', 'delete', '--user', erased.userId, '--yes']);
    const page = `${stack.ready().baseUrl}/upload`;
    const addresses = [
      ...[ofExpired, ofRevoked, ofErased].map(({ address }) => address),
      `${page}?key=${'A'.repeat(43)}`,
      `${page}?key=${encodeURIComponent(`'"><b>\u0000`)}`,
      `${page}?key=a&key=b`,
      page,
    ];
    const pages = await Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain('This address does not work');
    for (const address of addresses) {
      expect(await codeOf(await put(address, bitvavo('E1')))).toBe('404 NOT_FOUND');
      expect((await send(address, new Blob([bitvavo('E1')]))).status).toBe(404);
    }
    expect(await stored(expired)).toMatchObject([{ bytes: null }]);
    expect(await stored(revoked)).toMatchObject([{ bytes: null }]);
  });

  it('is not used by opening it, by HEAD, or by a method that it does not have', async () => {
    const user = await writer();
    const { address } = await created(user);
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await fetch(address, { method });
      expect([response.status, response.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
      expect(response.headers.get('cache-control')).toContain('no-store');
    }
    for (const method of ['DELETE', 'PATCH', 'OPTIONS']) {
      const response = await fetch(address, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, POST']);
    }
    expect((await put(address, bitvavo('H1'))).status).toBe(200);
  });

  it('rejects a body that is too large, empty, a part, or not compressed as it says, and works afterwards', async () => {
    const user = await writer();
    const { address } = await created(user);
    const status = async (body: Bytes, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
      (await put(address, body, headers)).status;
    expect(await status(new Uint8Array(LIMITS.fileBytesMax + 1))).toBe(413);
    expect(
      await status(new Uint8Array(gzipSync(Buffer.alloc(8 * LIMITS.fileBytesMax))), {
        'content-encoding': 'gzip',
      }),
    ).toBe(413);
    expect(await status('')).toBe(400);
    expect(await status(bitvavo('R1'), { 'content-range': 'bytes 0-9/100' })).toBe(400);
    expect(await status(bitvavo('R1'), { 'content-encoding': 'gzip' })).toBe(400);
    expect(await status(bitvavo('R1'), { 'content-encoding': 'zstd' })).toBe(400);
    const large = await send(address, new Blob([new Uint8Array(LIMITS.fileBytesMax + 1)]));
    expect(large.status).toBe(413);
    expect(await stored(user)).toMatchObject([{ bytes: null }]);
    expect(await status(bitvavo('R1'))).toBe(200);
  });

  it('ends a body without an end as soon as it exceeds the limit', async () => {
    const user = await writer();
    const { address } = await created(user);
    let sent = 0;
    const status = await new Promise<number>((resolve, reject) => {
      const outgoing = httpRequest(address, { method: 'PUT' }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      outgoing.on('error', reject);
      const chunk = Buffer.alloc(65_536, 'x');
      const more = (): void => {
        if (outgoing.destroyed || sent > 16 * LIMITS.fileBytesMax) return;
        sent += chunk.length;
        outgoing.write(chunk, () => setImmediate(more));
      };
      more();
      outgoing.on('response', () => {
        outgoing.destroy();
      });
    });
    expect(status).toBe(413);
    expect(sent).toBeLessThan(16 * LIMITS.fileBytesMax);
    expect(await stored(user)).toMatchObject([{ bytes: null }]);
    expect((await put(address, bitvavo('N1'))).status).toBe(200);
  });

  it('belongs to its user: nobody else previews or adds what arrived', async () => {
    const [user, other] = [await writer(), await writer()];
    const upload = await created(user);
    await put(upload.address, bitvavo('O1'));
    for (const { uploadId } of [upload, { uploadId: UNKNOWN_ID }])
      for (const query of [{ dryRun: 'true' }, {}])
        expect(rejected(await files(other, { uploadId }, query as Record<string, string>))).toBe(
          '404 NOT_FOUND',
        );
    expect(await stored(user)).toMatchObject([{ isAdded: false }]);
  });

  it('is stored as a hash, and is in no log of the services, also where it fails', async () => {
    const user = await writer();
    const { address } = await created(user);
    const secret = new URL(address).searchParams.get('key') ?? '';
    await fetch(address);
    await put(address, '');
    await put(address, bitvavo('G1'));
    await put(address, bitvavo('G1'));
    const { rows } = await owner.query<{ hash: Buffer }>(
      'SELECT secret_hash AS hash FROM identity.uploads WHERE user_id = $1',
      [user.userId],
    );
    expect(rows[0]!.hash).toEqual(createHash('sha256').update(secret).digest());
    const log = readFileSync(stack.logFile('gateway'), 'utf8');
    expect(log).toContain('"path":"/upload"');
    expect(log).not.toContain(secret);
  });

  it('ends with its file after an hour, and a cleanup removes both', async () => {
    const user = await writer();
    const upload = await created(user);
    await put(upload.address, bitvavo('T1'));
    const { rows } = await owner.query<{ minutes: number }>(
      `SELECT extract(epoch FROM expires_at - now()) / 60 AS minutes FROM identity.uploads WHERE user_id = $1`,
      [user.userId],
    );
    expect(Math.round(rows[0]!.minutes)).toBe(LIMITS.uploadKeptMinutesMax);
    await owner.query("UPDATE identity.uploads SET expires_at = now() - interval '1 s' WHERE user_id = $1", [
      user.userId,
    ]);
    expect(rejected(await files(user, upload, { dryRun: 'true' }))).toBe('404 NOT_FOUND');
    const waiting = await created(await writer());
    await owner.query('SELECT identity.clear_uploads(100)');
    expect(await stored(user)).toEqual([]);
    expect((await fetch(waiting.address)).status).toBe(200);
  });
});

describe('The page of an upload', () => {
  it('takes the file of a person who is not signed in, and says that it has arrived', async () => {
    const user = await writer();
    const upload = await created(user);
    const page = await (await fetch(upload.address)).text();
    expect(textOf(page)).toContain('asks for a file for the account');
    const { rows } = await owner.query<{ email: string }>(
      'SELECT email FROM identity.users WHERE user_id = $1',
      [user.userId],
    );
    expect(page).not.toContain(rows[0]!.email);
    const response = await send(upload.address, new Blob([bitvavo('W1')]));
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      upload.address.replace(stack.ready().baseUrl, ''),
    ]);
    for (const again of [await fetch(upload.address), await fetch(upload.address)])
      expect(textOf(await again.text())).toContain('The file has arrived');
    // The same form, sent again, stores nothing more.
    expect((await send(upload.address, new Blob([bitvavo('W2', 'W3')]))).status).toBe(303);
    expect(await stored(user)).toEqual([
      { name: 'my export.csv', bytes: bitvavo('W1').length, isAdded: false },
    ]);
    await files(user, upload);
    await untilIdle(stack, user);
    expect((await user.send('/api/v1/files')).body).toMatchObject({ files: [{ name: 'my export.csv' }] });
  });

  it('rejects a form without a file, and one of another site', async () => {
    const user = await writer();
    const { address } = await created(user);
    for (const file of [null, new Blob([])]) {
      const response = await send(address, file);
      expect([response.status, textOf(await response.text())]).toEqual([
        422,
        expect.stringContaining('Choose a file that is not empty.'),
      ]);
    }
    const foreign = await send(address, new Blob([bitvavo('F1')]), { 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    expect((await fetch(address, { method: 'POST', body: 'file=x' })).status).toBe(400);
    expect(await stored(user)).toMatchObject([{ bytes: null }]);
  });

  it('can be read and used in each language, at the width of a phone too', async () => {
    const browser = await startBrowser();
    try {
      const user = await writer();
      const { address } = await created(user);
      for (const language of LANGUAGES) {
        const page = await browser.newPage();
        await page.setExtraHTTPHeaders({ 'accept-language': language });
        await page.goto(address);
        expect(await faultsOf(page)).toEqual([]);
        await page.goto(`${stack.ready().baseUrl}/upload`);
        expect(await faultsOf(page)).toEqual([]);
        await page.close();
      }
    } finally {
      await browser.close();
    }
  });
});
