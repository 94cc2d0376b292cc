/** `npm run test:cluster`: runs the chart on a real Kubernetes of two nodes, which starts and ends with this command. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Cluster } from './cluster.ts';
import { pkiOf, SERVER } from './nodes/addresses.ts';
import { ensureParts } from './parts/parts.ts';
import { PartsMissing } from './parts/paths.ts';
import { Release } from './release.ts';
import { type Row, tableOf } from './report.ts';
import { startServers } from './servers.ts';
import { type Scene, type Step, STEPS } from './steps.ts';

const CACHE = fileURLToPath(new URL('../../../.cache/cluster', import.meta.url));
const POLICIES = fileURLToPath(new URL('policies.ts', import.meta.url));

const HELP = `npm run test:cluster [-- options]

Starts etcd, the Kubernetes control plane and two nodes (kubelet, containerd, runc) in namespaces of their own without a way out,
and PostgreSQL, NATS and names beside them. Installs the chart with our images and network policies, and does to it what platform
teams do, most of it while requests arrive: upgrade, rollback, lost pods, a drained node, TLS, autoscaling. Prints a table.

Needs Linux and root. The parts are made once, from Go modules and Debian packages, and kept: 25 minutes on two idle cores, 45 on
busy ones, and 10 GiB of disk, 3 of which stay. What a machine may lack is tried first, and progress is printed. From ready parts
a run takes under 15 minutes. Debian's packages are unpacked and not installed; when it ends, only the parts are left.

Options:
  --parts FOLDER    where the parts are, or are made (default: .cache/cluster)
  --rollbacks N     rollbacks in a row (default: 3)
  --only TEXT       only steps whose name contains the text, after the installation; may be repeated
  --help            print this help
`;

const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: CACHE },
    rollbacks: { type: 'string', default: '3' },
    only: { type: 'string', multiple: true },
    help: { type: 'boolean' },
  },
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}

const startedAt = performance.now();
const say = (line: string): void => {
  const at = String(Math.round((performance.now() - startedAt) / 1000)).padStart(4);
  process.stdout.write(`${at} s  ${line}\n`);
};
let cluster: Cluster | null = null;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void (cluster?.stop() ?? Promise.resolve()).finally(() => process.exit(130));
  });
try {
  const parts = await ensureParts(values.parts, say);
  say('parts ready');
  cluster = await Cluster.start(parts);
  say('two nodes ready');
  cluster.background('policies', [process.execPath, POLICIES, pkiOf(parts), SERVER]);
  await startServers(cluster);
  say('PostgreSQL, NATS and names ready');
  const rows = await runSteps({
    cluster,
    release: new Release(cluster),
    rollbacks: Number(values.rollbacks),
    tokens: [],
  });
  process.stdout.write(`\n${tableOf(rows)}\n`);
  process.exitCode = rows.every(({ outcome }) => outcome === 'ok') ? 0 : 1;
} catch (error) {
  if (!(error instanceof PartsMissing)) throw error;
  process.stdout.write(`cluster: skipped, ${error.message}\n`);
} finally {
  await cluster?.stop();
}

async function runSteps(scene: Scene): Promise<Row[]> {
  const { only } = values;
  const [first, ...rest] = STEPS as readonly [Step, ...Step[]];
  const rows: Row[] = [];
  for (const step of [
    first,
    ...rest.filter(({ name }) => only?.some((text) => name.includes(text)) ?? true),
  ]) {
    rows.push(await runStep(step, scene));
    const { outcome, load, note } = rows.at(-1) as Row;
    const requests =
      load === null ? '' : `; ${String(load.requests)} requests, ${String(load.failed)} failed`;
    say(`${outcome}  ${step.name}${requests}${note === '' ? '' : `; ${note}`}`);
    for (const fault of load?.faults ?? []) say(`      ${fault}`);
    // Without the release no other step means anything.
    if (step === first && outcome !== 'ok') break;
  }
  return rows;
}

async function runStep({ name, run }: Step, scene: Scene): Promise<Row> {
  const since = performance.now();
  const seconds = (): number => (performance.now() - since) / 1000;
  try {
    const { load = null, note = '' } = await run(scene);
    const outcome = load !== null && load.failed > 0 ? 'FAILED' : 'ok';
    return { step: name, outcome, seconds: seconds(), load, note };
  } catch (error) {
    return { step: name, outcome: 'FAILED', seconds: seconds(), load: null, note: (error as Error).message };
  }
}
