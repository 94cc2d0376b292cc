/** Applies one action to the pools, as the table of treatments prescribes for its event (engine.md §2). */
import type { EffectiveEvent, Outcome, Transfer } from '../types.ts';
import type { Action } from './actions.ts';
import { addSlices, bringLot, type LawFacts, type Ledger, poolOf } from './ledger.ts';
import { borrow, noteSaleOfBorrowed, repay } from './loans.ts';
import { arriveFromClosing, bringSurplus, transferLots, waitOutside } from './transfers.ts';

/** Applies an action to the ledger and writes what only the pools know into the outcomes of its legs. */
export function applyAction(
  ledger: Ledger,
  { kind, event }: Action,
  outcomeOf: (event: EffectiveEvent) => Outcome,
): void {
  const outcome = outcomeOf(event);
  if (kind === 'EVENT') applyEvent(ledger, event, outcome);
  if (event.transfer === null) return;
  const { outLeg } = event.transfer;
  if (kind === 'TRANSFER') {
    // The transfer may act at the in leg's time, before the out leg, so the out leg's outcome is set here.
    const left = outcomeOf(outLeg);
    left.totalGain = 0n;
    left.isShort = transferLots(ledger, event.transfer);
  }
  if (kind === 'SURPLUS') applySurplus(ledger, event.transfer, outcome);
  if (kind === 'ARRIVAL') applyArrival(ledger, event.transfer, outcome);
  if (kind === 'LATE_DEPARTURE') {
    outcome.totalGain = 0n;
    if (ledger.actedAhead.has(outLeg.raw.id)) return;
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

/** Adds a new lot. Without an EUR value its basis is 0, never a guess. */
function acquire(ledger: Ledger, event: EffectiveEvent, outcome: Outcome): void {
  const { amount, feesEur, value } = event;
  bringLot(ledger, event, { part: 'ACQUIRED', amount, costBasis: value ?? 0n, feesEur });
  outcome.income = incomeAtReceipt(event);
}

/** Returns the taxable income of an event: its value at receipt, or 0 without one. */
export function incomeAtReceipt({ effect, taxable, value }: EffectiveEvent): bigint {
  return effect.isIncome && taxable ? (value ?? 0n) : 0n;
}

/** Consumes lots. A sale without known proceeds has no gain, because a gain from proceeds of 0 would be an invented loss. */
function consume(ledger: Ledger, event: EffectiveEvent, outcome: Outcome): void {
  const { amount } = event;
  const { isSale, isGain, proceeds } = disposalProceeds(event, ledger);
  const { parts, shortfall } = poolOf(ledger, event.raw.assetKey).take(amount);
  const { basis, slices } = addSlices(ledger, event, parts, { kind: 'CONSUMED', amount, proceeds, isGain });
  if (isSale) noteSaleOfBorrowed(ledger, event, slices);
  outcome.isShort = shortfall > 0n;
  outcome.totalGain = disposalGain(event, { proceeds, isGain, basis });
}

/** Returns a disposal's proceeds in EUR, less its fees under SPECULATIEF; null for non-sales and unknown values. */
export function disposalProceeds(
  { effect, taxable, value, feesEur, year }: EffectiveEvent,
  law: LawFacts,
): { readonly isSale: boolean; readonly isGain: boolean; readonly proceeds: bigint | null } {
  const isSale = effect.gain === 'PROCEEDS_LESS_BASIS';
  const fees = law.regimeOf(year) === 'SPECULATIEF' ? feesEur : 0n;
  return { isSale, isGain: isSale && taxable, proceeds: !isSale || value === null ? null : value - fees };
}

/**
 * Returns the realised gain of an event in EUR: proceeds less basis for a taxable sale, 0 for other disposals, and null for a
 * taxable sale without known proceeds and for events that are not disposals.
 */
export function disposalGain(
  { effect }: EffectiveEvent,
  {
    proceeds,
    isGain,
    basis,
  }: { readonly proceeds: bigint | null; readonly isGain: boolean; readonly basis: bigint },
): bigint | null {
  if (effect.gain === null) return null;
  if (!isGain) return 0n;
  return proceeds === null ? null : proceeds - basis;
}

function applySurplus(ledger: Ledger, transfer: Transfer, outcome: Outcome): void {
  const share = bringSurplus(ledger, transfer);
  if (share === null) return;
  outcome.hasSurplus = true;
  outcome.income = incomeOfSurplus(transfer, share);
}

/** Returns the income of a surplus: staking rewards beyond the deposit are income, unless an override makes them not taxable. */
export function incomeOfSurplus({ outLeg, inLeg }: Transfer, shareEur: bigint): bigint {
  return outLeg.effect.isStaking && inLeg.override?.taxable !== false ? shareEur : 0n;
}

/** Applies the in leg of a transfer whose out leg is before a frozen year. */
function applyArrival(ledger: Ledger, transfer: Transfer, outcome: Outcome): void {
  const { outLeg, inLeg } = transfer;
  if (ledger.actedAhead.get(outLeg.raw.id)?.inEventId !== inLeg.raw.id) {
    const arrived = arriveFromClosing(ledger, transfer);
    if (arrived === null) {
      // The frozen year does not know this transfer, so the in leg counts as an acquisition of its own.
      acquire(ledger, inLeg, outcome);
      outcome.isUnmatched = true;
      return;
    }
    outcome.isShort = arrived.isShort;
  }
  if (outLeg.raw.assetKey === inLeg.raw.assetKey) applySurplus(ledger, transfer, outcome);
}
