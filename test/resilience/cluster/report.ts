/** The table of a run: each step, how long it took, and what came of the requests meanwhile. */
import type { UnderLoad } from './load.ts';

export interface Row {
  readonly step: string;
  readonly outcome: 'ok' | 'FAILED';
  readonly seconds: number;
  readonly load: Omit<UnderLoad<unknown>, 'result'> | null;
  readonly note: string;
}

/** Returns the rows as a table in Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ step, outcome, seconds, load, note }) => [
    step,
    outcome,
    seconds.toFixed(0),
    load === null ? '' : String(load.requests),
    load === null ? '' : String(load.failed),
    load === null ? '' : `${String(load.p50)}, ${String(load.max)}`,
    note,
  ]);
  const head = ['step', '', 'seconds', 'requests', 'failed', 'median, slowest ms', ''];
  return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
