/** The rows of tables that add up what a report has. */
import { AMOUNT_SCALE, EUR_SCALE, formatDecimal } from '@ctx/domain/decimal';
import type { Source } from '../report.ts';
import type { HeldTotals, Totals } from '../survey.ts';
import { type Cell, count, day, eur, moment, name, units, wordOf } from './cell.ts';
import { assetName, type View } from './line-rows.ts';

type Row = readonly Cell[];

const euro = (sum: bigint): Cell => eur(formatDecimal(sum, EUR_SCALE));
const amountOf = (sum: bigint): Cell => units(formatDecimal(sum, AMOUNT_SCALE));

export function assetRows(view: View): readonly Row[] {
  return [...view.survey.assets].map(([key, totals]) => [assetName(key, view), ...totalCells(totals)]);
}

/** The sums of all assets, which are the figures of the year. */
export function sumOfAssets({ texts, survey }: View): Row {
  const all = [...survey.assets.values()];
  const sum = (of: (totals: Totals) => bigint): bigint => all.reduce((total, each) => total + of(each), 0n);
  const countAll = (of: (totals: Totals) => number): number =>
    all.reduce((total, each) => total + of(each), 0);
  return [
    texts.total,
    ...totalCells({
      disposals: countAll(({ disposals }) => disposals),
      unknown: countAll(({ unknown }) => unknown),
      proceeds: sum(({ proceeds }) => proceeds),
      basis: sum(({ basis }) => basis),
      gain: sum(({ gain }) => gain),
      incomes: countAll(({ incomes }) => incomes),
      income: sum(({ income }) => income),
    }),
  ];
}

function totalCells({ disposals, unknown, proceeds, basis, gain, income }: Totals): Row {
  return [count(disposals), count(unknown), euro(proceeds), euro(basis), euro(gain), euro(income)];
}

export function accountRows({ texts, survey }: View): readonly Row[] {
  return [...survey.accounts].map(([key, { disposals, gain, incomes, income }]) => [
    key === '' ? texts.noAccount : name(key),
    count(disposals),
    euro(gain),
    count(incomes),
    euro(income),
  ]);
}

export function sourceRows(sources: readonly Source[], { texts }: View): readonly Row[] {
  return sources.map(({ label, datasource, kind, originalFilename, transactionCount, provenUntil }) => [
    name(label ?? datasource),
    wordOf(texts.accountKinds, kind),
    name(originalFilename),
    count(Number(transactionCount)),
    day(provenUntil),
  ]);
}

export function stockRows(view: View): readonly Row[] {
  return [...view.survey.stock].map(([key, held]) => heldCells(key, held, view));
}

export function photoRows(view: View): readonly Row[] {
  const { texts } = view;
  return [...view.survey.photo].map(([key, held]) => [
    ...heldCells(key, held, view),
    eur(held.line.unitPrice) ?? texts.noPrice,
    moment(held.line.priceAt),
    held.line.priceSource == null ? null : wordOf(texts.priceSources, held.line.priceSource),
    held.value === null ? texts.unknown : euro(held.value),
  ]);
}

function heldCells(key: string, { lots, amount, historicCost }: HeldTotals, view: View): Row {
  return [assetName(key, view), count(lots), amountOf(amount), euro(historicCost)];
}
