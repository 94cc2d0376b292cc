/** Renderings of the charts that together have every kind of object and every optional part. */
import { ACCEPTED } from '../chart/accepted-values.ts';
import { evaluationChart } from '../chart/evaluation.ts';
import { CI_VALUES, helm, parseManifests, render } from '../chart/helm.ts';
import type { Manifest } from '../chart/manifests.ts';

/** An example of the chart's `ci/`, and settings on top of it. */
const CASES: readonly (readonly [example: string, ...settings: string[]])[] = [
  ...CI_VALUES.map((name) => [name] as const),
  ...ACCEPTED.map((setting) => ['minimal', setting] as const),
  ['minimal', 'podMonitor.enabled=true', 'networkPolicy.metrics.from=[{"podSelector":{}}]'],
  ['production', 'tests.enabled=true', 'gateway.service.type="NodePort"'],
];

/** The manifests of one rendering. */
export interface Rendering {
  readonly title: string;
  readonly manifests: readonly Manifest[];
}

/** Renders all cases of the chart and of the evaluation chart with Helm 4. */
export async function renderings(): Promise<Rendering[]> {
  const chart = await evaluationChart();
  try {
    const own: Rendering[] = [];
    // One after the other: Helm uses a whole core.
    for (const [name, ...settings] of CASES)
      own.push({ title: [name, ...settings].join(' '), manifests: await render(name, ...settings) });
    const images = '--set=crypto-tax.image.repository=registry.example.org/crypto-tax';
    const evaluation = ['true', 'false'].map(async (enabled) => {
      const storage = `--set=postgres.storage.enabled=${enabled}`;
      const { stdout } = await helm('helm4', 'template', 'tax', chart.folder, images, storage);
      return { title: `evaluation, storage ${enabled}`, manifests: parseManifests(stdout) };
    });
    return [...own, ...(await Promise.all(evaluation))];
  } finally {
    chart.remove();
  }
}
