/** Unpacks Debian's container runtime, network plugins and Prometheus into a folder; nothing is installed. */
import { execFile } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { unpackDebianPackages } from '../../../deploy/stack/debian-packages.ts';

const run = promisify(execFile);

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

/** Unpacks what the nodes run. The programs folder gets the names of iptables, which Debian links at installation. */
export async function unpackSystem(
  folder: string,
  programs: string,
  say: (line: string) => void,
): Promise<void> {
  say('unpacking Debian packages …');
  const { stdout: installed } = await run('dpkg-query', ['-W', '-f', '${Package}\n']);
  const known = new Set(installed.split('\n'));
  await unpackWithDependencies(WANTED, folder, (name) => !known.has(name));
  const target = join(folder, 'usr/sbin/xtables-nft-multi');
  for (const name of IPTABLES) {
    rmSync(join(programs, name), { force: true });
    symlinkSync(relative(programs, target), join(programs, name));
  }
}

/** Unpacks packages with all packages that they depend on, or with those of them that a machine lacks. */
export async function unpackWithDependencies(
  packages: readonly string[],
  folder: string,
  isMissing: (name: string) => boolean = () => true,
): Promise<void> {
  const { stdout } = await run('apt-cache', [
    'depends',
    '--recurse',
    ...['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
      (kind) => `--no-${kind}`,
    ),
    ...packages,
  ]);
  const names = new Set(stdout.split('\n').filter((line) => /^\w/.test(line)));
  await unpackDebianPackages([...names].filter(isMissing), folder);
}
