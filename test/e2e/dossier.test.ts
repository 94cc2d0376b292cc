/** The dossier of a year: what is in it, that its hashes and its chain hold, and that it stays the same once the year is submitted. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { unzipSync } from 'fflate';
import { ok } from '../api/client.ts';
import { untilIdle, whileNoRunEnds } from './runs.ts';
import { createUser, type TestUser, useDatabase, useStack } from './kit.ts';
import { bitvavo } from './settings/file-users.ts';
import { event, importLines, newToken } from './stack.ts';

type Line = Readonly<Record<string, unknown>>;
type Files = Readonly<Record<string, Uint8Array>>;

interface Manifest {
  readonly submittedAt: string | null;
  readonly recomputable: boolean;
  readonly reasons: readonly string[];
  readonly chain: { readonly length: number; readonly hash: string | null };
  readonly files: readonly {
    readonly name: string;
    readonly bytes: number;
    readonly lines: number;
    readonly sha256: string;
  }[];
  readonly dataSha256: string;
}

const of = (key: string): object => ({ asset: { key, symbol: key } });
const ACCOUNT = { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' };
const GROUP = '7f0f5e34-6f0c-4d55-9b4e-0a0b6ad6a001';
const FACTS: readonly object[] = [
  { ...ACCOUNT, label: 'Kraken' },
  { kind: 'price', assetKey: 'PHO', at: '2025-12-31T22:00:00Z', eur: '80' },
  { kind: 'price', assetKey: 'SOL', at: '2026-02-01T09:00:00Z', eur: '120.5' },
  event('B25', 'ACQUISITION', '3', '2025-02-01T10:00:00Z', '300', of('PHO')),
  event('S25', 'DISPOSITION', '1', '2025-05-01T10:00:00Z', '170.333333333333', of('PHO')),
  event('S26', 'DISPOSITION', '0.5', '2026-03-01T10:00:00Z', '120', of('PHO')),
  event('I26', 'INCOME', '2', '2026-02-01T10:00:00Z', null, of('SOL')),
  event('OUT', 'DISPOSITION', '1', '2026-12-31T22:59:00Z', '130', {
    ...of('PHO'),
    treatment: 'BRIDGE_DEPOSIT',
    continuityGroupId: GROUP,
  }),
  event('IN', 'ACQUISITION', '1', '2026-12-31T23:30:00Z', '130', {
    ...of('PHO'),
    treatment: 'BRIDGE_WITHDRAW',
    continuityGroupId: GROUP,
  }),
  event('LATER', 'ACQUISITION', '1', '2027-02-01T10:00:00Z', '1', of('ETH')),
];

const stack = useStack();
const owner = useDatabase(stack);

async function zipOf(user: TestUser, year: number, language = 'en'): Promise<Uint8Array> {
  // A document counts as three of the 120 requests of a token.
  const token = await newToken(stack, user.userId);
  const url = `${stack.ready().baseUrl}/api/v1/years/${String(year)}/dossier?language=${language}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="dossier-${String(year)}.zip"`,
  );
  return new Uint8Array(await response.arrayBuffer());
}

const filesOf = async (user: TestUser, year: number, language?: string): Promise<Files> =>
  unzipSync(await zipOf(user, year, language));

function linesOf(files: Files, name: string): Line[] {
  const text = Buffer.from(files[`data/${name}.jsonl`]!).toString();
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}

const manifestOf = (files: Files): Manifest =>
  JSON.parse(Buffer.from(files['manifest.json']!).toString()) as Manifest;

const dataOf = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([name]) => name.startsWith('data/')));

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Returns the hash of the last link of a log, computed from the texts that it covers. */
function chainOf(lines: readonly Line[]): string {
  let hash = Buffer.alloc(0);
  for (const { covers, hash: stated } of lines) {
    hash =
      covers === null
        ? Buffer.from(String(stated), 'hex')
        : Buffer.from(sha256(Buffer.concat([hash, Buffer.from(covers as string)])), 'hex');
    expect(hash.toString('hex')).toBe(stated);
  }
  return hash.toString('hex');
}

const transactions = async (user: TestUser, year: number) =>
  (await ok(user.api.GET('/api/v1/transactions', { params: { query: { year, size: 200 } } }))).transactions;

async function correct(user: TestUser, year: number, referenceId: string, eur: number): Promise<void> {
  const found = (await transactions(user, year)).find((each) => each.referenceId === referenceId);
  const body = { taxEventId: found!.id, overriddenEuroValue: eur };
  await ok(user.api.POST('/api/v1/overrides', { body }));
  await untilIdle(stack, user);
}

async function newTaxpayer(years: readonly number[]): Promise<TestUser> {
  const user = await createUser(stack, { scope: 'write', years });
  expect(await importLines(stack, user.userId, FACTS)).not.toHaveProperty('error');
  await untilIdle(stack, user);
  return user;
}

describe('The dossier of an open year', () => {
  let user: TestUser;
  let files: Files;
  beforeAll(async () => {
    user = await newTaxpayer([2025, 2026]);
    await correct(user, 2026, 'S26', 125);
    await correct(user, 2025, 'B25', 310);
    files = await filesOf(user, 2026);
  }, 120_000);

  it('has the files of the format in their order', () => {
    const names = Object.keys(files);
    expect(names.slice(0, 18)).toEqual([
      ...[
        'facts',
        'overrides',
        'rules',
        'matches',
        'prices',
        'money',
        'years',
        'opening',
        'law',
        'events',
        'slices',
        'lots',
        'photo',
        'figures',
        'issues',
        'log',
        'reported',
      ].map((name) => `data/${name}.jsonl`),
      'report/report-en.html',
    ]);
    expect(names.slice(18, -2).every((name) => /^report\/\d\d [^/]+\.csv$/.test(name))).toBe(true);
    expect(names.slice(-2)).toEqual(['README.txt', 'manifest.json']);
  });

  it('has a manifest whose sizes and hashes are those of its files', () => {
    const manifest = manifestOf(files);
    expect(manifest).toMatchObject({ recomputable: true, reasons: [], submittedAt: null });
    expect(manifest.files.map(({ name }) => name)).toEqual(Object.keys(files).slice(0, -1));
    for (const { name, bytes, lines, sha256: stated } of manifest.files) {
      const content = files[name]!;
      const ends = content.filter((byte) => byte === 10).length;
      expect([name, content.length, ends, sha256(content)]).toEqual([name, bytes, lines, stated]);
    }
    const ofData = Object.keys(dataOf(files)).toSorted();
    const list = ofData.map((name) => `${sha256(files[name]!)}  ${name}\n`).join('');
    expect(sha256(list)).toBe(manifest.dataSha256);
  });

  it('has every fact that counts, with the other members of its group after the end of the year', () => {
    expect(linesOf(files, 'facts').map((fact) => fact['referenceId'])).toEqual([
      'B25',
      'S25',
      'I26',
      'S26',
      'OUT',
      'IN',
    ]);
    expect(linesOf(files, 'facts')[4]).toMatchObject({
      account: 'kraken-1',
      accountLabel: 'Kraken',
      timestamp: '2026-12-31T22:59:00.000000Z',
      continuityGroupId: GROUP,
      amount: '1',
      isLoan: false,
      flags: [],
    });
    // The year of the other leg is locked: its value is not shown.
    expect(linesOf(files, 'facts')[5]).toMatchObject({ amount: '1', euroValue: null });
    expect(linesOf(files, 'overrides').map((each) => each['euroValue'])).toHaveLength(2);
  });

  it('has the price of each event without a value, and those of the photo moment', () => {
    expect(linesOf(files, 'prices')).toMatchObject([
      { assetKey: 'SOL', for: 'EVENT', eur: '120.5', origin: 'IMPORTED', own: true },
      { eventId: null, assetKey: 'PHO', for: 'PHOTO', eur: '80', moment: '2025-12-31T23:00:00.000000Z' },
    ]);
  });

  it('has the events, slices, lots and figures of the year', () => {
    expect(linesOf(files, 'events').map((each) => each['totalGain'])).toHaveLength(3);
    expect(linesOf(files, 'slices')).toMatchObject([{ kind: 'CONSUMED', amount: '0.5', proceeds: '125' }]);
    expect(linesOf(files, 'photo')).toMatchObject([
      { assetKey: 'PHO', amount: '2', price: '80', value: '160' },
    ]);
    expect(linesOf(files, 'lots').length).toBeGreaterThan(0);
    const gains = linesOf(files, 'figures').find(({ name }) => name === 'totalCapitalGains');
    expect(gains?.['eur']).toBe('73.33');
  });

  it('has the chain of corrections, which can be computed again', () => {
    const log = linesOf(files, 'log');
    expect(log).toHaveLength(2);
    expect(manifestOf(files).chain).toEqual({ length: 2, hash: chainOf(log) });
  });

  it('is the same bytes twice, and has the same data in every language', async () => {
    expect(await zipOf(user, 2026)).toEqual(await zipOf(user, 2026));
    for (const language of LANGUAGES) {
      const other = await filesOf(user, 2026, language);
      expect([language, manifestOf(other).dataSha256]).toEqual([language, manifestOf(files).dataSha256]);
      expect(Object.keys(other)).toContain(`report/report-${language}.html`);
    }
  });

  it('says while a recalculation has not ended that its figures may lack the last changes', async () => {
    const other = await newTaxpayer([2025, 2026]);
    const sold = (await transactions(other, 2026)).find(({ referenceId }) => referenceId === 'S26');
    await whileNoRunEnds(stack, async () => {
      const body = { taxEventId: sold!.id, overriddenEuroValue: 130 };
      await ok(other.api.POST('/api/v1/overrides', { body }));
      expect(manifestOf(await filesOf(other, 2026))).toMatchObject({
        recomputable: false,
        reasons: ['STALE'],
      });
    });
    await untilIdle(stack, other);
    expect(manifestOf(await filesOf(other, 2026)).reasons).toEqual([]);
  }, 60_000);

  it('has other facts after a change', async () => {
    await correct(user, 2026, 'S26', 126);
    const changed = await filesOf(user, 2026);
    expect(manifestOf(changed).dataSha256).not.toBe(manifestOf(files).dataSha256);
  });
});

/** LibreOffice, if it is installed. */
const OFFICE = ['soffice', 'libreoffice']
  .flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)))
  .find((path) => existsSync(path));

/** Opens a CSV file with commas in LibreOffice and returns the numbers of a column, of a workbook that it makes of the file. */
async function numbersInOffice(csv: Uint8Array, column: string): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'office-'));
  try {
    writeFileSync(join(folder, 'table.csv'), csv);
    // 44: commas, 34: double quotes, 76: UTF-8.
    const filter = '--infilter=Text - txt - csv (StarCalc):44,34,76,1';
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    const files = ['--convert-to', 'xlsx', '--outdir', folder, join(folder, 'table.csv')];
    await promisify(execFile)(OFFICE!, [profile, '--headless', filter, ...files], { timeout: 90_000 });
    const sheet = unzipSync(readFileSync(join(folder, 'table.xlsx')))['xl/worksheets/sheet1.xml']!;
    const cells = Buffer.from(sheet)
      .toString()
      .matchAll(/<c r="([A-Z]+)\d+"([^>]*)><v>([^<]*)<\/v>/g);
    return [...cells].flatMap(([, at, more, value]) =>
      at === column && !more!.includes('t="s"') ? [Number(value)] : [],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('A CSV file of a dossier', () => {
  const inOffice = OFFICE === undefined ? it.skip : it;
  inOffice(
    'opens in LibreOffice, where the column of gains adds up to the figure (skipped where LibreOffice is not installed)',
    async () => {
      const files = await filesOf(await newTaxpayer([2025, 2026]), 2026);
      const [, csv] = Object.entries(files).find(([name]) => name.endsWith(' Disposals.csv'))!;
      const gains = await numbersInOffice(csv, 'H');
      const figure = linesOf(files, 'figures').find(({ name }) => name === 'totalCapitalGains');
      expect(gains.reduce((sum, gain) => sum + gain, 0).toFixed(2)).toBe(figure?.['eur']);
    },
    120_000,
  );
});

describe('The dossier of a submitted year', () => {
  it('has the same bytes in data/ after facts, corrections, prices, names and files changed', async () => {
    const user = await newTaxpayer([2025, 2026, 2027]);
    const { body } = await user.send('/api/v1/files?name=bitvavo.csv', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: bitvavo('L1'),
    });
    const id = String(body['fileId']);
    await untilIdle(stack, user);
    await correct(user, 2025, 'B25', 310);
    await correct(user, 2027, 'LATER', 2);
    await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2025']);
    await untilIdle(stack, user);
    await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2026']);
    await untilIdle(stack, user);
    const before = [await filesOf(user, 2025), await filesOf(user, 2026)];
    expect(before.map((files) => manifestOf(files).reasons)).toEqual([[], []]);
    const [first, second] = before as [Files, Files];
    expect(linesOf(first, 'facts').map((fact) => fact['referenceId'])).toEqual(
      expect.arrayContaining(['B25', 'S25']),
    );
    // Of the corrections in 2025 and 2027, none is of an event that counts in 2026.
    expect([first, second].map((files) => linesOf(files, 'overrides').length)).toEqual([1, 0]);
    expect(linesOf(first, 'reported').length).toBeGreaterThan(0);
    expect(linesOf(second, 'opening')[0]).toMatchObject({ part: 'YEAR', year: 2025 });
    expect(linesOf(second, 'opening')[1]).toMatchObject({
      part: 'LOT',
      remaining: expect.any(String) as unknown,
    });

    await importLines(stack, user.userId, [
      { ...ACCOUNT, label: 'Another label' },
      { kind: 'price', assetKey: 'PHO', at: '2025-12-31T22:30:00Z', eur: '99' },
      ...FACTS.slice(2),
      event('NEW', 'ACQUISITION', '0.1', '2025-03-01T10:00:00Z', '20', of('PHO')),
    ]);
    await untilIdle(stack, user);
    await correct(user, 2027, 'IN', 140);
    expect((await user.send(`/api/v1/files/${id}`, { method: 'DELETE' })).status).toBe(200);
    await untilIdle(stack, user);
    const after = [await filesOf(user, 2025), await filesOf(user, 2026)];
    expect(after.map(dataOf)).toEqual(before.map(dataOf));
    expect(after.map((files) => manifestOf(files).dataSha256)).toEqual(
      before.map((files) => manifestOf(files).dataSha256),
    );
  }, 120_000);

  it('says that its inputs are not kept when an earlier release submitted it', async () => {
    const user = await newTaxpayer([2025]);
    await stack.ctx(['year', 'freeze', '--user', user.userId, '--year', '2025']);
    await untilIdle(stack, user);
    await owner.query('DELETE FROM figures.frozen_inputs WHERE user_id = $1', [user.userId]);
    await owner.query('UPDATE figures.frozen_years SET inputs_kept = false WHERE user_id = $1', [
      user.userId,
    ]);
    const files = await filesOf(user, 2025);
    expect(manifestOf(files)).toMatchObject({ recomputable: false, reasons: ['INPUTS_NOT_KEPT'] });
    expect(linesOf(files, 'facts')).toEqual([]);
    expect(linesOf(files, 'events')).toHaveLength(2);
  }, 60_000);
});

describe('A dossier with a locked earlier year', () => {
  it('leaves its facts out, and the texts of its corrections from the chain', async () => {
    const user = await newTaxpayer([2025, 2026]);
    await correct(user, 2025, 'B25', 31_098.76);
    await correct(user, 2026, 'S26', 125);
    await owner.query('UPDATE facts.years SET paid = false WHERE user_id = $1 AND year = 2025', [
      user.userId,
    ]);
    await untilIdle(stack, user);
    const files = await filesOf(user, 2026);
    expect(manifestOf(files)).toMatchObject({ recomputable: false, reasons: ['LOCKED_YEAR'] });
    expect(linesOf(files, 'facts').map((fact) => fact['referenceId'])).not.toContain('B25');
    expect(linesOf(files, 'overrides')).toHaveLength(1);
    const log = linesOf(files, 'log');
    expect(log.map(({ covers }) => covers === null)).toEqual([true, false]);
    expect(chainOf(log)).toBe(manifestOf(files).chain.hash);
    expect(JSON.stringify(log)).not.toContain('31098.76');
  }, 60_000);

  it('does not exist for the locked year itself', async () => {
    const user = await newTaxpayer([2026]);
    const { status, body } = await stack.get('/api/v1/years/2025/dossier', user.token);
    expect([status, body['code']]).toEqual([402, 'REPORT_YEAR_LOCKED']);
  });
});
