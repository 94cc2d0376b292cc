/** Checks that explanations add up: slices to their event, and contributions to the figures of the year. */
import { expect } from '@jest/globals';
import { formatCents, parseAmount, parseEur } from '@ctx/domain/decimal';
import { CONTRIBUTION_FIGURES } from '@ctx/domain/vocabulary';
import type { Pool } from '@ctx/platform/postgres';
import type {
  Contribution,
  ExplainedTransaction,
  ListContributionsRequest,
} from '@ctx/proto/gen/ctx/v1/read';
import { explainTransaction } from '../../services/read/src/queries/explain-transaction.ts';
import { getYearSummary } from '../../services/read/src/queries/get-year-summary.ts';
import { listContributions } from '../../services/read/src/queries/list-contributions.ts';
import { Primary, type Source } from '../../services/read/src/sources/source.ts';

const total = (eurs: readonly (string | null | undefined)[]): bigint =>
  eurs.reduce((sum, eur) => sum + parseEur(eur ?? '0'), 0n);

/** Expects the sums of every event and every year of a user to be exact. All years must be paid. Returns how many events have slices. */
export async function expectExactSums(pool: Pool, userId: number, ids: readonly string[]): Promise<number> {
  const source = new Primary(pool);
  let taking = 0;
  for (const taxEventId of ids) {
    const explained = await explainTransaction(source, userId, { taxEventId, year: undefined });
    expectSumsOfSlices(explained);
    if ((explained.explanation?.slices.length ?? 0) > 0) taking += 1;
  }
  const { rows } = await pool.query<{ year: number }>('SELECT year FROM figures.years WHERE user_id = $1', [
    userId,
  ]);
  for (const { year } of rows) await expectSumsOfYear(source, userId, year);
  return taking;
}

/** Expects the slices and the shortfall of an event to add up to the event, to the last digit. */
function expectSumsOfSlices({ event, explanation }: ExplainedTransaction): void {
  const { disposal, slices = [], slicesLeftOut } = explanation ?? {};
  if (disposal === undefined || disposal === null || slicesLeftOut !== 0) return;
  const { gain, proceeds, costBasis, shortfall } = disposal;
  const amount = slices.reduce((sum, slice) => sum + parseAmount(slice.amount), 0n);
  const missing = parseAmount(shortfall?.amount ?? '0');
  expect(amount + missing).toBe(parseAmount(event?.amount ?? '0'));
  expect(total(slices.map((slice) => slice.costBasis))).toBe(parseEur(costBasis ?? '0'));
  if (typeof proceeds === 'string') {
    const shares = [...slices.map((slice) => slice.proceeds), shortfall?.proceeds];
    expect(total(shares)).toBe(parseEur(proceeds));
  }
  if (typeof gain?.exact === 'string') {
    const ofShortfall = event?.taxable === true ? shortfall?.proceeds : '0';
    expect(total([...slices.map((slice) => slice.gain?.exact), ofShortfall])).toBe(parseEur(gain.exact));
  }
}

async function expectSumsOfYear(source: Source, userId: number, year: number): Promise<void> {
  const summary = await getYearSummary(source, userId, { year });
  const figures = {
    capitalGains: summary.totalCapitalGains?.exact,
    income: summary.totalIncome?.exact,
    exemption: summary.vrijstellingHeadroom?.used?.exact,
    fees: undefined,
  };
  for (const figure of CONTRIBUTION_FIGURES) {
    const request = { year, figure, asset: undefined, month: undefined, order: 'time', page: 0, size: 200 };
    const answer = await listContributions(source, userId, request);
    // The stored count, for the list of a year; the list of a month is counted.
    expect(answer.totalElements).toBe(answer.contributions.length);
    await expectSameByMonth(source, userId, request, answer.contributions);
    const sum = formatCents(total(answer.contributions.map(({ amount }) => amount?.exact)));
    expect({ year, figure, sum }).toEqual({ year, figure, sum: answer.total?.exact ?? '0' });
    if (figure !== 'fees') expect(answer.total?.exact).toBe(figures[figure]);
  }
}

/** Expects the lists of the months of a year to be parts of its list, with the same amounts. */
async function expectSameByMonth(
  source: Source,
  userId: number,
  request: ListContributionsRequest,
  ofYear: readonly Contribution[],
): Promise<void> {
  const months = Array.from({ length: 12 }, (_each, index) => 12 - index);
  const lists = await Promise.all(
    months.map((month) => listContributions(source, userId, { ...request, month })),
  );
  expect(lists.flatMap(({ contributions }) => contributions)).toEqual(ofYear);
  for (const { contributions, totalElements } of lists) expect(totalElements).toBe(contributions.length);
}
