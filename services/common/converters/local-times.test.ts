/** Times that the clocks of a zone showed twice or never, in every format that writes local times. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { type Conversion, convert } from './convert.ts';
import { readInstants } from './instants.ts';

const ZONE = 'Europe/Brussels';
const NAMED = {
  reason: 'AMBIGUOUS_TIME',
  detail: 'is in the hour that the clocks of Europe/Brussels showed twice',
};

/** One row: whether it buys 0.01 BTC, and its wall time, `yyyy-MM-dd HH:mm:ss`. */
type RowOf = readonly ['buy' | 'sell', string];

/** A format that writes local times, as the text of a file with some rows. */
interface LocalFormat {
  readonly name: string;
  readonly mapping?: string;
  readonly fileOf: (rows: readonly RowOf[]) => string;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function inWords(time: string): string {
  const [, year = '', month = '', day = '', hour = '', rest = ''] =
    /^(\d+)-(\d+)-(\d+) (\d+):(.*)$/.exec(time) ?? [];
  const half = Number(hour) < 12 ? 'AM' : 'PM';
  return `${MONTHS[Number(month) - 1] ?? ''} ${String(Number(day))}, ${year}, ${String(Number(hour) % 12 || 12)}:${rest} ${half}`;
}

const FORMATS: readonly LocalFormat[] = [
  {
    name: 'a statement of Revolut',
    fileOf: (rows) =>
      [
        'Symbol,Type,Quantity,Price,Value,Fees,Date',
        ...rows.map(([side, time]) => `BTC,${side},0.01,,€600.00,€0.00,"${inWords(time)}"`),
      ].join('\n'),
  },
  {
    name: 'a history of Bitvavo',
    fileOf: (rows) =>
      [
        'Timezone,Date,Time,Type,Currency,Amount,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address',
        ...rows.map(
          ([side, time], index) =>
            `${ZONE},${time.replace(' ', ',')},${side},BTC,0.01,EUR,600,EUR,0,Completed,id-${String(index)},`,
        ),
      ].join('\n'),
  },
  {
    name: 'a trade table of CoinTracking',
    fileOf: (rows) =>
      [
        '"Type","Buy","Cur.","Sell","Cur.","Fee","Cur.","Exchange","Group","Comment","Date"',
        ...rows.map(([side, time]) => {
          const [given, received] = side === 'buy' ? ['600,EUR', '0.01,BTC'] : ['0.01,BTC', '600,EUR'];
          return `Trade,${received},${given},,,X,,,${time}`;
        }),
      ].join('\n'),
  },
  {
    name: 'a file with a mapping',
    mapping: JSON.stringify({
      platform: 'My exchange',
      columns: { time: 'at', amount: 'amount', asset: 'asset', type: 'type' },
      types: { buy: 'BUY', sell: 'SALE' },
    }),
    fileOf: (rows) =>
      [
        'at,type,asset,amount',
        ...rows.map(([side, time]) => `${time},${side},BTC,${side === 'buy' ? '' : '-'}0.01`),
      ].join('\n'),
  },
];

function conversionOf({ fileOf, mapping }: LocalFormat, rows: readonly RowOf[]): Conversion {
  const file = Buffer.from(`${fileOf(rows)}\n`);
  return convert(file, mapping === undefined ? { timeZone: ZONE } : { mapping });
}

function timesOf({ events }: Conversion): string[] {
  return events
    .filter(({ record }) => record.asset.symbol === 'BTC')
    .map(({ record }) => `${record.type} ${record.timestamp}`);
}

const BOUGHT: RowOf = ['buy', '2026-10-25 02:40:00'];
const SOLD: RowOf = ['sell', '2026-10-25 02:10:00'];
const BEFORE: RowOf = ['buy', '2026-10-24 12:00:00'];
const AFTER: RowOf = ['sell', '2026-10-26 12:00:00'];
const EARLIER: RowOf = ['buy', '2026-10-23 12:00:00'];

describe.each(FORMATS)('In $name, the hour that the clocks showed twice', (format) => {
  const decided = ['ACQUISITION 2026-10-25T00:40:00Z', 'DISPOSITION 2026-10-25T01:10:00Z'];

  test.each([
    ['oldest first', [EARLIER, BEFORE, BOUGHT, SOLD, AFTER]],
    ['newest first', [AFTER, SOLD, BOUGHT, BEFORE, EARLIER]],
    ['oldest first, at the end of the file', [EARLIER, BEFORE, BOUGHT, SOLD]],
    ['newest first, at the start of the file', [SOLD, BOUGHT, BEFORE, EARLIER]],
    ['oldest first for each asset', [BEFORE, BOUGHT, SOLD, AFTER, EARLIER]],
    ['newest first for each asset', [BEFORE, AFTER, SOLD, BOUGHT, EARLIER]],
  ])('is decided by rows that are listed %s', (_order, rows) => {
    const conversion = conversionOf(format, rows);
    expect(timesOf(conversion)).toEqual(expect.arrayContaining(decided));
    expect(conversion.leftOut).toEqual([]);
  });

  test('keeps the order of rows of one of its two passages', () => {
    const rows: RowOf[] = [
      EARLIER,
      BEFORE,
      ['buy', '2026-10-25 02:10:00'],
      ['sell', '2026-10-25 02:40:00'],
      AFTER,
    ];
    const times = timesOf(conversionOf(format, rows));
    expect(times).toContain('ACQUISITION 2026-10-25T00:10:00Z');
    expect(times).toContain('DISPOSITION 2026-10-25T00:40:00Z');
  });

  test.each([
    ['no other row says in which order the file is', [SOLD, BOUGHT]],
    ['the other rows are in no order', [AFTER, BEFORE, SOLD, BOUGHT, EARLIER, AFTER, BEFORE]],
    ['the rows go back twice', [BEFORE, SOLD, BOUGHT, SOLD, BOUGHT, SOLD, AFTER]],
  ])('leaves its rows out, to be checked, where %s', (_name, rows) => {
    const { leftOut, faults } = conversionOf(format, rows);
    expect(faults).toEqual([]);
    const lines = rows.flatMap((row, index) => (row === SOLD || row === BOUGHT ? [index + 2] : []));
    expect(leftOut).toMatchObject(lines.map((line) => ({ ...NAMED, line })));
  });

  test('is the first one for a single row, of which no order depends', () => {
    expect(timesOf(conversionOf(format, [SOLD]))).toEqual(['DISPOSITION 2026-10-25T00:10:00Z']);
  });
});

describe.each(FORMATS)('In $name, a time that the clocks never showed', (format) => {
  test('leaves its row out, to be checked, with the zone', () => {
    const { events, leftOut } = conversionOf(format, [BEFORE, ['buy', '2026-03-29 02:30:00']]);
    expect(events.length).toBeGreaterThan(0);
    expect(leftOut).toMatchObject([
      { line: 3, reason: 'UNREADABLE', detail: 'is a time that the clocks of Europe/Brussels skipped' },
    ]);
  });
});

describe('A local time', () => {
  test.each([
    ['2026-10-25 02:30:00', ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']],
    ['2026-10-25 02:30:00.123456', ['2026-10-25T00:30:00.123456Z', '2026-10-25T01:30:00.123456Z']],
    ['2026-10-25 01:59:59', ['2026-10-24T23:59:59Z']],
    ['2026-10-25 03:00:00', ['2026-10-25T02:00:00Z']],
    ['2026-10-25 02:30:00+01:00', ['2026-10-25T01:30:00Z']],
  ])('%s in Brussels is %j', (text, instants) => {
    expect(readInstants(text, { zone: ZONE })).toEqual(instants);
  });

  test.each([
    ['2026-02-29 10:00:00', 'is not a time that this format writes'],
    ['2026-03-01 10:00:61', 'is not a time that this format writes'],
    ['2026-03-01 10:00:00+25:00', 'is not a time that this format writes'],
    ['2026-03-29 02:00:00', 'is a time that the clocks of Europe/Brussels skipped'],
  ])('%s in Brussels %s', (text, reason) => {
    expect(() => readInstants(text, { zone: ZONE })).toThrow(reason);
  });

  test('of a zone that is not known says so', () => {
    const text = '2026-03-01 10:00:00';
    expect(() => readInstants(text, { zone: 'Europe/Nowhere' })).toThrow(
      'is in a time zone that is not known',
    );
  });

  test.each([
    ['Asia/Kolkata', '2026-03-01T04:30:00Z'],
    ['America/St_Johns', '2026-03-01T13:30:00Z'],
    ['UTC+08:00', '2026-03-01T02:00:00Z'],
    ['UTC-5', '2026-03-01T15:00:00Z'],
  ])('is read by the clocks of %s', (zone, instant) => {
    expect(readInstants('2026-03-01 10:00:00', { zone })).toEqual([instant]);
  });

  test('at any moment of two years means that moment, in zones whose clocks change by an hour or half of one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2027, 0) }),
        fc.constantFrom(ZONE, 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca'),
        (instant, zone) => {
          const whole = Math.floor(instant / 1000) * 1000;
          const text = DateTime.fromMillis(whole, { zone }).toFormat('yyyy-MM-dd HH:mm:ss');
          const expected = DateTime.fromMillis(whole).toUTC().toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");
          expect(readInstants(text, { zone })).toContain(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('with an offset in its pattern has no zone', () => {
    const style = { zone: ZONE, patterns: ['dd/MM/yyyy HH:mm ZZ'] };
    expect(readInstants('25/10/2026 02:30 +01:00', style)).toEqual(['2026-10-25T01:30:00Z']);
  });
});
