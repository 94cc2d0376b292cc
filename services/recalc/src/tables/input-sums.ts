/** The fingerprint of a run's inputs, from sums that an incremental run can correct (engine.md §1, §7). Pure. */
import { eventInputDigest, matchInputDigest, otherInputsDigest } from '../engine/fingerprint.ts';
import { pricesOfEvent, priceSeries } from '../engine/prices.ts';
import type { EngineInputs, TransferMatch } from '../engine/types.ts';
import { DigestSums } from './tables.ts';

/** The names of the sums. */
export const EVENT_INPUTS = 'events';
const MATCH_INPUTS = 'matches';
const OTHER_INPUTS = 'others';

/** Returns the sums of everything that the engine reads. */
export function inputSums(inputs: EngineInputs): DigestSums {
  const overrides = new Map(inputs.overrides.map((override) => [override.eventId, override]));
  const sums = new DigestSums();
  const series = priceSeries(inputs.prices, inputs.pricedAs);
  for (const raw of inputs.events) {
    const override = overrides.get(raw.id) ?? null;
    sums.add(EVENT_INPUTS, eventInputDigest(raw, override, pricesOfEvent(raw, override, series)));
    overrides.delete(raw.id);
  }
  replaceMatches(sums, inputs.matches);
  sums.add(OTHER_INPUTS, otherInputsDigest(inputs, [...overrides.values()]));
  return sums;
}

/** Replaces the sum of all matches. */
export function replaceMatches(sums: DigestSums, matches: readonly TransferMatch[]): void {
  sums.clear(MATCH_INPUTS);
  for (const match of matches) sums.add(MATCH_INPUTS, matchInputDigest(match));
}

/** Returns the fingerprint of all inputs and the engine's version, 64 hexadecimal digits. */
export function inputFingerprint(inputs: EngineInputs): string {
  return inputSums(inputs).fingerprint();
}
