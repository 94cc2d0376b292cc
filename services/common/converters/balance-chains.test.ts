/** The balances that files state: which rows they prove to be missing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AMOUNT_SCALE, formatDecimal, parseDecimal } from '@ctx/domain/decimal';
import { balancesOf, type StatedBalance } from './balance-chains.ts';
import { convert } from './convert.ts';
import { FORMATS } from './formats.ts';
import { recognise } from './recognise.ts';
import { headsOf, tableOf } from './table.ts';
import { conversionOf } from './test/summary.ts';

const KRAKEN = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance';
const COINBASE_PRO = 'portfolio,type,time,amount,balance,amount/balance unit,transfer id,trade id,order id';

interface Example {
  readonly rule: string;
  readonly file: readonly string[];
  /** `afterLine-line wallet: difference asset`, and the lines that cannot be read. */
  readonly breaks: readonly string[];
  readonly openings?: readonly string[];
}

const deposit = (
  id: string,
  time: string,
  asset: string,
  [amount, fee, balance]: readonly [string, string, string],
  wallet = 'spot / main',
): string => `${id},R${id},2025-01-${time},deposit,,currency,${asset},${wallet},${amount},${fee},${balance}`;

const EXAMPLES: readonly Example[] = [
  {
    rule: 'names the two rows between which something left, and how much, with several assets in turn',
    file: [
      KRAKEN,
      deposit('1', '01 10:00:00', 'XXBT', ['1', '0', '1']),
      deposit('2', '02 10:00:00', 'XETH', ['5', '0', '5']),
      deposit('3', '03 10:00:00', 'XBT', ['0.1', '0.00001', '1.09498']),
      deposit('4', '04 10:00:00', 'XETH', ['1', '0', '6']),
    ],
    breaks: ['2-4 spot / main: -0.00501 BTC'],
  },
  {
    rule: 'finds the same in a file that begins with the latest row',
    file: [
      KRAKEN,
      deposit('4', '04 10:00:00', 'XETH', ['1', '0', '6']),
      deposit('3', '03 10:00:00', 'XBT', ['0.1', '0.00001', '1.09498']),
      deposit('2', '02 10:00:00', 'XETH', ['5', '0', '5']),
      deposit('1', '01 10:00:00', 'XXBT', ['1', '0', '1']),
    ],
    breaks: ['5-3 spot / main: -0.00501 BTC'],
  },
  {
    rule: 'gives each wallet and each form of a coin a chain of its own',
    file: [
      KRAKEN,
      deposit('1', '01 10:00:00', 'DOT', ['3', '0', '3']),
      deposit('2', '02 10:00:00', 'DOT', ['1', '0', '1'], 'earn / flexible'),
      deposit('3', '03 10:00:00', 'DOT.S', ['2', '0', '2']),
      deposit('4', '04 10:00:00', 'DOT', ['1', '0', '4']),
      deposit('5', '05 10:00:00', 'DOT', ['1', '0', '2.5'], 'earn / flexible'),
    ],
    breaks: ['3-6 earn / flexible: 0.5 DOT'],
  },
  {
    rule: 'accepts the rows of one second in any order that closes',
    file: [
      KRAKEN,
      deposit('1', '01 10:00:00', 'XXBT', ['1', '0', '1']),
      deposit('2', '02 10:00:00.3', 'XXBT', ['1', '0', '3']),
      deposit('3', '02 10:00:00.1', 'XXBT', ['-2', '0', '2']),
      deposit('4', '02 10:00:00.2', 'XXBT', ['2', '0', '4']),
      deposit('5', '02 10:00:00.9', 'XXBT', ['1', '0', '2']),
      deposit('6', '03 10:00:00', 'XXBT', ['1', '0', '4']),
    ],
    breaks: [],
  },
  {
    rule: 'names the rows of one second beside a missing one',
    file: [
      KRAKEN,
      deposit('1', '01 10:00:00', 'XXBT', ['1', '0', '1']),
      deposit('2', '02 10:00:00', 'XXBT', ['3', '0', '10']),
      deposit('3', '02 10:00:00', 'XXBT', ['1', '0', '2']),
      deposit('5', '03 10:00:00', 'XXBT', ['1', '0', '11']),
    ],
    breaks: ['4-3 spot / main: 5 BTC'],
  },
  {
    rule: 'reads the fees of older files, which are negative where they are paid',
    file: [
      KRAKEN,
      deposit('1', '01 10:00:00', 'XXBT', ['1', '0', '1']),
      deposit('2', '02 10:00:00', 'XXBT', ['-0.5', '-0.1', '0.4']),
      deposit('3', '03 10:00:00', 'XXBT', ['-0.1', '-0.1', '0.2']),
    ],
    breaks: [],
  },
  {
    rule: 'lets a fee in another asset change that asset, which has no balance in its row',
    file: [
      `${KRAKEN},feecurrency`,
      `${deposit('1', '01 10:00:00', 'XXBT', ['1', '0', '1'])},`,
      `${deposit('2', '01 11:00:00', 'XETH', ['1', '0', '1'])},`,
      `${deposit('3', '02 10:00:00', 'XXBT', ['1', '0.25', '2'])},XETH`,
      `${deposit('4', '03 10:00:00', 'XETH', ['1', '0', '1.75'])},`,
      `${deposit('5', '04 10:00:00', 'XETH', ['1', '0', '2.5'])},`,
    ],
    breaks: ['5-6 spot / main: -0.25 ETH'],
  },
  {
    rule: 'names a row that cannot be read: it explains nothing',
    file: [
      KRAKEN,
      deposit('1', '01 10:00:00', 'XXBT', ['1', '0', '1']),
      deposit('2', '02 10:00:00', 'XXBT', ['one', '0', '2']),
      deposit('3', '03 10:00:00', 'XXBT', ['1', '0', '3']),
    ],
    breaks: ['2-4 spot / main: 1 BTC, line 3 cannot be read'],
  },
  {
    rule: 'counts a row that repeats another one only once, and one that is not booked not at all',
    file: [
      KRAKEN,
      deposit('1', '01 10:00:00', 'XXBT', ['1', '0', '1']),
      deposit('', '02 10:00:00', 'XXBT', ['1', '0', '']),
      deposit('2', '02 10:01:00', 'XXBT', ['1', '0', '2']),
      deposit('2', '02 10:01:00', 'XXBT', ['1', '0', '2']),
      deposit('3', '03 10:00:00', 'XXBT', ['1', '0', '3']),
    ],
    breaks: [],
  },
  {
    rule: 'takes a balance at the beginning for an earlier period',
    file: [
      KRAKEN,
      deposit('1', '01 10:00:00', 'XXBT', ['1', '0', '1.5']),
      deposit('2', '02 10:00:00', 'ZEUR', ['100', '0', '300']),
    ],
    breaks: [],
    openings: ['2 spot / main: 0.5 BTC'],
  },
  {
    rule: 'uses the order of the file where times are not in the order in which they were booked',
    file: [
      'Date (UTC),Label,Value,Balance,Fee,Txid',
      '2025-01-01 10:00:00,,0.5,0.5,,a',
      '2025-01-02 10:30:00,,0.25,0.75,,b',
      '2025-01-02 10:20:00,,0.125,0.875,,c',
      '2025-01-03 10:00:00,,0.125,1.5,,d',
    ],
    breaks: ['4-5 : 0.5 BTC'],
  },
  {
    rule: 'accepts money in cents that was rounded, and nothing more',
    file: [
      'Date,Time (UTC),Type,Symbol,Specification,Liquidity Indicator,EUR Amount EUR,Fee (EUR) EUR,EUR Balance EUR,Trade ID',
      '2025-01-10,09:00:00.1,Credit,EUR,Deposit (Wire),,"€2,000.00 ",,"€2,000.00 ",',
      '2025-01-11,09:00:00.1,Debit,EUR,Withdrawal,,(€100.00),(€0.01),"€1,900.01 ",',
      '2025-01-12,09:00:00.1,Debit,EUR,Withdrawal,,(€100.00),(€0.01),"€1,799.97 ",',
    ],
    breaks: ['3-4 : -0.03 EUR'],
  },
  {
    rule: 'reads no balance where a cell of it cannot be read',
    file: [
      COINBASE_PRO,
      'default,deposit,2020-02-28T09:00:00.000Z,1,1,BTC,a,,',
      'default,deposit,2020-02-28T10:00:00.000Z,1,n/a,BTC,b,,',
      'default,deposit,2020-02-28T11:00:00.000Z,1,3,BTC,c,,',
    ],
    breaks: [],
  },
];

function breaksIn(lines: readonly string[]): string[] {
  return (conversionOf(lines).balances?.breaks ?? []).map(
    ({ afterLine, line, wallet, difference, asset, unreadable }) =>
      `${String(afterLine)}-${String(line)} ${wallet}: ${difference} ${asset}${
        unreadable.length === 0 ? '' : `, line ${unreadable.join(', ')} cannot be read`
      }`,
  );
}

describe('The chain of the balances of a file', () => {
  test.each(EXAMPLES)('$rule', ({ file, breaks, openings = [] }) => {
    expect(breaksIn(file)).toEqual(breaks);
    const found = conversionOf(file).balances?.openings ?? [];
    expect(
      found.map(({ line, wallet, amount, asset }) => `${String(line)} ${wallet}: ${amount} ${asset}`),
    ).toEqual(openings);
  });

  test('is not looked for in a file without balances', () => {
    expect(
      conversionOf(['Koinly Date,Amount,Currency', '2025-01-01 10:00:00 UTC,1,BTC']).balances,
    ).toBeNull();
  });

  test('is reported with a bounded number of breaks', () => {
    const rows = Array.from({ length: 300 }, (_, index) =>
      deposit(String(index), `01 10:00:00`, `C${String(index % 3)}`, ['1', '0', String(index * index)]),
    );
    expect(conversionOf([KRAKEN, ...rows]).balances?.breaks).toHaveLength(100);
  });
});

/** A change of a generated history, as the rows of a ledger write it. */
interface Change {
  readonly second: number;
  readonly wallet: string;
  readonly asset: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly before: bigint;
  readonly after: bigint;
}

/** How the generated ledgers of a format are written. */
interface Ledger {
  readonly format: string;
  readonly head: readonly string[];
  readonly wallets: readonly string[];
  readonly row: (change: Change, number: number) => string;
  readonly hasFee?: true;
}

const text = (amount: bigint): string => formatDecimal(amount, AMOUNT_SCALE);
const timeOf = (second: number): string =>
  new Date(Date.UTC(2025, 0, 1) + second * 1000).toISOString().slice(0, 19).replace('T', ' ');

const LEDGERS: readonly Ledger[] = [
  {
    format: 'kraken-ledgers',
    head: [KRAKEN],
    wallets: ['spot / main', 'earn / flexible'],
    hasFee: true,
    row: ({ second, wallet, asset, amount, fee, after }, number) =>
      `L${String(number)},R${String(number)},${timeOf(second)},adjustment,,currency,${asset},${wallet},${text(amount)},${text(fee)},${text(after)}`,
  },
  {
    format: 'coinbase-pro-account',
    head: [COINBASE_PRO],
    wallets: ['default', 'other'],
    row: ({ second, wallet, asset, amount, after }, number) =>
      `${wallet},deposit,${timeOf(second).replace(' ', 'T')}.000Z,${text(amount)},${text(after)},${asset},t${String(number)},,`,
  },
  {
    format: 'bitfinex-ledger',
    head: ['#,DESCRIPTION,CURRENCY,AMOUNT,BALANCE,DATE,WALLET'],
    wallets: ['exchange', 'funding'],
    row: ({ second, wallet, asset, amount, after }, number) =>
      `${String(number)},Deposit (X) #${String(number)} on wallet ${wallet},${asset},${text(amount)},${text(after)},${timeOf(second).slice(8, 10)}-01-25 ${timeOf(second).slice(11)},${wallet}`,
  },
  {
    format: 'bybit-funding',
    head: ['Uid,Date & Time(UTC),Coin,QTY,Type,Account Balance,Description'],
    wallets: [''],
    row: ({ second, asset, amount, after }, number) =>
      `1,${timeOf(second)},${asset},${text(amount)},Deposit,${text(after)},Deposit ${String(number)}`,
  },
  {
    format: 'bybit-unified',
    head: [
      'Uid,Currency,Contract,Type,Direction,Quantity,Position,Filled Price,Funding,Fee Paid,Cash Flow,Change,Wallet Balance,Action,Time(UTC)',
    ],
    wallets: [''],
    row: ({ second, asset, amount, after }, number) =>
      `1,${asset},${String(number)},TRANSFER_IN,--,0,0,0,0,0,${text(amount)},${text(amount)},${text(after)},--,${timeOf(second)}`,
  },
  {
    format: 'gate',
    head: ['no,time,action_desc,action_data,type,change_amount,amount,total'],
    wallets: [''],
    row: ({ second, asset, amount, after }, number) =>
      `${String(number)},${timeOf(second)},Deposits,d-${String(number)},${asset},${text(amount)},${text(after)},0`,
  },
  {
    format: 'okx-bills',
    head: ['time,type,size,balance,fee,currency'],
    wallets: [''],
    hasFee: true,
    row: ({ second, asset, amount, fee, after }) =>
      `${timeOf(second)} UTC,transfer in,${text(amount)},${text(after)},${text(-fee)},${asset}`,
  },
  {
    format: 'okx-funding',
    head: ['id,Time,Type,Amount,Before Balance,After Balance,Fee,Symbol'],
    wallets: [''],
    row: ({ second, asset, amount, before, after }, number) =>
      `${String(number)},${timeOf(second)},Deposit,${text(amount)},${text(before)},${text(after)},0,${asset}`,
  },
  {
    format: 'okx-trading',
    head: [
      'id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit',
    ],
    wallets: [''],
    row: ({ second, asset, amount, after }, number) =>
      `${String(number)},,${timeOf(second)},Transfer,,Transfer in,0,${asset},,0,0,,0,0,${text(amount)},${text(after)},${asset}`,
  },
  {
    format: 'gemini',
    head: [
      'Date,Time (UTC),Type,Symbol,Specification,Liquidity Indicator,ETH Amount ETH,Fee (ETH) ETH,ETH Balance ETH,SOL Amount SOL,Fee (SOL) SOL,SOL Balance SOL,Tx Hash',
    ],
    wallets: [''],
    hasFee: true,
    row: ({ second, asset, amount, fee, after }, number) => {
      const cells = `${text(amount)},${text(-fee)},${text(after)}`;
      return `${timeOf(second).slice(0, 10)},${timeOf(second).slice(11)},Credit,${asset},Deposit,,${
        asset === 'ETH' ? `${cells},,,` : `,,,${cells}`
      },x${String(number)}`;
    },
  },
  {
    format: 'sparrow',
    head: ['Date (UTC),Label,Value,Balance,Fee,Txid'],
    wallets: [''],
    row: ({ second, amount, after }, number) =>
      `${timeOf(second)},,${text(amount)},${text(after)},,x${String(number)}`,
  },
];

const ASSETS = ['ETH', 'SOL'];

/** Histories in which every change is another amount, so that each missing row is known by its difference. */
const historyOf = ({ format, wallets, hasFee }: Ledger): fc.Arbitrary<Change[]> =>
  fc
    .uniqueArray(
      fc.record({
        wait: fc.integer({ min: 0, max: 2 }),
        wallet: fc.constantFrom(...wallets),
        asset: fc.constantFrom(...(format === 'sparrow' ? ['BTC'] : ASSETS)),
        units: fc.integer({ min: 1000, max: 9_000_000 }),
        isOut: fc.boolean(),
        fee: fc.integer({ min: 0, max: hasFee ? 900 : 0 }),
      }),
      // Of two changes of one amount in one second, either may be the missing one.
      { selector: ({ units }) => units, minLength: 3, maxLength: 18 },
    )
    .map((changes) => {
      const balances = new Map<string, bigint>();
      let second = 0;
      return changes.map(({ wait, wallet, asset, units, isOut, fee }): Change => {
        second += wait;
        const key = `${wallet} ${asset}`;
        const before = balances.get(key) ?? 0n;
        const amount = parseDecimal(`${isOut ? '-' : ''}0.${String(units).padStart(8, '0')}`, AMOUNT_SCALE);
        const paid = parseDecimal(`0.${String(fee).padStart(8, '0')}`, AMOUNT_SCALE);
        const after = before + amount - paid;
        balances.set(key, after);
        return { second, wallet, asset, amount, fee: paid, before, after };
      });
    });

describe.each(LEDGERS)('In generated histories of $format', (ledger) => {
  const fileOf = (changes: readonly Change[], order: readonly number[]): string[] => [
    ...ledger.head,
    ...order.map((index) => ledger.row(changes[index]!, index)),
  ];
  const lineIn = (order: readonly number[], index: number): number =>
    order.indexOf(index) + ledger.head.length + 1;

  test('no break is found, in any order of the rows', () => {
    const shuffled = historyOf(ledger).chain((changes) =>
      fc.tuple(fc.constant(changes), fc.shuffledSubarray([...changes.keys()], { minLength: changes.length })),
    );
    fc.assert(
      fc.property(shuffled, ([changes, order]) => {
        const { format, balances } = conversionOf(fileOf(changes, order));
        expect([format?.id, balances?.breaks, balances?.openings]).toEqual([ledger.format, [], []]);
      }),
      { numRuns: 20 },
    );
  });

  test('each row that is deleted is named by its neighbours and its change, the first by what was there before', () => {
    fc.assert(
      fc.property(historyOf(ledger), fc.boolean(), (changes, isDescending) => {
        const rows = [...changes.keys()];
        for (const deleted of rows) {
          const { wallet, asset, amount, fee, second } = changes[deleted]!;
          const ofChain = rows.filter((index) => {
            const other = changes[index]!;
            return other.wallet === wallet && other.asset === asset;
          });
          const place = ofChain.indexOf(deleted);
          const [previous, next] = [ofChain[place - 1], ofChain[place + 1]];
          const kept = rows.filter((index) => index !== deleted);
          const order = isDescending ? kept.toReversed() : kept;
          const { balances } = conversionOf(fileOf(changes, order));
          // A history without its last row is whole, and what came before its first row may be in another file.
          const breaks =
            previous === undefined || next === undefined
              ? []
              : [
                  {
                    wallet,
                    asset,
                    afterLine: lineIn(order, previous),
                    line: lineIn(order, next),
                    difference: text(amount - fee),
                  },
                ];
          const openings = previous === undefined && next !== undefined ? [text(amount - fee)] : [];
          // In one second the rows before and after may close in another order: then the difference alone is known.
          const isAlone = ofChain.every((index) => index === deleted || changes[index]!.second !== second);
          const found = (balances?.breaks ?? []).map(
            ({ from: _, until: _until, unreadable: _lines, ...each }) => each,
          );
          if (isAlone) expect(found).toEqual(breaks);
          expect(found.map(({ difference }) => difference)).toEqual(
            breaks.map(({ difference }) => difference),
          );
          expect((balances?.openings ?? []).map((each) => each.amount)).toEqual(openings);
        }
      }),
      { numRuns: 3 },
    );
  });
});

const SAMPLES = join(import.meta.dirname, 'samples');
const WITH_BALANCES = readdirSync(SAMPLES)
  .filter((name) => name.endsWith('.csv'))
  .filter(
    (name) => convert(readFileSync(join(SAMPLES, name)), { timeZone: 'Europe/Brussels' }).balances !== null,
  );

describe.each(WITH_BALANCES)('In %s', (name) => {
  const content = readFileSync(join(SAMPLES, name), 'utf8');
  const { format, header, head } = recognise(headsOf(content), FORMATS);
  const { rows } = tableOf(content, { ...header, delimiter: head.delimiter }, format.decimalMark);
  const context = { header: header.names, filename: '', timeZone: null };
  const balances = balancesOf(rows, format.balances!(rows, context));
  const { leftOut } = convert(Buffer.from(content));

  test('no break is found', () => {
    expect(convert(Buffer.from(content)).balances?.breaks).toEqual([]);
  });

  test('each row that is deleted between two others of its wallet and asset is named', () => {
    const ignored = leftOut.filter(({ reason }) => ['TWIN', 'NOT_DONE'].includes(reason));
    const isKept = (line: number): boolean => !ignored.some((row) => row.line === line);
    const lines = content.split('\n');
    const contentOf = ({ wallet, asset, at, change, after }: StatedBalance): string =>
      [wallet, asset, at, change, after].join(' ');
    // A row that stands twice is still there.
    const single = balances.filter(
      (balance) =>
        balance.after !== null &&
        balance.change !== 0n &&
        isKept(balance.line) &&
        balances.filter((other) => contentOf(other) === contentOf(balance)).length === 1,
    );
    for (const { line, wallet, asset, at, change } of single) {
      const others = balances.filter(
        (other) =>
          other.line !== line && other.wallet === wallet && other.asset === asset && isKept(other.line),
      );
      if (!others.some((other) => other.at < at) || !others.some((other) => other.at > at)) continue;
      const without = convert(Buffer.from(lines.toSpliced(line - 1, 1).join('\n')));
      expect([
        line,
        (without.balances?.breaks ?? [])
          .filter((found) => found.asset === asset && found.wallet === wallet)
          .map(({ difference }) => difference),
      ]).toEqual([line, [formatDecimal(change, AMOUNT_SCALE)]]);
    }
  });
});
