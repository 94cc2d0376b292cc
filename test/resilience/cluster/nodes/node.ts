/** Starts a node: its own containerd, kubelet, pod addresses and control groups. The nodes share one network namespace. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { imageOf } from '../parts/pack.ts';
import type { Parts } from '../parts/paths.ts';
import {
  DNS,
  type NodeNumber,
  nodeAddress,
  NODES,
  pkiOf,
  PODS,
  podsOf,
  socketOf,
  stateOf,
} from './addresses.ts';
import { start, untilSucceeds } from './start.ts';

const run = promisify(execFile);
const START_MS_MAX = 60_000;
const READY_MS_MAX = 120_000;
const IMPORT_MS_MAX = 300_000;
const HEALTH_PORT = 10_247;
const CONTROLLERS = ['cpu', 'cpuacct', 'cpuset', 'memory', 'devices', 'freezer', 'blkio', 'pids', 'systemd'];

/** Starts a node and imports all images into it. */
export async function startNode(parts: Parts, node: NodeNumber): Promise<void> {
  const home = join(stateOf(parts), `node${String(node)}`);
  const name = String(node);
  mkdirSync(join(home, 'cni'), { recursive: true });
  writeFileSync(join(home, 'containerd.toml'), containerdConfig(parts, node, home));
  writeFileSync(join(home, 'cni/10-pods.conflist'), JSON.stringify(podNetwork(node)));
  const runtime = start(parts, `containerd${name}`, 'containerd', [
    '--config',
    join(home, 'containerd.toml'),
  ]);
  const ctr = ['--address', socketOf(node), '--namespace', 'k8s.io'];
  await untilSucceeds('ctr', [...ctr, 'version'], START_MS_MAX, runtime);
  for (const image of readdirSync(parts.images).filter((file) => file.endsWith('.tar')))
    await run('ctr', [...ctr, 'images', 'import', join(parts.images, image)], { timeout: IMPORT_MS_MAX });
  makeControlGroups(node);
  const config = join(home, 'kubelet.yaml');
  writeFileSync(config, JSON.stringify(kubeletConfig(parts, node, home)));
  start(parts, `kubelet${name}`, 'kubelet', [
    '--config',
    config,
    '--kubeconfig',
    join(pkiOf(parts), `kubelet${name}.conf`),
    '--hostname-override',
    `node${name}`,
    '--node-ip',
    nodeAddress(node),
    '--root-dir',
    join(home, 'kubelet'),
    '--cert-dir',
    pkiOf(parts),
  ]);
}

/** Starts kube-proxy, one for all nodes, as they share their network. */
export function startProxy(parts: Parts): Promise<void> {
  const config = join(stateOf(parts), 'proxy.yaml');
  writeFileSync(
    config,
    JSON.stringify({
      apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
      kind: 'KubeProxyConfiguration',
      clientConnection: { kubeconfig: join(pkiOf(parts), 'proxy.conf') },
      mode: 'iptables',
      clusterCIDR: PODS,
      hostnameOverride: 'node1',
      conntrack: { maxPerCore: 0 },
    }),
  );
  start(parts, 'proxy', 'kube-proxy', ['--config', config]);
  return Promise.resolve();
}

/** Waits until the API server reports all nodes as ready. */
export async function untilNodesReady(): Promise<void> {
  const names = NODES.map((node) => `node/node${String(node)}`);
  for (const name of names) await untilSucceeds('kubectl', ['get', name], READY_MS_MAX);
  execFileSync('kubectl', [
    'wait',
    '--for=condition=Ready',
    ...names,
    `--timeout=${String(READY_MS_MAX / 1000)}s`,
  ]);
}

function containerdConfig({ system }: Parts, node: NodeNumber, home: string): string {
  // Without CAP_SYS_RESOURCE, runc cannot lower the score of a container for the kernel's memory killer.
  return `version = 2
root = "${home}/containerd"
state = "/run/containerd${String(node)}"
disabled_plugins = ["io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.zfs", "io.containerd.snapshotter.v1.aufs", "io.containerd.internal.v1.opt"]
[grpc]
  address = "${socketOf(node)}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${imageOf('pause')}"
  disable_apparmor = true
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "${system}/usr/lib/cni"
    conf_dir = "${home}/cni"
`;
}

/** Point to point: packets between two pods of a node pass the node, where network policies are enforced. */
function podNetwork(node: NodeNumber): object {
  const addresses = {
    type: 'host-local',
    dataDir: '/run/cni-addresses',
    ranges: [[{ subnet: podsOf(node) }]],
  };
  return {
    cniVersion: '0.4.0',
    name: `pods${String(node)}`,
    plugins: [
      { type: 'ptp', ipMasq: false, ipam: { ...addresses, routes: [{ dst: '0.0.0.0/0' }] } },
      { type: 'portmap', capabilities: { portMappings: true } },
    ],
  };
}

function kubeletConfig(parts: Parts, node: NodeNumber, home: string): object {
  const pki = (file: string): string => join(pkiOf(parts), file);
  const name = `kubelet${String(node)}`;
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    address: nodeAddress(node),
    healthzPort: HEALTH_PORT + node,
    failCgroupV1: false,
    cgroupDriver: 'cgroupfs',
    cgroupRoot: `/cluster${String(node)}`,
    failSwapOn: false,
    containerRuntimeEndpoint: `unix://${socketOf(node)}`,
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: pki('ca.crt') },
    },
    authorization: { mode: 'AlwaysAllow' },
    tlsCertFile: pki(`${name}.crt`),
    tlsPrivateKeyFile: pki(`${name}.key`),
    clusterDNS: [DNS],
    clusterDomain: 'cluster.local',
    resolvConf: join(stateOf(parts), 'resolv.conf'),
    podLogsDir: join(home, 'pod-logs'),
    evictionHard: { 'memory.available': '200Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
    imageGCHighThresholdPercent: 100,
    enforceNodeAllocatable: ['pods'],
    maxPods: 60,
    // How often files of changed secrets are written again; a minute otherwise.
    syncFrequency: '10s',
  };
}

/** kubelet needs the processors and memory nodes of its control group to be set before it starts. */
function makeControlGroups(node: NodeNumber): void {
  const groups = '/sys/fs/cgroup';
  for (const controller of CONTROLLERS)
    mkdirSync(join(groups, controller, `cluster${String(node)}`), { recursive: true });
  for (const file of ['cpuset.cpus', 'cpuset.mems'])
    writeFileSync(
      join(groups, 'cpuset', `cluster${String(node)}`, file),
      readFileSync(join(groups, 'cpuset', file)),
    );
}
