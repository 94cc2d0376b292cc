/** The evaluation chart on the cluster: one `helm install`, then the request that its notes print. */
import assert from 'node:assert/strict';
import { evaluationChart } from '../../chart/evaluation.ts';
import type { Cluster } from './cluster.ts';
import { REPOSITORY, TAGS } from './parts/images.ts';
import { imageOf } from './parts/pack.ts';
import { POSTGRES_USER } from './parts/postgres.ts';
import { commandOf } from './release.ts';

const NAMESPACE = 'evaluation';

/** Installs the chart into a namespace that enforces pod security, and removes it again. Returns the years that the request read. */
export async function evaluate(cluster: Cluster): Promise<number[]> {
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  await cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE, labels } });
  const chart = await evaluationChart();
  try {
    const settings = {
      'crypto-tax.image.repository': REPOSITORY,
      'crypto-tax.image.tag': TAGS[0],
      'postgres.image': imageOf('postgres'),
      'postgres.userId': String(POSTGRES_USER),
      // No program of this cluster provides volumes.
      'postgres.storage.enabled': 'false',
      'nats.image': imageOf('nats'),
    };
    const sets = Object.entries(settings).flatMap(([path, value]) => ['--set', `${path}=${value}`]);
    const place = ['-n', NAMESPACE, '--timeout', '10m'];
    const notes = await cluster.run(
      await commandOf(cluster, 'helm4', ['install', 'tax', chart.folder, ...sets, ...place]),
    );
    const { years } = JSON.parse(await cluster.run(['bash', '-euc', scriptOf(notes)])) as {
      years: { year: number }[];
    };
    await cluster.run(await commandOf(cluster, 'helm4', ['uninstall', 'tax', ...place, '--wait']));
    return years.map(({ year }) => year);
  } finally {
    chart.remove();
    await cluster.kubectl('delete', 'namespace', NAMESPACE, '--wait=false');
  }
}

/** Returns the three commands of the notes as one script. The first stays open until the script ends. */
function scriptOf(notes: string): string {
  const [, forward] = /^ +(kubectl .* port-forward .*)$/m.exec(notes) ?? [];
  const [, token] = /^ +(TOKEN=\$\([^]*?\/'\))$/m.exec(notes) ?? [];
  const [, request] = /^ +(curl .*)$/m.exec(notes) ?? [];
  assert.ok(forward !== undefined && token !== undefined && request !== undefined, notes);
  return [
    `${forward} >&2 & trap 'kill $!' EXIT`,
    token,
    request.replace('curl', 'curl --silent --show-error --fail --retry 20 --retry-all-errors'),
  ].join('\n');
}
