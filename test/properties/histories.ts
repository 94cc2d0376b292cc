/** Random histories with corrections, small enough that everything happens in one of them: shared instants, legs, shortfalls. */
import { EVENT_TYPES, TRANSFER_KINDS, TREATMENTS } from '@ctx/domain/vocabulary';
import fc from 'fast-check';
import type {
  EngineInputs,
  Override,
  Price,
  RawEvent,
  Rule,
  TransferMatch,
} from '../../services/recalc/src/engine/types.ts';
import { at, event, idOf, override, rule } from '../../services/recalc/test/engine/build.ts';

const START_US = at('2025-12-24T00:00:00Z');
const HOUR_US = 3_600_000_000;
const HOURS_MAX = 300;

/** Decimal strings up to a number, with up to so many fraction digits. */
export const decimal = (integerMax: number, fractionDigitsMax: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.integer({ min: 0, max: integerMax }),
      fc.stringMatching(new RegExp(`^[0-9]{0,${String(fractionDigitsMax)}}$`)),
    )
    .map(([integer, fraction]) => (fraction === '' ? String(integer) : `${String(integer)}.${fraction}`));

/** Null half of the time. `fc.option` draws null once in `freq` times, so `freq: 1` would draw null always. */
export const halfSet = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.option(value, { freq: 2 });

const amounts = fc
  .oneof(fc.constantFrom('1', '2', '3', '0.5', '0.95'), decimal(3, 24))
  .filter((text) => /[1-9]/.test(text));
const euroValues = fc.oneof(decimal(1000, 2), decimal(1000, 12), fc.constant('0'));
const treatments = fc.oneof(
  { weight: 4, arbitrary: fc.constant('NORMAL' as const) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'TRANSFER_OUT_OWN_WALLET' as const,
      'CONTINUITY_WITHDRAW' as const,
      'CONTINUITY_WRAP' as const,
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom(...TREATMENTS) },
);
const types = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('ACQUISITION' as const, 'DISPOSITION' as const) },
  { weight: 1, arbitrary: fc.constantFrom(...EVENT_TYPES) },
);
const rarely = (one: number): fc.Arbitrary<boolean> =>
  fc.integer({ min: 1, max: one }).map((drawn) => drawn === 1);
// Few hours, so that many events share an instant and some prices are a day old.
const hours = fc.oneof(fc.integer({ min: 0, max: HOURS_MAX }), fc.constantFrom(0, 191, 191, 192, 192, 193));

const facts = fc.record({
  type: types,
  treatment: treatments,
  amount: amounts,
  euroValue: fc.option(euroValues, { freq: 5 }),
  assetKey: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom('BTC', 'ETH', 'WETH', 'ETH2', 'EUR') },
    { weight: 1, arbitrary: fc.constantFrom('USDC', 'EURC') },
  ),
  accountRef: fc.constantFrom('a', 'b'),
  hour: hours,
  taxable: halfSet(fc.boolean()),
  spam: rarely(20),
  isLoan: rarely(8),
  isRepayment: rarely(8),
  needsReview: rarely(10),
  group: fc.option(fc.constantFrom('g1', 'g2', 'g3', 'g4'), { freq: 2 }),
});

const corrections = fc.record({
  target: fc.nat(),
  type: halfSet(fc.constantFrom(...EVENT_TYPES)),
  treatment: halfSet(treatments),
  taxable: halfSet(fc.boolean()),
  euroValue: halfSet(euroValues),
  amount: halfSet(amounts),
  hour: halfSet(hours),
  originHour: halfSet(hours),
});

const rules = fc.record({
  action: fc.constantFrom('MARK_SELF_TRANSFER' as const, 'MARK_INCOME' as const, 'IGNORE_DUST' as const),
  direction: fc.constantFrom('ANY' as const, 'INBOUND' as const, 'OUTBOUND' as const),
  matchValue: fc.constantFrom('event 1', 'event 2', 'event 3'),
  thresholdEur: fc.constantFrom('1', '100'),
});

const matches = fc.record({
  out: fc.nat(),
  into: fc.nat(),
  kind: fc.constantFrom(...TRANSFER_KINDS),
  /** Whether the match is joined to the first one, and which leg they share. */
  joins: fc.option(fc.constantFrom('DEPARTURE' as const, 'ARRIVAL' as const), { freq: 3 }),
});

const prices = fc.record({
  assetKey: fc.constantFrom('BTC', 'ETH', 'WETH', 'BTC', 'ETH', 'WETH', 'USD', 'USDC'),
  hour: fc.oneof(hours, fc.constant(191)),
  eur: decimal(100, 12),
  shared: fc.boolean(),
  isEntered: rarely(5),
});

interface HistoryShape {
  readonly isPlain: boolean;
  readonly eventsMin?: number;
}

/** Histories; `isPlain` ones have no loans, no SPECULATIEF year, no corrections. */
export function histories(
  { isPlain, eventsMin = 0 }: HistoryShape = { isPlain: false },
): fc.Arbitrary<EngineInputs> {
  const few = <Value>(arbitrary: fc.Arbitrary<Value>, maxLength: number): fc.Arbitrary<Value[]> =>
    isPlain ? fc.constant([]) : fc.array(arbitrary, { maxLength });
  return fc
    .record({
      rows: fc.array(facts, { minLength: eventsMin, maxLength: 40 }),
      corrections: few(corrections, 5),
      rules: few(rules, 2),
      matches: few(matches, 3),
      prices: fc.array(prices, { maxLength: 12 }),
      isSpeculative: isPlain ? fc.constant(false) : rarely(6),
    })
    .map((drawn) => {
      const events = drawn.rows.map((row, index) => eventOf(row, index, isPlain));
      const inputs: EngineInputs = {
        events,
        overrides: uniqueBy(
          drawn.corrections.flatMap((row) => overrideOf(row, events)),
          ({ eventId }) => eventId,
        ),
        rules: drawn.rules.map(ruleOf),
        matches: joined(
          drawn.matches.flatMap((row, index) =>
            matchOf(row, index, events).map((match) => ({ match, joins: row.joins })),
          ),
        ),
        prices: uniqueBy(drawn.prices.map(priceOf), ({ assetKey, atUs, shared, entered }) =>
          [assetKey, atUs, shared, entered].join(' '),
        ),
        regimes: drawn.isSpeculative ? [{ year: 2026, regime: 'SPECULATIEF' }] : [],
        frozenYears: [],
      };
      return inputs;
    });
}

type Facts = typeof facts extends fc.Arbitrary<infer Value> ? Value : never;
type Corrections = typeof corrections extends fc.Arbitrary<infer Value> ? Value : never;
type Rules = typeof rules extends fc.Arbitrary<infer Value> ? Value : never;
type Prices = typeof prices extends fc.Arbitrary<infer Value> ? Value : never;
type Matches = typeof matches extends fc.Arbitrary<infer Value> ? Value : never;

function eventOf({ hour, group, ...row }: Facts, index: number, isPlain: boolean): RawEvent {
  const name = `event ${String(index)}`;
  const raw = event(name, row.type, {
    at: '2026-01-01',
    ...row,
    description: name,
    continuityGroupId: group === null ? null : idOf(group),
    ...(isPlain ? { isLoan: false, isRepayment: false } : {}),
  });
  return { ...raw, timestampUs: START_US + hour * HOUR_US };
}

function priceOf({ hour, isEntered, ...rest }: Prices): Price {
  const atUs = START_US + hour * HOUR_US;
  return isEntered ? enteredAt(rest.assetKey, atUs, rest.eur) : { ...rest, atUs };
}

/** Returns a price that the taxpayer entered for an instant. */
export function enteredAt(assetKey: string, atUs: number, eur: string): Price {
  return { assetKey, atUs, eur, shared: false, entered: 'INSTANT', untilUs: atUs + 24 * HOUR_US + 1 };
}

function overrideOf(
  { target, hour, originHour, ...fields }: Corrections,
  events: readonly RawEvent[],
): Override[] {
  const corrected = events[target % Math.max(1, events.length)];
  if (corrected === undefined) return [];
  return [
    override(corrected.referenceId, {
      ...fields,
      timestampUs: hour === null ? null : START_US + hour * HOUR_US,
      originAcquiredUs: originHour === null ? null : START_US + originHour * HOUR_US,
    }),
  ];
}

function ruleOf({ action, direction, matchValue, thresholdEur }: Rules, index: number): Rule {
  const isDust = action === 'IGNORE_DUST';
  return rule(`rule ${String(index)}`, {
    action,
    ordinal: index + 1,
    direction,
    matchValue: isDust ? null : matchValue,
    thresholdEur: isDust ? thresholdEur : null,
  });
}

function matchOf({ out, into, kind }: Matches, index: number, events: readonly RawEvent[]): TransferMatch[] {
  const outs = events.filter(({ type }) => type === 'DISPOSITION');
  const ins = events.filter(({ type }) => type === 'ACQUISITION');
  const outLeg = outs[out % Math.max(1, outs.length)];
  const inLeg = ins[into % Math.max(1, ins.length)];
  if (outLeg === undefined || inLeg === undefined) return [];
  return [
    { id: idOf(`match ${String(index)}`), ordinal: index, outEventId: outLeg.id, inEventId: inLeg.id, kind },
  ];
}

/** Joins some of the matches to the first one: they share its departure or its arrival. */
function joined(
  drawn: readonly { readonly match: TransferMatch; readonly joins: Matches['joins'] }[],
): TransferMatch[] {
  const [first] = drawn;
  return drawn.map(({ match, joins }, index) => {
    if (first === undefined || index === 0 || joins === null) return match;
    const { id: joinedMatchId, outEventId, inEventId } = first.match;
    return { ...match, joinedMatchId, ...(joins === 'DEPARTURE' ? { outEventId } : { inEventId }) };
  });
}

function uniqueBy<Value>(values: readonly Value[], key: (value: Value) => string): Value[] {
  return [...new Map(values.map((value) => [key(value), value])).values()];
}

/** A change of one event: a correction of it, its arrival, its loss, a new match of it or the removal of one. */
export interface Change {
  readonly kind: 'CORRECTED' | 'NEW' | 'LOST' | 'MATCHED' | 'UNMATCHED';
  readonly idOf: (inputs: EngineInputs) => string;
  readonly fields: Corrections;
  readonly match: Matches;
}

const ofValues = (fields: Corrections): Corrections => ({
  ...fields,
  type: null,
  treatment: null,
  amount: null,
  hour: null,
  originHour: null,
});

const changesWith = (
  kinds: readonly Change['kind'][],
  fields: fc.Arbitrary<Corrections>,
): fc.Arbitrary<Change> =>
  fc.record({ kind: fc.constantFrom(...kinds), fields, match: matches }).map((drawn) => ({
    ...drawn,
    idOf: ({ events }: EngineInputs) => events[drawn.fields.target % Math.max(1, events.length)]?.id ?? '',
  }));

export const changes: fc.Arbitrary<Change> = changesWith(
  ['CORRECTED', 'CORRECTED', 'CORRECTED', 'NEW', 'LOST', 'MATCHED', 'UNMATCHED'],
  // Some change values alone, so that the values strategy is taken.
  fc.oneof({ weight: 6, arbitrary: corrections }, { weight: 1, arbitrary: corrections.map(ofValues) }),
);

/** Corrections of values alone. */
export const changesOfValues: fc.Arbitrary<Change> = changesWith(['CORRECTED'], corrections.map(ofValues));

/** The inputs before and after a change. An event that comes or goes has no override: it would be an orphan. */
export function withChange(
  inputs: EngineInputs,
  { kind, idOf: target, fields, match }: Change,
): [EngineInputs, EngineInputs] {
  const id = target(inputs);
  if (kind === 'MATCHED' || kind === 'UNMATCHED') {
    const matched = { ...inputs, matches: [...inputs.matches, ...matchOfEvent(id, match, inputs)] };
    return kind === 'MATCHED' ? [inputs, matched] : [matched, inputs];
  }
  const overrides = inputs.overrides.filter(({ eventId }) => eventId !== id);
  if (kind === 'CORRECTED')
    return [inputs, { ...inputs, overrides: [...overrides, ...overrideOf(fields, inputs.events)] }];
  const [present, absent] = [
    { ...inputs, overrides },
    { ...inputs, overrides, events: inputs.events.filter((raw) => raw.id !== id) },
  ];
  return kind === 'NEW' ? [absent, present] : [present, absent];
}

/** A match of an event with any other, newer than the rest: where one of them has a match already, the new one rests. */
function matchOfEvent(id: string, { out, into, kind }: Matches, { events }: EngineInputs): TransferMatch[] {
  const raw = events.find((each) => each.id === id);
  const others = events.filter(
    ({ type }) => type !== raw?.type && (type === 'ACQUISITION' || type === 'DISPOSITION'),
  );
  const other = others[(out + into) % Math.max(1, others.length)];
  if (raw === undefined || other === undefined) return [];
  const [outEventId, inEventId] = raw.type === 'DISPOSITION' ? [id, other.id] : [other.id, id];
  return [{ id: idOf('match new'), ordinal: 99, outEventId, inEventId, kind }];
}

/** Ids with all legs of their swaps and transfers in any of the inputs, as a run loads them. */
export function withLegs(ids: ReadonlySet<string>, ...inputs: readonly EngineInputs[]): Set<string> {
  const all = new Set(ids);
  for (const { events, matches: joined } of inputs) {
    const groups = new Set(
      events.filter(({ id }) => all.has(id)).flatMap((raw) => raw.continuityGroupId ?? []),
    );
    for (const raw of events) if (groups.has(raw.continuityGroupId ?? '')) all.add(raw.id);
    for (const { outEventId, inEventId } of joined)
      if (all.has(outEventId) || all.has(inEventId)) all.add(outEventId).add(inEventId);
  }
  return all.size === ids.size ? all : withLegs(all, ...inputs);
}
