/** The evaluation chart with the chart that it brings, as Helm installs it. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CHART, EVALUATION, helm } from './helm.ts';

export interface EvaluationChart {
  readonly folder: string;
  remove(): void;
}

/** Copies both charts and lets Helm bring the dependency, so that parallel tests do not write into the checkout. */
export async function evaluationChart(): Promise<EvaluationChart> {
  const work = mkdtempSync(join(tmpdir(), 'crypto-tax-evaluation-'));
  const remove = (): void => {
    rmSync(work, { recursive: true, force: true });
  };
  for (const folder of [CHART, EVALUATION]) cpSync(folder, join(work, basename(folder)), { recursive: true });
  const folder = join(work, basename(EVALUATION));
  const { code, stderr } = await helm('helm4', 'dependency', 'update', folder);
  if (code === 0) return { folder, remove };
  remove();
  throw new Error(stderr);
}
