/** Converts a tax event to its form in the inbox, with bands for the gains of a locked year (engine.md §4). */
import { brusselsDate, holdingPeriodDays } from '@ctx/domain/brussels';
import { formatCents, parseEur } from '@ctx/domain/decimal';
import { type FactRow, overrideRecord, type OverrideRow } from '@ctx/domain/override-record';
import {
  shown,
  shownDescription,
  shownFlags,
  shownLink,
  shownProtocol,
  shownSymbol,
} from '@ctx/domain/shown-text';
import { type Band, bandOf, bandOfPart } from './blur.ts';
import { unitPrice } from './money.ts';

/** An event of the last run, with its imported facts and its corrections. */
export interface EventRow {
  readonly event_id: string;
  readonly account_id: string;
  readonly type: string;
  readonly treatment: string;
  readonly taxable: boolean;
  readonly amount: string;
  readonly occurred_at: string;
  readonly asset_key: string;
  readonly asset_symbol: string;
  readonly flags: readonly string[];
  readonly needs_review: boolean;
  readonly price_source: string;
  readonly euro_value: string | null;
  readonly description: string | null;
  readonly description_by_user: boolean;
  readonly reference_id: string;
  readonly continuity_group_id: string | null;
  readonly counted_value: string | null;
  readonly total_gain: string | null;
  readonly account_label: string | null;
  readonly account_datasource: string | null;
  readonly fact: FactRow | null;
  readonly override: OverrideRow | null;
  readonly match_id: string | null;
  readonly note: NoteRow | null;
  readonly attachments: readonly AttachmentRow[] | null;
}

/** A note of the user on an event; its text is shown as written. */
export interface NoteRow {
  readonly id: string;
  readonly note: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface AttachmentRow {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly documentType: string;
  readonly documentTypeLabel: string;
  readonly byteSize: number;
  readonly createdAt: string;
}

export interface SliceRow {
  readonly event_id: string;
  readonly lot_event_id: string;
  readonly lot_acquired_at: string;
  readonly amount: string;
  readonly cost_basis: string;
  /** Only where one event is explained. */
  readonly historic_cost?: string;
  readonly gain: string;
  readonly holding_period_days: number;
  readonly origin_kind: string | null;
  readonly origin_in_event_id: string | null;
  readonly origin_out_event_id: string | null;
  readonly origin_received_at: string | null;
}

export interface LoanRow {
  readonly event_id: string;
  readonly loan_event_id: string;
  readonly borrowed_at: string;
  readonly interest: string;
  readonly original_cost_basis: string;
  readonly original_principal: string;
  readonly protocol: string | null;
}

export interface EventParts {
  readonly userId: number;
  readonly locked: boolean;
  /** Whether the year keeps its ranges while files of the user wait: what moves with them is not shown. */
  readonly held: boolean;
  /** The gain of each month of the event's year, January first; exact EUR. */
  readonly monthlyGains: readonly string[];
  readonly slices: readonly SliceRow[];
  readonly loans: readonly LoanRow[];
}

/** Returns an event with the fields of its variant; the fields of other variants stay empty. */
export function taxEvent(row: EventRow, { userId, locked, held, monthlyGains, slices, loans }: EventParts) {
  const { fact, override } = row;
  const referenceId = shown(row.reference_id);
  const { month } = brusselsDate(Date.parse(row.occurred_at));
  const lockedLeaf = locked ? parseEur(monthlyGains[month - 1] ?? '0') : null;
  // A disposal that is not taxed, or whose proceeds are unknown, realises no gain, so that its 0 reveals no figure.
  const isRealised = row.taxable && row.total_gain !== null;
  const correctionId = override?.id ?? row.match_id;
  return {
    type: row.type,
    amount: row.amount,
    asset: { assetId: row.asset_key, symbol: shownSymbol(row.asset_symbol) },
    attachments: (row.attachments ?? []).map((each) => ({
      ...each,
      id: shown(each.id),
      filename: shown(each.filename),
      contentType: shown(each.contentType),
      documentType: shown(each.documentType),
      documentTypeLabel: shown(each.documentTypeLabel),
      uploadedBy: userId,
    })),
    flags: shownFlags(row.flags, isSameList(row.flags, override?.overriddenFlags)),
    isLoan: fact?.isLoan ?? false,
    isManualCorrection: correctionId !== null,
    isRepayment: fact?.isRepayment ?? false,
    needsReview: row.needs_review,
    priceSource: shown(row.price_source),
    taxable: row.taxable,
    timestamp: row.occurred_at,
    treatment: row.treatment,
    accountLabel: shown(row.account_label ?? row.account_datasource),
    continuityGroupId: row.continuity_group_id,
    description: shownDescription(row.description, row.description_by_user),
    link: shownLink(fact?.link),
    manualCorrectionId: correctionId,
    manualCorrectionKind: correctionId === null ? null : override === null ? 'TRANSFER_MATCH' : 'OVERRIDE',
    referenceId,
    euroValue: row.euro_value,
    id: row.event_id,
    eventKey: {
      accountId: row.account_id,
      assetId: override?.assetId ?? row.asset_key,
      originalType: fact?.type ?? row.type,
      referenceId,
    },
    eventNote: row.note === null ? null : { ...row.note, id: shown(row.note.id), createdBy: userId },
    eventOverride: override === null ? null : overrideRecord(override, fact, userId),
    acquisitions: slices.map((slice) => acquisitionLot(slice, lockedLeaf, isRealised, held)),
    averageSellPrice: locked ? null : unitPrice(row.counted_value, row.amount),
    totalGain: locked || row.total_gain === null ? null : formatCents(parseEur(row.total_gain)),
    loanClosures: loans.map((loan) => loanClosure(loan, row.occurred_at, locked)),
    isInterestExpense: fact?.isInterestExpense ?? false,
  };
}

function isSameList(one: readonly string[], other: readonly string[] | null | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function acquisitionLot(slice: SliceRow, lockedLeaf: bigint | null, isRealised: boolean, held: boolean) {
  const locked = lockedLeaf !== null;
  return {
    acquisitionEventId: slice.lot_event_id,
    acquisitionTimestamp: slice.lot_acquired_at,
    amount: slice.amount,
    gain:
      locked && isRealised
        ? middleOf(held ? NOTHING_SHOWN : bandOfPart(parseEur(slice.gain), lockedLeaf))
        : formatCents(parseEur(slice.gain)),
    holdingPeriodDays: slice.holding_period_days,
    averageAcquisitionPrice: locked ? null : unitPrice(slice.cost_basis, slice.amount),
    costBasis: locked ? null : formatCents(parseEur(slice.cost_basis)),
    ...(!locked &&
      slice.historic_cost !== undefined && {
        historicUnitCost: unitPrice(slice.historic_cost, slice.amount),
      }),
    basisOrigin: basisOrigin(slice),
  };
}

/** Returns the last matched transfer that brought the units of a slice, or null. */
export function basisOrigin(slice: SliceRow) {
  if (slice.origin_kind === null) return null;
  return {
    depositEventId: slice.origin_in_event_id ?? '',
    kind: slice.origin_kind,
    originalAcquiredAt: slice.lot_acquired_at,
    receivedAt: slice.origin_received_at ?? '',
    withdrawalEventIds: slice.origin_out_event_id === null ? [] : [slice.origin_out_event_id],
    offlineWalletLabel: null,
  };
}

function loanClosure(loan: LoanRow, repaidAt: string, locked: boolean) {
  return {
    borrowEventId: loan.loan_event_id,
    borrowTimestamp: loan.borrowed_at,
    interestPaid: loan.interest,
    originalCostBasis: locked
      ? middleOf(bandOf(parseEur(loan.original_cost_basis)))
      : formatCents(parseEur(loan.original_cost_basis)),
    originalPrincipal: loan.original_principal,
    principalPaid: loan.original_principal,
    loanDurationDays: holdingPeriodDays(Date.parse(loan.borrowed_at), Date.parse(repaidAt)),
    protocol: shownProtocol(loan.protocol),
  };
}

/** In place of a band that would move with the files that wait. */
const NOTHING_SHOWN: Band = { low: 0n, high: 0n };

/** Returns the middle of a band: the value of a required number in a locked year. */
function middleOf({ low, high }: Band): string {
  return formatCents((low + high) / 2n);
}
