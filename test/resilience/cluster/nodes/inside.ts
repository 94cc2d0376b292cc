/**
 * The cluster's first program, in network, mount and process namespaces of its own: prepares them, starts the control plane and the
 * nodes, and writes `ready`. When the namespaces' first process ends, every pod, mount and address ends with it.
 *
 * Usage: node inside.ts FOLDER
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCertificates } from './certificates.ts';
import { startControlPlane } from './control-plane.ts';
import { prepareNamespaces } from './namespaces.ts';
import { environmentOf, NODES, readyFileOf } from './addresses.ts';
import { startNode, startProxy, untilNodesReady } from './node.ts';

const [, , folder = ''] = process.argv;
const parts = {
  folder,
  programs: join(folder, 'bin'),
  system: join(folder, 'root'),
  images: join(folder, 'images'),
};
prepareNamespaces(parts);
makeCertificates(parts);
Object.assign(process.env, environmentOf(parts));
await startControlPlane(parts);
for (const node of NODES) await startNode(parts, node);
await startProxy(parts);
await untilNodesReady();
for (const node of NODES) {
  const zone = `topology.kubernetes.io/zone=z${String(node)}`;
  execFileSync('kubectl', ['label', 'node', `node${String(node)}`, zone, '--overwrite'], { stdio: 'ignore' });
}
writeFileSync(readyFileOf(parts), '');
