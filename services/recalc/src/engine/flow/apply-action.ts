/** One action acts on the pools, as its event's row of the table of treatments says (engine.md §2). */
import type { EffectiveEvent, Outcome, Transfer } from '../types.ts';
import type { Action } from './actions.ts';
import { addSlices, bringLot, type Ledger, poolOf } from './ledger.ts';
import { borrow, noteSaleOfBorrowed, repay } from './loans.ts';
import { arriveFromClosing, bringSurplus, transferLots, waitOutside } from './transfers.ts';

/** Acts on the ledger and notes in the legs' outcomes what only the pools could say. */
export function applyAction(
  ledger: Ledger,
  { kind, event }: Action,
  outcomeOf: (event: EffectiveEvent) => Outcome,
): void {
  const outcome = outcomeOf(event);
  if (kind === 'EVENT') applyEvent(ledger, event, outcome);
  if (event.transfer === null) return;
  const { outLeg } = event.transfer;
  if (event === outLeg) outcome.totalGain = 0n;
  if (kind === 'TRANSFER' && transferLots(ledger, event.transfer)) outcomeOf(outLeg).isShort = true;
  if (kind === 'SURPLUS') applySurplus(ledger, event.transfer, outcome);
  if (kind === 'ARRIVAL') applyArrival(ledger, event.transfer, outcome);
  if (kind === 'LATE_DEPARTURE' && !ledger.actedAhead.has(outLeg.raw.id)) {
    outcome.isShort = waitOutside(ledger, event);
    outcome.isUnmatched = true;
  }
}

function applyEvent(ledger: Ledger, event: EffectiveEvent, outcome: Outcome): void {
  switch (event.effect.pool) {
    case 'NEW_LOT':
    case 'ARRIVE':
      acquire(ledger, event, outcome);
      break;
    case 'BORROW':
      borrow(ledger, event);
      outcome.lacksValue = event.value === null;
      break;
    case 'CONSUME':
      consume(ledger, event, outcome);
      break;
    case 'REPAY':
      outcome.isShort = repay(ledger, event) > 0n;
      outcome.totalGain = 0n;
      break;
    case 'LEAVE':
      outcome.isShort = waitOutside(ledger, event);
      outcome.totalGain = 0n;
      break;
    case 'NONE':
  }
}

/** A new lot; without an EUR value its basis is 0, never a guess. */
function acquire(ledger: Ledger, event: EffectiveEvent, outcome: Outcome): void {
  const { amount, feesEur, value, effect } = event;
  bringLot(ledger, event, { part: 'ACQUIRED', amount, costBasis: value ?? 0n, feesEur });
  // The legs of a swap lack a value only where the swap says so (engine.md §2).
  outcome.lacksValue = value === null && !event.inSwap;
  if (effect.isIncome && event.taxable) outcome.income = value ?? 0n;
}

/** Consumed lots; a sale without known proceeds has no gain rather than an invented loss. */
function consume(ledger: Ledger, event: EffectiveEvent, outcome: Outcome): void {
  const { amount, effect, value, feesEur, taxable } = event;
  const isSale = effect.gain === 'PROCEEDS_LESS_BASIS';
  const isGain = isSale && taxable;
  const isSpeculative = ledger.regimeOf(event.year) === 'SPECULATIEF';
  const proceeds = !isSale || value === null ? null : isSpeculative ? value - feesEur : value;
  const { parts, shortfall } = poolOf(ledger, event.raw.assetKey).take(amount);
  const { basis, slices } = addSlices(ledger, event, parts, { kind: 'CONSUMED', amount, proceeds, isGain });
  if (isSale) noteSaleOfBorrowed(ledger, event, slices);
  outcome.isShort = shortfall > 0n;
  outcome.lacksValue = isGain && value === null && !event.inSwap;
  if (effect.gain === null || (isGain && proceeds === null)) return;
  outcome.totalGain = isGain && proceeds !== null ? proceeds - basis : 0n;
}

function applySurplus(ledger: Ledger, transfer: Transfer, outcome: Outcome): void {
  const share = bringSurplus(ledger, transfer);
  if (share === null) return;
  const { outLeg, inLeg } = transfer;
  outcome.lacksValue = inLeg.euroValue === null;
  // What staking brings back beyond the deposit is income, without an issue.
  if (!outLeg.effect.isStaking) outcome.hasSurplus = true;
  else if (inLeg.override?.taxable !== false) outcome.income = share;
}

/** The in leg of a transfer whose out leg lies behind a frozen year. */
function applyArrival(ledger: Ledger, transfer: Transfer, outcome: Outcome): void {
  const { outLeg, inLeg } = transfer;
  if (ledger.actedAhead.get(outLeg.raw.id)?.inEventId !== inLeg.raw.id) {
    const arrived = arriveFromClosing(ledger, transfer);
    if (arrived === null) {
      // The frozen year counted the out leg in its own way: here the in leg stands alone.
      acquire(ledger, inLeg, outcome);
      outcome.isUnmatched = true;
      return;
    }
    outcome.isShort = arrived.isShort;
  }
  if (outLeg.raw.assetKey === inLeg.raw.assetKey) applySurplus(ledger, transfer, outcome);
}
