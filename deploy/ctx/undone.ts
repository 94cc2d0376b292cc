/** What files took back of earlier ones, as `ctx import` prints it. */
import type { ImportResult, UndoneTransactions } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Section } from './sections.ts';

/** Returns what several files took back; null if nothing was. */
export function sumUndone(results: readonly ImportResult[]): UndoneTransactions | null {
  const all = results.flatMap(({ undone }) => undone ?? []);
  const removed = all.reduce((sum, each) => sum + each.removed, 0);
  const kept = all.reduce((sum, each) => sum + each.kept, 0);
  return removed + kept === 0 ? null : { removed, kept, first: all.flatMap(({ first }) => first) };
}

/** Returns the transactions that a file takes back, for a terminal; none if there are none. */
export function undoneSections({ removed, kept, first }: UndoneTransactions): Section[] {
  if (removed + kept === 0) return [];
  const rows = first.map(({ timestamp, type, asset, amount = null, isKept }) => ({
    timestamp,
    type,
    asset,
    amount,
    outcome: isKept ? 'stays, its year was submitted' : 'removed',
  }));
  return [
    { title: 'transactions of earlier files that this one undoes', fields: { removed, kept } },
    ...(rows.length === 0 ? [] : [{ rows }]),
  ];
}
