/** Unpacks Debian's container runtime, network plugins and Prometheus into a folder; nothing is installed. */
import { rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { notInstalled, unpackDebianPackages } from '../../../../deploy/stack/debian-packages.ts';

const WANTED = [
  'containerd',
  'runc',
  'containernetworking-plugins',
  'conntrack',
  'iptables',
  'prometheus',
] as const;
const IPTABLES = [
  'iptables',
  'iptables-save',
  'iptables-restore',
  'ip6tables',
  'ip6tables-save',
  'ip6tables-restore',
];

export const SYSTEM_RECIPE = [WANTED, IPTABLES];

/** Unpacks what the nodes run. The programs folder gets the names of iptables, which Debian links at installation. */
export async function unpackSystem(
  folder: string,
  programs: string,
  say: (line: string) => void,
): Promise<void> {
  say('unpacking Debian packages …');
  rmSync(folder, { recursive: true, force: true });
  await unpackDebianPackages(WANTED, folder, { isMissing: await notInstalled() });
  const target = join(folder, 'usr/sbin/xtables-nft-multi');
  for (const name of IPTABLES) {
    rmSync(join(programs, name), { force: true });
    symlinkSync(relative(programs, target), join(programs, name));
  }
}
