import { describe, expect, it } from '@jest/globals';
import { parseAmount, parseEur } from './decimal.ts';
import {
  type ComparedEvent,
  differenceOf,
  differs,
  EXPLAINED_EVENTS_MAX,
  EXPLANATION_KINDS,
  EXPLANATIONS_MAX,
  explanationsOf,
  isUnexplained,
  type OwnTotal,
  type StatedAmount,
} from './reported-differences.ts';

const own = (more: Partial<Record<keyof OwnTotal, string>> = {}): OwnTotal => ({
  units: parseAmount(more.units ?? '10'),
  eur: parseEur(more.eur ?? '1000'),
  fees: parseEur(more.fees ?? '0'),
  transactions: Number(more.transactions ?? 4),
  withoutValue: Number(more.withoutValue ?? 0),
});
const stated = (
  units: string,
  eur: string | null = null,
  amounts: 'GROSS' | 'NET' = 'GROSS',
): StatedAmount => ({
  units: parseAmount(units),
  eur: eur === null ? null : parseEur(eur),
  transactions: null,
  amounts,
});
const event = (eventId: string, units: string, more: Partial<ComparedEvent> = {}): ComparedEvent => ({
  eventId,
  accountId: 'a',
  units: parseAmount(units),
  eur: null,
  fees: 0n,
  counted: 'IN_THE_TOTAL',
  isOnTheBoundary: false,
  isPossibleDuplicate: false,
  ...more,
});
const eur = (text: string): Partial<ComparedEvent> => ({ eur: parseEur(text) });
const NEXT_YEAR = { counted: 'IN_ANOTHER_YEAR', isOnTheBoundary: true } as const;
const FIRST_HOUR = { isOnTheBoundary: true } as const;
const TWICE = { isPossibleDuplicate: true } as const;
const IGNORED = { counted: 'NOWHERE' } as const;
const OTHER_KIND = { counted: 'UNDER_ANOTHER_KIND' } as const;

/** Returns what explains a difference, as `KIND of UNITS EUR: ids`. */
function explained(of: StatedAmount, of10: OwnTotal, events: readonly ComparedEvent[]): string[] {
  return explanationsOf(differenceOf(of, of10), of10, events).map(
    ({ kind, explains, eventIds }) => `${kind} of ${explains.join(' ')}: ${eventIds.join(' ')}`,
  );
}

describe('A difference from what an exchange stated', () => {
  it.each<readonly [string, StatedAmount, OwnTotal, readonly ComparedEvent[], readonly string[]]>([
    ['nothing to explain', stated('10', '1000'), own(), [event('x', '1')], []],
    [
      'one transaction that the exchange does not have',
      stated('9', '900'),
      own(),
      [event('x', '1', eur('100')), event('y', '2', eur('200'))],
      ['ONE_TRANSACTION of UNITS EUR: x'],
    ],
    [
      'of several alike, the one with the value of the difference',
      stated('9', '900'),
      own(),
      [event('x', '1', eur('99')), event('y', '1', eur('100'))],
      ['ONE_TRANSACTION of UNITS EUR: y'],
    ],
    [
      'each of several alike, without a stated value',
      stated('9'),
      own(),
      [event('x', '1', eur('99')), event('y', '1', eur('100'))],
      ['ONE_TRANSACTION of UNITS: x', 'ONE_TRANSACTION of UNITS: y'],
    ],
    ['no two transactions, which could be any', stated('7'), own(), [event('x', '1'), event('y', '2')], []],
    ['no transaction that the total lacks', stated('11'), own(), [event('x', '1')], []],
    [
      'the first hour of the year, which is of the year before in UTC',
      stated('9'),
      own(),
      [event('x', '1', FIRST_HOUR)],
      ['ON_THE_BOUNDARY of UNITS: x'],
    ],
    [
      'the first hour of the next year',
      stated('12'),
      own(),
      [event('x', '2', NEXT_YEAR)],
      ['ON_THE_BOUNDARY of UNITS: x'],
    ],
    [
      'both ends of the year, each with its sign',
      stated('11'),
      own(),
      [event('x', '1', FIRST_HOUR), event('y', '2', NEXT_YEAR)],
      ['ON_THE_BOUNDARY of UNITS: x y'],
    ],
    [
      'two ignored transactions, and not a third',
      stated('13'),
      own(),
      [event('x', '1', IGNORED), event('y', '2', IGNORED), event('z', '4', IGNORED)],
      ['IGNORED of UNITS: x y'],
    ],
    [
      'three ignored transactions',
      stated('17', '1700'),
      own(),
      [
        event('w', '16', { ...IGNORED, ...eur('1') }),
        event('x', '1', { ...IGNORED, ...eur('100') }),
        event('y', '2', { ...IGNORED, ...eur('200') }),
        event('z', '4', { ...IGNORED, ...eur('400') }),
      ],
      ['IGNORED of UNITS EUR: x y z'],
    ],
    [
      'no transactions of two accounts together',
      stated('13'),
      own(),
      [event('x', '1', IGNORED), event('y', '2', { ...IGNORED, accountId: 'b' })],
      [],
    ],
    [
      'all of a file that looks imported twice',
      stated('0'),
      own(),
      [event('w', '1', TWICE), event('x', '2', TWICE), event('y', '3', TWICE), event('z', '4', TWICE)],
      ['POSSIBLE_DUPLICATE of UNITS: w x y z'],
    ],
    [
      'a transaction of another kind',
      stated('15'),
      own(),
      [event('x', '5', OTHER_KIND)],
      ['OTHER_KIND of UNITS: x'],
    ],
    [
      'values that are not known here',
      stated('10', '1500'),
      own({ withoutValue: '1' }),
      [event('x', '5'), event('y', '1', eur('3'))],
      ['MISSING_VALUE of EUR: x'],
    ],
    [
      'no missing value where the exchange has less',
      stated('10', '500'),
      own({ withoutValue: '1' }),
      [event('x', '5')],
      [],
    ],
    [
      'fees, of a net value that is stated as gross',
      stated('10', '997'),
      own({ fees: '3' }),
      [event('x', '5', { ...eur('1'), fees: 3n }), event('y', '5', eur('1'))],
      ['FEES of EUR: x'],
    ],
    [
      'fees, of a gross value that is stated as net',
      stated('10', '1000', 'NET'),
      own({ fees: '3' }),
      [event('x', '5', { ...eur('1'), fees: 3n })],
      ['FEES of EUR: x'],
    ],
    ['nothing where a net value is stated as net', stated('10', '997', 'NET'), own({ fees: '3' }), [], []],
    [
      'units and value, each by something else',
      stated('9', '997'),
      own({ fees: '3' }),
      [event('x', '1', eur('50')), event('y', '5', { ...eur('1'), fees: 3n })],
      ['ONE_TRANSACTION of UNITS: x', 'FEES of EUR: y'],
    ],
  ])('is explained by %s', (_what, of, ofUser, events, expected) => {
    expect(explained(of, ofUser, events)).toEqual(expected);
  });

  it('is rounding up to half a cent for each transaction, and at least a cent', () => {
    const isOpen = (value: string, transactions: string): boolean => {
      const total = own({ transactions });
      const difference = differenceOf(stated('10', value), total);
      expect(differs(difference, total)).toBe(isUnexplained(difference, total, []));
      return differs(difference, total);
    };
    expect(['1000.01', '1000.02', '999.98'].map((value) => isOpen(value, '1'))).toEqual([false, true, true]);
    expect(['1000.05', '1000.06', '999.95'].map((value) => isOpen(value, '10'))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('is that of the values as they are shown, rounded half to even', () => {
    const difference = (of: string): bigint | null => differenceOf(stated('10', '0'), own({ eur: of })).eur;
    expect(['0.005', '0.015', '0.0151', '-0.015'].map(difference)).toEqual(
      ['0', '-0.02', '-0.02', '0.02'].map(parseEur),
    );
  });

  it('is open as long as units or value are not explained, and a number of transactions alone leaves nothing open', () => {
    const total = own();
    const units = { kind: 'IGNORED', explains: ['UNITS'], eventIds: [], eventCount: 1 } as const;
    const both = differenceOf(stated('9', '900'), total);
    expect(isUnexplained(both, total, [])).toBe(true);
    expect(isUnexplained(both, total, [units])).toBe(true);
    expect(isUnexplained(both, total, [units, { ...units, kind: 'FEES', explains: ['EUR'] }])).toBe(false);
    const count = differenceOf({ ...stated('10'), transactions: 17 }, total);
    expect([count.transactions, isUnexplained(count, total, [])]).toEqual([13, false]);
  });

  it('has a bounded number of explanations and of transactions in each', () => {
    const alike = Array.from({ length: 50 }, (_, index) => event(String(index), '1'));
    expect(explanationsOf(differenceOf(stated('9'), own()), own(), alike)).toHaveLength(EXPLANATIONS_MAX);
    const all = alike.map((each) => ({ ...each, isPossibleDuplicate: true }));
    const [first] = explanationsOf(
      differenceOf(stated('0'), own({ units: '50' })),
      own({ units: '50' }),
      all,
    );
    expect(first).toMatchObject({ kind: 'POSSIBLE_DUPLICATE', eventCount: 50 });
    expect(first!.eventIds).toHaveLength(EXPLAINED_EVENTS_MAX);
  });

  it('names a set of transactions once, by its most telling kind', () => {
    const of = { ...FIRST_HOUR, ...TWICE };
    expect(explained(stated('9'), own(), [event('x', '1', of)])).toEqual(['ON_THE_BOUNDARY of UNITS: x']);
    expect(EXPLANATION_KINDS.indexOf('ONE_TRANSACTION')).toBeGreaterThan(
      EXPLANATION_KINDS.indexOf('IGNORED'),
    );
  });
});
