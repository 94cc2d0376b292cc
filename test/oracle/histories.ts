/**
 * Random histories with few assets, instants and groups, so that events affect each other. A history consists of a few small
 * scenes (a swap, a transfer, a loan, a sale with its fee) and single events, some of them corrected.
 */
import fc from 'fast-check';
import {
  EVENT_TYPES,
  type EventType,
  REGIMES,
  TRANSFER_KINDS,
  type Treatment,
  TREATMENTS,
} from '@ctx/domain/vocabulary';
import type {
  EngineInputs,
  Override,
  Price,
  RawEvent,
  Rule,
  TransferMatch,
} from '../../services/recalc/src/engine/types.ts';
import {
  at,
  entered,
  event,
  type EventText,
  idOf,
  inputsOf,
  override,
  rule,
} from '../../services/recalc/test/engine/build.ts';

/** The fields of an event that a scene sets; the event gets its name when the history is assembled. */
type Draft = Partial<Omit<RawEvent, 'id' | 'timestampUs'>> & {
  readonly type: EventType;
  readonly at: string;
};

const ACCOUNTS = ['kraken-1', 'ledger', 'Zeta'] as const;
const ASSETS = ['BTC', 'ETH', 'WBTC'] as const;
/** Stablecoins of the dollar and of the euro. */
const COINS = ['USDC', 'EURC'] as const;
const INSTANTS = [
  '2025-12-28T00:00:00Z',
  '2025-12-29T12:00:00Z',
  '2025-12-30T00:00:00Z',
  '2025-12-31T12:00:00Z',
  '2025-12-31T22:30:00Z',
  '2025-12-31T23:00:00Z',
  '2025-12-31T23:30:00Z',
  '2026-01-01T06:00:00Z',
  '2026-01-02T00:00:00Z',
  '2026-01-10T00:00:00Z',
  '2026-01-11T00:00:00Z',
  '2026-01-31T23:00:00Z',
  '2026-02-01T00:00:00Z',
  '2031-02-01T00:00:00Z',
] as const;
const SWAP_TREATMENTS = ['NORMAL', 'UNCLASSIFIED', 'NFT_BUY', 'OFFRAMP', 'PERSONAL_SPEND'] as const;
const OUT_TREATMENTS = [
  'TRANSFER_OUT_OWN_WALLET',
  'BRIDGE_DEPOSIT',
  'CONTINUITY_DEPOSIT',
  'CONTINUITY_WRAP',
  'STAKE_BEACON',
] as const;
const IN_TREATMENTS = [
  'BRIDGE_WITHDRAW',
  'CONTINUITY_WITHDRAW',
  'CONTINUITY_WRAP',
  'CONTINUITY_UNWRAP',
] as const;
const DAY_US = 24 * 3_600_000_000;

const instant = fc.constantFrom(...INSTANTS);
const asset = fc.constantFrom(...ASSETS);
const account = fc.constantFrom(...ACCOUNTS);
const reference = fc.constantFrom('r1', 'r2', 'R2', 'é', 'long one');
const group = fc.constantFrom(...['g1', 'g2', 'g3', 'g4', 'g5', 'g6'].map((name) => idOf(name)));
const maybe = <Value>(value: fc.Arbitrary<Value>, weight = 1): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight, arbitrary: value });
const rarely = (weight: number): fc.Arbitrary<boolean> =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(false) }, { weight, arbitrary: fc.constant(true) });

const amount = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('1', '2', '3', '0.5', '0.1', '1.5', '10', '0.95') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '0.333333333333333333333333',
      '1.000000000000000000000001',
      '0.7',
      '2.123456789',
    ),
  },
);
const euro = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('100', '90', '75', '10', '12.34', '250', '1000', '1') },
  { weight: 1, arbitrary: fc.constantFrom('0.333333333333', '99.999999999999') },
  { weight: 1, arbitrary: fc.constant('0') },
);
const maybeEuro = fc.oneof({ weight: 4, arbitrary: euro }, { weight: 1, arbitrary: fc.constant(null) });
const treatment: fc.Arbitrary<Treatment> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Treatment>('NORMAL') },
  { weight: 1, arbitrary: fc.constantFrom(...TREATMENTS) },
);
const type: fc.Arbitrary<EventType> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<EventType>('ACQUISITION') },
  { weight: 4, arbitrary: fc.constant<EventType>('DISPOSITION') },
  { weight: 3, arbitrary: fc.constantFrom(...EVENT_TYPES) },
);
const assetOrFiat = fc.oneof(
  { weight: 8, arbitrary: asset.map((assetKey) => ({ assetKey, fiat: false })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ assetKey: 'EUR', fiat: true }, { assetKey: 'EUR', fiat: false }),
  },
  { weight: 1, arbitrary: fc.constant({ assetKey: 'USD', fiat: true }) },
  { weight: 1, arbitrary: fc.constantFrom(...COINS.map((assetKey) => ({ assetKey, fiat: false }))) },
);

/** Fields that any event may have, apart from its type and treatment. */
const facts = fc.record({
  at: instant,
  accountRef: account,
  referenceId: reference,
  amount,
  euroValue: maybeEuro,
  taxable: maybe(fc.boolean()),
  description: maybe(fc.constantFrom('Staking Reward', 'to own wallet', 'other')),
  protocol: maybe(fc.constantFrom('Lido', 'LIDO', 'aave')),
  counterpartyAddress: maybe(fc.constantFrom('0xAbC', '0xabc', '0xd')),
  chainId: maybe(fc.constantFrom(0, 1, 10), 3),
  spam: rarely(1),
});

const anyEvent: fc.Arbitrary<Draft[]> = fc
  .tuple(facts, assetOrFiat, type, treatment, maybe(group), rarely(2), rarely(2))
  .map(([base, what, eventType, eventTreatment, continuityGroupId, isLoan, isRepayment]) => [
    { ...base, ...what, type: eventType, treatment: eventTreatment, continuityGroupId, isLoan, isRepayment },
  ]);

/** A purchase, so that later events have lots to take from. */
const purchase: fc.Arbitrary<Draft[]> = fc
  .tuple(facts, asset, fc.constantFrom<EventType>('ACQUISITION', 'ACQUISITION', 'INCOME'))
  .map(([base, assetKey, eventType]) => [{ ...base, assetKey, type: eventType }]);

/** A sale or purchase and the fees paid with it. */
const withFees: fc.Arbitrary<Draft[]> = fc
  .tuple(
    fc.array(
      fc.tuple(facts, assetOrFiat, fc.constantFrom<EventType>('DISPOSITION', 'ACQUISITION', 'INCOME')),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    fc.array(fc.tuple(facts, assetOrFiat), { minLength: 1, maxLength: 2 }),
    account,
    reference,
  )
  .map(([trades, fees, accountRef, referenceId]) => [
    ...trades.map(([base, what, eventType]) => ({
      ...base,
      ...what,
      type: eventType,
      accountRef,
      referenceId,
    })),
    ...fees.map(([base, what]) => ({ ...base, ...what, type: 'FEE' as const, accountRef, referenceId })),
  ]);

const swapLegs = (side: EventType): fc.Arbitrary<Draft[]> =>
  fc.array(
    fc
      .tuple(facts, assetOrFiat, fc.constantFrom<Treatment>('NORMAL', ...SWAP_TREATMENTS))
      .map(([base, what, eventTreatment]) => ({ ...base, ...what, type: side, treatment: eventTreatment })),
    { minLength: 1, maxLength: 3 },
  );

const swap: fc.Arbitrary<Draft[]> = fc
  .tuple(swapLegs('DISPOSITION'), swapLegs('ACQUISITION'), maybe(instant, 10), group)
  .map(([given, received, when, continuityGroupId]) =>
    [...given, ...received].map((leg) => ({ ...leg, at: when ?? leg.at, continuityGroupId })),
  );

/** The two legs of a transfer, with a group of their own or without one. */
const transfer: fc.Arbitrary<Draft[]> = fc
  .tuple(
    fc.tuple(facts, asset, fc.constantFrom<Treatment>(...OUT_TREATMENTS)),
    fc.tuple(facts, asset, fc.constantFrom<Treatment>(...IN_TREATMENTS)),
    maybe(group, 20),
    fc.boolean(),
  )
  .map(([[out, outAsset, outTreatment], [into, inAsset, inTreatment], continuityGroupId, isSameAsset]) => [
    { ...out, assetKey: outAsset, type: 'DISPOSITION', treatment: outTreatment, continuityGroupId },
    {
      ...into,
      assetKey: isSameAsset ? outAsset : inAsset,
      type: 'ACQUISITION',
      treatment: inTreatment,
      continuityGroupId,
    },
  ]);

/** A loan and its repayment in one asset, of more or less than was borrowed. */
const loan: fc.Arbitrary<Draft[]> = fc
  .tuple(
    fc.array(facts, { minLength: 1, maxLength: 2 }),
    fc.array(facts, { minLength: 1, maxLength: 2 }),
    asset,
  )
  .map(([borrowed, repaid, assetKey]) => [
    ...borrowed.map((base): Draft => ({ ...base, assetKey, type: 'ACQUISITION', isLoan: true })),
    ...repaid.map((base): Draft => ({ ...base, assetKey, type: 'DISPOSITION', isRepayment: true })),
  ]);

/** Wraps of one instant, each of which brings the asset that another takes. */
const chain: fc.Arbitrary<Draft[]> = fc
  .tuple(fc.array(fc.tuple(facts, facts, asset, asset), { minLength: 2, maxLength: 4 }), instant)
  .map(([wraps, when]) =>
    wraps.flatMap(([out, into, from, to], index): Draft[] => {
      const shared = {
        at: when,
        treatment: 'CONTINUITY_WRAP' as const,
        continuityGroupId: idOf(`w${String(index)}`),
      };
      return [
        { ...out, ...shared, assetKey: from, type: 'DISPOSITION' },
        { ...into, ...shared, assetKey: to, type: 'ACQUISITION' },
      ];
    }),
  );

/** A staking deposit, of which more comes back. */
const staking: fc.Arbitrary<Draft[]> = fc
  .tuple(facts, facts, asset, group)
  .map(([out, into, assetKey, continuityGroupId]) => [
    { ...out, assetKey, continuityGroupId, type: 'DISPOSITION', treatment: 'STAKE_BEACON', amount: '0.1' },
    { ...into, assetKey, continuityGroupId, type: 'ACQUISITION', treatment: 'CONTINUITY_WITHDRAW' },
  ]);

const scene = fc.oneof(
  { weight: 4, arbitrary: anyEvent },
  { weight: 4, arbitrary: purchase },
  { weight: 2, arbitrary: withFees },
  { weight: 2, arbitrary: swap },
  { weight: 3, arbitrary: transfer },
  { weight: 1, arbitrary: loan },
  { weight: 1, arbitrary: chain },
  { weight: 1, arbitrary: staking },
);

/** Turns drafts into events with names; no two events have the same natural key. */
function named(drafts: readonly Draft[]): RawEvent[] {
  const taken = new Set<string>();
  return drafts.map(({ type: eventType, ...draft }, index) => {
    const naturalKey = [draft.accountRef, draft.assetKey, eventType, draft.referenceId].join('|');
    const referenceId = taken.has(naturalKey) ? `x${String(index)}` : (draft.referenceId ?? '');
    taken.add(naturalKey);
    return event(`e${String(index)}`, eventType, { ...definedOf(draft), referenceId });
  });
}

function definedOf(draft: EventText): EventText {
  return { ...draft, assetSymbol: draft.assetKey ?? 'BTC' };
}

const correction = fc.record({
  place: fc.nat({ max: 40 }),
  type: maybe(fc.constantFrom(...EVENT_TYPES)),
  treatment: maybe(fc.constantFrom(...TREATMENTS), 4),
  taxable: maybe(fc.boolean(), 3),
  euroValue: maybe(euro, 4),
  amount: maybe(amount),
  description: maybe(fc.constantFrom('reward', 'wallet')),
  timestampUs: maybe(instant.map(at)),
  originAcquiredUs: maybe(instant.map(at)),
});

/** At most one override per event; sometimes one whose event is gone. */
const corrections = (count: number): fc.Arbitrary<Override[]> =>
  fc
    .uniqueArray(correction, { maxLength: 6, selector: ({ place }) => place % (count + 1) })
    .map((all) => all.map(({ place, ...fields }) => override(`e${String(place % (count + 1))}`, fields)));

const join = fc.record({
  outPlace: fc.nat({ max: 40 }),
  inPlace: fc.nat({ max: 40 }),
  kind: fc.constantFrom(...TRANSFER_KINDS),
  /** The legs that join the match: further arrivals of its departure, or further departures of its arrival. */
  joins: fc.oneof(
    fc.constant(null),
    fc.record({
      shared: fc.constantFrom('DEPARTURE', 'ARRIVAL'),
      places: fc.array(fc.nat({ max: 40 }), { maxLength: 3 }),
    }),
  ),
});

/** Matches of any disposition with any acquisition; no event is in two matches, but matches may have several departures or several arrivals. */
function matchesAmong(events: readonly RawEvent[]): fc.Arbitrary<TransferMatch[]> {
  const outs = events.filter(({ type: eventType }) => eventType === 'DISPOSITION');
  const ins = events.filter(({ type: eventType }) => eventType === 'ACQUISITION');
  return fc.array(join, { maxLength: 4 }).map((joins) => {
    const used = new Set<string>();
    return joins.flatMap(({ outPlace, inPlace, kind, joins: joined }, index): TransferMatch[] => {
      const out = outs[outPlace % (outs.length + 1)];
      const into = ins[inPlace % (ins.length + 1)];
      const [outEventId, inEventId] = [out?.id ?? idOf('gone'), into?.id ?? idOf('gone too')];
      if (used.has(outEventId) || used.has(inEventId)) return [];
      used.add(outEventId).add(inEventId);
      const ordinal = index * 10;
      const first = { id: idOf(`match ${String(index)}`), ordinal, outEventId, inEventId, kind };
      if (joined === null) return [first];
      const others = joined.shared === 'DEPARTURE' ? ins : outs;
      const { assetKey } = (joined.shared === 'DEPARTURE' ? into : out) ?? { assetKey: null };
      const pairs = joined.places.flatMap((place, count): TransferMatch[] => {
        const alike = others.filter((each) => each.assetKey === assetKey && !used.has(each.id));
        const other = alike[place % (alike.length + 1)];
        if (other === undefined) return [];
        used.add(other.id);
        const legs = joined.shared === 'DEPARTURE' ? { inEventId: other.id } : { outEventId: other.id };
        const id = idOf(`match ${String(index)} joined by ${String(count)}`);
        return [{ ...first, ...legs, id, ordinal: ordinal + count + 1, joinedMatchId: first.id }];
      });
      return [first, ...pairs];
    });
  });
}

const anyRule = fc.oneof(
  fc.record({
    action: fc.constant('IGNORE_DUST' as const),
    thresholdEur: fc.constantFrom('1', '10', '75.5'),
  }),
  fc.record({
    action: fc.constantFrom('MARK_SELF_TRANSFER' as const, 'MARK_INCOME' as const),
    matchType: fc.constantFrom('DESCRIPTION' as const),
    matchValue: fc.constantFrom('staking', 'OWN', 'reward', 'wallet'),
  }),
  fc.record({
    action: fc.constantFrom('MARK_SELF_TRANSFER' as const, 'MARK_INCOME' as const),
    matchType: fc.constant('PROTOCOL' as const),
    matchValue: fc.constantFrom('lido', 'AAVE', 'lid'),
  }),
  fc.record({
    action: fc.constantFrom('MARK_SELF_TRANSFER' as const, 'MARK_INCOME' as const),
    matchType: fc.constant('COUNTERPARTY' as const),
    counterpartyAddress: fc.constantFrom('0xABC', '0xabc', '0xd'),
    chainId: fc.constantFrom(0, 1, 10, null),
  }),
);

const rules: fc.Arbitrary<Rule[]> = fc
  .array(
    fc.tuple(
      anyRule,
      fc.constantFrom('ANY' as const, 'ANY' as const, 'INBOUND' as const, 'OUTBOUND' as const),
    ),
    {
      maxLength: 3,
    },
  )
  .map((all) =>
    all.map(([fields, direction], index) =>
      rule(`rule ${String(index)}`, { ...fields, direction, ordinal: index }),
    ),
  );

const priceOffset = fc.constantFrom(
  0,
  0,
  -1,
  -3_600_000_000,
  -DAY_US,
  -DAY_US - 1,
  -7 * DAY_US,
  -7 * DAY_US - 1,
  1,
);
const prices: fc.Arbitrary<Price[]> = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom(...ASSETS, 'USD', 'EUR', 'USDC'),
      fc.oneof(instant, fc.constant('2025-12-31T23:00:00Z')),
      priceOffset,
      fc.constantFrom('50', '80', '100', '33.333', '0.123456789012', '120'),
      fc.boolean(),
    )
    .map(([assetKey, when, offset, eur, shared]) => ({ assetKey, atUs: at(when) + offset, eur, shared })),
  {
    maxLength: 10,
    selector: ({ assetKey, atUs, shared }) => `${assetKey} ${String(atUs)} ${String(shared)}`,
  },
);

/** Prices of days and instants that are valid at some of the instants; of one asset and moment there is one. */
const enteredPrices: fc.Arbitrary<Price[]> = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom(...ASSETS, ...COINS, 'USD'),
      fc.oneof(
        fc.constantFrom('2025-12-30', '2025-12-31', '2026-01-01', '2026-01-10'),
        instant,
        fc.constantFrom('2025-12-30T23:00:00Z', '2025-12-30T22:59:59.999999Z', '2026-01-09T12:00:00Z'),
      ),
      fc.constantFrom('60', '110', '0.5'),
    ),
    { maxLength: 4, selector: ([assetKey, when]) => `${assetKey} ${when}` },
  )
  .map((drawn) => drawn.map((each) => entered(...each)));

const regimes = fc.record({
  2025: fc.constantFrom(...REGIMES),
  2026: fc.constantFrom(...REGIMES),
  2031: fc.constantFrom(...REGIMES),
});

/** Histories of up to about forty events with every kind of correction. */
export const histories: fc.Arbitrary<EngineInputs> = fc
  .array(scene, { minLength: 1, maxLength: 14 })
  .map((scenes) => named(scenes.flat().slice(0, 40)))
  .chain((events) =>
    fc
      .record({
        overrides: fc.oneof(fc.constant([]), corrections(events.length)),
        rules: fc.oneof(fc.constant([]), rules),
        matches: fc.oneof(fc.constant([]), matchesAmong(events)),
        prices: fc
          .tuple(prices, fc.oneof(fc.constant([]), enteredPrices))
          .map(([imported, byUser]) => [...imported, ...byUser]),
        regimes: fc.oneof(fc.constant({}), regimes),
      })
      .map((extras) => inputsOf(events, extras)),
  );
