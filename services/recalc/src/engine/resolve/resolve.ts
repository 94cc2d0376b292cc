/** Turns a user's facts and corrections into effective events (engine.md §1). The order of the inputs does not matter. */
import { ruleBook } from '@ctx/domain/rules';
import { priceSeries, type PriceSeries } from '../prices.ts';
import type { EffectiveEvent, EngineInputs, RawEvent, Transfer } from '../types.ts';
import { type Draft, draftOf, settle } from './effective.ts';
import { applyFees } from './fees.ts';
import { applyGroups, applyMatches } from './matches.ts';
import { applySwaps } from './swaps.ts';

export interface ResolvedInputs {
  readonly events: readonly EffectiveEvent[];
  readonly transfers: readonly Transfer[];
  readonly prices: PriceSeries;
  /** Swap legs without a value of their own, which the figures need. */
  readonly unpricedLegs: ReadonlySet<EffectiveEvent>;
  /** The fees of unknown value that were paid with an event, by that event. */
  readonly unpricedFees: ReadonlyMap<EffectiveEvent, readonly EffectiveEvent[]>;
}

/** Returns the effective events in the order of the inputs. Throws RangeError when a decimal has too many digits. */
export function resolve(inputs: EngineInputs): ResolvedInputs {
  const prices = priceSeries(inputs.prices, inputs.pricedAs);
  const overrides = new Map(inputs.overrides.map((override) => [override.eventId, override]));
  const decide = ruleBook(inputs.rules);
  const drafts = inputs.events.map((raw: RawEvent): Draft => {
    const draft = draftOf(raw, overrides.get(raw.id) ?? null, prices);
    const { mark, dust } = decide(raw, draft.euroValue);
    // IGNORE_DUST applies after swaps and matches are found, so that it never breaks one up.
    draft.dustRule = dust;
    settle(draft, mark);
    return draft;
  });
  const groups = byGroup(drafts);
  const byId = inputs.matches.length === 0 ? NONE : new Map(drafts.map((draft) => [draft.raw.id, draft]));
  const transfers = [...applyMatches(byId, inputs.matches), ...applyGroups(groups)];
  const unpricedLegs = applySwaps(groups);
  for (const draft of drafts)
    if (draft.dustRule !== null && draft.transfer === null && !draft.inSwap) settle(draft, draft.dustRule);
  return { events: drafts, transfers, prices, unpricedLegs, unpricedFees: applyFees(drafts) };
}

const NONE: ReadonlyMap<string, Draft> = new Map();

function byGroup(drafts: readonly Draft[]): Map<string, Draft[]> {
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const { continuityGroupId } = draft.raw;
    if (continuityGroupId === null) continue;
    const members = groups.get(continuityGroupId);
    if (members === undefined) groups.set(continuityGroupId, [draft]);
    else members.push(draft);
  }
  return groups;
}
