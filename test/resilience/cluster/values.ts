/** Every rendering of the charts' tests, sent to the API server, which validates it as for an installation and stores nothing. */
import assert from 'node:assert/strict';
import type { Manifest } from '../../chart/manifests.ts';
import { renderings } from '../../kubernetes/cases.ts';
import type { Cluster } from './cluster.ts';

/** Empty, so that no object of a rendering exists there. */
const NAMESPACE = 'values';
/** Groups whose definitions their operators bring. */
const CUSTOM_GROUP = /^(?!.*\.k8s\.io$)[^/.]+\.[^/]+$|^gateway\.networking\.k8s\.io$/;

/** Sends all renderings. Rejects with those that the API server rejects; returns how many it accepted. */
export async function sendValues(cluster: Cluster): Promise<number> {
  await cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } });
  const all = await renderings();
  // A pod is rejected without its service account, which a dry run does not create.
  const accounts = all.flatMap(({ manifests }) => manifests.filter(({ kind }) => kind === 'ServiceAccount'));
  const names = new Set(accounts.map(({ metadata }) => metadata.name));
  for (const name of names)
    await cluster.apply({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name, namespace: NAMESPACE },
    });
  const rejected: string[] = [];
  for (const { title, manifests } of all) {
    const items = manifests.filter(isOfKubernetes).map(withoutNamespace);
    const flags = ['--server-side', '--dry-run=server', '--filename', '-'];
    const { code, stderr } = await cluster.try(
      ['kubectl', '-n', NAMESPACE, 'apply', ...flags],
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items }),
    );
    if (code !== 0) rejected.push(`${title}: ${stderr.trim()}`);
  }
  assert.deepEqual(rejected, []);
  return all.length;
}

function isOfKubernetes({ apiVersion }: Manifest): boolean {
  const [group = ''] = apiVersion.includes('/') ? apiVersion.split('/') : [''];
  return !CUSTOM_GROUP.test(group);
}

function withoutNamespace(manifest: Manifest): object {
  return { ...manifest, metadata: { ...manifest.metadata, namespace: undefined } };
}
