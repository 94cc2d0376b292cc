/** Renderings of the charts that together have every kind of object and every optional part. */
import { evaluationChart } from '../chart/evaluation.ts';
import { CI_VALUES, helm, parseManifests, render } from '../chart/helm.ts';
import type { Manifest } from '../chart/manifests.ts';

/** An example of the chart's `ci/`, and settings on top of it. */
const CASES: readonly (readonly [example: string, ...settings: string[]])[] = [
  ...CI_VALUES.map((name) => [name] as const),
  ['minimal', 'podMonitor.enabled=true', 'networkPolicy.metrics.from=[{"podSelector":{}}]'],
  ['minimal', 'tests.enabled=true', 'tools.enabled=true'],
  ['minimal', 'migrations.mode="job"', 'migrations.ttlSecondsAfterFinished=60'],
  ['minimal', 'podSecurity={"runAsUser":null,"runAsGroup":0}', 'privateCa.existingSecret="ca"'],
  ['minimal', 'gateway.strategy.type="Recreate"', 'topologySpread={"zone":"Off","node":"Off"}'],
  [
    'minimal',
    'listen.host="[::]"',
    'networkPolicy.enabled=false',
    'serviceAccount={"create":false,"name":"x"}',
  ],
  [
    'minimal',
    'read.extraEnv=[{"name":"A","valueFrom":{"fieldRef":{"fieldPath":"status.podIP"}}}]',
    'read.extraVolumes=[{"name":"a","emptyDir":{}}]',
    'read.extraVolumeMounts=[{"name":"a","mountPath":"/a"}]',
    'read.nodeSelector={"a":"b"}',
    'read.tolerations=[{"key":"a","operator":"Exists"}]',
    'read.priorityClassName="high"',
    'read.autoscaling={"enabled":true,"behavior":{"scaleUp":{"stabilizationWindowSeconds":5}}}',
  ],
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
    const own = await Promise.all(
      CASES.map(async ([name, ...settings]) => ({
        title: [name, ...settings].join(' '),
        manifests: await render(name, ...settings),
      })),
    );
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
