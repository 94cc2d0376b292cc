/** `ctx prices fetch` against a server that replies as the exchanges document, and the fake services. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Connection, findSystem } from '../../ctx/connect.ts';
import { EXCHANGES, type Exchange } from '../../ctx/fetch/exchanges.ts';
import { fetchPrices } from '../../ctx/price-fetch.ts';
import { FakeState, startFakeSystem } from './fake-system.ts';

const DAY_MS = 86_400_000;
/** Two days ago, so that Kraken still has it. */
const RECENT = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);
const startOf = (day: string, daysBefore: number): number =>
  Date.parse(`${day}T00:00:00Z`) - daysBefore * DAY_MS;
/** 22:00 UTC on 31 December 2025: the hour that ends with the photo moment. */
const PHOTO_HOUR_MS = Date.parse('2025-12-31T22:00:00Z');

type ReplyBody = readonly [status: number, body: unknown];
let replies: Map<string, ReplyBody>;
let requests: string[];
let exchangeServer: Server;
let exchanges: readonly Exchange[];
let system: Awaited<ReturnType<typeof startFakeSystem>>;
let connection: Connection;
let directory: string;
let progress: string;

beforeAll(async () => {
  system = await startFakeSystem();
  connection = new Connection(findSystem(system.environment));
  directory = mkdtempSync(join(tmpdir(), 'ctx-test-'));
  progress = join(directory, 'progress.json');
  exchangeServer = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const [, reply = [404, {}]] = [...replies].find(([part]) => path.includes(part)) ?? [];
    response.writeHead(reply[0], { 'content-type': 'application/json' });
    response.end(typeof reply[1] === 'string' ? reply[1] : JSON.stringify(reply[1]));
  });
  await new Promise<void>((resolve) => exchangeServer.listen(0, '127.0.0.1', resolve));
  const { port } = exchangeServer.address() as AddressInfo;
  exchanges = EXCHANGES.map((each) => ({ ...each, baseUrl: `http://127.0.0.1:${String(port)}`, pauseMs: 0 }));
});

beforeEach(() => {
  Object.assign(system.state, new FakeState());
  [replies, requests] = [new Map(), []];
  rmSync(progress, { force: true });
});

afterAll(() => {
  connection.close();
  system.stop();
  exchangeServer.close();
  rmSync(directory, { recursive: true });
});

const krakenOf = (name: string, ...candles: readonly (readonly [number, string])[]): ReplyBody => [
  200,
  {
    error: [],
    result: {
      [name]: candles.map(([ms, close]) => [ms / 1000, '1', '1', '1', close, '1', '9.5', 12]),
      last: 0,
    },
  },
];
const krakenUnknown: ReplyBody = [200, { error: ['EQuery:Unknown asset pair'] }];
const bitvavoOf = (...candles: readonly (readonly [number, string])[]): ReplyBody => [
  200,
  candles.map(([ms, close]) => [ms, '1', '1', '1', close, '9.5']),
];
const bitvavoUnknown: ReplyBody = [400, { errorCode: 205, error: 'market parameter is invalid.' }];
const bitstampOf = (...candles: readonly (readonly [number, string])[]): ReplyBody => [
  200,
  {
    data: {
      pair: 'BTC/EUR',
      ohlc: candles.map(([ms, close]) => ({
        timestamp: String(ms / 1000),
        open: '1',
        high: '1',
        low: '1',
        close,
        volume: '9',
      })),
    },
  },
];

const lacks = (assetKey: string, day: string, isPhoto = false) => ({
  assetKey,
  day,
  isPhoto,
  events: 1,
  users: 1,
});
const run = (options: Parameters<typeof fetchPrices>[1] = {}) =>
  fetchPrices(connection, { progress, ...options }, exchanges);
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

describe('ctx prices fetch', () => {
  test('asks nothing when no price is missing', async () => {
    expect(await run()).toEqual({ fetched: [], notFound: [], requests: 0, isComplete: true });
    expect([requests, system.state.files]).toEqual([[], []]);
  });

  test('imports for all users the closes that value a missing day, each from the end of its candle', async () => {
    system.state.missingPrices = [lacks('BTC', RECENT)];
    replies.set(
      'pair=XBTEUR',
      krakenOf(
        'XXBTZEUR',
        [startOf(RECENT, 2), '80000.1'],
        [startOf(RECENT, 1), '81000.2'],
        [startOf(RECENT, 0), '9'],
      ),
    );
    expect(await run()).toMatchObject({
      fetched: [{ asset: 'BTC', exchange: 'kraken', minutes: 1440, prices: 2 }],
      notFound: [],
      requests: 1,
      isComplete: true,
      recalc: 'SCHEDULED',
    });
    expect(system.state.files).toMatchObject([{ userId: 0, header: { sharedPrices: true } }]);
    const at = (daysBefore: number): string =>
      new Date(startOf(RECENT, daysBefore)).toISOString().replace('.000', '');
    expect(sent()).toEqual([`BTC ${at(1)} 80000.1`, `BTC ${at(0)} 81000.2`]);
    expect(requests[0]).toBe(
      `/0/public/OHLC?pair=XBTEUR&interval=1440&since=${String(startOf(RECENT, 2) / 1000 - 1)}`,
    );
    expect(existsSync(progress)).toBe(false);
  });

  test('takes from the next exchange what one does not have, and says what none has', async () => {
    system.state.missingPrices = [
      lacks('SOL', RECENT),
      lacks('NEWCOIN', RECENT),
      lacks('USD', RECENT),
      lacks('0xdac17f', RECENT),
    ];
    replies.set('pair=SOLEUR', krakenOf('SOLEUR', [startOf(RECENT, 1), '150']));
    replies.set('SOL-EUR', bitvavoOf([startOf(RECENT, 2), '149.5'], [startOf(RECENT, 1), '7']));
    replies.set('pair=NEWCOINEUR', krakenUnknown);
    replies.set('NEWCOIN-EUR', bitvavoUnknown);
    expect(await run()).toMatchObject({
      fetched: [
        { asset: 'SOL', exchange: 'kraken', prices: 1 },
        { asset: 'SOL', exchange: 'bitvavo', prices: 1 },
      ],
      notFound: [{ asset: 'NEWCOIN', candles: 2 }],
      requests: 5,
    });
    expect(sent().map((line) => line.split(' ').at(-1))).toEqual(['150', '149.5']);
    expect(requests.filter((path) => /usd|0xdac/i.test(path))).toEqual([]);
  });

  test('takes for the photo the hour that ends with its moment, from an exchange that has hours so far back', async () => {
    system.state.missingPrices = [lacks('BTC', '2025-12-31', true)];
    replies.set('pair=XBTEUR', krakenUnknown);
    replies.set('interval=1h', bitvavoOf([PHOTO_HOUR_MS, '74801.5']));
    replies.set('BTC-EUR', bitvavoOf());
    replies.set(
      'step=86400',
      bitstampOf([Date.parse('2025-12-29'), '75000'], [Date.parse('2025-12-30'), '75100']),
    );
    await run();
    expect(sent()).toContain('BTC 2025-12-31T23:00:00Z 74801.5');
    expect(sent()).toContain('BTC 2025-12-31T00:00:00Z 75100');
    expect(requests.filter((path) => path.includes('interval=60'))).toEqual([]);
  });

  test('fetches chosen days of chosen assets, in requests of as many candles as an exchange sends', async () => {
    await run({ asset: ['ETH'], from: '2018-01-01', to: '2022-12-31' });
    // Kraken has only the latest candles. Bitvavo has none here, so all days are asked again of Bitstamp.
    const lengths = requests.map((path) =>
      [...path.matchAll(/(?:start|end)=(\d+)/g)].map(([, ms]) => Number(ms)),
    );
    expect(requests.map((path) => path.split('?')[0])).toEqual([
      '/v2/ETH-EUR/candles',
      '/api/v2/ohlc/etheur/',
    ]);
    const [bitvavo, bitstamp] = lengths as [[number, number], [number, number]];
    expect((bitvavo[1] - bitvavo[0] + 1) / DAY_MS).toBe(1440);
    expect((bitstamp[1] - bitstamp[0] + 60) / 86_400).toBe(1000);
  });

  test('continues where it ended: a fetch that failed half-way asks only for what it does not have', async () => {
    system.state.missingPrices = [lacks('BTC', RECENT), lacks('ETH', RECENT)];
    replies.set(
      'pair=XBTEUR',
      krakenOf('XXBTZEUR', [startOf(RECENT, 2), '80000'], [startOf(RECENT, 1), '81000']),
    );
    replies.set('pair=ETHEUR', [503, 'down for maintenance']);
    await expect(run()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    // Three attempts for ETH, and nothing is imported.
    expect([requests.length, system.state.files]).toEqual([4, []]);
    expect(JSON.parse(readFileSync(progress, 'utf8'))).toMatchObject({ version: 1 });
    replies.set(
      'pair=ETHEUR',
      krakenOf('XETHZEUR', [startOf(RECENT, 2), '2000'], [startOf(RECENT, 1), '2100']),
    );
    requests = [];
    expect(await run()).toMatchObject({ requests: 1, isComplete: true });
    expect(requests).toEqual([expect.stringContaining('ETHEUR')]);
    expect(sent().map((line) => line.split(' ').at(-1))).toEqual(['80000', '81000', '2000', '2100']);
    expect(existsSync(progress)).toBe(false);
  });

  test('asks only chosen exchanges, for example when one does not answer', async () => {
    system.state.missingPrices = [lacks('BTC', RECENT)];
    replies.set('/0/public/OHLC', [503, 'down for maintenance']);
    replies.set('BTC-EUR', bitvavoOf([startOf(RECENT, 2), '80000'], [startOf(RECENT, 1), '81000']));
    expect(await run({ exchange: ['bitvavo'] })).toMatchObject({
      fetched: [{ exchange: 'bitvavo', prices: 2 }],
      requests: 1,
    });
  });

  test('repeats a request that an exchange rejects for their number', async () => {
    system.state.missingPrices = [lacks('BTC', RECENT)];
    replies.set('pair=XBTEUR', [200, { error: ['EGeneral:Too many requests'] }]);
    await expect(run()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(requests).toHaveLength(3);
  });

  test('stops at its limit of requests, imports what it has, and continues in the next run', async () => {
    const assets = Array.from({ length: 301 }, (_, index) => `COIN${String(index)}`);
    system.state.missingPrices = assets.map((asset) => lacks(asset, RECENT));
    replies.set('/0/public/OHLC', krakenOf('PAIR', [startOf(RECENT, 2), '1'], [startOf(RECENT, 1), '2']));
    expect(await run()).toMatchObject({ requests: 300, isComplete: false });
    expect(sent()).toHaveLength(600);
    expect(await run()).toMatchObject({ requests: 1, isComplete: true });
  });

  test.each([
    ['no JSON', [200, '<html>blocked</html>']],
    [
      'a price that is a number',
      [200, { error: [], result: { XXBTZEUR: [[1, '1', '1', '1', 80000, '1', '1', 1]] } }],
    ],
    ['a price that is no number', krakenOf('XXBTZEUR', [startOf(RECENT, 1), '80,000'])],
    ['another error', [200, { error: ['EService:Unavailable'] }]],
    ['no list', [200, { error: [], result: {} }]],
    ['a reply of 5 MB', [200, `"${'x'.repeat(5_000_000)}"`]],
  ] as const)('imports nothing after a reply with %s', async (_fault, reply) => {
    system.state.missingPrices = [lacks('BTC', RECENT)];
    replies.set('pair=XBTEUR', reply);
    await expect(run()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(system.state.files).toEqual([]);
  });

  test('rejects a file of progress that it did not write', async () => {
    writeFileSync(progress, '{"version":2}');
    await expect(run()).rejects.toMatchObject({ code: 'INVALID_FILE' });
    expect(readFileSync(progress, 'utf8')).toBe('{"version":2}');
  });

  test.each([
    [['--asset', 'BTC'], '--asset and --from need each other'],
    [['--from', '2025-01-01'], '--asset and --from need each other'],
    [['--to', '2025-01-01'], '--to needs --asset'],
    [['--asset', 'BTC/EUR', '--from', '2025-01-01'], 'the symbol of an asset'],
  ])('with %j exits with 2', async (args, reason) => {
    const { exitCode, stderr } = await system.run(['prices', 'fetch', ...args]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(reason);
  });
});

test('The exchanges are asked over HTTPS, with a pause after each request', () => {
  for (const { baseUrl, pauseMs } of EXCHANGES) {
    expect(baseUrl).toMatch(/^https:\/\//);
    expect(pauseMs).toBeGreaterThanOrEqual(250);
  }
});
