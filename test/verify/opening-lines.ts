/** The lines of `data/opening.jsonl`. */
import { keptSumsToJson } from '@ctx/domain/law/kept-sums';
import type { ClosingState, EngineInputs } from '../../services/recalc/src/engine/types.ts';
import { type Circumstances, type SubmittedYear, sumsOf } from './figure-lines.ts';
import { amount, eur, instant, type Line } from './line.ts';

interface OpenedYear {
  readonly inputs: EngineInputs;
  readonly circumstances: Circumstances;
  readonly opening?: SubmittedYear;
}

/** Returns what the last submitted year before a dossier passed on; nothing without one. */
export function openingLines({ inputs, opening, circumstances }: OpenedYear): Line[] {
  const frozen = inputs.frozenYears.find(({ year }) => year === opening?.year);
  if (frozen === undefined || opening === undefined) return [];
  const { closing, estimatedClosing, partnersClosing } = keptSumsToJson(sumsOf(opening, circumstances));
  const sums = { closing, estimatedClosing, ...(partnersClosing === undefined ? {} : { partnersClosing }) };
  return [{ part: 'YEAR', year: opening.year, sums }, ...byAsset(closingLines(frozen.closing))];
}

/** The parts of each asset together, as they are stored. */
function byAsset(lines: readonly Line[]): Line[] {
  const assetOf = ({ assetKey = '' }: Line): string => String(assetKey);
  return lines.toSorted((a, b) => Number(assetOf(a) > assetOf(b)) - Number(assetOf(a) < assetOf(b)));
}

const photoOf = (photo: { readonly assetKey: string; readonly amount: bigint } | null): Line | null =>
  photo && { assetKey: photo.assetKey, amount: amount(photo.amount) };

function closingLines({ lots, waiting, marks, debts, actedAhead }: ClosingState): Line[] {
  return [
    ...lots.map((lot) => ({
      part: 'LOT',
      id: lot.id,
      assetKey: lot.assetKey,
      eventId: lot.eventId,
      originEventId: lot.originEventId,
      fromLotId: lot.fromLotId,
      acquiredAt: instant(lot.acquiredUs),
      heldSince: instant(lot.heldSinceUs),
      arrivedAt: instant(lot.arrivedUs),
      amount: amount(lot.amount),
      costBasis: eur(lot.costBasis),
      feesEur: eur(lot.feesEur),
      photo: photoOf(lot.photo),
      remaining: amount(lot.remaining),
      key: lot.key,
      arrival: lot.arrival,
    })),
    ...waiting.map((part) => ({
      part: 'WAITING',
      outEventId: part.outEventId,
      lotId: part.lotId,
      amount: amount(part.amount),
      costBasis: eur(part.costBasis),
      feesEur: eur(part.feesEur),
      photo: photoOf(part.photo),
      heldSince: instant(part.heldSinceUs),
    })),
    ...marks.map((mark) => ({
      part: 'MARK',
      assetKey: mark.assetKey,
      heldSince: instant(mark.heldSinceUs),
      untilLotId: mark.untilLotId,
      until: amount(mark.until),
      arrival: mark.arrival,
    })),
    ...debts.map((debt) => ({
      part: 'DEBT',
      eventId: debt.eventId,
      assetKey: debt.assetKey,
      borrowedAt: instant(debt.borrowedUs),
      amount: amount(debt.amount),
      originalCostBasis: eur(debt.originalCostBasis),
      remaining: amount(debt.remaining),
    })),
    ...actedAhead.map(([outEventId, inEventId]) => ({ part: 'AHEAD', outEventId, inEventId })),
  ];
}
