/** `ctx prices import`: which files it reads, and what it sends. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { zipSync } from 'fflate';
import { FakeState, startFakeSystem } from './fake-system.ts';

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

function writeFile(name: string, content: string | Uint8Array): string {
  const file = join(directory, name);
  writeFileSync(file, content);
  return file;
}

const zipped = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])));

const run = (...args: readonly string[]) => system.run(['prices', 'import', '--shared', ...args]);

/** The prices that were sent, as `asset time price`. */
const sent = (): string[] =>
  system.state.texts.flatMap((text) =>
    text
      .trim()
      .split('\n')
      .map((line) =>
        Object.values(JSON.parse(line) as object)
          .slice(1)
          .join(' '),
      ),
  );

const ECB = 'Date,USD,JPY,\n2026-11-03,1.2500,180.00,\n2026-11-02,1.1000,160.00,\n';
/** A candle of 2 November 2026. */
const DAY = '1793577600,1,1,1,60000.5,10,100\n';

describe('ctx prices import --bundled', () => {
  test('sends the rates that ship with the product, which change no stored price', async () => {
    const { exitCode, json } = await run('--bundled', '--from', '2026-10-29');
    expect({ exitCode, json }).toMatchObject({ exitCode: 0, json: { recalc: 'SCHEDULED' } });
    expect(system.state.files).toMatchObject([
      { userId: 0, header: { sharedPrices: true, keepStoredPrices: true } },
    ]);
    // 1 / 1.1172, from midnight in Brussels.
    expect(sent()).toContain('USD 2026-10-29T23:00:00Z 0.895094880057');
    expect(sent().filter((line) => line.startsWith('USD'))).toHaveLength(1);
  });
});

describe('ctx prices import', () => {
  test.each(['eurofxref-hist.zip', 'eurofxref-hist.csv'])(
    'reads the rates of the ECB from %s',
    async (name) => {
      const file = writeFile(name, name.endsWith('.zip') ? zipped({ 'eurofxref-hist.csv': ECB }) : ECB);
      expect(await run(file)).toMatchObject({ exitCode: 0 });
      expect(system.state.files).toMatchObject([{ header: { keepStoredPrices: false } }]);
      expect(sent()).toContain('USD 2026-11-02T23:00:00Z 0.8');
    },
  );

  const ARCHIVE = {
    'Kraken_OHLCVT/XBTEUR_1440.csv': DAY,
    'Kraken_OHLCVT/ETHEUR_1440.csv': DAY.replace('60000.5', '2500'),
    'Kraken_OHLCVT/ETHEUR_60.csv': DAY.replace('60000.5', '2400'),
    'Kraken_OHLCVT/XBTUSD_1440.csv': DAY.replace('60000.5', '66000'),
    'Kraken_OHLCVT/ETHXBT_1440.csv': DAY.replace('60000.5', '0.04'),
    'Kraken_OHLCVT/README.txt': 'a file of another kind',
  };

  test.each([
    [[], ['BTC 2026-11-03T00:00:00Z 60000.5', 'ETH 2026-11-03T00:00:00Z 2500']],
    [['--asset', 'btc'], ['BTC 2026-11-03T00:00:00Z 60000.5']],
    [['--minutes', '60'], ['ETH 2026-11-02T01:00:00Z 2400']],
    [['--currency', 'usd'], ['BTC 2026-11-03T00:00:00Z 60000']],
  ])(
    'reads of an archive of Kraken, with %j, the pairs in one currency with candles of one length',
    async (args, prices) => {
      const more = args.includes('--currency') ? ['--rates', writeFile('newer.csv', ECB)] : [];
      const file = writeFile('Kraken_OHLCVT.zip', zipped(ARCHIVE));
      const { exitCode, json } = await run(file, ...args, ...more);
      expect(exitCode).toBe(0);
      expect(sent().toSorted()).toEqual(prices);
      if (more.length > 0)
        expect(json).toMatchObject({
          converted: [
            { file: `${file}/Kraken_OHLCVT/XBTUSD_1440.csv`, from: 'USD', by: 'ECB_RATE_OF_THE_DAY' },
          ],
        });
      else expect(json).not.toHaveProperty('converted');
    },
  );

  test('leaves out the candle of a day that is not over', async () => {
    const today = Math.floor(Date.now() / 86_400_000) * 86_400;
    const { json } = await run(writeFile('XBTEUR_1440.csv', `${DAY}${String(today)},1,1,1,7,1,1\n`));
    expect(json).toMatchObject({ rowsLeftOut: 1 });
    expect(sent()).toEqual(['BTC 2026-11-03T00:00:00Z 60000.5']);
  });

  test.each([
    [
      'of another asset only',
      () => zipped(ARCHIVE),
      ['--asset', 'SOL'],
      'has no candles of 1440 minutes of SOL in EUR',
    ],
    ['that is damaged', () => zipped(ARCHIVE).slice(0, -40), [], 'cannot be unpacked'],
    [
      'with a damaged file',
      () => {
        const bytes = zipped({ 'XBTEUR_1440.csv': DAY.repeat(20) });
        bytes[60] = (bytes[60] ?? 0) ^ 0xff;
        return bytes;
      },
      [],
      'cannot be unpacked',
    ],
    [
      'with a broken file',
      () => zipped({ 'XBTEUR_1440.csv': `${DAY}1793664000,1,1\n` }),
      [],
      'is not imported',
    ],
  ])('rejects an archive %s as a whole', async (_fault, bytes, args, message) => {
    const { exitCode, json } = await run(writeFile('Kraken_OHLCVT.zip', bytes()), ...args);
    expect({ exitCode, json }).toMatchObject({ exitCode: 1, json: { error: { code: 'INVALID_FILE' } } });
    expect((json as { error: { message: string } }).error.message).toContain(message);
    expect(system.state.files).toEqual([]);
  });

  test('converts prices in dollars by the rates that ship with the product, unless newer ones are given', async () => {
    const file = writeFile(
      'btc-usd-max.csv',
      'snapped_at,price,market_cap,total_volume\n2026-10-30 00:00:00 UTC,111720,0,0\n',
    );
    expect((await run(file)).json).toMatchObject({ error: { code: 'INVALID_FILE' } });
    expect(await run(file, '--currency', 'usd')).toMatchObject({ exitCode: 0 });
    expect(sent()).toEqual(['BTC 2026-10-30T00:00:00Z 100000']);
    const later = writeFile('btc-usd-max.csv', readFileSync(file, 'utf8').replace('10-30', '11-02'));
    const { json } = await run(later, '--currency', 'usd');
    expect(json).toMatchObject({ error: { code: 'INVALID_FILE', lines: [{ line: 2, field: 'price' }] } });
    expect(
      await run(later, '--currency', 'usd', '--rates', writeFile('rates.zip', zipped({ 'rates.csv': ECB }))),
    ).toMatchObject({ exitCode: 0 });
    expect(sent().at(-1)).toBe('BTC 2026-11-02T00:00:00Z 101563.636363636364');
  });
});
