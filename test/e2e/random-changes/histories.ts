/** Random histories of the database tests, and how many of them run. */
import fc from 'fast-check';
import type { EngineInputs, RawEvent } from '../../../services/recalc/src/engine/types.ts';
import { at } from '../../../services/recalc/test/engine/build.ts';
import { enteredAt, histories } from '../../properties/histories.ts';

export const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 40) };

/** A seed and a path as JSON, to see one history again. */
export const REPLAY = JSON.parse(process.env['REPLAY'] ?? '{}') as object;

/** The year that some tests submit. */
export const YEAR = 2025;

const START_US = at('2025-12-24T00:00:00Z');

/** The same history over a longer time. */
export function stretched(inputs: EngineInputs, factor: number): EngineInputs {
  const later = (us: number): number => START_US + (us - START_US) * factor;
  const laterOrNull = (us: number | null): number | null => (us === null ? null : later(us));
  return {
    ...inputs,
    events: inputs.events.map((raw) => ({ ...raw, timestampUs: later(raw.timestampUs) })),
    // Ids of overrides in long histories can be the same.
    overrides: inputs.overrides
      .filter(({ id }, index, all) => all.findIndex((each) => each.id === id) === index)
      .map((each) => ({
        ...each,
        timestampUs: laterOrNull(each.timestampUs),
        originAcquiredUs: laterOrNull(each.originAcquiredUs),
      })),
    prices: inputs.prices.map((price) =>
      price.entered == null
        ? { ...price, atUs: later(price.atUs) }
        : enteredAt(price.assetKey, later(price.atUs), price.eur),
    ),
    // As the database allows: an event is in one match, and an override has an event.
    matches: inputs.matches.filter(
      ({ id, outEventId, inEventId }, index) =>
        !inputs.matches
          .slice(0, index)
          .some((each) => each.id === id || each.outEventId === outEventId || each.inEventId === inEventId),
    ),
  };
}

/** Returns the events whose inputs differ. */
export function differing(before: EngineInputs, after: EngineInputs): Set<string> {
  const textsOf = ({ events, overrides, matches }: EngineInputs): Map<string, string> =>
    new Map([
      ...events.map((each) => [`e ${each.id}`, JSON.stringify(each)] as const),
      ...overrides.map((each) => [`o ${each.eventId}`, JSON.stringify(each)] as const),
      ...matches.flatMap((each) =>
        [each.outEventId, each.inEventId].map((id) => [`m ${id}`, JSON.stringify(each)] as const),
      ),
    ]);
  const [was, is] = [textsOf(before), textsOf(after)];
  return new Set(
    [...was.keys(), ...is.keys()].filter((key) => was.get(key) !== is.get(key)).map((key) => key.slice(2)),
  );
}

// Half have many events: only in a long history is a pool computed from later than its first event.
const shortOrLong = fc.oneof(histories(), histories({ isPlain: false, eventsMin: 20 }));

/** Histories: most without what is always computed from the first event, and many that mostly buy and sell. */
export const mostlySimple = fc
  .tuple(shortOrLong, fc.integer({ min: 1, max: 5 }))
  .map(([inputs, drawn]): EngineInputs => {
    if (drawn === 1) return inputs;
    const isTrading = drawn > 3;
    const simple = (raw: RawEvent): RawEvent => ({
      ...raw,
      isLoan: false,
      isRepayment: false,
      treatment: isTrading ? 'NORMAL' : raw.treatment,
    });
    return {
      ...inputs,
      regimes: [],
      events: inputs.events.map(simple),
      overrides: inputs.overrides.map((each) => ({ ...each, originAcquiredUs: null })),
    };
  });
