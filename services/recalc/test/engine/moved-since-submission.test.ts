/** What has moved, or has another match, since a year was submitted is kept apart from what that year passes on (engine.md §7). */
import { describe, expect, it } from '@jest/globals';
import { closeYear } from '../../src/engine/recalculate.ts';
import type { FrozenYear, RawEvent } from '../../src/engine/types.ts';
import { amountText, buy, type Extras, idOf, inputsOf, match, run, sell } from './build.ts';

const freeze = (events: readonly RawEvent[], year: number, extras: Extras = {}): FrozenYear => ({
  year,
  ...closeYear(inputsOf(events, extras), year),
});

const weth = { assetKey: 'WETH' };
const wallet = { treatment: 'TRANSFER_OUT_OWN_WALLET' } as const;

function expectEachOnce(figures: ReturnType<typeof run>): void {
  const { lots, slices } = figures.outputs;
  const keys = [
    ...lots.map(({ id }) => id),
    ...slices.map(({ event, ordinal }) => `${event.raw.id} ${String(ordinal)}`),
  ];
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
}

const held = ({ outputs: { lots } }: ReturnType<typeof run>, assetKey: string): string[] =>
  lots
    .filter((lot) => lot.assetKey === assetKey && lot.remaining > 0n)
    .map(
      ({ remaining, acquiredUs }) =>
        `${amountText(remaining)} of ${String(new Date(acquiredUs / 1000).getUTCFullYear())}`,
    );

describe('A transfer between assets that arrives before a submitted year and leaves after it', () => {
  const bought = [
    buy('old', { at: '2023-01-01', amount: '4', euroValue: '40', ...weth }),
    buy('new', { at: '2026-01-05', amount: '4', euroValue: '400', ...weth }),
  ];
  const into = buy('in', { at: '2024-06-01', amount: '2', euroValue: '50' });
  const out = (at_: string) => sell('out', { at: at_, amount: '4', ...wallet, ...weth });
  const matches = [match('out', 'in', 'BRIDGE')];

  it('has legs of their own where the year was submitted without it: its units are not taken twice', () => {
    const facts = [...bought, into, out('2026-06-01')];
    const figures = run(facts, { matches, frozenYears: [freeze(facts, 2025)] });
    expectEachOnce(figures);
    expect(held(figures, 'BTC')).toEqual(['2 of 2024']);
    expect(figures.slices('out').map(({ kind, lot }) => [kind, lot.originEventId])).toEqual([
      ['WAITING', idOf('old')],
    ]);
    expect([figures.issues('in'), figures.issues('out')]).toEqual([['UNMATCHED_TRANSFER_IN'], []]);
  });

  it('arrives once, at its arrival, where the year was submitted with it', () => {
    const facts = [...bought, into, out('2026-06-01')];
    const figures = run(facts, { matches, frozenYears: [freeze(facts, 2025, { matches })] });
    expectEachOnce(figures);
    expect(held(figures, 'BTC')).toEqual(['2 of 2023']);
    expect(figures.slices('out').map(({ kind }) => kind)).toEqual(['MOVED']);
    expect(figures.issues('out')).toEqual([]);
  });

  it('leaves each of its other arrivals an acquisition of its own', () => {
    const other = buy('other', { at: '2026-07-01', amount: '1', euroValue: '30', assetKey: 'ETH' });
    const facts = [...bought, into, other, out('2026-06-01')];
    const joined = { ...match('out', 'other', 'BRIDGE', 2), joinedMatchId: matches[0]!.id };
    const figures = run(facts, { matches: [...matches, joined], frozenYears: [freeze(facts, 2025)] });
    expectEachOnce(figures);
    expect(held(figures, 'ETH')).toEqual(['1 of 2026']);
  });
});

describe('An arrival whose units a submitted year passes on', () => {
  const early = sell('early', { at: '2025-06-01', amount: '4', ...wallet, ...weth });
  const late = sell('late', { at: '2026-02-01', amount: '3', ...wallet, ...weth });
  const into = buy('in', { at: '2026-03-01', amount: '2', euroValue: '50' });
  const facts = [buy('held', { at: '2025-01-01', amount: '9', ...weth }), early, late, into];
  const withEarly = [match('early', 'in', 'BRIDGE')];
  const frozenYears = [freeze(facts, 2025, { matches: withEarly })];

  it('brings other lots by another departure', () => {
    const figures = run(facts, { matches: [match('late', 'in', 'BRIDGE')], frozenYears });
    expectEachOnce(figures);
    expect(held(figures, 'BTC')).toEqual(['2 of 2025', '2 of 2025']);
  });

  it('brings nothing more by the departure that the year knows', () => {
    const figures = run(facts, { matches: withEarly, frozenYears });
    expectEachOnce(figures);
    expect(held(figures, 'BTC')).toEqual(['2 of 2025']);
  });
});

/** The ids of the lots that an event brings. */
const lotIdsOf = ({ outputs: { lots } }: ReturnType<typeof run>, event: string): string[] =>
  lots.filter(({ eventId }) => eventId === idOf(event)).map(({ id }) => id);

describe('An arrival whose units a submitted year brought and consumed', () => {
  const soldThen = sell('sold', { at: '2025-12-01', amount: '2', euroValue: '50' });

  it('brings other lots by another departure', () => {
    const facts = [
      buy('held', { at: '2025-01-01', amount: '9', ...weth }),
      sell('early', { at: '2025-06-01', amount: '4', ...wallet, ...weth }),
      sell('late', { at: '2026-02-01', amount: '3', ...wallet, ...weth }),
      soldThen,
      buy('in', { at: '2026-03-01', amount: '2', euroValue: '50' }),
    ];
    const matches = [match('early', 'in', 'BRIDGE')];
    const frozenYears = [freeze(facts, 2025, { matches })];
    expect(frozenYears[0]?.closing.lots.map(({ eventId }) => eventId)).toEqual([idOf('held')]);
    const now = lotIdsOf(run(facts, { matches: [match('late', 'in', 'BRIDGE')], frozenYears }), 'in');
    expect(now).toHaveLength(1);
    expect(lotIdsOf(run(facts, { matches }), 'in')).not.toEqual(now);
  });

  it('brings another lot of units that the pool lacks by a departure after that year', () => {
    const into = buy('in', { at: '2025-06-02', amount: '2', accountRef: 'ledger', keptIn: [2025] });
    const departure = (name: string, at: string): RawEvent => sell(name, { at, amount: '2', ...wallet });
    const facts = [departure('early', '2025-06-01'), departure('late', '2026-02-01'), into, soldThen];
    const matches = [match('early', 'in')];
    const frozenYears = [freeze(facts, 2025, { matches })];
    const now = lotIdsOf(run(facts, { matches: [match('late', 'in')], frozenYears }), 'in');
    expect(now).toHaveLength(1);
    expect(lotIdsOf(run(facts, { matches }), 'in')).not.toEqual(now);
  });
});

describe('Units that left before a submitted year, and wait in it', () => {
  const out = sell('out', { at: '2024-06-01', amount: '4', ...wallet, ...weth });
  const into = buy('in', { at: '2026-03-01', amount: '2', euroValue: '50' });
  const facts = [buy('held', { at: '2024-01-01', amount: '9', ...weth }), out, into];

  it('arrive after it as other lots than those that arrived when they left, since the match was made', () => {
    const matches = [match('out', 'in', 'BRIDGE')];
    const figures = run(facts, { matches, frozenYears: [freeze(facts, 2025)] });
    expectEachOnce(figures);
    expect(held(figures, 'BTC')).toEqual(['2 of 2024']);
  });
});

describe('A departure that left a submitted year', () => {
  const bought = buy('held', { at: '2024-01-01', amount: '9' });
  const then = sell('out', { at: '2025-06-01', amount: '4', ...wallet });
  const now = sell('out', { at: '2026-06-01', amount: '3', ...wallet, keptIn: [2025] });
  const frozenYears = [freeze([bought, then], 2025)];

  it('waits again, and what waits in that year keeps waiting', () => {
    const figures = run([bought, now], { frozenYears });
    expectEachOnce(figures);
    expect(
      figures.outputs.lots.map(({ remaining, waiting }) => [remaining, waiting].map(amountText)),
    ).toEqual([['2', '7']]);
    const { waiting } = freeze([bought, now], 2026, { frozenYears }).closing;
    expect(waiting.map(({ amount }) => amountText(amount))).toEqual(['4', '3']);
  });

  it('arrives with the units that left where it is now', () => {
    const facts = [bought, now, buy('in', { at: '2027-01-05', amount: '3', accountRef: 'ledger' })];
    const submitted = [...frozenYears, freeze(facts, 2026, { frozenYears })];
    const figures = run(facts, { matches: [match('out', 'in')], frozenYears: submitted });
    expectEachOnce(figures);
    expect(
      figures.outputs.lots.map(({ remaining, waiting }) => [remaining, waiting].map(amountText)),
    ).toEqual([
      ['2', '4'],
      ['3', '0'],
    ]);
    expect(figures.issues('in')).toEqual([]);
  });
});

describe('An acquisition in an open year whose lot a later submitted year passes on', () => {
  it('brings another lot after that year when it has moved there', () => {
    const then = (moment: string): RawEvent => buy('moved', { at: moment, amount: '4', euroValue: '40' });
    const figures = run([then('2026-06-01')], { frozenYears: [freeze([then('2024-06-01')], 2025)] });
    expectEachOnce(figures);
    expect(held(figures, 'BTC')).toEqual(['4 of 2024', '4 of 2026']);
  });

  it('brings another lot by a transfer of units that the pool lacks', () => {
    const facts = (moment: string, amount: string): RawEvent[] => [
      sell('out', { at: moment, amount, ...wallet }),
      buy('in', { at: '2026-07-01', amount, accountRef: 'ledger' }),
    ];
    const matches = [match('out', 'in')];
    const frozenYears = [freeze(facts('2024-06-01', '4'), 2025, { matches })];
    const figures = run(facts('2026-06-01', '6'), { matches, frozenYears });
    expectEachOnce(figures);
    expect(held(figures, 'BTC')).toEqual(['4 of 2024', '2 of 2026']);
  });
});

describe('A loan of a submitted year that is the arrival of a transfer since', () => {
  it('is repaid from the units that it brought, not from those of the transfer', () => {
    const loan = buy('loan', { at: '2025-06-01', amount: '4', euroValue: '40', isLoan: true });
    const facts = [
      loan,
      sell('sold', { at: '2025-07-01', amount: '4', euroValue: '40' }),
      sell('out', { at: '2026-02-01', amount: '4', ...wallet }),
      buy('bought', { at: '2026-01-01', amount: '1', euroValue: '10' }),
      sell('repaid', { at: '2026-03-01', amount: '1', isRepayment: true }),
    ];
    const frozenYears = [freeze(facts, 2025)];
    const figures = run(facts, { matches: [match('out', 'loan')], frozenYears });
    expectEachOnce(figures);
    expect(figures.slices('repaid').map(({ lot }) => lot.originEventId)).toEqual([idOf('bought')]);
  });
});

describe('Several departures that wait in a submitted year', () => {
  it('arrive together, and what is missing of each is consumed at the arrival in places of its own', () => {
    const facts = [
      buy('held', { at: '2025-01-01', amount: '20' }),
      sell('first', { at: '2025-06-01', amount: '10', ...wallet }),
      sell('second', { at: '2025-07-01', amount: '10', ...wallet }),
      buy('in', { at: '2026-01-05', amount: '5', accountRef: 'ledger' }),
    ];
    const first = match('first', 'in');
    const matches = [first, { ...match('second', 'in', 'SELF_TRANSFER', 2), joinedMatchId: first.id }];
    const figures = run(facts, { matches, frozenYears: [freeze(facts, 2025)] });
    expectEachOnce(figures);
    expect(figures.slices('in').map(({ ordinal, amount }) => [ordinal, amountText(amount)])).toEqual([
      [0, '5'],
      [1, '10'],
    ]);
  });
});
