/**
 * The engine: from a user's facts to every figure (engine.md). Pure: no clock, no randomness, no network; the order of
 * the inputs does not matter.
 */
import { applyEvent } from './apply-event.ts';
import { effectiveEvent } from './effective.ts';
import { emptyLedger } from './ledger.ts';
import { inProcessingOrder } from './order.ts';
import { priceSeries } from './prices.ts';
import { findTransfers } from './transfers.ts';
import type { EffectiveEvent, EngineInputs, EngineOutputs } from './types.ts';
import { yearFigures } from './years.ts';

/** Version of the rules and the law table, part of every fingerprint: a new one recomputes every user. */
export const ENGINE_VERSION = 1;

/** All figures; events, lots and slices in order of processing. Throws RangeError when a decimal has too many digits. */
export function recalculate(inputs: EngineInputs): EngineOutputs {
  const prices = priceSeries(inputs.prices);
  const facts = inputs.events.map((raw) => effectiveEvent(raw, prices));
  const transfers = findTransfers(facts);
  const ledger = emptyLedger();
  const events = inProcessingOrder(facts, transfers).map((event): EffectiveEvent => {
    const { totalGain, review } = applyEvent(ledger, event, transfers.get(event));
    if (totalGain === null && !review) return event;
    return { ...event, totalGain, needsReview: event.needsReview || review };
  });
  return { events, lots: ledger.lots, slices: ledger.slices, years: yearFigures(events, inputs.regimes) };
}
