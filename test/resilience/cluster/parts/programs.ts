/** Builds Kubernetes, etcd and CoreDNS from their Go modules: no distribution has a kubelet, and nothing else brings a whole one. */
import { execFile, type PromiseWithChild } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const KUBERNETES = '1.35.4';
const ETCD = '3.6.16';
const COREDNS = '1.14.6';
/** Go versions that the modules ask for at least. */
const GO_OF_ETCD = '1.24';
const GO_OF_COREDNS = '1.25.0';

const OF_KUBERNETES = [
  'kube-apiserver',
  'kube-controller-manager',
  'kube-proxy',
  'kube-scheduler',
  'kubectl',
  'kubelet',
] as const;
/** All programs that are built. `pause` holds the namespaces of a pod. */
export const PROGRAMS: readonly string[] = [...OF_KUBERNETES, 'etcd', 'coredns', 'pause'];
/** Plugins with which CoreDNS answers names of services. */
const DNS_PLUGINS = ['cache', 'errors', 'health', 'kubernetes', 'log', 'ready'];

const BUILD_MS_MAX = 2 * 3600 * 1000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Builds all programs into a folder. Downloads and build results are removed afterwards: they take 5 GB. */
export async function buildPrograms(
  folder: string,
  programs: string,
  say: (line: string) => void,
): Promise<void> {
  const caches = { GOMODCACHE: join(folder, 'go/modules'), GOCACHE: join(folder, 'go/cache') };
  const environment = { ...process.env, ...caches, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false -modcacherw' };
  const start = (module: string, args: readonly string[]) =>
    run('go', args, {
      cwd: join(folder, 'go', module),
      env: environment,
      timeout: BUILD_MS_MAX,
      maxBuffer: OUTPUT_BYTES_MAX,
    });
  const go = (module: string, ...args: string[]): Promise<{ stdout: string }> => start(module, args);
  const build = async (
    module: string,
    files: Readonly<Record<string, string>>,
    packages: readonly string[],
    flags: readonly string[] = [],
  ): Promise<void> => {
    say(`downloading the Go modules of ${module} …`);
    mkdirSync(join(folder, 'go', module), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'go', module, name), text);
    await go(module, 'mod', 'tidy');
    const { stdout: all } = await go(module, 'list', '-deps', ...packages);
    const target = packages.length > 1 ? `${programs}/` : join(programs, module);
    const building = start(module, [
      'build',
      // Names each package on standard error.
      '-v',
      '-trimpath',
      '-ldflags',
      ['-s', '-w', ...flags].join(' '),
      '-o',
      target,
      ...packages,
    ]);
    const count = all.trim().split('\n').length;
    await withProgress(building, count, (line) => {
      say(`building ${module}: ${line}`);
    });
  };
  mkdirSync(join(folder, 'go/kubernetes'), { recursive: true });
  await build(
    'kubernetes',
    { 'go.mod': await moduleOfKubernetes(go), 'tools.go': importing(OF_KUBERNETES.map(packageOf)) },
    OF_KUBERNETES.map(packageOf),
    versionFlags(),
  );
  await build(
    'etcd',
    {
      'go.mod': moduleText('etcd', GO_OF_ETCD, `require go.etcd.io/etcd/server/v3 v${ETCD}`),
      'tools.go': importing(['go.etcd.io/etcd/server/v3']),
    },
    ['go.etcd.io/etcd/server/v3'],
  );
  const plugins = DNS_PLUGINS.map((name) => `github.com/coredns/coredns/plugin/${name}`);
  await build(
    'coredns',
    {
      'go.mod': moduleText('coredns', GO_OF_COREDNS, `require github.com/coredns/coredns v${COREDNS}`),
      'main.go': `package main\n\nimport (\n\t"github.com/coredns/coredns/coremain"\n${blank(plugins)})\n\nfunc main() { coremain.Run() }\n`,
    },
    ['.'],
  );
  await build('pause', { 'go.mod': moduleText('pause', GO_OF_ETCD), 'main.go': PAUSE }, ['.']);
  rmSync(join(folder, 'go'), { recursive: true, force: true });
}

const PROGRESS_MS = 30_000;

/** Waits for a build and says every half minute how many of its packages are compiled; fewer than all where some are known already. */
async function withProgress(
  building: PromiseWithChild<unknown>,
  count: number,
  say: (line: string) => void,
): Promise<void> {
  let compiled = 0;
  building.child.stderr?.on('data', (text: string) => {
    compiled += text.split('\n').length - 1;
  });
  const report = (): void => {
    say(`${String(compiled)} of ${String(count)} packages`);
  };
  report();
  const timer = setInterval(report, PROGRESS_MS);
  try {
    await building;
  } finally {
    clearInterval(timer);
  }
}

const PAUSE = `package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM, syscall.SIGINT)
	<-ended
}
`;

export const PROGRAMS_RECIPE = [
  KUBERNETES,
  ETCD,
  COREDNS,
  GO_OF_ETCD,
  GO_OF_COREDNS,
  PROGRAMS,
  DNS_PLUGINS,
  PAUSE,
];

const packageOf = (program: string): string => `k8s.io/kubernetes/cmd/${program}`;
const blank = (packages: readonly string[]): string => packages.map((name) => `\t_ "${name}"\n`).join('');
const importing = (packages: readonly string[]): string =>
  `//go:build tools\n\npackage tools\n\nimport (\n${blank(packages)})\n`;
const moduleText = (name: string, go: string, ...lines: string[]): string =>
  [`module ${name}`, `go ${go}`, ...lines, ''].join('\n');

/** Kubernetes asks for v0.0.0 of the modules in its staging folder; each is published as v0.<minor>.<patch>. */
async function moduleOfKubernetes(
  go: (module: string, ...args: string[]) => Promise<{ stdout: string }>,
): Promise<string> {
  const { stdout } = await go('kubernetes', 'mod', 'download', '-json', `k8s.io/kubernetes@v${KUBERNETES}`);
  const own = readFileSync((JSON.parse(stdout) as { GoMod: string }).GoMod, 'utf8');
  const published = `v0${KUBERNETES.slice(1)}`;
  const replaced = [...own.matchAll(/^[ \t]*(k8s\.io\/[a-z0-9-]+) v0\.0\.0$/gm)].map(
    ([, name = '']) => `replace ${name} => ${name} ${published}`,
  );
  const go_ = /^go (\S+)$/m.exec(own)?.[1] ?? GO_OF_COREDNS;
  return moduleText('cluster', go_, `require k8s.io/kubernetes v${KUBERNETES}`, ...replaced);
}

function versionFlags(): string[] {
  const [, minor = ''] = KUBERNETES.split('.');
  return [
    `-X k8s.io/client-go/pkg/version.gitVersion=v${KUBERNETES}`,
    `-X k8s.io/component-base/version.gitVersion=v${KUBERNETES}`,
    '-X k8s.io/component-base/version.gitMajor=1',
    `-X k8s.io/component-base/version.gitMinor=${minor}`,
  ];
}
