/** Prepares the mounts and the network of the cluster's namespaces. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Parts } from '../parts/paths.ts';
import { CONTROL_PLANE, DNS, NODES, nodeAddress, stateOf } from './addresses.ts';

/** Gives the namespaces their own /proc, /sys, /run and /var/lib, and a network that leads nowhere. */
export function prepareNamespaces(parts: Parts): void {
  const state = stateOf(parts);
  command('mount', '-t', 'proc', 'proc', '/proc');
  command('mount', '--make-rshared', '/');
  // A view of its own of the network's devices; the control groups stay the machine's.
  const groups = join(state, 'cgroup');
  mkdirSync(groups, { recursive: true });
  command('mount', '--rbind', '/sys/fs/cgroup', groups);
  command('mount', '-t', 'sysfs', 'sysfs', '/sys');
  command('mount', '--rbind', groups, '/sys/fs/cgroup');
  command('mount', '-t', 'tmpfs', 'tmpfs', '/run');
  command('mount', '-t', 'tmpfs', 'tmpfs', '/var/log');
  for (const folder of ['/run/netns', '/run/lock', '/var/log/containers', '/var/log/pods'])
    mkdirSync(folder, { recursive: true });
  // What kubelet and the network plugins write to the system's folders ends with the namespaces.
  const [upper, work] = [join(state, 'var/upper'), join(state, 'var/work')];
  rmSync(join(state, 'var'), { recursive: true, force: true });
  for (const folder of [upper, work]) mkdirSync(folder, { recursive: true });
  command(
    'mount',
    '-t',
    'overlay',
    'overlay',
    '-o',
    `lowerdir=/var/lib,upperdir=${upper},workdir=${work}`,
    '/var/lib',
  );
  command('ip', 'link', 'set', 'lo', 'up');
  command('ip', 'link', 'add', 'node0', 'type', 'bridge');
  for (const node of NODES) command('ip', 'address', 'add', `${nodeAddress(node)}/24`, 'dev', 'node0');
  command('ip', 'link', 'set', 'node0', 'up');
  command('ip', 'route', 'add', 'default', 'dev', 'node0', 'src', CONTROL_PLANE);
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1');
  writeFileSync(join(state, 'resolv.conf'), `nameserver ${DNS}\n`);
}

function command(name: string, ...args: string[]): void {
  execFileSync(name, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
