/** The preview of a sale: computed as if it came after all events of its instant, on its day and on the first of January after. */
import { yearStartMs } from '@ctx/domain/brussels';
import {
  formatCents,
  formatDecimal,
  AMOUNT_SCALE,
  EUR_SCALE,
  parseAmount,
  parseEur,
  valueEur,
} from '@ctx/domain/decimal';
import { parseInstantUs, shownInstant, taxYear, timestampText, US_PER_MS } from '@ctx/domain/instant';
import type { BasisMethod } from '@ctx/domain/law/photo';
import { LIMITS } from '@ctx/domain/limits';
import { shown, shownSymbol } from '@ctx/domain/shown-text';
import { stableId } from '@ctx/domain/stable-id';
import { GrpcRejection } from '@ctx/platform/grpc-server';
import { readAsUser } from '@ctx/platform/postgres';
import { parameter, prepare, sql, USER } from '@ctx/platform/sql';
import { assetOfEvent, isOfAssets, joinAssetCorrection } from '@ctx/records/asset-of-event';
import type {
  PreviewSaleRequest,
  SaleMethod,
  SaleOutcome,
  SalePreview,
  SaleSlice,
} from '@ctx/proto/gen/ctx/v1/preview';
import { status } from '@grpc/grpc-js';
import type { Slice } from '../engine/types.ts';
import type { Preview } from '../runs/preview.ts';
import { previewCurrent, type PreviewRoom } from './current.ts';
import { estimatedTaxOn, exemptionOn } from './headroom.ts';

/** The columns of an event that are those of the asset. */
interface AssetRow {
  readonly account_id: string;
  readonly asset_symbol: string;
  readonly asset_name: string | null;
  readonly asset_chain: string | null;
  readonly asset_fiat: boolean;
}

const NEWEST = prepare(
  'preview-sale-asset',
  sql`SELECT e.account_id, ${assetOfEvent('asset_symbol')} AS asset_symbol, ${assetOfEvent('asset_name')} AS asset_name,
      ${assetOfEvent('asset_chain')} AS asset_chain, e.asset_fiat FROM facts.events e ${joinAssetCorrection()}
    WHERE e.user_id = ${USER} AND ${isOfAssets(USER, sql`ARRAY[${parameter('assetKey')}::text]`)} ORDER BY e.occurred_at DESC, e.event_id LIMIT 1`,
);

/** A sale that has not happened. */
interface Sale {
  readonly asset: AssetRow;
  readonly assetKey: string;
  readonly amount: bigint;
  readonly euroValue: bigint;
  /** Whether the answer lists the lots. */
  readonly hasSlices: boolean;
}

/** Previews a sale. Rejects with NOT_FOUND for an asset without events. `at` must be set. */
export async function previewSale(
  room: PreviewRoom,
  userId: number,
  request: PreviewSaleRequest,
): Promise<SalePreview> {
  const { assetKey } = request;
  const [[asset]] = await readAsUser<[AssetRow]>(room.pool, userId, NEWEST({ userId, assetKey }));
  if (asset === undefined) throw new GrpcRejection(status.NOT_FOUND, 'there are no events of this asset');
  const amount = parseAmount(request.amount);
  const euroValue =
    request.unitPriceEur == null
      ? parseEur(request.euroValue ?? '0')
      : valueEur(amount, parseEur(request.unitPriceEur));
  const sale = { asset, assetKey, amount, euroValue, hasSlices: request.slices !== false };
  const atUs = parseInstantUs(request.at ?? '') ?? 0;
  const preview = await previewAt(room, userId, sale, atUs);
  const nextYear = taxYear(atUs) + 1;
  const now = outcomeOf(preview, userId, sale, atUs);
  const assetSymbol = shownSymbol(asset.asset_symbol);
  return {
    warnings: warningsOf(now, assetSymbol),
    assetKey,
    assetSymbol,
    amount: formatDecimal(amount, AMOUNT_SCALE),
    euroValue: formatCents(euroValue),
    sale: now,
    nextYear: isOpen(nextYear, preview)
      ? await outcomeInYear(room, userId, sale, yearStartMs(nextYear) * US_PER_MS)
      : null,
  };
}

/** Whether a sale may be previewed in a year: not in a submitted one, nor in a locked one that has figures to hide. */
function isOpen(year: number, { submitted, unlocked, years }: Preview): boolean {
  if (submitted.has(year)) return false;
  return unlocked.has(year) || !years.some(({ before }) => before.year === year);
}

async function outcomeInYear(
  room: PreviewRoom,
  userId: number,
  sale: Sale,
  atUs: number,
): Promise<SaleOutcome> {
  return outcomeOf(await previewAt(room, userId, sale, atUs), userId, sale, atUs);
}

const saleId = (userId: number): string => stableId('sale preview', String(userId));

function previewAt(room: PreviewRoom, userId: number, sale: Sale, atUs: number): Promise<Preview> {
  const event = {
    ...sale.asset,
    event_id: saleId(userId),
    asset_key: sale.assetKey,
    type: 'DISPOSITION',
    treatment: 'NORMAL',
    // No import has an empty reference, so no fee is one of this sale.
    reference_id: '',
    amount: formatDecimal(sale.amount, AMOUNT_SCALE),
    euro_value: formatDecimal(sale.euroValue, EUR_SCALE),
    occurred_at: timestampText(atUs),
    price_source: 'PREVIEW',
    taxable: true,
    flags: [],
    spam: false,
    needs_review: false,
    is_loan: false,
    is_repayment: false,
    is_interest_expense: false,
  };
  const proposal = { events: { rows: [event], removed: [] } };
  return previewCurrent(room, userId, { changed: [event.event_id], proposal });
}

function outcomeOf(preview: Preview, userId: number, { amount, hasSlices }: Sale, atUs: number): SaleOutcome {
  const id = saleId(userId);
  const year = taxYear(atUs);
  const { events = [], outcomes = [], slices: all = [] } = preview.outputs ?? {};
  const outcome = outcomes[events.findIndex(({ raw }) => raw.id === id)];
  const slices = all.filter(({ event }) => event.raw.id === id);
  const figures = preview.years.find(({ before }) => before.year === year);
  const [before, after] = (['before', 'after'] as const).map((side) => exemptionOn(side, year, preview));
  const [taxBefore, taxAfter] = (['before', 'after'] as const).map((side) =>
    estimatedTaxOn(side, year, preview),
  );
  const missing = slices.reduce((left, slice) => left - slice.amount, amount);
  return {
    at: shownInstant(atUs),
    year,
    gain: formatCents(outcome?.totalGain ?? 0n),
    tax: formatCents((figures?.after.capitalGainsTax ?? 0n) - (figures?.before.capitalGainsTax ?? 0n)),
    exemptionUsed: before == null || after == null ? null : formatCents(after.used - before.used),
    exemptionRemaining: after == null ? null : formatCents(after.remaining),
    methods: methodsOf(slices),
    slices: hasSlices ? slices.slice(0, LIMITS.previewSlicesMax).map(toSlice) : [],
    sliceCount: slices.length,
    missingAmount: formatDecimal(missing, AMOUNT_SCALE),
    estimatedTax: taxBefore == null || taxAfter == null ? null : formatCents(taxAfter - taxBefore),
    missingPhotoValues: [...new Set(slices.flatMap(({ photoMissing }) => photoMissing ?? []))],
  };
}

/** Returns what is to be said before any figure of a sale. */
function warningsOf({ missingAmount, missingPhotoValues }: SaleOutcome, symbol: string): string[] {
  return [
    ...(parseAmount(missingAmount) > 0n
      ? [`${missingAmount} ${symbol} more than is held: their cost counts as 0.`]
      : []),
    ...missingPhotoValues.map(
      (assetKey) =>
        `The value of ${shown(assetKey)} at the end of 2025 is not known: units of before then are measured from their historic cost.`,
    ),
  ];
}

/** Returns the sums of slices by method, in the order of the first slice of each. */
function methodsOf(slices: readonly Slice[]): SaleMethod[] {
  const sum = (of: readonly Slice[], part: (slice: Slice) => bigint): bigint =>
    of.reduce((total, slice) => total + part(slice), 0n);
  return [...Map.groupBy(slices, methodOf)].map(([method, of]) => ({
    method,
    lots: of.length,
    amount: formatDecimal(
      sum(of, ({ amount }) => amount),
      AMOUNT_SCALE,
    ),
    proceeds: formatCents(sum(of, ({ proceeds }) => proceeds ?? 0n)),
    basis: formatCents(sum(of, ({ costBasis }) => costBasis)),
    gain: formatCents(sum(of, ({ gain }) => gain)),
  }));
}

const methodOf = ({ basis }: Slice): BasisMethod => basis?.method ?? 'HISTORIC';

function toSlice(slice: Slice): SaleSlice {
  const { lot, amount, proceeds, historicCost, basis, costBasis, gain } = slice;
  return {
    lotId: lot.id,
    acquiredAt: shownInstant(lot.acquiredUs),
    amount: formatDecimal(amount, AMOUNT_SCALE),
    proceeds: formatCents(proceeds ?? 0n),
    historicCost: formatCents(historicCost),
    photoValue: basis?.photoValue == null ? null : formatCents(basis.photoValue),
    basis: formatCents(costBasis),
    method: methodOf(slice),
    gain: formatCents(gain),
  };
}
