/** The income of a year by asset and by month, from what each event adds to it. */
import { brusselsDate } from '@ctx/domain/brussels';
import { parseEur } from '@ctx/domain/decimal';
import { LIMITS } from '@ctx/domain/limits';
import type { Digits } from '../answers/digits.ts';
import type { AnswerOf, FiguresVisit } from './figures-visit.ts';

type Contributions = Digits<AnswerOf<'listContributions'>>;

/** Pages of contributions that one page of a year may read. */
const PAGES_MAX = 5;
export const INCOME_EVENTS_MAX = PAGES_MAX * LIMITS.pageSizeMax;

/** Sums in EUR with 12 fraction digits. */
export interface IncomeOfYear {
  /** The largest sum first. */
  readonly assets: readonly { readonly key: string; readonly symbol: string; readonly sum: bigint }[];
  /** Twelve sums, January first. */
  readonly months: readonly bigint[];
}

/** Returns the income of an unlocked year; `TOO_MANY` if more events bring income than a page reads. */
export async function readIncome(
  { readDigits }: Pick<FiguresVisit, 'readDigits'>,
  year: number,
): Promise<IncomeOfYear | 'TOO_MANY'> {
  const read = (page: number): Promise<Contributions> =>
    readDigits('listContributions', {
      year: String(year),
      figure: 'income',
      size: String(LIMITS.pageSizeMax),
      page: String(page),
    });
  const first = await read(0);
  const pages = Number(first.totalPages);
  if (pages > PAGES_MAX) return 'TOO_MANY';
  const rest = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read(index + 1)),
  );
  return sumIncome([first, ...rest].flatMap(({ contributions }) => contributions));
}

/** Adds contributions up by asset and by month in Belgium. */
export function sumIncome(contributions: Contributions['contributions']): IncomeOfYear {
  const months = Array.from({ length: 12 }, () => 0n);
  const assets = new Map<string, { key: string; symbol: string; sum: bigint }>();
  for (const { timestamp, assetKey: key, assetSymbol: symbol, amount } of contributions) {
    const eur = parseEur(amount.exact ?? '0');
    const month = brusselsDate(Date.parse(timestamp)).month - 1;
    months[month] = (months[month] ?? 0n) + eur;
    assets.set(key, { key, symbol, sum: (assets.get(key)?.sum ?? 0n) + eur });
  }
  const largestFirst = [...assets.values()].toSorted((one, other) => (one.sum < other.sum ? 1 : -1));
  return { assets: largestFirst, months };
}
