/** One action acts on the pools, as its event's row of the table of treatments says (engine.md §2). */
import type { EffectiveEvent, Outcome, Transfer } from '../types.ts';
import type { Action } from './actions.ts';
import { addSlices, bringLot, type LawFacts, type Ledger, poolOf } from './ledger.ts';
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
  if (kind === 'TRANSFER') {
    // It may act at the in leg's time, on behalf of an out leg still to come.
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

/** A new lot; without an EUR value its basis is 0, never a guess. */
function acquire(ledger: Ledger, event: EffectiveEvent, outcome: Outcome): void {
  const { amount, feesEur, value } = event;
  bringLot(ledger, event, { part: 'ACQUIRED', amount, costBasis: value ?? 0n, feesEur });
  outcome.income = incomeAtReceipt(event);
}

/** Income counts at its value at receipt, 0 without one. */
export function incomeAtReceipt({ effect, taxable, value }: EffectiveEvent): bigint {
  return effect.isIncome && taxable ? (value ?? 0n) : 0n;
}

/** Consumed lots; a sale without known proceeds has no gain rather than an invented loss. */
function consume(ledger: Ledger, event: EffectiveEvent, outcome: Outcome): void {
  const { amount } = event;
  const { isSale, isGain, proceeds } = disposalProceeds(event, ledger);
  const { parts, shortfall } = poolOf(ledger, event.raw.assetKey).take(amount);
  const { basis, slices } = addSlices(ledger, event, parts, { kind: 'CONSUMED', amount, proceeds, isGain });
  if (isSale) noteSaleOfBorrowed(ledger, event, slices);
  outcome.isShort = shortfall > 0n;
  outcome.totalGain = disposalGain(event, { proceeds, isGain, basis });
}

/** What a disposal fetched, EUR: null where it is no sale or its value is unknown; SPECULATIEF takes its fees off. */
export function disposalProceeds(
  { effect, taxable, value, feesEur, year }: EffectiveEvent,
  law: LawFacts,
): { readonly isSale: boolean; readonly isGain: boolean; readonly proceeds: bigint | null } {
  const isSale = effect.gain === 'PROCEEDS_LESS_BASIS';
  const fees = law.regimeOf(year) === 'SPECULATIEF' ? feesEur : 0n;
  return { isSale, isGain: isSale && taxable, proceeds: !isSale || value === null ? null : value - fees };
}

/** Realised gain: proceeds less basis where they count, else 0; null for what is no disposal, and without proceeds. */
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

/** What staking brings back beyond the deposit is income, unless the in leg's override says otherwise. */
export function incomeOfSurplus({ outLeg, inLeg }: Transfer, shareEur: bigint): bigint {
  return outLeg.effect.isStaking && inLeg.override?.taxable !== false ? shareEur : 0n;
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
