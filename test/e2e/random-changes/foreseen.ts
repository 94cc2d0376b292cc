/** A change of inputs as a proposal for a preview, and what that preview says the figures become. */
import { expect } from '@jest/globals';
import type { EngineInputs, YearFigures } from '../../../services/recalc/src/engine/types.ts';
import type { Preview } from '../../../services/recalc/src/runs/preview.ts';
import type { Proposal } from '../../../services/recalc/src/runs/proposal.ts';
import { eurText } from '../../../services/recalc/src/tables/table.ts';
import type { ShownFigures } from './database.ts';
import { type Rows, rowsOf } from './rows.ts';

const PROPOSED = [
  ['events', 'facts.events', 'event_id'],
  ['overrides', 'corrections.overrides', 'override_id'],
  ['rules', 'corrections.rules', 'rule_id'],
  ['matches', 'corrections.transfer_matches', 'match_id'],
] as const;

/** Returns the difference of inputs as a proposal; null where other tables differ. */
export function proposalOf(before: EngineInputs, after: EngineInputs): Proposal | null {
  const [was, is] = [rowsOf(before), rowsOf(after)];
  for (const table of ['facts.prices', 'corrections.prices', 'facts.years'])
    if (JSON.stringify(was[table]) !== JSON.stringify(is[table])) return null;
  // A proposal cannot add an account.
  const accountsOf = (rows: Rows): string[] =>
    rows['facts.accounts']!.map((row) => String(row['account_id']));
  if (accountsOf(is).some((id) => !accountsOf(was).includes(id))) return null;
  const differences = PROPOSED.map(([name, table, id]) => {
    const texts = new Set(was[table]!.map((row) => JSON.stringify(row)));
    const ids = new Set(is[table]!.map((row) => row[id]));
    const rows = is[table]!.filter((row) => !texts.has(JSON.stringify(row)));
    const removed = was[table]!.map((row) => String(row[id])).filter((each) => !ids.has(each));
    return [name, { rows, removed }] as const;
  });
  return Object.fromEntries(differences.filter(([, { rows, removed }]) => rows.length + removed.length > 0));
}

/** The text of a year in `ShownFigures`. */
function textOf(year: YearFigures): string {
  const list = (eurs: readonly bigint[]): string => `{${eurs.map((eur) => eurText(eur)).join(',')}}`;
  const { monthlyGains, monthlyIncome, transactionCount, needsReviewCount, totalTax } = year;
  return [
    list(monthlyGains),
    list(monthlyIncome),
    transactionCount,
    needsReviewCount,
    eurText(totalTax),
  ].join(' ');
}

/** Returns what a preview says that the figures become. */
export function foreseen(
  { years, issues: { appear, disappear } }: Preview,
  shown: ShownFigures,
): ShownFigures {
  const after = new Map(shown.years);
  for (const { before, after: year } of years) {
    if (before.transactionCount > 0) expect(textOf(before)).toBe(shown.years.get(before.year));
    if (year.transactionCount > 0) after.set(year.year, textOf(year));
    else after.delete(year.year);
  }
  const issues = new Set(shown.issues);
  for (const { id } of disappear) expect([id, issues.delete(id)]).toEqual([id, true]);
  for (const { id } of appear) issues.add(id);
  return { years: after, issues };
}
