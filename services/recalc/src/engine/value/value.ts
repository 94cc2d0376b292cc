/** The second half of the engine: gives what moved between the pools its EUR values (engine.md §3). */
import { shareEur } from '@ctx/domain/decimal';
import { debtOf, type Ledger, type OpenSlice } from '../flow/ledger.ts';
import type { ArrivedLot, Movement } from '../flow/movement.ts';
import type { TakenPart } from '../flow/pool.ts';
import { shareOfPortion } from '../flow/transfers.ts';
import { shareOfLeft, shareOfPart, shareProceeds } from '../shares.ts';
import type { EffectiveEvent, Outcome } from '../types.ts';
import {
  disposalGain,
  disposalProceeds,
  incomeAtReceipt,
  incomeOfSurplus,
  type LawFacts,
  sliceValues,
  surplusCost,
} from './basis.ts';

/** The EUR values of an event's outcome. */
type Values = Pick<Outcome, 'totalGain' | 'income'>;

/** Values a movement. Every movement before it must have its values: lots pass their cost on. */
export function valueMovement(ledger: Ledger, law: LawFacts, moved: Movement, outcome: Values): void {
  const { kind, event, parts, slices, returned, arrived } = moved;
  for (const { lot, costBasis } of returned) lot.waitingCostBasis -= costBasis;
  for (const part of parts) valuePart(part);
  for (const [index, slice] of slices.entries()) valueSlice(slice, parts[index]);
  for (const lot of arrived) valueArrived(event, lot);
  switch (kind) {
    case 'RECEIPT':
      outcome.income = incomeAtReceipt(event);
      break;
    case 'LOAN':
      noteLoan(ledger, event, arrived);
      break;
    case 'DISPOSAL':
      outcome.totalGain = valueDisposal(ledger, law, event, { parts, slices });
      break;
    case 'LEAVING':
      outcome.totalGain = 0n;
      break;
    case 'SURPLUS':
      if (event.transfer !== null)
        outcome.income = incomeOfSurplus(event.transfer, arrived[0]?.lot.costBasis ?? 0n);
      break;
    case 'ARRIVAL':
  }
}

/** Takes the part's share of its lot's cost and fees; a portion of a part that waited has a share of that part's. */
function valuePart(part: TakenPart): void {
  const { lot, goneBefore, amount, portion } = part;
  if (portion !== null) {
    part.costBasis = shareOfPortion(portion.of.costBasis, portion);
    part.feesEur = shareOfPortion(portion.of.feesEur, portion);
  }
  if (goneBefore === null) return;
  const leftBasis = shareOfLeft(lot.costBasis, lot.amount - goneBefore - amount, lot.amount);
  part.costBasis = lot.remainingCostBasis - leftBasis;
  part.feesEur = lot.feesEur === 0n ? 0n : shareOfPart(lot.feesEur, { goneBefore, amount }, lot.amount);
  lot.remainingCostBasis = leftBasis;
}

function valueSlice(slice: OpenSlice, part: TakenPart | undefined): void {
  if (part === undefined) return;
  slice.historicCost = part.costBasis;
  slice.costBasis = part.costBasis;
  if (slice.kind === 'WAITING') part.lot.waitingCostBasis += part.costBasis;
}

function valueArrived(event: EffectiveEvent, { lot, source }: ArrivedLot): void {
  if (source === 'VALUE') lot.setCost(event.value ?? 0n, event.feesEur);
  else if (source === 'SURPLUS') lot.setCost(surplusCost(event, lot.amount), 0n);
  else if (source !== 'NOTHING') {
    for (const part of source) if (part.portion !== null) valuePart(part);
    lot.setCost(
      source.reduce((sum, { costBasis }) => sum + costBasis, 0n),
      source.reduce((sum, { feesEur }) => sum + feesEur, 0n),
    );
  }
}

/** Without an EUR value the cost of a loan is 0, never a guess. */
function noteLoan(ledger: Ledger, { raw }: EffectiveEvent, [arrived]: readonly ArrivedLot[]): void {
  const debt = ledger.debts.get(raw.id);
  if (debt !== undefined) debt.originalCostBasis = arrived?.lot.costBasis ?? 0n;
}

/**
 * Values the slices of a disposal, and returns its gain. A shortfall has its share of the proceeds and basis 0
 * (engine.md §2).
 */
function valueDisposal(
  ledger: Ledger,
  law: LawFacts,
  event: EffectiveEvent,
  { parts, slices }: Pick<Movement, 'parts' | 'slices'>,
): bigint | null {
  const { isSale, isGain, proceeds } = disposalProceeds(event, law);
  const shareOf = proceeds === null ? null : shareProceeds(proceeds, event.amount);
  let basis = 0n;
  for (const [index, slice] of slices.entries()) {
    const share = shareOf === null ? null : shareOf(slice.amount);
    slice.isGain = isGain;
    slice.proceeds = share;
    const part = parts[index];
    if (part !== undefined) {
      const { assetKey, acquiredUs } = slice.lot;
      const { amount, costBasis, feesEur, photo } = part;
      const taken = { amount, costBasis, feesEur, photo, assetKey, acquiredUs };
      Object.assign(slice, sliceValues(law, taken, event.year, slice));
    }
    basis += slice.costBasis;
  }
  if (isSale) noteSaleOfBorrowed(ledger, event, slices);
  return disposalGain(event, { proceeds, isGain, basis });
}

/** Adds the proceeds of borrowed units, before fees, to their debts. */
function noteSaleOfBorrowed(ledger: Ledger, event: EffectiveEvent, slices: readonly OpenSlice[]): void {
  if (ledger.debts.size === 0) return;
  for (const { lot, amount } of slices) {
    const debt = debtOf(ledger, lot);
    if (debt === undefined) continue;
    debt.saleProceeds += shareEur(event.value ?? 0n, amount, event.amount);
    debt.soldUs = event.timestampUs;
  }
}
