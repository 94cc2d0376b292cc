/** Records mean the same whichever way they come: as JSON Lines, or from the thread that converts a file. */
import { faultOf } from '@ctx/converters/faults';
import { faultMessage } from '@ctx/domain/file-faults';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { convert } from '@ctx/converters/convert';
import { type ImportRecord, RECORD, type SourcedRecord } from '@ctx/converters/records';
import { digestOf } from '@ctx/platform/cells';
import { ACCOUNT_KINDS, EVENT_TYPES, MONEY_PURPOSES, MONEY_TYPES, TREATMENTS } from '@ctx/domain/vocabulary';
import fc from 'fast-check';
import { convertFile } from './files/convert-file.ts';
import { batchesOf, recordsOfBatches } from './files/record-batches.ts';
import { recordsOfLines } from './json-lines/records-of-lines.ts';
import { rowOf } from './kinds.ts';

const UNSTORABLE = faultOf(null, null, faultMessage('UNSTORABLE_VALUE'));

const SAMPLES = new URL('../../../common/converters/samples/', import.meta.url);
const USER = 7;
const CHUNK_BYTES = 1000;

async function* inChunks(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    yield await Promise.resolve(bytes.subarray(start, start + CHUNK_BYTES));
}

/** Reads records that are written as JSON Lines. */
function asLines(records: readonly object[]): Promise<SourcedRecord[]> {
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  return Array.fromAsync(recordsOfLines(inChunks(text), () => undefined));
}

/** Returns what is stored of each record, with its digest. */
function stored(records: readonly SourcedRecord[]): unknown[] {
  return records.map(({ record }) => {
    const row = rowOf(record, USER);
    return [record.kind, row, digestOf(row)];
  });
}

async function fromThread(name: string, text: string): Promise<SourcedRecord[]> {
  const texts = {
    format: null,
    accountRef: null,
    accountLabel: null,
    timeZone: 'Europe/Brussels',
    mapping: null,
  };
  const answer = await convertFile({ name, content: Buffer.from(text), accounts: [], ...texts });
  if ('faults' in answer) throw new Error(JSON.stringify(answer.faults));
  return Array.fromAsync(recordsOfBatches(answer.batches));
}

/** Converts a file as `ctx import` does, which sends JSON Lines. */
function fromCommand(filename: string, text: string): Promise<SourcedRecord[]> {
  const { account, eachRecord } = convert(Buffer.from(text), {
    filename,
    timeZone: 'Europe/Brussels',
  });
  const records = [...eachRecord()].map(({ record }) => record);
  return asLines([account ?? {}, ...records]);
}

const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => !text.includes('\0'));
const key = fc.stringMatching(/^[A-Z0-9]{1,8}$/);
const instant = fc
  .date({ min: new Date('2010-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const decimal = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 17n }), fc.stringMatching(/^\d{1,12}$/))
  .map((parts) => parts.join('.'));
const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null | undefined> =>
  fc.oneof(value, fc.constantFrom(null, undefined));
const flag = optional(fc.boolean());

const event = fc.record({
  kind: fc.constant('event' as const),
  account: word,
  referenceId: word,
  type: fc.constantFrom(...EVENT_TYPES),
  asset: fc.record({
    key: fc.oneof(key, fc.constant('EUR')),
    symbol: word,
    name: optional(word),
    chain: optional(word),
    fiat: flag,
  }),
  amount: decimal,
  timestamp: instant,
  euroValue: optional(decimal),
  treatment: optional(fc.constantFrom(...TREATMENTS)),
  taxable: flag,
  priceSource: optional(word),
  description: optional(word),
  protocol: optional(word),
  continuityGroupId: optional(fc.uuid()),
  counterpartyAddress: optional(word),
  chainId: optional(fc.nat()),
  link: optional(fc.webUrl()),
  flags: optional(fc.array(word, { maxLength: 3 })),
  spam: flag,
  needsReview: flag,
  isLoan: flag,
  isRepayment: flag,
  isInterestExpense: flag,
});
const account = fc.record({
  kind: fc.constant('account' as const),
  ref: word,
  accountKind: fc.constantFrom(...ACCOUNT_KINDS),
  datasource: word,
  label: optional(word),
  chainId: optional(fc.nat()),
  lastSyncAt: optional(instant),
  country: optional(fc.constant('BE')),
});
const price = fc.record({ kind: fc.constant('price' as const), assetKey: key, at: instant, eur: decimal });
const note = fc.record({
  kind: fc.constant('note' as const),
  account: word,
  referenceId: word,
  type: fc.constantFrom(...EVENT_TYPES),
  assetKey: key,
  id: word,
  note: word,
  createdAt: instant,
  updatedAt: instant,
});
const money = fc.record({
  kind: fc.constant('money' as const),
  account: word,
  referenceId: word,
  type: fc.constantFrom(...MONEY_TYPES),
  currency: fc.constantFrom('EUR', 'USD'),
  amount: decimal,
  timestamp: instant,
  purpose: optional(fc.constantFrom(...MONEY_PURPOSES)),
  description: optional(word),
});
const records: fc.Arbitrary<ImportRecord[]> = fc.array(fc.oneof(event, account, price, note, money), {
  maxLength: 12,
});

describe('Random records', () => {
  it('are stored alike from JSON Lines and from a thread', async () => {
    await fc.assert(
      fc.asyncProperty(records, async (drawn) => {
        const sourced = drawn.map((record, index) => ({ record: RECORD.parse(record), lines: [index + 1] }));
        const ofThread = await Array.fromAsync(recordsOfBatches(batchesOf(sourced)));
        const ofLines = await asLines(drawn);
        expect(stored(ofThread)).toEqual(stored(ofLines));
        expect(ofThread.map(({ lines }) => lines)).toEqual(ofLines.map(({ lines }) => lines));
      }),
    );
  });

  it('keep their order in any number of batches', async () => {
    const many = Array.from({ length: 2500 }, (_, index): SourcedRecord => ({
      record: { kind: 'price', assetKey: `A${String(index)}`, at: '2025-01-01T00:00:00Z', eur: '1' },
      lines: [index + 1, index + 2],
    }));
    const batches = batchesOf(many);
    expect(batches).toHaveLength(3);
    expect(await Array.fromAsync(recordsOfBatches(batches))).toEqual(many);
  });
});

describe('The same export, converted', () => {
  const samples = readdirSync(SAMPLES).filter((name) => name.endsWith('.csv'));

  it.each(samples)('%s is stored alike from the page and from the command', async (name) => {
    const text = readFileSync(new URL(name, SAMPLES), 'utf8');
    const ofThread = await fromThread(name, text);
    const expected = readFileSync(new URL(name.replace('.csv', '.expected.jsonl'), SAMPLES), 'utf8');
    const isStored = ({ record }: SourcedRecord): boolean => !('undone' in record) || record.undone !== true;
    expect(ofThread.filter(isStored)).toHaveLength([...expected.matchAll(/^\{"kind":/gm)].length);
    expect(stored(ofThread)).toEqual(stored(await fromCommand(name, text)));
  });

  const HEADER =
    'Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address';
  const row = fc.record({
    type: fc.constantFrom('buy', 'sell', 'deposit', 'withdrawal', 'staking', 'affiliate'),
    asset: fc.constantFrom('BTC', 'ETH', 'ADA'),
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    // At least as much as the fee: a value below 0 rejects the file.
    euros: fc.integer({ min: 1000, max: 1_000_000 }),
    second: fc.integer({ min: 0, max: 59 }),
    fee: fc.integer({ min: 0, max: 9 }),
  });

  // The fee is more than what was paid.
  const odd = 'Europe/Brussels,2026-01-10,10:00:00,buy,BTC,0.01,EUR,1,EUR,-1,EUR,2,Completed,b-1,';
  const even = 'Europe/Brussels,2026-01-11,10:00:00,buy,BTC,0.01,EUR,900,EUR,-900,EUR,0,Completed,b-2,';

  it('leaves a row out that breaks a rule of the import format, with its line, and brings in the others', async () => {
    const text = `${[HEADER, odd, even].join('\n')}\n`;
    const { leftOut } = convert(Buffer.from(text));
    expect(leftOut).toEqual([
      {
        line: 2,
        reason: 'UNREADABLE',
        type: '',
        column: null,
        detail: UNSTORABLE.reason,
        messages: UNSTORABLE.messages,
      },
    ]);
    const ofSecond = ['event', 'money'].map((kind) => ({ record: { kind, referenceId: 'b-2' } }));
    const expected = [{ record: { kind: 'account' } }, ...ofSecond];
    expect(await fromThread('bitvavo.csv', text)).toMatchObject(expected);
    expect(await fromCommand('bitvavo.csv', text)).toMatchObject(expected);
  });

  it('is rejected where no row can be read, with the lines', async () => {
    await expect(fromThread('bitvavo.csv', `${[HEADER, odd].join('\n')}\n`)).rejects.toThrow(
      JSON.stringify([{ ...UNSTORABLE, line: 2 }]),
    );
  });

  it('is stored alike from the page and from the command, whatever its rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (rows) => {
        const lines = rows.map(({ type, asset, amount, euros, second, fee }, index) => {
          const isOut = type === 'sell' || type === 'withdrawal';
          const isTrade = type === 'buy' || type === 'sell';
          const time = `2026-01-10,10:00:${String(second).padStart(2, '0')}`;
          const paid = isTrade ? `EUR,1,EUR,${isOut ? '' : '-'}${String(euros / 100)}` : ',,,';
          const sign = isOut ? '-' : '';
          return `Europe/Brussels,${time},${type},${asset},${sign}${String(amount / 1000)},${paid},EUR,${String(fee)},Completed,t-${String(index)},`;
        });
        const text = `${[HEADER, ...lines].join('\n')}\n`;
        const ofThread = await fromThread('bitvavo.csv', text);
        expect(stored(ofThread)).toEqual(stored(await fromCommand('bitvavo.csv', text)));
        expect(ofThread.slice(1).every(({ lines: [first = 0] }) => first >= 2)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
