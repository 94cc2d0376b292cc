/** Explains an event: what it took from which lots, at which basis and why. Figures of a locked year are ranges or left out. */
import { brusselsDate } from '@ctx/domain/brussels';
import { AMOUNT_SCALE, EUR_SCALE, formatDecimal, parseAmount, parseEur, valueEur } from '@ctx/domain/decimal';
import { PAGE_OF_METHOD } from '@ctx/domain/law/pages';
import { type Basis, basisOf, type BasisFacts, needsPhotoValue, PHOTO } from '@ctx/domain/law/photo';
import { LIMITS } from '@ctx/domain/limits';
import { shareOfPart } from '@ctx/domain/lot-shares';
import { shown, shownDescription, shownLink } from '@ctx/domain/shown-text';
import type { Regime } from '@ctx/domain/vocabulary';
import { type Amount, bandOfPart, exactAmount, lockedAmount, UNKNOWN_AMOUNT } from './blur.ts';
import { priceOf } from './explain-price.ts';
import { effectOf, type StepsRow, stepsOf } from './explain-steps.ts';
import { basisOrigin, type SliceRow } from './tax-event.ts';

/** Another event of an event's group. */
interface GroupMember {
  readonly event_id: string;
  /** Number of all other events of the group. */
  readonly members: number;
}

/** An event with its facts, corrections and year. */
export interface ExplainedRow extends StepsRow {
  readonly year: number;
  readonly regime: Regime;
  readonly frozen: boolean;
  readonly group: readonly GroupMember[];
  readonly account_label: string | null;
  readonly account_datasource: string | null;
  readonly original_filename: string | null;
  readonly fact_account_id: string | null;
  readonly fact_reference_id: string | null;
  readonly fact_asset_key: string | null;
  readonly fact_price_source: string | null;
  readonly counterparty_address: string | null;
  readonly chain_id: number | null;
  readonly total_gain: string | null;
  readonly income: string;
  readonly pool_marks: readonly string[];
  readonly held_since: string | null;
  readonly monthly_gains: string[] | null;
  readonly monthly_income: string[] | null;
  readonly slice_count: number;
  readonly consumed_count: number;
  readonly consumed_amount: string;
  readonly consumed_proceeds: string;
  readonly consumed_basis: string;
}

export interface ExplainedSliceRow extends SliceRow {
  readonly ordinal: number;
  readonly kind: string;
  readonly lot_id: string;
  readonly proceeds: string | null;
  readonly gone_before: string | null;
  readonly is_gain: boolean;
  readonly historic_cost: string;
  readonly photo_missing: string | null;
  readonly lot_amount: string | null;
  readonly photo_amount: string | null;
  readonly photo_asset_key: string;
  readonly photo_price: string | null;
  readonly photo_price_at: string | null;
  readonly photo_price_origin: string | null;
}

/** A lot in the chain of a slice, newest first. */
export interface LinkRow {
  readonly ordinal: number;
  readonly links: number;
  readonly lot_id: string;
  readonly asset_key: string;
  readonly event_id: string;
  readonly from_lot_id: string | null;
  readonly arrived_at: string;
  readonly amount: string;
  readonly cost_basis: string;
  readonly origin_kind: string | null;
  readonly origin_out_event_id: string | null;
  readonly given: string[];
}

export interface ExplainedParts {
  readonly slices: readonly ExplainedSliceRow[];
  readonly links: readonly LinkRow[];
}

/** Returns the explanation of an event in the form of the contract. */
export function explanationOf(row: ExplainedRow, { slices, links }: ExplainedParts) {
  const chains = Map.groupBy(links, ({ ordinal }) => ordinal);
  const explained = slices.filter(({ ordinal }) => ordinal < LIMITS.explainedSlicesMax);
  return {
    fact: factOf(row),
    steps: stepsOf(row),
    price: priceOf(row),
    countedValue: row.locked ? null : row.counted_value,
    income: incomeOf(row),
    disposal: disposalOf(row),
    slices: explained.map((slice) => explainedSlice(row, slice, chains.get(slice.ordinal) ?? [])),
    slicesLeftOut: row.slice_count - explained.length,
    groupTaxEventIds: row.group.map(({ event_id }) => event_id),
    groupLeftOut: (row.group[0]?.members ?? 0) - row.group.length,
  };
}

function factOf(row: ExplainedRow) {
  const { fact } = row;
  if (fact === null) return null;
  return {
    accountId: row.fact_account_id ?? '',
    source: shown(row.account_datasource ?? ''),
    accountLabel: shown(row.account_label),
    file: shown(row.original_filename),
    referenceId: shown(row.fact_reference_id ?? ''),
    type: fact.type,
    treatment: fact.treatment,
    taxable: fact.taxable,
    amount: fact.amount,
    timestamp: row.fact_occurred_at ?? row.occurred_at,
    assetKey: row.fact_asset_key ?? '',
    euroValue: fact.euroValue,
    priceSource: shown(row.fact_price_source),
    description: shownDescription(fact.description, false),
    counterpartyAddress: shown(row.counterparty_address),
    chainId: row.chain_id,
    flags: fact.flags.map((flag) => shown(flag)),
    link: shownLink(fact.link),
  };
}

function incomeOf(row: ExplainedRow): Amount | null {
  const bringsIncome =
    (row.type === 'INCOME' && row.taxable && row.acts_on_pools) || row.pool_marks.includes('hasSurplus');
  return bringsIncome ? amountOf(row, row.income, row.monthly_income) : null;
}

/**
 * Returns an exact figure, not rounded; in a locked year its band, at least as wide as that of its month. No band while files wait: it
 * would move with them.
 */
function amountOf(
  { locked, held_since, occurred_at }: Pick<ExplainedRow, 'locked' | 'held_since' | 'occurred_at'>,
  eur: string,
  monthly: readonly string[] | null,
): Amount {
  if (!locked) return exactAmount(eurText(parseEur(eur)));
  if (held_since !== null) return UNKNOWN_AMOUNT;
  const { month } = brusselsDate(Date.parse(occurred_at));
  return lockedAmount(bandOfPart(parseEur(eur), parseEur(monthly?.[month - 1] ?? '0')));
}

/** Whether the event's gain is a figure of its year. An event that is not taxed has the gain 0, whatever its figures. */
function isRealised({ taxable, total_gain }: ExplainedRow): boolean {
  return taxable && total_gain !== null;
}

function gainOf(row: ExplainedRow, gain: string): Amount {
  if (isRealised(row)) return amountOf(row, gain, row.monthly_gains);
  return row.locked ? lockedAmount({ low: 0n, high: 0n }) : exactAmount('0');
}

function disposalOf(row: ExplainedRow) {
  const { gain, pool } = effectOf(row);
  if (gain === null || pool === 'LEAVE') return null;
  const proceeds = row.locked ? null : proceedsOf(row);
  const { counted_value: counted } = row;
  return {
    gain: row.total_gain === null ? null : gainOf(row, row.total_gain),
    proceeds: proceeds === null ? null : eurText(proceeds),
    fees: proceeds === null || counted === null ? null : eurText(parseEur(counted) - proceeds),
    costBasis: row.locked ? null : eurText(parseEur(row.consumed_basis)),
    shortfall: shortfallOf(row, proceeds),
  };
}

/** The proceeds of a sale: gain and basis together; null for other disposals and without known proceeds. */
function proceedsOf(row: ExplainedRow): bigint | null {
  if (effectOf(row).gain !== 'PROCEEDS_LESS_BASIS' || row.counted_value === null) return null;
  if (isRealised(row)) return parseEur(row.total_gain ?? '0') + parseEur(row.consumed_basis);
  return row.pool_marks.includes('isShort') ? null : parseEur(row.consumed_proceeds);
}

function shortfallOf(row: ExplainedRow, proceeds: bigint | null) {
  if (!row.pool_marks.includes('isShort')) return null;
  return {
    amount: formatDecimal(parseAmount(row.amount) - parseAmount(row.consumed_amount), AMOUNT_SCALE),
    proceeds: proceeds === null ? null : eurText(proceeds - parseEur(row.consumed_proceeds)),
  };
}

function explainedSlice(row: ExplainedRow, slice: ExplainedSliceRow, chain: readonly LinkRow[]) {
  const { locked } = row;
  const used = locked ? null : basisUsed(row, slice);
  return {
    kind: slice.kind,
    lotId: slice.lot_id,
    acquisitionEventId: slice.lot_event_id,
    acquiredAt: slice.lot_acquired_at,
    holdingPeriodDays: slice.holding_period_days,
    amount: slice.amount,
    gain: gainOf(row, slice.gain),
    proceeds: locked ? null : slice.proceeds,
    historicCost: locked ? null : slice.historic_cost,
    photo: used?.photo ?? null,
    costBasis: locked ? null : slice.cost_basis,
    method: used?.method ?? null,
    page: used === null ? null : PAGE_OF_METHOD[used.method],
    photoMissing: locked ? null : slice.photo_missing,
    basisOrigin: basisOrigin(slice),
    chain: chain.map((link) => linkOf(link, locked)),
    chainLeftOut: (chain[0]?.links ?? 0) - chain.length,
  };
}

/** How the basis of a slice was chosen, by what is stored alone, so that it does not change with later prices; null without a gain. */
export function storedMethod(
  row: Pick<ExplainedRow, 'year' | 'regime'>,
  slice: ExplainedSliceRow,
): Basis['method'] | null {
  return basisUsed({ ...row, frozen: true }, slice)?.method ?? null;
}

interface Photo {
  readonly value: string;
  readonly assetKey: string;
  readonly amount: string | null;
  readonly unitPrice: string | null;
  readonly at: string | null;
  readonly ageSeconds: number | null;
  readonly origin: string | null;
}

interface UsedBasis extends Pick<Basis, 'method'> {
  readonly photo: Photo | null;
}

/** How the basis of a slice was chosen, by the rule that the engine used; null without a gain. */
function basisUsed(
  row: Pick<ExplainedRow, 'year' | 'regime' | 'frozen'>,
  slice: ExplainedSliceRow,
): UsedBasis | null {
  if (!slice.is_gain || slice.proceeds === null) return null;
  const stored = parseEur(slice.cost_basis);
  const facts: BasisFacts = {
    proceeds: parseEur(slice.proceeds),
    historicCost: parseEur(slice.historic_cost),
    feesEur: row.regime === 'SPECULATIEF' ? stored - parseEur(slice.historic_cost) : 0n,
    acquiredUs: Date.parse(slice.lot_acquired_at) * 1000,
    year: row.year,
    regime: row.regime,
  };
  if (!needsPhotoValue(facts) || slice.photo_missing !== null)
    return { method: basisOf(facts, null).method, photo: null };
  // The prices of a submitted year may have changed since: then the stored basis alone tells how it was chosen.
  const photo = row.frozen ? null : photoOf(slice);
  const used = photo === null ? null : basisOf(facts, parseEur(photo.value));
  if (used?.basis === stored) return { method: used.method, photo };
  return { method: methodOfStored(facts, stored), ...photoOfStored(facts, stored, slice) };
}

function methodOfStored({ proceeds, historicCost }: BasisFacts, stored: bigint): Basis['method'] {
  if (stored === historicCost) return 'HISTORIC_ABOVE_PHOTO';
  return stored === proceeds && stored < historicCost ? 'FLOORED_AT_ZERO' : 'PHOTO';
}

function photoOfStored(
  facts: BasisFacts,
  stored: bigint,
  slice: ExplainedSliceRow,
): Pick<UsedBasis, 'photo'> {
  if (methodOfStored(facts, stored) !== 'PHOTO') return { photo: null };
  const unknown = { amount: null, unitPrice: null, at: null, ageSeconds: null, origin: null };
  return { photo: { value: slice.cost_basis, assetKey: slice.photo_asset_key, ...unknown } };
}

const PHOTO_MS = PHOTO.momentUs / 1000;

function photoOf(slice: ExplainedSliceRow): Photo | null {
  const { photo_price: unitPrice, photo_price_at: at, photo_price_origin: origin } = slice;
  if (unitPrice === null || at === null || (PHOTO_MS - Date.parse(at)) * 1000 > PHOTO.priceAgeUsMax)
    return null;
  const amount = photoAmount(slice);
  return {
    value: eurText(valueEur(amount, parseEur(unitPrice))),
    assetKey: slice.photo_asset_key,
    amount: formatDecimal(amount, AMOUNT_SCALE),
    unitPrice,
    at,
    ageSeconds: Math.floor((PHOTO_MS - Date.parse(at)) / 1000),
    origin,
  };
}

/** The slice's amount at the photo moment: its share of the lot's amount then. */
function photoAmount({ amount, photo_amount, gone_before, lot_amount }: ExplainedSliceRow): bigint {
  const own = parseAmount(amount);
  if (photo_amount === null || gone_before === null || lot_amount === null) return own;
  const part = { goneBefore: parseAmount(gone_before), amount: own };
  return shareOfPart(parseAmount(photo_amount), part, parseAmount(lot_amount));
}

function linkOf(link: LinkRow, locked: boolean) {
  const isAcquisition = link.from_lot_id === null;
  return {
    lotId: link.lot_id,
    kind: isAcquisition ? 'ACQUISITION' : (link.origin_kind ?? 'MIGRATION'),
    taxEventId: link.event_id,
    outTaxEventId: isAcquisition ? null : link.origin_out_event_id,
    assetKey: link.asset_key,
    amount: link.amount,
    costBasis: locked ? null : link.cost_basis,
    arrivedAt: link.arrived_at,
    givenTaxEventIds: link.given,
  };
}

function eurText(eur: bigint): string {
  return formatDecimal(eur, EUR_SCALE);
}
