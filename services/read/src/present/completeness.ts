/** What the figures of a year lack, as responses show it. */
import { yearStartMs } from '@ctx/domain/brussels';
import { isMostlyUnknown, missingInWords } from '@ctx/domain/completeness';
import { formatCents, parseEur } from '@ctx/domain/decimal';

/** Counts of a year with open issues. */
export interface LackingRow {
  readonly year: number;
  readonly without_value: number;
  readonly sales_left_out: number;
  readonly purchases_at_no_cost: number;
  readonly income_as_zero: number;
  readonly without_basis: number;
  readonly unmatched_transfers: number;
  /** Exact EUR. */
  readonly unmatched_gains: string;
  readonly photo_issues: number;
  /** Events whose value the figures can need, up to the number that decides the rule. */
  readonly valued: number;
}

export interface PhotoLackRow {
  readonly year: number;
  readonly assets: number;
  readonly sales: number;
}

export interface UnknownCostRow {
  readonly year: number;
  readonly sales: number;
}

/** The rows of all years that were read. */
export type Lacks = readonly [readonly LackingRow[], readonly PhotoLackRow[], readonly UnknownCostRow[]];

/** Until when balances prove each account with transactions, as RFC 3339; null for one that no balance proves. */
export type ProvenAccounts = readonly (string | null)[];

/** The year whose figures the rows are of. */
interface LackedYear {
  readonly year: number;
  readonly locked: boolean;
  readonly frozen: boolean;
  readonly transaction_count: number;
  readonly gain_count: number;
}

/** The record of the contract. */
export interface ShownCompleteness {
  events: number;
  withoutValue: number;
  salesLeftOut?: number;
  purchasesAtNoCost?: number;
  incomeAsZero?: number;
  withoutBasis: number;
  unmatchedTransfers: number;
  unmatchedTransferGains?: string;
  photoPricesMissing: number;
  salesWithoutPhotoPrice?: number;
  salesOfUnknownCost?: number;
  accounts?: number;
  accountsProven?: number;
  accountsProvenUntil?: string;
  mostlyUnknown: boolean;
  summary: string;
}

const NOTHING: Omit<LackingRow, 'year'> = {
  without_value: 0,
  sales_left_out: 0,
  purchases_at_no_cost: 0,
  income_as_zero: 0,
  without_basis: 0,
  unmatched_transfers: 0,
  unmatched_gains: '0',
  photo_issues: 0,
  valued: 0,
};

/**
 * Returns what the figures of a year lack. A locked year shows the counts that its inbox shows, and nothing else: no sum, and nothing
 * that is counted from what its sales took. A submitted year does not show what an open year before it, or a balance after it, could change.
 */
export function completenessOf(
  year: LackedYear,
  [lacking, photo, unknownCost]: Lacks,
  accounts: ProvenAccounts | null,
): ShownCompleteness {
  const isOfYear = (row: { readonly year: number }): boolean => row.year === year.year;
  const row = lacking.find(isOfYear) ?? NOTHING;
  const photoLack = photo.find(isOfYear);
  const salesOfUnknownCost = year.locked || year.frozen ? 0 : (unknownCost.find(isOfYear)?.sales ?? 0);
  const missing = {
    events: year.transaction_count,
    withoutValue: row.without_value,
    withoutBasis: row.without_basis,
    unmatchedTransfers: row.unmatched_transfers,
    photoPricesMissing: year.locked ? row.photo_issues : (photoLack?.assets ?? 0),
  };
  const proven = accounts === null || year.frozen ? null : provenIn(year.year, accounts);
  const weights = { ...missing, valued: row.valued, salesOfUnknownCost, sales: year.gain_count };
  return {
    ...missing,
    ...(year.locked
      ? {}
      : {
          salesLeftOut: row.sales_left_out,
          purchasesAtNoCost: row.purchases_at_no_cost,
          incomeAsZero: row.income_as_zero,
          unmatchedTransferGains: formatCents(parseEur(row.unmatched_gains)),
          salesWithoutPhotoPrice: photoLack?.sales ?? 0,
          ...(year.frozen ? {} : { salesOfUnknownCost }),
        }),
    ...(proven ?? {}),
    mostlyUnknown: isMostlyUnknown(weights),
    summary: missingInWords(missing, proven),
  };
}

/** Returns how many accounts balances prove up to an instant in the year or later, and until when they prove all. */
function provenIn(
  year: number,
  accounts: ProvenAccounts,
): Required<Pick<ShownCompleteness, 'accounts' | 'accountsProven'>> &
  Pick<ShownCompleteness, 'accountsProvenUntil'> {
  const start = yearStartMs(year);
  const instants = accounts.flatMap((until) => (until === null ? [] : [until]));
  const [first] = instants.toSorted((left, right) => Date.parse(left) - Date.parse(right));
  return {
    accounts: accounts.length,
    accountsProven: instants.filter((until) => Date.parse(until) >= start).length,
    ...(first !== undefined && instants.length === accounts.length ? { accountsProvenUntil: first } : {}),
  };
}
