/** A correction recomputes what it can reach; the rest stays (engine.md §7, "Incremental"): years, and changes that take a full run. */
import { describe, expect, it } from '@jest/globals';
import { type Book, readPart } from '../../src/runs/values/book.ts';
import type { Difference } from '../../src/runs/values/compute.ts';
import { revalue } from '../../src/runs/values/revalue.ts';
import { noDifference, type YearDifference } from '../../src/engine/figures/years.ts';
import { closeYear, recalculate } from '../../src/engine/recalculate.ts';
import { resolve } from '../../src/engine/resolve/resolve.ts';
import type { EffectiveEvent, RawEvent } from '../../src/engine/types.ts';
import { bookOf, differenceFrom } from './book.ts';
import { at, buy, eur, fee, idOf, income, inputsOf, match, sell } from './build.ts';
import { type Changes, check, correctionOf, noted, type Row, worked, worth } from './corrected.ts';

const bought = buy('bought', { at: '2026-01-05', amount: '3', euroValue: '300' });
const sold = sell('sold', { at: '2026-02-05', euroValue: '150' });
const out = sell('out', { at: '2026-01-10', amount: '2', euroValue: '200' });
const into = buy('in', { at: '2026-01-12', amount: '2.5', euroValue: '250', accountRef: 'ledger' });
const joined = { matches: [match('out', 'in')] };

describe('Years and months are those of Europe/Brussels', () => {
  const months = (values: Readonly<Record<number, string>>): bigint[] =>
    Array.from({ length: 12 }, (_, index) => eur(values[index + 1] ?? '0'));
  const yearsAfter = async (events: readonly RawEvent[], changes: Changes): Promise<Difference['years']> =>
    (await worked(correctionOf(events, changes)))!.years;

  it('so an event in the last hour of the year in UTC belongs to the next', async () => {
    const night = { at: '2026-12-31T23:30:00Z' };
    const events = [
      bought,
      sell('late', { ...night, euroValue: '150' }),
      income('reward', { ...night, euroValue: '9' }),
    ];
    expect(await yearsAfter(events, { late: worth('160'), reward: worth('11') })).toEqual(
      new Map([
        [
          2027,
          {
            ...noDifference(),
            monthlyGains: months({ 1: '10' }),
            monthlyIncome: months({ 1: '2' }),
          },
        ],
      ]),
    );
  });

  it('and each month of a year changes by the sum of the changes of its events', async () => {
    const events = [
      bought,
      sold,
      sell('february', { at: '2026-02-27', euroValue: '100' }),
      sell('december', { at: '2027-12-15', euroValue: '100' }),
      income('reward', { at: '2026-06-30T22:00:00Z', euroValue: '9' }),
      income('other', { at: '2026-07-30', euroValue: '9' }),
    ];
    const changes = { bought: worth('330'), sold: worth('155'), reward: worth('11'), other: worth('12') };
    // Each sale of a third has a cost that is 10 higher.
    expect(await yearsAfter(events, changes)).toEqual(
      new Map([
        [
          2026,
          {
            ...noDifference(),
            monthlyGains: months({ 2: '-15' }),
            monthlyIncome: months({ 7: '5' }),
          },
        ],
        [
          2027,
          {
            ...noDifference(),
            monthlyGains: months({ 12: '-10' }),
          },
        ],
      ]),
    );
  });

  it('and an event that no longer needs review changes the count of its own year', async () => {
    const events = [
      bought,
      { ...sold, euroValue: null },
      { ...out, needsReview: true, timestampUs: at('2026-02-06') },
    ];
    expect(await yearsAfter(events, { sold: worth('100'), out: noted })).toEqual(
      new Map([[2026, { ...noDifference(), needsReviewCount: -2, gainCount: 1 }]]),
    );
  });

  it('and an event whose value becomes known joins the list of contributions of its kind', async () => {
    const cost = fee('cost', { at: '2026-03-05', euroValue: null });
    const events = [bought, { ...sold, euroValue: null }, cost, income('reward', { at: '2026-04-05' })];
    const changes = { sold: worth('150'), cost: worth('7'), reward: { ...worth('11'), taxable: false } };
    const [[year, { gainCount, incomeCount, feeCount, fees }]] = [...(await yearsAfter(events, changes))] as [
      [number, YearDifference],
    ];
    expect([year, gainCount, incomeCount, feeCount, fees]).toEqual([2026, 1, -1, 1, eur('7')]);
  });

  it('and a change without effect touches no year, lot, slice or other event', async () => {
    const difference = await worked(correctionOf([bought, sold], { sold: worth('150.0') }));
    const revaluation = { lots: [], slices: [], gains: new Map() };
    expect(difference).toMatchObject({
      revaluation,
      outcomes: [],
      issues: [],
      years: new Map(),
      heldCost: new Map(),
    });
    expect(difference?.events.map(({ event: { euroValueShown } }) => euroValueShown)).toEqual(['150.0']);
  });

  it('and the cost of units that are gone is not part of the holdings', async () => {
    const all = { ...sold, amount: '3' };
    const difference = await worked(
      correctionOf([bought, all], { bought: worth('330'), sold: worth('180') }),
    );
    expect(difference?.heldCost).toEqual(new Map());
    expect(difference?.revaluation.gains).toEqual(new Map([[idOf('sold'), eur('-150')]]));
  });
});

describe('It takes a full run to compute', () => {
  const loan = buy('loan', { at: '2026-01-06', amount: '2', euroValue: '220', isLoan: true });
  const repaid = sell('repaid', { at: '2026-03-01', amount: '2', euroValue: '260', isRepayment: true });
  const unresolved = { ...out, treatment: 'TRANSFER_OUT_UNRESOLVED' } as const;
  const ether = buy('ether', { at: '2026-01-05', euroValue: '50', assetKey: 'ETH' });

  it.each<Row>([
    ['a new value of a debt', [bought, loan], { loan: worth('240') }, 'FULL RUN'],
    ['a new value of a repayment', [bought, loan, repaid], { repaid: worth('240') }, 'FULL RUN'],
    [
      'new values of a debt and of a purchase',
      [bought, loan, repaid],
      { bought: worth('360'), loan: worth('240') },
      'FULL RUN',
    ],
    ['new proceeds of borrowed units', [loan, sold], { sold: worth('190') }, 'FULL RUN'],
    [
      'new proceeds of borrowed units that became another asset',
      [loan, out, { ...into, assetKey: 'WBTC' }, { ...sold, assetKey: 'WBTC' }],
      { sold: worth('190') },
      'FULL RUN',
      { matches: [match('out', 'in', 'WRAP')] },
    ],
    [
      'but not new proceeds of units bought before the loan: 190 − 100',
      [bought, loan, sold],
      { sold: worth('190') },
      { gains: { sold: '90' } },
    ],
    [
      'but not a new cost of units with which the loan was repaid: two of three at 120',
      [
        bought,
        { ...loan, euroValue: '0' },
        { ...sold, amount: '5', treatment: 'LOST' },
        buy('new', { at: '2026-02-06', amount: '3', euroValue: '300' }),
        repaid,
      ],
      { new: worth('360') },
      { costs: { new: '360' }, held: { BTC: '20' } },
    ],
    [
      'a new cost in an asset that a suggestion reaches',
      [bought, unresolved, { ...into, amount: '2' }],
      { bought: worth('360') },
      'FULL RUN',
    ],
    [
      'new proceeds in an asset that a suggestion reaches',
      [bought, sold, unresolved, { ...into, amount: '2' }],
      { sold: worth('360') },
      'FULL RUN',
    ],
    [
      'but not a new cost in another asset',
      [bought, unresolved, { ...into, amount: '2' }, ether],
      { ether: worth('60') },
      { costs: { ether: '60' }, held: { ETH: '10' } },
    ],
  ])('%s', check);

  it('a sale from a lot that the book lacks', async () => {
    const { before, after, outputs, ids } = correctionOf([bought, sold], { sold: worth('190') });
    const book: Book = { ...bookOf(outputs, before), lots: () => Promise.resolve([]) };
    expect(await differenceFrom(book, outputs, after, ids)).toBeNull();
  });

  it('a lot that a frozen year split', async () => {
    const deposit = { ...out, treatment: 'CONTINUITY_DEPOSIT' } as const;
    const arrival = buy('in', { at: '2027-01-12', amount: '1.5', treatment: 'CONTINUITY_WITHDRAW' });
    const frozen = { year: 2026, ...closeYear(inputsOf([bought, deposit]), 2026) };
    const inputs = inputsOf([bought, deposit, arrival], { ...joined, frozenYears: [frozen] });
    const outputs = recalculate(inputs);
    // Half a unit did not arrive, and the frozen year does not record which part of its lot that was.
    expect(outputs.slices.map(({ goneBefore }) => goneBefore)).toEqual([null]);
    const { events } = resolve(inputsOf([{ ...bought, euroValue: '360' }]));
    const revalued = async (changed: readonly EffectiveEvent[]) =>
      revalue(changed, await readPart(bookOf(outputs, inputs), changed, []), () => 'NORMAAL_BEHEER');
    expect(await revalued(events)).toBeNull();
    expect(await revalued([])).toEqual({ lots: [], slices: [], gains: new Map() });
  });
});

describe('An incremental run', () => {
  it('asks once for suggestions about the changed assets and the assets that their lots became', async () => {
    const wbtc = { assetKey: 'WBTC' };
    const events = [
      bought,
      { ...bought, ...sell('other', { at: '2026-01-08', amount: '1', euroValue: '9' }) },
      out,
      { ...into, ...wbtc },
    ];
    const extras = { matches: [match('out', 'in', 'WRAP')] };
    const { before, after, outputs, ids } = correctionOf(
      events,
      { bought: worth('360'), other: worth('10') },
      extras,
    );
    const asked: (readonly string[])[] = [];
    const book: Book = {
      ...bookOf(outputs, before),
      isSuggestedAbout: (assets) => Promise.resolve(asked.push(assets) === 0),
    };
    expect(await differenceFrom(book, outputs, after, ids)).not.toBeNull();
    expect(asked).toEqual([['BTC', 'WBTC']]);
    // A sale brings no lots.
    const sale = correctionOf(events, { other: worth('10') }, extras);
    await differenceFrom(book, outputs, sale.after, sale.ids);
    expect(asked.slice(1)).toEqual([['BTC']]);
  });

  it('asks only for the photo prices of older lots, and for no lot that it has', async () => {
    const asked: (readonly string[])[] = [];
    const moment = '2025-12-31T23:00:00Z';
    const events = [
      buy('old', { at: '2025-12-31T22:59:59.999Z', euroValue: '50', assetKey: 'ETH' }),
      buy('new', { at: moment, euroValue: '50', assetKey: 'SOL' }),
      sell('old sold', { at: '2026-02-01', euroValue: '60', assetKey: 'ETH' }),
      sell('new sold', { at: '2026-02-01', euroValue: '60', assetKey: 'SOL' }),
    ];
    const changes = { old: worth('55'), new: worth('55'), 'old sold': worth('66'), 'new sold': worth('66') };
    const { before, after, outputs, ids } = correctionOf(events, changes);
    const book = bookOf(outputs, before);
    const photoPrices: Book['photoPrices'] = (assets) => {
      asked.push(assets);
      return book.photoPrices(assets);
    };
    const lots = (): Promise<never> => Promise.reject(new Error('asked for a lot that it has'));
    expect(await differenceFrom({ ...book, photoPrices, lots }, outputs, after, ids)).not.toBeNull();
    expect(asked).toEqual([['ETH']]);
  });
});
