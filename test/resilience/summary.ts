/** The end of a run's output: one line for each row, with a column for each seed. */
import type { Result } from './harness.ts';

/** The outcome of one row with one seed; `result` is null where the machine could not run it. */
export interface Outcome {
  readonly id: string;
  readonly title: string;
  readonly seed: number;
  readonly result: Pick<Result, 'faults' | 'seconds'> | null;
}

/** Returns the lines of a table of rows and seeds, and a last line that counts what was violated and what was skipped. */
export function summaryOf(outcomes: readonly Outcome[]): string[] {
  const seeds = [...new Set(outcomes.map(({ seed }) => seed))];
  const rows = Map.groupBy(outcomes, ({ id }) => id);
  const lines = [...rows.values()].map((ofRow) => {
    const cells = seeds.map((seed) => cellOf(ofRow.find((outcome) => outcome.seed === seed)));
    return lineOf([`${ofRow[0]?.id ?? ''} ${ofRow[0]?.title ?? ''}`, ...cells]);
  });
  const violated = outcomes.filter(({ result }) => result !== null && result.faults.length > 0).length;
  const skipped = outcomes.filter(({ result }) => result === null).length;
  return [
    lineOf(['row', ...seeds.map((seed) => `seed ${String(seed)}`)]),
    lineOf(['---', ...seeds.map(() => '---')]),
    ...lines,
    `${String(outcomes.length)} runs, ${String(violated)} violated, ${String(skipped)} skipped`,
  ];
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function cellOf(outcome: Outcome | undefined): string {
  if (outcome === undefined) return '';
  const { result } = outcome;
  if (result === null) return 'skipped';
  return `${result.faults.length === 0 ? 'ok' : 'VIOLATED'} ${String(result.seconds)} s`;
}
