/** The end of a run's output: one line for each row, with a column for each seed. */

/** The outcome of one row with one seed; `faults` is null where the machine could not run it. */
export interface Outcome {
  readonly name: string;
  readonly seed: number;
  readonly seconds: number;
  readonly faults: readonly string[] | null;
}

/** Returns the lines of a table of rows and seeds, and a last line that counts what was violated and what was skipped. */
export function summaryOf(outcomes: readonly Outcome[]): string[] {
  const seeds = [...new Set(outcomes.map(({ seed }) => seed))];
  const rows = Map.groupBy(outcomes, ({ name }) => name);
  const lines = [...rows].map(([name, ofRow]) => {
    const cells = seeds.map((seed) => cellOf(ofRow.find((outcome) => outcome.seed === seed)));
    return lineOf([name, ...cells]);
  });
  const violated = outcomes.filter(({ faults }) => faults !== null && faults.length > 0).length;
  const skipped = outcomes.filter(({ faults }) => faults === null).length;
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
  const { faults, seconds } = outcome;
  if (faults === null) return 'skipped';
  return `${faults.length === 0 ? 'ok' : 'VIOLATED'} ${String(seconds)} s`;
}
