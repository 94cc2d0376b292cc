import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sampleWorkbook } from '@ctx/converters/test/workbook';
import { zipSync } from 'fflate';
import { FakeState, startFakeSystem } from './fake-system.ts';

const CHUNK_BYTES = 65_536;
const LINE = '{"kind":"price","assetKey":"BTC","at":"2025-12-31T22:59:00Z","eur":"75000"}\n';
const RUN = { events: 3, ms: 12, inputFingerprint: 'in', outputFingerprint: 'out' };
let system: Awaited<ReturnType<typeof startFakeSystem>>;
let directory: string;

beforeAll(async () => {
  system = await startFakeSystem();
  directory = mkdtempSync(join(tmpdir(), 'ctx-test-'));
});

beforeEach(() => {
  Object.assign(system.state, new FakeState());
});

afterAll(() => {
  system.stop();
  rmSync(directory, { recursive: true });
});

function writeFile(name: string, text: string): string {
  const file = join(directory, name);
  writeFileSync(file, text);
  return file;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('ctx import', () => {
  test('sends a file of 1 MB unchanged, after its header, in chunks of at most 64 KiB', async () => {
    const text = LINE.repeat(Math.ceil(1_000_000 / LINE.length));
    const { exitCode, stdout, stderr } = await system.run([
      'import',
      '--user',
      '7',
      writeFile('big.jsonl', text),
    ]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(
      '{"account":{"added":1,"changed":0,"unchanged":0,"removed":0},' +
        '"event":{"added":2,"changed":1,"unchanged":0,"removed":0},"recalc":"SCHEDULED"}\n',
    );
    expect(system.state.files).toEqual([
      {
        userId: 7,
        header: {
          replaceAccountRef: null,
          sharedPrices: false,
          removalConfirmed: false,
          file: null,
          dryRun: null,
          keepStoredPrices: null,
        },
        sha256: sha256(text),
        bytes: text.length,
        chunkBytesMax: CHUNK_BYTES,
      },
    ]);
  });

  test('reads standard input for -, in chunks of the same size', async () => {
    const text = LINE.repeat(5000);
    const { exitCode } = await system.run(['import', '--shared-prices', '-'], text);
    expect(exitCode).toBe(0);
    const [file] = system.state.files;
    expect(file).toMatchObject({ userId: 0, header: { sharedPrices: true }, sha256: sha256(text) });
    expect(file?.chunkBytesMax).toBeLessThanOrEqual(CHUNK_BYTES);
  });

  test('sends the account of --replace, and leaves it to the service to reject an empty file', async () => {
    const { exitCode } = await system.run([
      'import',
      writeFile('empty.jsonl', ''),
      '--user',
      '7',
      '--replace',
      'kraken-1',
    ]);
    expect(exitCode).toBe(0);
    expect(system.state.files).toMatchObject([{ bytes: 0, header: { replaceAccountRef: 'kraken-1' } }]);
  });

  test('suggests --yes when --replace would remove most of an account, and sends the confirmation with --yes', async () => {
    system.state.largeRemoval = 'kraken-1';
    const args = ['import', writeFile('part.jsonl', LINE), '--user', '7', '--replace', 'kraken-1'];
    const { exitCode, json } = await system.run(args);
    const message = 'the file would remove 3 of the 4 events (add --yes if the file is complete)';
    expect({ exitCode, json }).toEqual({ exitCode: 1, json: { error: { code: 'NOT_CONFIRMED', message } } });
    expect(system.state.files).toEqual([]);
    expect(await system.run([...args, '--yes'])).toMatchObject({ exitCode: 0 });
    expect(system.state.files).toMatchObject([{ header: { removalConfirmed: true } }]);
  });

  test('sums the counts of several files and prints the strongest recalculation outcome', async () => {
    system.state.recalcOutcomes = ['NOT_NEEDED', 'SCHEDULED', 'QUEUED'];
    const files = ['a', 'b', 'c'].map((name) => writeFile(`${name}.jsonl`, LINE));
    const { json } = await system.run(['import', '--user', '7', ...files]);
    expect(json).toEqual({
      account: { added: 3, changed: 0, unchanged: 0, removed: 0 },
      event: { added: 6, changed: 3, unchanged: 0, removed: 0 },
      recalc: 'SCHEDULED',
    });
  });

  test('prints the invalid lines of a rejected file and exits with 1', async () => {
    const { exitCode, stdout } = await system.run([
      'import',
      '--user',
      '7',
      writeFile('bad.jsonl', `${LINE}POISON`),
    ]);
    expect(exitCode).toBe(1);
    expect(stdout).toBe(
      '{"error":{"code":"INVALID_FILE","message":"1 line is wrong",' +
        '"lines":[{"line":2,"field":"amount","reason":"must be above 0"}]}}\n',
    );
  });

  test('stops reading a file or standard input once the service has rejected it', async () => {
    const text = `POISON${LINE.repeat(200_000)}`;
    const fromFile = await system.run(['import', '--user', '7', writeFile('long.jsonl', text)]);
    const fromInput = await system.run(['import', '--user', '7', '-'], text);
    for (const { exitCode, json } of [fromFile, fromInput]) {
      expect({ exitCode, json }).toMatchObject({ exitCode: 1, json: { error: { code: 'INVALID_FILE' } } });
    }
  });

  test('names the rejected file among several, and the files stored before it', async () => {
    const [good, bad] = [writeFile('good.jsonl', LINE), writeFile('bad.jsonl', 'POISON')];
    const { json } = await system.run(['import', '--user', '7', good, bad]);
    const message = `1 line is wrong (file ${bad}; stored before it: ${good})`;
    expect(json).toMatchObject({ error: { code: 'INVALID_FILE', message, lines: [{ line: 2 }] } });
  });

  test('rejects a missing file before it stores any other file', async () => {
    const missing = join(directory, 'missing.jsonl');
    const { exitCode, json } = await system.run([
      'import',
      '--user',
      '7',
      writeFile('a.jsonl', LINE),
      missing,
    ]);
    const message = `${missing} cannot be read: there is no such file`;
    expect({ exitCode, json }).toEqual({
      exitCode: 1,
      json: { error: { code: 'INVALID_FILE', message, lines: [] } },
    });
    expect(system.state.files).toEqual([]);
  });

  test('also prints the state after the run with --wait', async () => {
    system.state.runs = [
      { status: 'QUEUED', run: null },
      { status: 'RUNNING', run: null },
      { status: 'IDLE', run: RUN },
    ];
    const args = ['import', '--user', '7', writeFile('a.jsonl', LINE), '--wait'];
    const { exitCode, json } = await system.run(args);
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({ recalc: 'COMPLETED', status: 'IDLE', run: { ...RUN, parked: null } });
    expect(system.state.runs).toHaveLength(1);
  });

  test('stops waiting when the run is parked', async () => {
    system.state.runs = [{ status: 'RUNNING', run: { ...RUN, parked: 'out of memory' } }];
    const { exitCode, json } = await system.run([
      'import',
      '--user',
      '7',
      writeFile('a.jsonl', LINE),
      '--wait',
    ]);
    const message = 'the run failed and is parked: out of memory (the import itself is stored)';
    expect({ exitCode, json }).toEqual({ exitCode: 1, json: { error: { code: 'RUN_PARKED', message } } });
  });
});

describe('ctx recalc', () => {
  test('prints the last run, or null before the first', async () => {
    expect((await system.run(['recalc', '--user', '7'])).stdout).toBe('{"status":"IDLE","run":null}\n');
    system.state.runs = [{ status: 'RUNNING', run: { ...RUN, parked: 'out of memory' } }];
    const { exitCode, stdout } = await system.run(['recalc', '--user', '7']);
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      '{"status":"RUNNING","run":{"events":3,"ms":12,"inputFingerprint":"in","outputFingerprint":"out",' +
        '"parked":"out of memory"}}\n',
    );
    expect(system.state.fullRunsRequested).toBe(0);
  });

  test('requests a run with --full and waits for IDLE with --wait', async () => {
    system.state.runs = [
      { status: 'RUNNING', run: null },
      { status: 'RUNNING', run: null },
      { status: 'IDLE', run: RUN },
    ];
    const { json } = await system.run(['recalc', '--user', '7', '--full', '--wait']);
    expect(json).toEqual({ status: 'IDLE', run: { ...RUN, parked: null } });
    expect(system.state.fullRunsRequested).toBe(1);
    expect(system.state.callers.every(({ userId }) => userId === 7)).toBe(true);
  });

  test('fails with RUN_PARKED when the run is parked while it waits', async () => {
    system.state.runs = [{ status: 'RUNNING', run: { ...RUN, parked: 'out of memory' } }];
    const { exitCode, json } = await system.run(['recalc', '--user', '7', '--wait']);
    const message = 'the run failed and is parked: out of memory';
    expect({ exitCode, json }).toEqual({ exitCode: 1, json: { error: { code: 'RUN_PARKED', message } } });
  });
});

const SAMPLE = new URL('../../../services/common/converters/samples/kraken-ledgers.csv', import.meta.url);

/** The rows of the sample that are to be checked. */
const TO_CHECK = [
  { reason: 'DERIVATIVES', type: 'margin', rows: 1, lines: [23], needsCheck: true },
  { reason: 'HALF_TRADE', type: 'trade tradespot', rows: 1, lines: [25], needsCheck: true },
  { reason: 'UNKNOWN_TYPE', type: 'novelty', rows: 1, lines: [26], needsCheck: true },
];

describe('ctx import of an export', () => {
  const sample = readFileSync(SAMPLE, 'utf8');

  test('sends the facts of the file as JSON Lines, and prints what became of its rows', async () => {
    const file = writeFile('my-ledgers.csv', sample);
    const { exitCode, json } = await system.run(['import', '--user', '7', file, '--label', 'My Kraken']);
    expect({ exitCode, json }).toMatchObject({
      exitCode: 0,
      json: {
        recalc: 'SCHEDULED',
        files: [
          {
            file,
            format: 'kraken-ledgers',
            account: { ref: 'kraken', label: 'My Kraken', originalFilename: 'my-ledgers.csv' },
            rows: 32,
          },
        ],
      },
    });
    const hash = createHash('sha256').update(sample).digest();
    expect(system.state.files).toMatchObject([
      {
        userId: 7,
        header: {
          file: {
            accountRef: 'kraken',
            name: 'my-ledgers.csv',
            platform: 'Kraken',
            format: 'kraken-ledgers',
            sha256: hash,
            rowCount: 32,
            leftOut: TO_CHECK,
          },
        },
      },
    ]);
  });

  test('--dry-run prints what would come in, needs no user, and sends nothing', async () => {
    const { exitCode, json } = await system.run(['import', '--dry-run', writeFile('dry.csv', sample)]);
    expect({ exitCode, json }).toMatchObject({
      exitCode: 0,
      json: {
        files: [
          {
            events: { ACQUISITION: 7 },
            transfers: 2,
            toEnter: expect.stringContaining('universal template of Koinly'),
          },
        ],
      },
    });
    expect(system.state.files).toEqual([]);
  });

  test('a file packed with gzip, and one packed with zip, give the same facts as the file itself', async () => {
    const packed = [
      ['plain.csv', Buffer.from(sample)],
      ['packed.csv.gz', gzipSync(sample)],
      ['packed.zip', Buffer.from(zipSync({ 'ledgers.csv': Buffer.from(sample) }))],
    ] as const;
    const previews: unknown[] = [];
    for (const [name, bytes] of packed) {
      const file = join(directory, name);
      writeFileSync(file, bytes);
      const { json } = await system.run(['import', '--dry-run', file]);
      const { events, assets, leftOut } = (json as { files: [Record<string, unknown>] }).files[0];
      previews.push({ events, assets, leftOut });
    }
    expect(previews[1]).toEqual(previews[0]);
    expect(previews[2]).toEqual(previews[0]);
  });

  test('the workbook of a site that offers no CSV gives the facts of its sheet, in a dry run and in an import', async () => {
    const file = join(directory, 'statement.xlsx');
    writeFileSync(file, sampleWorkbook('swissborg'));
    const dry = await system.run(['import', '--dry-run', file]);
    expect(dry.json).toMatchObject({
      files: [
        { title: 'SwissBorg: account statement, sheet "Data"', rows: 12, from: '2025-01-11T09:00:05Z' },
      ],
    });
    const { exitCode, stderr } = await system.run(['import', '--user', '7', file]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const sha256OfFile = createHash('sha256').update(sampleWorkbook('swissborg')).digest();
    expect(system.state.files).toMatchObject([
      {
        header: { file: { name: 'statement.xlsx', format: 'swissborg', rowCount: 12, sha256: sha256OfFile } },
      },
    ]);
  });

  test('any other workbook is rejected with what to do', async () => {
    const file = join(directory, 'kraken.xlsx');
    writeFileSync(file, sampleWorkbook('kraken-ledgers'));
    for (const args of [
      ['--dry-run', file],
      ['--user', '7', file],
    ]) {
      const { exitCode, json } = await system.run(['import', ...args]);
      const message = expect.stringMatching(/kraken\.xlsx is a workbook with Kraken: ledgers .* CSV$/);
      expect({ exitCode, json }).toMatchObject({ exitCode: 1, json: { error: { message } } });
    }
    expect(system.state.files).toEqual([]);
  });

  test('a line that cannot be read rejects the whole file with its line and column', async () => {
    const file = writeFile('wrong.csv', sample.replace('2025-01-03 10:00:00.1234', '3/1/25 10:00'));
    const { exitCode, json } = await system.run(['import', '--user', '7', file]);
    expect({ exitCode, json }).toEqual({
      exitCode: 1,
      json: {
        error: {
          code: 'INVALID_FILE',
          message: `${file} is not imported: correct these lines, or export the file again`,
          lines: [
            {
              line: 3,
              field: 'time',
              reason:
                'is a time without seconds, as a spreadsheet program writes it: use the file as it was downloaded',
            },
          ],
        },
      },
    });
    expect(system.state.files).toEqual([]);
  });

  test('an unknown header is rejected with a reason and the name of the file', async () => {
    const file = writeFile('unknown.csv', 'one,two\n1,2\n');
    const { json } = await system.run(['import', '--user', '7', file]);
    expect(json).toMatchObject({
      error: { message: expect.stringContaining(`${file} has no header of a known format`) },
    });
  });

  test('names the lines of an export between which its balances change without a row that says so', async () => {
    const row = (id: string, day: string, amount: string, balance: string): string =>
      `${id},R${id},2025-01-${day} 10:00:00,deposit,,currency,XXBT,${amount},0,${balance}\n`;
    const ledger = writeFile(
      'ledgers.csv',
      `txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\n${row('1', '01', '1', '1')}${row('3', '03', '0.1', '1.09499')}`,
    );
    const { json } = await system.run(['import', '--dry-run', ledger]);
    const times = { from: '2025-01-01T10:00:00Z', until: '2025-01-03T10:00:00Z' };
    const found = { wallet: '', asset: 'BTC', afterLine: 2, line: 3, difference: '-0.00501', unreadable: [] };
    expect(json).toMatchObject({
      files: [{ balances: { ...times, breaks: [{ ...found, ...times }], openings: [] } }],
    });
    await system.run(['import', '--user', '7', ledger]);
    expect(system.state.files).toMatchObject([
      { header: { file: { balances: { ...times, breaks: [{ ...found, ...times }] } } } },
    ]);
  });
});
