/** The income of a year by asset and by month. */
import { parseEur } from '@ctx/domain/decimal';
import type { FiguresVisit } from '../visit/figures-visit.ts';

/** Sums in EUR with 12 fraction digits. */
export interface IncomeOfYear {
  /** The largest sum first. */
  readonly assets: readonly { readonly symbol: string; readonly sum: bigint }[];
  /** Twelve sums, January first. */
  readonly months: readonly bigint[];
}

/** Returns the income of an unlocked year; `TOO_MANY` if more than `LIMITS.incomeEventsMax` events bring income. */
export async function readIncome(
  { yearIncome }: Pick<FiguresVisit, 'yearIncome'>,
  year: number,
): Promise<IncomeOfYear | 'TOO_MANY'> {
  const { tooMany, assets, months } = await yearIncome(year);
  if (tooMany) return 'TOO_MANY';
  return {
    assets: assets.map(({ assetSymbol: symbol, eur }) => ({ symbol, sum: parseEur(eur) })),
    months: months.map(parseEur),
  };
}
