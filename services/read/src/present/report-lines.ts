/** Turns rows of a year into the lines of its report. Decimals keep every digit. */
import { EUR_SCALE, formatCents, formatDecimal, parseAmount, parseEur, valueEur } from '@ctx/domain/decimal';
import { PUBLISHED } from '@ctx/domain/law/exemption';
import { PHOTO } from '@ctx/domain/law/photo';
import { FIRST_TAXED_YEAR, ratesOf } from '@ctx/domain/law/rates';
import { shown, shownSymbol } from '@ctx/domain/shown-text';
import type { Regime, ReportSection } from '@ctx/domain/vocabulary';
import type { Amount } from './blur.ts';
import type { ShownCompleteness } from './completeness.ts';
import type { CodeRow, Declaration } from './declaration.ts';
import { NAMES_OF_PARTNER, type ShownHousehold } from './household.ts';
import { type ExplainedSliceRow, storedMethod } from './explanation.ts';
import { type Change, impactOf, type TaxedYear } from './impact.ts';

type TextField =
  | 'name'
  | 'code'
  | 'timestamp'
  | 'taxEventId'
  | 'type'
  | 'treatment'
  | 'assetKey'
  | 'assetSymbol'
  | 'account'
  | 'lotId'
  | 'acquisitionEventId'
  | 'acquiredAt'
  | 'priceAt'
  | 'priceSource'
  | 'method'
  | 'text'
  | 'before'
  | 'after'
  | 'via';
type DecimalField =
  | 'amount'
  | 'unitPrice'
  | 'value'
  | 'proceeds'
  | 'historicCost'
  | 'costBasis'
  | 'gain'
  | 'lotGain'
  | 'income'
  | 'eur'
  | 'low'
  | 'high';

interface Fields extends Partial<Record<TextField | DecimalField, string | null>> {
  readonly taxable?: boolean;
  readonly holdingPeriodDays?: number;
}

/** A line of a report in the form of the contract; decimals are texts. */
export interface ReportLine extends Fields {
  readonly section: ReportSection;
}

const line = (section: ReportSection, fields: Fields): ReportLine => ({ section, ...fields });

/** A line with a figure: exact, or a range if it depends on a locked year. */
export function figureLine(name: string, amount: Amount): ReportLine {
  const { low, high, exact } = { low: null, high: null, exact: null, ...amount };
  return line('FIGURE', amount.locked ? { name, low, high } : { name, eur: exact });
}

/** The lines that say what the figures lack: a number each, except where the year does not show it. The document says it in words. */
export function completenessLines(lacks: ShownCompleteness): ReportLine[] {
  return Object.entries(lacks).flatMap(([name, value]) => {
    if (name === 'summary') return [];
    const isEur = typeof value === 'string' && name !== 'accountsProvenUntil';
    return [line('COMPLETENESS', isEur ? { name, eur: value } : { name, text: String(value) })];
  });
}

/** The lines of a declaration: each code with its amount, then each platform outside Belgium. */
export function declarationLines(
  declaration: Declaration | null,
  household: ShownHousehold | null = null,
): ReportLine[] {
  if (declaration === null) return [];
  const codesOf = (rows: readonly CodeRow[], names: Readonly<Record<string, string>> = {}): ReportLine[] =>
    rows.map(({ kind, code, amount, note }) =>
      line('DECLARATION', { name: names[kind] ?? kind, code, eur: amount, text: note }),
    );
  const codes =
    household === null
      ? codesOf(declaration.rows)
      : [
          ...codesOf(household.taxpayer.declarationRows),
          ...codesOf(household.partner.declarationRows, NAMES_OF_PARTNER),
        ];
  const platforms = declaration.capStatuses.map(({ platformName }) =>
    line('DECLARATION', { name: 'FOREIGN_PLATFORM', text: platformName }),
  );
  return [...codes, ...platforms];
}

/** Returns the assumption lines: rates and rules of the law, and readings of it (docs/tax-assumptions.md). */
export function assumptionLines(year: number, regime: Regime): ReportLine[] {
  const { capitalGainsPercent, incomePercent } = ratesOf(year, regime);
  const isTaxed = year >= FIRST_TAXED_YEAR && regime === 'NORMAAL_BEHEER';
  const published = PUBLISHED.findLast((each) => each.year <= year);
  const values: readonly (readonly [string, string | null])[] = [
    ['CAPITAL_GAINS_PERCENT', String(capitalGainsPercent)],
    ['INCOME_PERCENT', String(incomePercent)],
    ['LOT_ORDER', 'FIFO'],
    [
      'BASE_EXEMPTION_EUR',
      isTaxed && published !== undefined ? formatDecimal(published.base, EUR_SCALE) : null,
    ],
    ['PHOTO_MOMENT', isTaxed ? new Date(PHOTO.momentUs / 1000).toISOString() : null],
    ['HIGHER_HISTORIC_COST_UNTIL', isTaxed ? String(PHOTO.higherCostUntilYear) : null],
  ];
  return values.flatMap(([name, text]) => (text === null ? [] : [line('ASSUMPTION', { name, text })]));
}

/** The lines of the calculation, of the figures as one fingerprint, and of the submission. */
export function versionLines(
  run: { readonly engineVersion: number; readonly fingerprint: string } | null,
  submittedAt: string | null,
): ReportLine[] {
  return [
    ...(run === null
      ? []
      : [
          line('VERSION', { name: 'ENGINE', text: String(run.engineVersion) }),
          line('VERSION', { name: 'FIGURES', text: run.fingerprint }),
        ]),
    ...(submittedAt === null ? [] : [line('VERSION', { name: 'SUBMITTED', timestamp: submittedAt })]),
  ];
}

export interface ReportEventRow {
  readonly event_id: string;
  readonly occurred_at: string;
  readonly type: string;
  readonly treatment: string;
  readonly taxable: boolean;
  readonly asset_key: string;
  readonly asset_symbol: string;
  readonly account: string | null;
  readonly amount: string;
  readonly counted_value: string | null;
}

export interface DisposalRow extends ReportEventRow {
  readonly total_gain: string | null;
  readonly proceeds: string | null;
  readonly basis: string | null;
  /** Number of parts of lots that it took or passed on. */
  readonly slices: number;
}

export interface IncomeRow extends ReportEventRow {
  readonly income: string;
}

function eventFields(row: ReportEventRow): Fields {
  return {
    timestamp: row.occurred_at,
    taxEventId: row.event_id,
    type: row.type,
    treatment: row.treatment,
    taxable: row.taxable,
    assetKey: row.asset_key,
    assetSymbol: shownSymbol(row.asset_symbol),
    account: shown(row.account),
    amount: row.amount,
    value: row.counted_value,
  };
}

/** The line of a disposal and those of its parts. The gain is 0 for one that is not taxed, and null for one of unknown value. */
export function disposalLines(
  row: DisposalRow,
  slices: readonly ExplainedSliceRow[],
  year: { readonly year: number; readonly regime: Regime },
): ReportLine[] {
  const { taxable, total_gain: gain } = row;
  const isMeasured = taxable && slices.every(({ kind, is_gain }) => kind !== 'CONSUMED' || is_gain);
  // With missing units, the proceeds are more than those of the parts: their basis is zero.
  const proceeds = isMeasured && gain !== null ? sumOf(gain, row.basis) : row.proceeds;
  const disposal = line('DISPOSAL', { ...eventFields(row), proceeds, costBasis: row.basis, gain });
  return [disposal, ...slices.map((slice) => lotLine(row, slice, year))];
}

const sumOf = (one: string, other: string | null): string =>
  formatDecimal(parseEur(one) + parseEur(other ?? '0'), EUR_SCALE);

function lotLine(
  row: DisposalRow,
  slice: ExplainedSliceRow,
  year: { readonly year: number; readonly regime: Regime },
): ReportLine {
  return line('LOT', {
    timestamp: row.occurred_at,
    taxEventId: row.event_id,
    type: slice.kind,
    assetKey: row.asset_key,
    amount: slice.amount,
    lotId: slice.lot_id,
    acquisitionEventId: slice.lot_event_id,
    acquiredAt: slice.lot_acquired_at,
    holdingPeriodDays: slice.holding_period_days,
    proceeds: slice.proceeds,
    historicCost: slice.historic_cost,
    costBasis: slice.cost_basis,
    method: storedMethod(year, slice),
    lotGain: row.total_gain === null ? null : slice.gain,
  });
}

/** The line of an income; null for one of unknown value, which counts as 0. */
export function incomeLine(row: IncomeRow): ReportLine {
  const isUnknown = row.type === 'INCOME' && row.taxable && row.counted_value === null;
  return line('INCOME', { ...eventFields(row), income: isUnknown ? null : row.income });
}

export interface HeldLotRow {
  readonly lot_id: string;
  readonly asset_key: string;
  readonly origin_event_id: string;
  readonly acquired_at: string;
  readonly was_there: boolean;
  readonly held: string;
  readonly cost: string;
}

/** Whether a lot was held at the end of the year that its row is of. */
export function wasHeld({ was_there, held }: HeldLotRow): boolean {
  return was_there && parseAmount(held) > 0n;
}

function lotFields({ lot_id, asset_key, origin_event_id, acquired_at, held, cost }: HeldLotRow): Fields {
  return {
    assetKey: asset_key,
    amount: held,
    lotId: lot_id,
    acquisitionEventId: origin_event_id,
    acquiredAt: acquired_at,
    historicCost: cost,
  };
}

/** The line of a lot that was held at the end of the year. */
export function stockLine(row: HeldLotRow): ReportLine {
  return line('STOCK', lotFields(row));
}

export interface PhotoPrice {
  readonly eur: string;
  readonly at: string;
  readonly own: boolean;
  /** ENTERED or DERIVED; absent for an imported price. */
  readonly origin?: string;
}

/** The line of a lot that was held at the photo moment, with its price then; without one if no price is known. */
export function photoLine(row: HeldLotRow, price: PhotoPrice | undefined): ReportLine {
  if (price === undefined) return line('PHOTO', lotFields(row));
  return line('PHOTO', {
    ...lotFields(row),
    unitPrice: price.eur,
    priceAt: new Date(price.at).toISOString().replace('.000Z', 'Z'),
    priceSource: price.origin ?? (price.own ? 'OWN' : 'SHARED'),
    value: formatDecimal(valueEur(parseAmount(row.held), parseEur(price.eur)), EUR_SCALE),
  });
}

export interface CorrectionRow {
  readonly audit_id: number;
  readonly at: string;
  readonly action: string;
  readonly via: string;
  readonly event_ids: readonly string[];
  readonly before: string | null;
  readonly after: string | null;
}

/** The line of a correction, with the first event that it concerns. */
export function correctionLine(row: CorrectionRow): ReportLine {
  const { at, action, via, event_ids: ids, before, after } = row;
  return line('CORRECTION', {
    name: action,
    timestamp: at,
    taxEventId: ids[0] ?? null,
    before,
    after,
    via: shown(via),
  });
}

export interface IssueRow {
  readonly issue_id: string;
  readonly issue_type: string;
  readonly event_id: string | null;
  readonly asset_key: string | null;
  readonly occurred_at: string | null;
  readonly suggestion_changes: readonly Change[] | null;
  readonly event_years: readonly number[];
  readonly type: string | null;
  readonly treatment: string | null;
  readonly asset_symbol: string | null;
  readonly amount: string | null;
  readonly counted_value: string | null;
  readonly account: string | null;
}

/**
 * The line of an open issue, with what its event is about. `eur` is the change in gross tax that the suggested answer makes: none
 * for a submitted year, whose lines stay the same.
 */
export function issueLine(row: IssueRow, years: ReadonlyMap<number, TaxedYear> | null): ReportLine {
  const effect = years === null ? null : impactOf(row.suggestion_changes, row.event_years, years);
  return line('ISSUE', {
    name: row.issue_type,
    timestamp: row.occurred_at,
    taxEventId: row.event_id,
    type: row.type,
    treatment: row.treatment,
    assetKey: row.asset_key,
    assetSymbol: row.asset_symbol === null ? null : shownSymbol(row.asset_symbol),
    account: shown(row.account),
    amount: row.amount,
    value: row.counted_value,
    eur: effect === null ? null : formatCents(effect),
  });
}

/** The figures of the exemption, by the fields of the summary. */
export const EXEMPTION_FIGURES = [
  'baseExemption',
  'carriedIn',
  'total',
  'used',
  'remaining',
  'carriedOut',
] as const;
