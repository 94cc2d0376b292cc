/** The way of pools, computed: the figures of some pools, and the sums behind the fingerprints corrected by them. Pure. */
import { hexOf } from '@ctx/domain/digest';
import { eventInputDigest } from '../../engine/fingerprint.ts';
import { recalculatePools } from '../../engine/recalculate.ts';
import type { EngineInputs, EngineOutputs } from '../../engine/types.ts';
import { EVENT_INPUTS, replaceMatches } from '../../input-sums.ts';
import { DigestSums } from '../../tables/tables.ts';
import type { ChangedEvent, LoadedPools } from './load.ts';

/** Some pools, computed again. */
export interface ComputedPools {
  readonly outputs: EngineOutputs;
  readonly inputSums: DigestSums;
  /** How many events the user has after the change. */
  readonly events: number;
}

/** Returns null where new legs connect the pools with others, and where an event moved into a frozen year. */
export function computePools({ assets, inputs, changed, lastRun }: LoadedPools): ComputedPools | null {
  const outputs = recalculatePools(inputs, new Set(assets));
  if (outputs === null || !areAllLive(changed, outputs)) return null;
  const isNow = changed.filter(({ symbol }) => symbol !== null).length;
  const wasBefore = changed.filter(({ inputDigest }) => inputDigest !== null).length;
  return {
    outputs,
    inputSums: correctedSums(lastRun.inputSums, changed, inputs),
    events: lastRun.events + isNow - wasBefore,
  };
}

/** An event that moved into a frozen year is no longer live. */
function areAllLive(changed: readonly ChangedEvent[], { events }: EngineOutputs): boolean {
  const live = new Set(events.map(({ raw }) => raw.id));
  return changed.every(({ id, symbol }) => symbol === null || live.has(id));
}

function correctedSums(
  inputSums: Readonly<Record<string, string>>,
  changed: readonly ChangedEvent[],
  { events, overrides, matches }: EngineInputs,
): DigestSums {
  const sums = new DigestSums(inputSums);
  replaceMatches(sums, matches);
  const known = new Map(events.map((raw) => [raw.id, raw]));
  const corrected = new Map(overrides.map((override) => [override.eventId, override]));
  for (const { id, inputDigest } of changed) {
    if (inputDigest !== null) sums.subtract(EVENT_INPUTS, hexOf(inputDigest));
    const raw = known.get(id);
    if (raw !== undefined) sums.add(EVENT_INPUTS, eventInputDigest(raw, corrected.get(id) ?? null));
  }
  return sums;
}
