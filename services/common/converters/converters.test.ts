import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AMOUNT_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { readAmount } from './amounts.ts';
import { type Conversion, convert } from './convert.ts';
import { FORMATS } from './formats.ts';
import { readInstant, UTC } from './instants.ts';
import type { RecordOf } from './records.ts';
import { moneyIn } from './test/summary.ts';

const FOLDER = join(import.meta.dirname, 'samples');
const SAMPLES = readdirSync(FOLDER).filter((name) => name.endsWith('.csv'));
/** Rewrites the expected files. Look at what changed: nothing else says whether it is right. */
const IS_WRITING = process.env['WRITE_EXPECTED'] === '1';

const bytesOf = (name: string): Buffer => readFileSync(join(FOLDER, name));
const expectedFile = (name: string): string => join(FOLDER, name.replace('.csv', '.expected.jsonl'));
/** A file is cut off after every so many bytes. */
const CUT_BYTES = 11;
const SAMPLE_ZONE = 'Europe/Brussels';
const converted = (name: string): Conversion => convert(bytesOf(name), { timeZone: SAMPLE_ZONE });

const recordsOf = ({ events }: Conversion): RecordOf<'event'>[] => events.map(({ record }) => record);

/** A conversion as lines: the account, each event, each row of money, each row that is left out. */
function linesOf(conversion: Conversion): string {
  const { account, leftOut } = conversion;
  const money = moneyIn(conversion).map(({ record }) => record);
  const lines = [account, ...recordsOf(conversion), ...money, ...leftOut];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The length of a file up to the end of its header. */
function headerEnd(text: string): number {
  const lines = text.split('\n');
  const count = lines.findIndex((_line, index) => hasHeader(lines.slice(0, index + 1)));
  return lines.slice(0, count + 1).join('\n').length;
}

function hasHeader(lines: readonly string[]): boolean {
  const { faults } = convert(Buffer.from(`${lines.join('\n')}\n`), { timeZone: SAMPLE_ZONE });
  return faults.length === 0;
}

describe('a sample of each format', () => {
  test.each(FORMATS.map(({ id }) => id))('%s.csv is recognised as that format', (id) => {
    expect(converted(`${id}.csv`).format?.id).toBe(id);
  });

  test.each(SAMPLES)('%s becomes the facts beside it', (name) => {
    const conversion = converted(name);
    expect(conversion.faults).toEqual([]);
    if (IS_WRITING) writeFileSync(expectedFile(name), linesOf(conversion));
    expect(linesOf(conversion)).toBe(readFileSync(expectedFile(name), 'utf8'));
  });

  test.each(SAMPLES)('%s: each row is named by an event or by a reason to leave it out', (name) => {
    const { events, leftOut, rowCount } = converted(name);
    for (const { lines } of events) expect(lines).not.toEqual([]);
    const named = new Set([...events.flatMap(({ lines }) => lines), ...leftOut.map(({ line }) => line)]);
    expect(named.size).toBe(rowCount);
    const fileLines = bytesOf(name).toString().split('\n');
    for (const line of named) expect(fileLines[line - 1]?.trim()).toBeTruthy();
  });

  test.each(SAMPLES)(
    '%s, cut off inside a line, is rejected with that line, or brings in nothing that the whole file does not bring in',
    (name) => {
      const bytes = bytesOf(name);
      const amountsOf = (conversion: Conversion): string[] =>
        recordsOf(conversion).map(({ type, asset, amount, timestamp }) =>
          JSON.stringify([type, asset.key, amount, timestamp]),
        );
      const whole = new Set(amountsOf(converted(name)));
      // The cells of one row alone say nothing about their length.
      const secondRow = bytes.indexOf('\n', headerEnd(bytes.toString()) + 1) + 1;
      const byLine = new Map<number, Set<string>>();
      const amountsUpTo = (end: number): Set<string> => {
        const known =
          byLine.get(end) ?? new Set(amountsOf(convert(bytes.subarray(0, end), { timeZone: SAMPLE_ZONE })));
        byLine.set(end, known);
        return known;
      };
      for (let length = secondRow + 1; length < bytes.length; length += CUT_BYTES) {
        const cut = bytes.subarray(0, length);
        if (cut.at(-1) === 0x0a) continue;
        const conversion = convert(cut, { timeZone: SAMPLE_ZONE });
        // A group of rows may lack those of later lines.
        const [before, after] = [bytes.lastIndexOf('\n', length - 1) + 1, bytes.indexOf('\n', length) + 1];
        const expected = new Set([...whole, ...amountsUpTo(before), ...amountsUpTo(after)]);
        const line = cut.toString().split('\n').length;
        const [first] = conversion.faults;
        if (first !== undefined) expect({ length, line: first.line }).toEqual({ length, line });
        expect({ length, other: amountsOf(conversion).filter((amount) => !expected.has(amount)) }).toEqual({
          length,
          other: [],
        });
      }
    },
  );

  test.each(SAMPLES)(
    '%s without the line break at its end becomes the same facts, or its last line is to be checked',
    (name) => {
      const text = bytesOf(name).toString().trimEnd();
      const conversion = convert(Buffer.from(text), { timeZone: SAMPLE_ZONE });
      const lastLine = text.split('\n').length;
      const toCheck = conversion.leftOut.filter(
        ({ reason, line }) => reason === 'UNREADABLE' && line === lastLine,
      );
      if (toCheck.length === 0) expect(linesOf(conversion)).toBe(linesOf(converted(name)));
      else expect(toCheck).toMatchObject([{ detail: expect.stringContaining('no line break at its end') }]);
    },
  );

  test.each(SAMPLES)(
    '%s keeps its meaning with a byte order mark, line breaks of Windows and capitals',
    (name) => {
      const [header = '', ...lines] = bytesOf(name).toString().split('\n');
      const variant = `\uFEFF${[header.toUpperCase(), ...lines].join('\r\n')}`;
      expect(linesOf(convert(Buffer.from(variant), { timeZone: SAMPLE_ZONE }))).toBe(
        linesOf(converted(name)),
      );
    },
  );
});

describe('ledgers of Kraken', () => {
  test('the facts and the rows left out add up to the balances of the file', () => {
    const conversion = converted('kraken-ledgers.csv');
    const { leftOut } = conversion;
    const rows = bytesOf('kraken-ledgers.csv').toString().trim().split('\n').slice(1);
    const cells = rows.map((row) => row.replaceAll('"', '').split(','));
    // Money is in no event; what is left out for other reasons is added by hand.
    const isBooked = (line: number): boolean => leftOut.every((each) => each.line !== line);
    const moved = new Map<string, bigint>();
    const add = (symbol: string, amount: bigint): void => {
      moved.set(symbol, (moved.get(symbol) ?? 0n) + amount);
    };
    for (const { type, asset, amount } of recordsOf(conversion))
      if (asset.fiat !== true)
        add(asset.key, (['ACQUISITION', 'INCOME'].includes(type) ? 1n : -1n) * (readAmount(amount) ?? 0n));
    const symbols: Record<string, string> = { XXBT: 'BTC', XBT: 'BTC', XETH: 'ETH', 'DOT.S': 'DOT' };
    const booked = new Map<string, bigint>();
    for (const [index, row] of cells.entries()) {
      const [txid, , , , , , , asset = '', , amount = '', fee = ''] = row;
      const symbol = symbols[asset] ?? asset;
      if (txid === '' || !isBooked(index + 2) || /EUR|USD/.test(symbol)) continue;
      booked.set(symbol, (booked.get(symbol) ?? 0n) + (readAmount(amount) ?? 0n) - (readAmount(fee) ?? 0n));
    }
    const texts = (sums: Map<string, bigint>): Record<string, string> =>
      Object.fromEntries([...sums].toSorted().map(([key, sum]) => [key, formatDecimal(sum, AMOUNT_SCALE)]));
    expect(texts(moved)).toEqual(texts(booked));
  });

  test('the money adds up to the changes of its balances in the rows that are read', () => {
    const conversion = converted('kraken-ledgers.csv');
    const sums = new Map<string, bigint>();
    const add = (to: Map<string, bigint>, currency: string, change: bigint): void => {
      to.set(currency, (to.get(currency) ?? 0n) + change);
    };
    for (const { record } of moneyIn(conversion))
      add(sums, record.currency, (record.type === 'CASH_IN' ? 1n : -1n) * (readAmount(record.amount) ?? 0n));
    const isRead = (line: number): boolean =>
      conversion.leftOut.every((each) => each.line !== line || each.reason === 'MONEY');
    const inFile = new Map<string, bigint>();
    const rows = bytesOf('kraken-ledgers.csv').toString().trim().split('\n').slice(1);
    for (const [index, row] of rows.entries()) {
      const { 7: asset = '', 9: amount = '', 10: fee = '' } = row.replaceAll('"', '').split(',');
      const [currency] = /(?:EUR|USD)$/.exec(asset) ?? [];
      if (currency !== undefined && isRead(index + 2))
        add(inFile, currency, (readAmount(amount) ?? 0n) - (readAmount(fee) ?? 0n));
    }
    expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(inFile));
  });
});

describe('the account statement of Coinbase Pro', () => {
  test('the facts and the rows left out add up to the last balance of each asset', () => {
    const conversion = converted('coinbase-pro-account.csv');
    const { leftOut } = conversion;
    const rows = bytesOf('coinbase-pro-account.csv').toString().trim().split('\n').slice(1);
    const sums = new Map<string, bigint>();
    const balances = new Map<string, bigint>();
    const add = (symbol: string, amount: bigint): void => {
      sums.set(symbol, (sums.get(symbol) ?? 0n) + amount);
    };
    for (const { type, asset, amount } of recordsOf(conversion))
      add(asset.key, (['ACQUISITION', 'INCOME'].includes(type) ? 1n : -1n) * (readAmount(amount) ?? 0n));
    for (const [index, row] of rows.entries()) {
      const [, , , amount = '', balance = '', unit = ''] = row.split(',');
      balances.set(unit, readAmount(balance) ?? 0n);
      if (leftOut.some(({ line }) => line === index + 2)) add(unit, readAmount(amount) ?? 0n);
    }
    // The side of a trade that is money is a value, not a fact.
    for (const money of ['EUR', 'USD']) for (const each of [sums, balances]) each.delete(money);
    expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(balances));
  });
});

describe('files of KuCoin', () => {
  test.each(SAMPLES.filter((name) => name.startsWith('kucoin-')))(
    '%s gives the same facts when it is exported in another time zone',
    (name) => {
      const text = bytesOf(name).toString();
      const later = (time: string): string =>
        new Date(Date.parse(`${time}Z`) + 6 * 3_600_000).toISOString().slice(0, 19);
      const inSingapore = text
        .replace('+02:00', '+08:00')
        .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, (time) =>
          later(time.replace(' ', 'T')).replace('T', ' '),
        );
      expect(recordsOf(convert(Buffer.from(inSingapore)))).toEqual(recordsOf(converted(name)));
    },
  );
});

describe('a file that is no export', () => {
  test.each([
    ['an empty file', ''],
    ['a letter', 'Dear reader,\nthis is a letter.\n'],
    ['bytes without meaning', '\u0001\u0002,;"\n""",\n'],
    ['JSON', '{"kind":"account"}\n'],
  ])('%s is rejected with a reason', (_name, text) => {
    const { faults, events } = convert(Buffer.from(text));
    expect(events).toEqual([]);
    expect(faults).toMatchObject([{ reason: expect.stringContaining('has no header of a known format') }]);
  });

  test('a header that almost fits is rejected with what is missing', () => {
    const text = bytesOf('bitvavo.csv').toString().replace('Timezone,', 'Zone,');
    expect(convert(Buffer.from(text)).faults[0]?.reason).toBe(
      'has no header of a known format: the columns in line 1 are "Zone", "Date", "Time", "Type", "Currency", "Amount", "Quote Currency", ' +
        '"Quote Price", …; the nearest is Bitvavo: transaction history, in line 1; missing: "timezone"',
    );
  });
});

describe('any file', () => {
  const headers = FORMATS.flatMap((format) => format.headers.map((header) => header.join(',')));
  const cell = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('', '1', '-0.5', '"', '2025-01-01 00:00:00', 'BTC', 'EUR', 'trade', 'buy'),
  );
  const table = fc.tuple(
    fc.constantFrom(...headers),
    fc.array(fc.array(cell, { maxLength: 16 }), { maxLength: 8 }),
  );

  test('of any bytes is rejected or read, but never fails', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(convert(bytes).faults.length).toBeGreaterThan(0);
      }),
    );
  });

  test('with the header of a format and any cells is rejected with a reason, or all its rows are accounted for', () => {
    fc.assert(
      fc.property(table, ([header, rows]) => {
        const text = [header, ...rows.map((cells) => cells.join(','))].join('\n');
        const { faults, events } = convert(Buffer.from(`${text}\n`), { timeZone: 'UTC' });
        expect(faults.length === 0 || events.length === 0).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('an amount', () => {
  test.each([
    ['1,234.56', '1234.56'],
    ['9.1E-7', '0.00000091'],
    ['0E-18', '0'],
    ['1.5e3', '1500'],
    ['-.5', '-0.5'],
    ['+007', '7'],
    ['123456789012345678.123456789012345678901234', '123456789012345678.123456789012345678901234'],
  ])('%s is %s', (text, expected) => {
    expect(formatDecimal(readAmount(text) ?? 0n, AMOUNT_SCALE)).toBe(expected);
  });

  test.each(['', '-', '--'])('"%s" is none', (text) => {
    expect(readAmount(text)).toBeNull();
  });

  test.each(['1.2.3', 'abc', '1,2', '1e999', '0.1234567890123456789012345', '.', '0x10'])(
    '%s is rejected',
    (text) => {
      expect(() => readAmount(text)).toThrow(RangeError);
    },
  );

  test('with a decimal comma is read where the file writes one', () => {
    expect(formatDecimal(readAmount('1.234,5', ',') ?? 0n, AMOUNT_SCALE)).toBe('1234.5');
  });
});

describe('a time', () => {
  const summer = { zone: 'Europe/Brussels' };
  test.each([
    ['2025-07-01 10:00:00', summer, '2025-07-01T08:00:00Z'],
    ['2025-07-01 10:00:00.123456', UTC, '2025-07-01T10:00:00.123456Z'],
    ['2025-07-01T10:00:00+02:00', UTC, '2025-07-01T08:00:00Z'],
    ['2025-01-17 16:57:02 UTC', summer, '2025-01-17T16:57:02Z'],
    [
      'Mar 8, 2022, 2:08:54 PM',
      { zone: 'UTC', patterns: ['MMM d, yyyy, h:mm:ss a'] },
      '2022-03-08T14:08:54Z',
    ],
  ])('%s is %s', (text, style, expected) => {
    expect(readInstant(text, style)).toBe(expected);
  });

  test.each([
    ['2025-02-30 10:00:00', 'is not a time that this format writes'],
    ['5/9/2017 10:00', 'is a time without seconds, as a spreadsheet program writes it'],
    ['2025-03-30 02:30:00', 'is a time that the clocks of Europe/Brussels skipped'],
  ])('%s %s', (text, reason) => {
    expect(() => readInstant(text, summer)).toThrow(reason);
  });
});

describe('a file that a mapping describes', () => {
  const mapping = {
    platform: 'My exchange',
    columns: { time: 'Datum', type: 'Soort', amount: 'Aantal', asset: 'Munt', euroValue: 'EUR' },
    types: { Koop: 'BUY', Verkoop: 'SALE', Beloning: 'INCOME', Intern: 'INTERNAL' },
    timeFormat: 'dd/MM/yyyy HH:mm',
    decimalMark: ',',
  };
  const file =
    'Datum;Soort;Munt;Aantal;EUR\n05/07/2025 10:00;Koop;BTC;0,01;900,50\n06/07/2025 10:00;Intern;BTC;-0,01;\n';
  const convertMapped = (text: string, changed: object = {}): Conversion =>
    convert(Buffer.from(text), { mapping: JSON.stringify({ ...mapping, ...changed }) });

  test('becomes facts with the columns, the times and the decimal mark of the mapping', () => {
    const { events, leftOut, account } = convertMapped(file);
    expect(events).toMatchObject([
      {
        record: {
          type: 'ACQUISITION',
          amount: '0.01',
          timestamp: '2025-07-05T08:00:00Z',
          euroValue: '900.5',
        },
        lines: [2],
      },
    ]);
    expect(leftOut).toEqual([{ line: 3, reason: 'INTERNAL', type: 'Intern' }]);
    expect(account).toMatchObject({ ref: 'my-exchange', provider: 'My exchange' });
  });

  test('with columns for both sides needs no types: two sides are a trade, one is a transfer', () => {
    const columns = {
      time: 'at',
      sentAmount: 'out',
      sentAsset: 'of',
      receivedAmount: 'in',
      receivedAsset: 'to',
    };
    const text = 'at,out,of,in,to\n2025-07-05 10:00:00,100,EUR,0.001,BTC\n2025-07-06 10:00:00,0.001,BTC,,\n';
    const changed = { columns, types: {}, decimalMark: '.', timeFormat: undefined };
    expect(recordsOf(convertMapped(text, changed))).toMatchObject([
      { type: 'ACQUISITION', euroValue: '100' },
      { type: 'DISPOSITION', treatment: 'TRANSFER_OUT_UNRESOLVED' },
    ]);
  });

  test.each([
    ['{', 'is no mapping: is not JSON'],
    ['{"platform":"X"}', 'is no mapping: columns is missing'],
    ['{"platform":"X","columns":{"time":"t"}}', 'give either sentAmount and receivedAmount, or amount'],
    [
      '{"platform":"X","columns":{"time":"t","amount":"a","asset":"b"},"types":{"x":"SELL"}}',
      'types.x must be one of TRADE, MIGRATION, ',
    ],
    ['{"platform":"X","platform":"Y"}', 'is no mapping: has the field platform twice'],
    [
      '{"platform":"X","columns":{"time":"t","amount":"a","asset":"b"},"types":{"x":"TRADE","X":"COST"}}',
      'is no mapping: types has x twice',
    ],
  ])('is rejected with a reason where the mapping is %s', (json, reason) => {
    expect(convert(Buffer.from(file), { mapping: json }).faults[0]?.reason).toContain(reason);
  });
});

describe('the four kinds of ledgers of Kraken', () => {
  const newest = bytesOf('kraken-ledgers.csv').toString();
  const without = (...columns: readonly string[]): string => {
    const lines = newest.trim().split('\n');
    const names = (lines[0] ?? '').replaceAll('"', '').split(',');
    const kept = names.flatMap((name, index) => (columns.includes(name) ? [] : [index]));
    return lines.map((line) => kept.map((index) => line.split(',')[index]).join(',')).join('\n') + '\n';
  };

  test.each([
    [
      'with amounts in dollars',
      newest.replaceAll(/^(.*)$/gm, '$1,').replace(/balance",/, 'balance","amountusd"'),
    ],
    ['without a wallet', without('wallet')],
    ['without wallet and subclass', without('wallet', 'subclass')],
  ])('%s have the same meaning', (_name, text) => {
    const lines = text.replace(/\n,\n?$/, '\n');
    expect(recordsOf(convert(Buffer.from(lines)))).toEqual(recordsOf(converted('kraken-ledgers.csv')));
  });
});
