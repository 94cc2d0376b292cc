/** The issues of a run and the copilot's suggestions (engine.md §5). */
import { describe, expect, it } from '@jest/globals';
import { ISSUE_KINDS, type IssueType, type Severity } from '@ctx/domain/issues';
import type { RawEvent, TransferMatch, YearChange } from '../types.ts';
import {
  buy,
  eur,
  event,
  type EventText,
  type Extras,
  fee,
  idOf,
  match,
  override,
  price,
  run,
  sell,
} from '../../../test/engine/build.ts';

const bought = buy('buy', { at: '2026-01-01', amount: '9', euroValue: '900' });
const e = (type: RawEvent['type'], facts: Partial<EventText> = {}): RawEvent =>
  event('e', type, { at: '2026-02-01', euroValue: '10', ...facts });
const gone = (facts: Partial<EventText> = {}) => e('DISPOSITION', facts);
const got = (facts: Partial<EventText> = {}) => e('ACQUISITION', facts);
const arrival = (facts: Partial<EventText> = {}) =>
  buy('in', { at: '2026-02-01T01:00Z', accountRef: 'ledger', euroValue: '10', ...facts });
const matches = [match('e', 'in')];
/** Returns a match whose in leg is `e`. */
const intoE = [match('out', 'e')];
const departure = (facts: Partial<EventText> = {}) =>
  sell('out', { at: '2026-02-01', accountRef: 'ledger', euroValue: '10', ...facts });
const AWAY = 'TRANSFER_OUT_OWN_WALLET';
const SWAP = { continuityGroupId: idOf('g') };

type Row = readonly [IssueType, Severity | null, string, readonly RawEvent[], Extras?];
/** Cases of each issue type; a severity of null means that the issue is not raised. */
// prettier-ignore
const ROWS: readonly Row[] = [
  ['UNMATCHED_TRANSFER_OUT', 'HIGH', 'TRANSFER_OUT_UNRESOLVED, no match', [gone({ treatment: 'TRANSFER_OUT_UNRESOLVED' })]],
  ['UNMATCHED_TRANSFER_OUT', 'HIGH', 'TRANSFER_OUT_AMBIGUOUS, no match', [gone({ treatment: 'TRANSFER_OUT_AMBIGUOUS' })]],
  ['UNMATCHED_TRANSFER_OUT', null, 'matched', [gone({ treatment: 'TRANSFER_OUT_UNRESOLVED' }), arrival()], { matches }],
  ['UNMATCHED_TRANSFER_OUT', 'MEDIUM', 'an outgoing transfer, and a candidate exists', [gone({ treatment: AWAY }), arrival()]],
  ['UNMATCHED_TRANSFER_OUT', 'MEDIUM', 'staked, and a candidate exists', [gone({ treatment: 'STAKE_BEACON' }), arrival()]],
  ['UNMATCHED_TRANSFER_OUT', null, 'an outgoing transfer without a candidate', [gone({ treatment: AWAY })]],
  ['UNMATCHED_TRANSFER_OUT', null, 'the only arrival is matched already', [gone({ treatment: AWAY }), arrival(), departure()], { matches: [match('out', 'in')] }],
  ['UNMATCHED_TRANSFER_OUT', null, 'the only arrival is a loan', [gone({ treatment: AWAY }), arrival({ isLoan: true })]],
  ['UNMATCHED_TRANSFER_OUT', null, 'the only arrival is spam', [gone({ treatment: AWAY }), arrival({ spam: true })]],
  ['UNMATCHED_TRANSFER_OUT', null, 'the only arrival is ignored', [gone({ treatment: AWAY }), arrival({ treatment: 'IGNORED' })]],
  ['UNMATCHED_TRANSFER_OUT', null, 'the only arrival is a gift', [gone({ treatment: AWAY }), arrival({ treatment: 'GIFT_RECEIVED' })]],
  ['UNMATCHED_TRANSFER_OUT', null, 'the only arrival is in a swap', [gone({ treatment: AWAY }), arrival({ continuityGroupId: idOf('g') }), departure({ assetKey: 'ETH', continuityGroupId: idOf('g') })]],
  ['UNMATCHED_TRANSFER_OUT', null, 'a sale', [gone(), arrival()]],
  ['UNMATCHED_TRANSFER_OUT', 'MEDIUM', 'the arrival is a purchase', [gone({ treatment: AWAY }), arrival()]],
  ['UNMATCHED_TRANSFER_OUT', 'MEDIUM', 'the arrival is unclassified', [gone({ treatment: AWAY }), arrival({ treatment: 'UNCLASSIFIED' })]],
  ['UNMATCHED_TRANSFER_OUT', 'MEDIUM', 'the arrival is of a bridge', [gone({ treatment: AWAY }), arrival({ treatment: 'BRIDGE_WITHDRAW' })]],
  ['UNMATCHED_TRANSFER_OUT', null, 'the arrival is of another kind', [gone({ treatment: AWAY }), arrival({ treatment: 'NFT_BUY' })]],
  ['UNMATCHED_TRANSFER_IN', 'MEDIUM', 'the departure is a sale', [got({ treatment: 'CONTINUITY_WITHDRAW' }), departure()]],
  ['UNMATCHED_TRANSFER_IN', 'MEDIUM', 'an incoming transfer, no match', [got({ treatment: 'CONTINUITY_WITHDRAW' })]],
  ['UNMATCHED_TRANSFER_IN', null, 'matched', [departure(), got({ treatment: 'CONTINUITY_WITHDRAW' })], { matches: intoE }],
  ['UNMATCHED_TRANSFER_IN', null, 'a purchase', [got()]],
  ['POSSIBLE_MIGRATION', 'MEDIUM', 'a swap of two assets of one row', [gone({ ...SWAP, assetKey: 'MATIC' }), arrival({ ...SWAP, assetKey: 'POL' })]],
  ['POSSIBLE_MIGRATION', 'MEDIUM', 'a sale and a purchase within an hour, without money', [gone({ assetKey: 'MATIC' }), arrival({ assetKey: 'POL' })]],
  ['POSSIBLE_MIGRATION', 'MEDIUM', 'a swap by a ratio', [gone({ ...SWAP, assetKey: 'MKR' }), arrival({ ...SWAP, assetKey: 'SKY', amount: '24000' })]],
  ['POSSIBLE_MIGRATION', null, 'a swap by another ratio', [gone({ ...SWAP, assetKey: 'MKR' }), arrival({ ...SWAP, assetKey: 'SKY', amount: '12000' })]],
  ['POSSIBLE_MIGRATION', null, 'a purchase over an hour later', [gone({ assetKey: 'MATIC' }), arrival({ assetKey: 'POL', at: '2026-02-01T01:00:01Z' })]],
  ['POSSIBLE_MIGRATION', null, 'a sale for money', [gone({ ...SWAP, assetKey: 'MATIC' }), arrival({ ...SWAP, assetKey: 'EUR' }), buy('later', { at: '2026-02-01', assetKey: 'POL', continuityGroupId: idOf('h') }), sell('other', { at: '2026-02-01', assetKey: 'SOL', continuityGroupId: idOf('h') })]],
  ['POSSIBLE_MIGRATION', null, 'a swap with a third leg', [gone({ ...SWAP, assetKey: 'MATIC' }), arrival({ ...SWAP, assetKey: 'POL' }), buy('third', { at: '2026-02-01', assetKey: 'SOL', ...SWAP })]],
  ['POSSIBLE_MIGRATION', null, 'the new asset became the old one', [gone({ ...SWAP, assetKey: 'POL' }), arrival({ ...SWAP, assetKey: 'MATIC' })]],
  ['POSSIBLE_MIGRATION', null, 'assets of no row', [gone({ ...SWAP, assetKey: 'SOL' }), arrival({ ...SWAP, assetKey: 'POL' })]],
  ['POSSIBLE_MIGRATION', null, 'matched', [gone({ ...SWAP, assetKey: 'MATIC' }), arrival({ ...SWAP, assetKey: 'POL' })], { matches: [match('e', 'in', 'MIGRATION')] }],
  ['POSSIBLE_MIGRATION', null, 'a gift', [gone({ assetKey: 'MATIC', treatment: 'GIFT_GIVEN' }), arrival({ assetKey: 'POL' })]],
  ['TRANSFER_SURPLUS', 'MEDIUM', 'more arrived than left', [departure(), got({ amount: '1.1' })], { matches: intoE }],
  ['TRANSFER_SURPLUS', null, 'as much arrived as left', [departure(), got()], { matches: intoE }],
  ['TRANSFER_SURPLUS', null, 'more came of staking', [departure({ treatment: 'STAKE_BEACON' }), got({ amount: '1.1' })], { matches: intoE }],
  ['TRANSFER_SURPLUS', null, 'more arrived of another asset', [departure(), got({ amount: '3', assetKey: 'WBTC' })], { matches: intoE }],
  ['REVIEW_TRANSFER', 'MEDIUM', 'the in leg is over an hour early', [departure({ at: '2026-02-01T01:00:00.001Z' }), got()], { matches: intoE }],
  ['REVIEW_TRANSFER', null, 'the in leg is an hour early', [departure({ at: '2026-02-01T01:00:00Z' }), got()], { matches: intoE }],
  ['REVIEW_TRANSFER', null, 'the in leg is a month late', [departure({ at: '2026-01-02T01:00:00Z' }), got()], { matches: intoE }],
  ['REVIEW_TRANSFER', 'MEDIUM', 'less than 90 % arrives', [departure(), got({ amount: '0.899999' })], { matches: intoE }],
  ['REVIEW_TRANSFER', null, '90 % arrives', [departure(), got({ amount: '0.9' })], { matches: intoE }],
  ['REVIEW_TRANSFER', 'MEDIUM', 'different assets, values over 10 % below', [departure({ euroValue: '100' }), got({ assetKey: 'X', euroValue: '89.99' })], { matches: intoE }],
  ['REVIEW_TRANSFER', 'MEDIUM', 'different assets, values over 10 % above', [departure({ euroValue: '100' }), got({ assetKey: 'X', euroValue: '110.01' })], { matches: intoE }],
  ['REVIEW_TRANSFER', null, 'different assets, values 10 % apart', [departure({ euroValue: '100' }), got({ assetKey: 'X', euroValue: '110' })], { matches: intoE }],
  ['REVIEW_TRANSFER', null, 'different assets, a tenth of the amount', [departure(), got({ assetKey: 'X', amount: '0.1' })], { matches: intoE }],
  ['REVIEW_TRANSFER', null, 'different assets, a value not known', [departure(), got({ assetKey: 'X', euroValue: null })], { matches: intoE }],
  ['REVIEW_TRANSFER', null, 'one asset, values far apart', [departure({ euroValue: '100' }), got()], { matches: intoE }],
  ['MISSING_PRICE', 'HIGH', 'an acquisition without a value', [got({ euroValue: null })]],
  ['MISSING_PRICE', 'HIGH', 'income without a value', [e('INCOME', { euroValue: null })]],
  ['MISSING_PRICE', 'HIGH', 'a sale without a value', [gone({ euroValue: null })]],
  ['MISSING_PRICE', 'HIGH', 'an incoming transfer without a value, unmatched', [got({ euroValue: null, treatment: 'BRIDGE_WITHDRAW' })]],
  ['MISSING_PRICE', 'HIGH', 'a surplus without a value', [departure(), got({ amount: '1.1', euroValue: null })], { matches: intoE }],
  ['MISSING_PRICE', null, 'a matched transfer without a value', [departure(), got({ euroValue: null })], { matches: intoE }],
  ['MISSING_PRICE', null, 'a sale that is not taxed', [gone({ euroValue: null, taxable: false })]],
  ['MISSING_PRICE', null, 'a gift given', [gone({ euroValue: null, treatment: 'GIFT_GIVEN' })]],
  ['MISSING_PRICE', null, 'a fee', [e('FEE', { euroValue: null })]],
  ['MISSING_PRICE', null, 'a waiting transfer', [gone({ euroValue: null, treatment: AWAY })]],
  ['MISSING_PRICE', null, 'a value of the price series', [got({ euroValue: null })], { prices: [price('BTC', '2026-02-01', '5')] }],
  ['MISSING_PRICE', null, 'a value that is zero', [got({ euroValue: '0' })]],
  ['MISSING_COST_BASIS', 'HIGH', 'a sale of more than is held', [gone({ amount: '9.1' })]],
  ['MISSING_COST_BASIS', 'HIGH', 'a fee of more than is held', [e('FEE', { amount: '9.1' })]],
  ['MISSING_COST_BASIS', 'HIGH', 'a transfer of more than is held', [gone({ amount: '9.1' }), arrival({ amount: '9.1' })], { matches }],
  ['MISSING_COST_BASIS', null, 'all that is held', [gone({ amount: '9' })]],
  ['GIFT_BASIS_UNKNOWN', 'MEDIUM', 'GIFT_RECEIVED, valued by the import only', [got({ treatment: 'GIFT_RECEIVED' })]],
  ['GIFT_BASIS_UNKNOWN', null, 'GIFT_RECEIVED, valued by the user', [got({ treatment: 'GIFT_RECEIVED' })], { overrides: [override('e', { euroValue: '4' })] }],
  ['GIFT_BASIS_UNKNOWN', null, 'a borrowed GIFT_RECEIVED', [got({ treatment: 'GIFT_RECEIVED', isLoan: true })]],
  ['UNCLASSIFIED', 'MEDIUM', 'treatment UNCLASSIFIED', [got({ treatment: 'UNCLASSIFIED' })]],
  ['UNCLASSIFIED', null, 'a live match', [departure(), got({ treatment: 'UNCLASSIFIED' })], { matches: intoE }],
  ['UNCLASSIFIED', null, 'a live match, though the override says so', [departure(), got()], { matches: intoE, overrides: [override('e', { treatment: 'UNCLASSIFIED' })] }],
  ['UNCLASSIFIED', null, 'classified by the user', [got({ treatment: 'UNCLASSIFIED' })], { overrides: [override('e', { treatment: 'NORMAL' })] }],
  ['UNCLASSIFIED', null, 'fiat', [got({ treatment: 'UNCLASSIFIED', fiat: true })]],
  ['SUSPECTED_SPAM', 'LOW', 'spam set by the import', [got({ spam: true })]],
  ['SUSPECTED_SPAM', 'LOW', 'spam, with an override of neither type nor treatment', [got({ spam: true })], { overrides: [override('e', { euroValue: '1' })] }],
  ['SUSPECTED_SPAM', null, 'spam that the user ignores', [got({ spam: true })], { overrides: [override('e', { treatment: 'IGNORED' })] }],
  ['SUSPECTED_SPAM', null, 'spam that the user says is real', [got({ spam: true })], { overrides: [override('e', { type: 'ACQUISITION' })] }],
  ['SUSPECTED_SPAM', null, 'a live match', [departure(), got({ spam: true })], { matches: intoE }],
  ['NEEDS_REVIEW', 'LOW', 'set by the import', [got({ needsReview: true })]],
  ['NEEDS_REVIEW', 'LOW', 'a pair that the table does not hold', [got({ treatment: 'STOLEN' })]],
  ['NEEDS_REVIEW', 'LOW', 'a pair that the table does not hold, by the user', [gone()], { overrides: [override('e', { treatment: 'GIFT_RECEIVED' })] }],
  ['NEEDS_REVIEW', null, 'an override exists', [got({ needsReview: true })], { overrides: [override('e', { description: 'x' })] }],
  ['NEEDS_REVIEW', null, 'a live match', [departure(), got({ needsReview: true, treatment: 'STOLEN' })], { matches: intoE }],
  ['NEEDS_REVIEW', null, 'ignored', [got({ needsReview: true, treatment: 'IGNORED' })]],
];

describe('The inbox', () => {
  it.each(ROWS.map((row) => ({ row, title: `${row[0]}, severity ${row[1] ?? 'none'}: ${row[2]}` })))(
    '$title',
    ({ row }) => {
      const [type, severity, , events, extras] = row;
      const { outputs } = run([bought, ...events], extras);
      const raised = outputs.issues.filter((issue) => issue.type === type && issue.eventId === idOf('e'));
      expect(raised.map((issue) => issue.severity)).toEqual(severity === null ? [] : [severity]);
    },
  );

  it('has a case for every kind of issue', () => {
    const elsewhere = [
      'MISSING_PHOTO_VALUE',
      'POSSIBLE_DUPLICATE',
      'ORPHANED_CORRECTION',
      'FROZEN_YEAR_DRIFT',
      // Read derives it.
      'BALANCE_DIFFERS',
      'REPORTED_DIFFERS',
    ];
    const here = new Set(ROWS.filter(([, severity]) => severity !== null).map(([type]) => type));
    expect([...here, ...elsewhere].toSorted()).toEqual(Object.keys(ISSUE_KINDS).toSorted());
  });

  it('an event that acts on no pool raises only SUSPECTED_SPAM', () => {
    const doubtful = { euroValue: null, needsReview: true, treatment: 'UNCLASSIFIED' as const };
    const odd = { ...doubtful, treatment: 'STOLEN' as const };
    expect(run([got({ ...doubtful, spam: true })]).issues('e')).toEqual(['SUSPECTED_SPAM']);
    expect(run([got({ ...doubtful, fiat: true })]).issues('e')).toEqual([]);
    expect(run([got({ ...odd, assetKey: 'EUR' })]).issues('e')).toEqual([]);
    expect(run([gone({ ...odd, treatment: 'IGNORED', amount: '99' })]).issues('e')).toEqual([]);
  });

  it('UNCLASSIFIED and NEEDS_REVIEW are raised next to other issues of the event', () => {
    const figures = run([gone({ euroValue: null, needsReview: true, treatment: 'UNCLASSIFIED' })]);
    expect(figures.issues('e').toSorted()).toEqual([
      'MISSING_COST_BASIS',
      'MISSING_PRICE',
      'NEEDS_REVIEW',
      'UNCLASSIFIED',
    ]);
    expect(figures.year(2026).needsReviewCount).toBe(1);
  });
});

describe('The copilot', () => {
  it('suggests IGNORE_EVENT for spam, which changes no figure', () => {
    const { suggestion } = run([got({ spam: true })]).issue('SUSPECTED_SPAM');
    expect(suggestion).toMatchObject({ type: 'IGNORE_EVENT', counterpartEventId: null, changes: [] });
  });

  it.each([
    ['one asset', {}, {}, 'SELF_TRANSFER'],
    ['one asset by a bridge', { treatment: 'BRIDGE_DEPOSIT' }, {}, 'BRIDGE'],
    ['one asset from a bridge', {}, { treatment: 'BRIDGE_WITHDRAW' }, 'BRIDGE'],
    [
      'one symbol on two chains',
      { assetKey: 'BTC', assetChain: 'a' },
      { assetKey: 'BTC2', assetSymbol: 'BTC', assetChain: 'b' },
      'BRIDGE',
    ],
    ['one symbol on one chain', {}, { assetKey: 'BTC2', assetSymbol: 'btc' }, 'MIGRATION'],
    ['a leading W gained', {}, { assetKey: 'WBTC' }, 'WRAP'],
    ['a leading W lost', { assetKey: 'WBTC' }, { assetKey: 'BTC' }, 'UNWRAP'],
  ] as const)('names the best candidate and the kind: %s', (_title, left, arrived, kind) => {
    const events = [
      gone({ treatment: AWAY, ...left }),
      arrival(arrived),
      arrival({ ...arrived, id: idOf('later'), at: '2026-02-03' }),
    ];
    expect(run(events).issue('UNMATCHED_TRANSFER_OUT').suggestion).toMatchObject({
      type: 'TRANSFER_MATCH',
      counterpartEventId: idOf('in'),
      kind,
    });
  });

  it('suggests the departure for an incoming transfer', () => {
    const { suggestion } = run([
      departure({ treatment: 'TRANSFER_OUT_UNRESOLVED' }),
      got({ treatment: 'CONTINUITY_WITHDRAW' }),
    ]).issue('UNMATCHED_TRANSFER_IN');
    expect(suggestion).toMatchObject({ counterpartEventId: idOf('out'), kind: 'SELF_TRANSFER' });
  });
});

/** Returns the years whose net gain or income a match changes, from two full runs. */
function difference(events: readonly RawEvent[], extras: Extras, taken: TransferMatch): YearChange[] {
  const before = run(events, extras).outputs.years;
  const after = run(events, { ...extras, matches: [...(extras.matches ?? []), taken] }).outputs.years;
  return after
    .map(({ year, capitalGains, income }) => {
      const old = before.find((each) => each.year === year);
      return { year, gain: capitalGains - (old?.capitalGains ?? 0n), income: income - (old?.income ?? 0n) };
    })
    .filter(({ gain, income }) => gain !== 0n || income !== 0n);
}

describe('estimatedImpactEur is the change that accepting the suggestion makes', () => {
  const unresolved = gone({ treatment: 'TRANSFER_OUT_UNRESOLVED', euroValue: '650' });
  const received = arrival({ treatment: 'CONTINUITY_WITHDRAW', amount: '0.95', euroValue: '620' });
  const sale = sell('sale', { at: '2027-03-01', amount: '8.5', euroValue: '9000' });
  const wrapped = arrival({ assetKey: 'WBTC', euroValue: '640' });
  const wrappedSale = sell('wrapped sale', { at: '2028-01-01', assetKey: 'WBTC', euroValue: '700' });
  const speculative = { regimes: { 2026: 'SPECULATIEF', 2027: 'SPECULATIEF', 2028: 'SPECULATIEF' } } as const;
  const feeOfOut = fee('fee', { at: '2026-02-01', assetKey: 'EUR', amount: '12', referenceId: 'e' });
  const onward = [
    sell('onward', { at: '2026-04-01', assetKey: 'WBTC' }),
    buy('landed', { at: '2026-04-01', assetKey: 'XBTC', amount: '2' }),
    sell('landed sale', { at: '2026-05-01', assetKey: 'XBTC', amount: '2', euroValue: '990' }),
  ];
  const photo = { prices: [price('BTC', '2025-12-31', '300')] };
  const old = { ...bought, timestampUs: bought.timestampUs - 86_400_000_000 * 40 };

  it.each<readonly [string, readonly RawEvent[], Extras]>([
    ['of one asset, less arriving', [bought, unresolved, received, sale], {}],
    ['of two assets', [bought, unresolved, wrapped, sale, wrappedSale], {}],
    [
      'when the suggestion reaches a third pool',
      [bought, unresolved, wrapped, ...onward],
      { matches: [match('onward', 'landed', 'MIGRATION')] },
    ],
    ['of lots with a photo value', [old, unresolved, wrapped, sale, wrappedSale], photo],
    ['under SPECULATIEF with fees', [bought, unresolved, wrapped, feeOfOut, sale, wrappedSale], speculative],
    [
      'when the departure counted as a sale of all units',
      [bought, { ...unresolved, amount: '9' }, arrival({ amount: '9', euroValue: '7' }), sale],
      {},
    ],
  ])('%s', (_title, events, extras) => {
    const { suggestion } = run(events, extras).issue('UNMATCHED_TRANSFER_OUT');
    expect(suggestion).toMatchObject({ type: 'TRANSFER_MATCH', counterpartEventId: idOf('in') });
    const taken = match('e', 'in', suggestion?.kind ?? 'SELF_TRANSFER', 9);
    const expected = difference(events, extras, taken);
    expect(expected.length).toBeGreaterThan(0);
    expect(suggestion?.changes).toEqual(expected);
  });

  it('as worked out: 650 − 100 of 2026 disappears; in 2027 the sale costs 850 (8.5 units at 100), not 800 plus 0.5 at 620/0.95', () => {
    const { suggestion } = run([bought, unresolved, received, sale]).issue('UNMATCHED_TRANSFER_OUT');
    // Unmatched the sale took 8 units for 800 and 0.5 of 0.95 for 326.315789473684; matched 8.5 for 850.
    expect(suggestion?.changes).toEqual([
      { year: 2026, gain: -550_000_000_000_000n, income: 0n },
      { year: 2027, gain: 276_315_789_473_684n, income: 0n },
    ]);
  });

  it('when the fee of the departure passes to an acquisition with its reference', () => {
    const eth = buy('eth', { at: '2026-02-01', assetKey: 'ETH', euroValue: '5', referenceId: 'e' });
    const ethSale = sell('eth sale', { at: '2026-03-01', assetKey: 'ETH', euroValue: '50' });
    const events = [bought, unresolved, received, eth, ethSale, feeOfOut];
    const { suggestion } = run(events, speculative).issue('UNMATCHED_TRANSFER_OUT');
    expect(suggestion?.changes).toEqual(difference(events, speculative, match('e', 'in')));
  });
});

describe('A possible migration', () => {
  it('suggests the match of kind MIGRATION, with what it changes', () => {
    const { outputs } = run([
      buy('buy', { at: '2026-01-01', assetKey: 'MATIC', amount: '10', euroValue: '100' }),
      sell('e', { ...SWAP, at: '2026-02-01', assetKey: 'MATIC', amount: '10', euroValue: '250' }),
      buy('in', { ...SWAP, at: '2026-02-01', assetKey: 'POL', amount: '10', euroValue: '250' }),
    ]);
    const [issue] = outputs.issues.filter(({ type }) => type === 'POSSIBLE_MIGRATION');
    expect(issue?.suggestion).toMatchObject({
      type: 'TRANSFER_MATCH',
      counterpartEventId: idOf('in'),
      kind: 'MIGRATION',
      changes: [{ year: 2026, gain: -eur('150'), income: 0n }],
    });
  });
});
