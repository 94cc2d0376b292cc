/** Builds and inspects the five images. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT, type Target } from './dockerfile.ts';
import type { Engine, Outcome } from './engine.ts';

const run = promisify(execFile);
const BUILD_MS_MAX = 1_200_000;
const TAG = 'image-test';

/** Restrictions as in a pod of the chart: same user, read-only, no capabilities, no new privileges. */
export const HARDENED = [
  '--read-only',
  '--cap-drop',
  'ALL',
  '--security-opt',
  'no-new-privileges',
  '--user',
  '10001:10001',
  '--network',
  'host',
  '--pids-limit',
  '200',
] as const;

export function imageName(target: Target): string {
  return `crypto-tax/${target}:${TAG}`;
}

/** Build secrets with the npm registry settings of this machine. `remove` deletes the files. */
export class BuildSecrets {
  readonly flags: readonly string[];
  readonly #folder: string;

  private constructor(folder: string, flags: readonly string[]) {
    this.#folder = folder;
    this.flags = flags;
  }

  static async collect(): Promise<BuildSecrets> {
    const setting = async (name: string): Promise<string> =>
      (await run('npm', ['config', 'get', name], { cwd: ROOT })).stdout.trim();
    const [registry, cafile] = [await setting('registry'), await setting('cafile')];
    const certificates = [cafile, process.env['NODE_EXTRA_CA_CERTS'] ?? ''].find(
      (file) => file !== '' && file !== 'null',
    );
    const folder = mkdtempSync(join(tmpdir(), 'ctx-build-'));
    const npmrc = join(folder, 'npmrc');
    const trust = certificates === undefined ? '' : 'cafile=/run/secrets/ca\n';
    writeFileSync(npmrc, `registry=${registry}\n${trust}`, { mode: 0o600 });
    const flags = ['--secret', `id=npmrc,src=${npmrc}`];
    if (certificates !== undefined) flags.push('--secret', `id=ca,src=${certificates}`);
    return new BuildSecrets(folder, flags);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Proxy settings of this machine. Docker keeps these build arguments out of the image. */
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

/** Builds one target from the checkout. */
export async function build(
  engine: Engine,
  target: Target,
  { base, secrets, isFresh }: { base: string; secrets: BuildSecrets; isFresh: boolean },
): Promise<void> {
  const proxies = PROXIES.filter((name) => process.env[name] !== undefined);
  const { stdout: revision } = await run('git', ['rev-parse', 'HEAD'], { cwd: ROOT });
  await engine.docker(
    [
      'build',
      '--target',
      target,
      '--tag',
      imageName(target),
      '--network',
      'host',
      '--progress',
      'plain',
      '--build-arg',
      `REVISION=${revision.trim()}`,
      '--build-arg',
      `NODE_IMAGE=${base}`,
      ...secrets.flags,
      ...proxies.flatMap((name) => ['--build-arg', name]),
      ...(isFresh ? ['--no-cache'] : []),
      ROOT,
    ],
    { timeoutMs: BUILD_MS_MAX },
  );
}

/** The output of `docker image inspect`. */
export interface ImageDetails {
  readonly Size: number;
  readonly Config: {
    readonly User: string;
    readonly WorkingDir: string;
    readonly Env: readonly string[];
    readonly Entrypoint: readonly string[];
    readonly Labels: Readonly<Record<string, string>>;
    readonly Healthcheck?: { readonly Test: readonly string[] };
  };
}

export async function inspect(engine: Engine, target: Target): Promise<ImageDetails> {
  const [inspected] = JSON.parse(
    await engine.docker(['image', 'inspect', imageName(target)]),
  ) as ImageDetails[];
  assert.ok(inspected);
  return inspected;
}

/** Runs an image with the restrictions of a pod. Resolves for any exit code. */
export function runOnce(
  engine: Engine,
  target: Target,
  args: readonly string[],
  flags: readonly string[] = [],
  input?: string,
): Promise<Outcome> {
  const interactive = input === undefined ? [] : ['--interactive'];
  return engine.try(
    ['run', '--rm', ...interactive, ...HARDENED, '--memory', '256m', ...flags, imageName(target), ...args],
    input === undefined ? {} : { input },
  );
}

export interface File {
  readonly path: string;
  /** Mode in the format of `ls -l`. */
  readonly mode: string;
  readonly owner: string;
}

/** Returns every file of an image. */
export async function filesOf(engine: Engine, target: Target): Promise<File[]> {
  const container = await engine.container(['create', imageName(target)]);
  try {
    return (await engine.files(container)).map((line) => {
      const [mode = '', owner = '', , , , path = ''] = line.split(/\s+/);
      return { mode, owner, path: path.replace(/\/$/, '') };
    });
  } finally {
    await engine.remove(container);
  }
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly version?: string }>>;
}

/** Throws when an image contains files that do not belong there. */
export function assertClean(files: readonly File[]): void {
  assert.ok(files.length > 1000, 'the list of files is not complete');
  const findings = files.flatMap((file) => {
    const fault = faultOf(file);
    return fault === null ? [] : [`${file.path}: ${fault}`];
  });
  assert.deepEqual(findings, []);
}

const PROGRAMS = /(?:^|\/)s?bin\/([^/]+)$/;
const SECRETS =
  /(?:^|\/)(?:\.env[^/]*|\.npmrc|\.git|\.ssh|\.aws|id_rsa|[^/]+\.(?:pem|key|p12|jks))$|^run\/secrets\//;

function faultOf({ path, mode, owner }: File): string | null {
  const isFile = mode.startsWith('-');
  const [, program] = isFile && !path.startsWith('app/') ? (PROGRAMS.exec(path) ?? []) : [];
  if (program !== undefined && program !== 'node') return 'a program other than node';
  if (SECRETS.test(path)) return 'may be a secret';
  const isOurs = path.startsWith('app/') && !path.includes('/node_modules/');
  if (isOurs && /(?:^|\/)test(?:\/|$)|\.test\.ts$/.test(path)) return 'a test';
  if (isOurs && /\.(?:jsonl|log)$|^app\/(?:charts|docs|client|\.)/.test(path))
    return 'not part of the program';
  if (/^[-d]/.test(mode) && (owner !== '0/0' || mode[8] === 'w'))
    return 'can be written by other users than root';
  return isFile && /[sS]/.test(mode) ? 'has setuid or setgid' : null;
}

/** Throws unless the packages are those of the lock file, at the same paths, without development packages. Returns their number. */
export function assertProductionPackages(files: readonly File[]): number {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const installed = files.flatMap(({ path }) => {
    const [, place] =
      /^app\/(.*node_modules\/(?:@[^/]+\/)?[^/@.]+(?:\.[^/]+)?)\/package\.json$/.exec(path) ?? [];
    // Some packages contain further package.json files that are not npm packages.
    return place === undefined || place.includes('/dist/') ? [] : [place];
  });
  const faults = installed.filter((place) => lock.packages[place]?.dev !== undefined);
  const unknown = installed.filter((place) => lock.packages[place] === undefined);
  assert.deepEqual({ ofDevelopment: faults, unknown }, { ofDevelopment: [], unknown: [] });
  assert.ok(installed.length > 50, `only ${String(installed.length)} packages were found`);
  return installed.length;
}
