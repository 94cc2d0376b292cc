/** `npm run chart:package`: the packages, their provenance, what Artifact Hub shows, and a registry that holds them. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { entriesOf } from '../../deploy/release/changelog.ts';
import { findOnPath } from '../../deploy/stack/on-path.ts';
import { example, findHelm, helm, HELM_VERSIONS, type HelmVersion, VERSION } from './helm.ts';
import { findRegistry, startRegistry } from './registry.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGES = [`crypto-tax-${VERSION}.tgz`, `crypto-tax-evaluation-${VERSION}.tgz`];
const KEY = 'Package test <package@example.org>';

const gpg = findOnPath('gpg');
const registryProgram = await findRegistry();
const skips = [
  ...(gpg === undefined ? ['gpg is not installed: the packages are not signed'] : []),
  ...(registryProgram === null ? ['Debian’s docker-registry cannot be downloaded: nothing is pushed'] : []),
];
for (const skip of skips) process.stderr.write(`Skipping tests of packages: ${skip}.\n`);
const withKey = gpg === undefined ? it.skip : it;
const withRegistry = gpg === undefined || registryProgram === null ? it.skip : it;

const work = mkdtempSync(join(tmpdir(), 'ctx-pack-'));
const keys = join(work, 'keys');
const secretRing = join(work, 'secret.gpg');
const publicRing = join(work, 'public.gpg');
const folders = Object.fromEntries(HELM_VERSIONS.map((version) => [version, join(work, version)])) as Record<
  HelmVersion,
  string
>;

interface Outcome {
  readonly code: number;
  readonly out: string;
}

function chartPackage(...args: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`${ROOT}deploy/release/package-charts.ts`, ...args],
      (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), out: stdout + stderr });
      },
    );
  });
}

/** Makes a key as the release manager has one, in the format that Helm reads. */
function makeKey(program: string): void {
  mkdirSync(keys, { mode: 0o700 });
  const run = (...args: readonly string[]): void => {
    execFileSync(program, ['--homedir', keys, '--batch', '--passphrase', '', '--quiet', ...args], {
      stdio: 'ignore',
    });
  };
  run('--quick-generate-key', KEY, 'rsa3072', 'sign', '1d');
  run('--output', secretRing, '--export-secret-keys');
  run('--output', publicRing, '--export');
}

beforeAll(async () => {
  if (gpg !== undefined) makeKey(gpg);
  const signing = gpg === undefined ? [] : ['--key', KEY, '--keyring', secretRing];
  for (const version of HELM_VERSIONS) {
    const flags = ['--helm', await findHelm(version), '--out', folders[version], ...signing];
    const hub = [
      '--fingerprint',
      'ABCD',
      '--key-url',
      'https://example.org/key.asc',
      '--repository-id',
      'some-id',
    ];
    expect(await chartPackage(...flags, ...hub)).toEqual({
      code: 0,
      out: expect.stringContaining('packages'),
    });
  }
});
afterAll(() => {
  const gpgconf = findOnPath('gpgconf');
  if (gpgconf !== undefined) execFileSync(gpgconf, ['--homedir', keys, '--kill', 'gpg-agent']);
  rmSync(work, { recursive: true, force: true });
});

/** Names of the files of a package. */
function filesOf(file: string): string[] {
  return execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).trim().split('\n');
}

describe('npm run chart:package', () => {
  it.each(HELM_VERSIONS)(
    'with %s packages both charts, the second with the first inside',
    async (version) => {
      const [chart = '', evaluation = ''] = PACKAGES.map((file) => join(folders[version], file));
      expect(filesOf(evaluation)).toContain('crypto-tax-evaluation/charts/crypto-tax/Chart.yaml');
      const files = filesOf(chart);
      expect(files).toContain('crypto-tax/known-values.json');
      expect(files.filter((file) => /^crypto-tax\/(ci|examples)\//.test(file))).toEqual([]);
      const images = '--set=crypto-tax.image.repository=registry.example.org/crypto-tax';
      expect(await helm(version, 'template', 'tax', chart, ...example('minimal'))).toMatchObject({ code: 0 });
      expect(await helm(version, 'template', 'tax', evaluation, images)).toMatchObject({ code: 0 });
    },
  );

  it.each(HELM_VERSIONS)('with %s gives Artifact Hub the changes, the key and the owner', async (version) => {
    const { stdout } = await helm(version, 'show', 'chart', join(folders[version], PACKAGES[0] ?? ''));
    const { annotations } = parse(stdout) as { annotations: Record<string, string> };
    const changelog = readFileSync(`${ROOT}CHANGELOG.md`, 'utf8');
    const changes: unknown = parse(annotations['artifacthub.io/changes'] ?? '');
    expect(changes).toEqual(entriesOf(changelog, VERSION));
    expect(parse(annotations['artifacthub.io/signKey'] ?? '')).toEqual({
      fingerprint: 'ABCD',
      url: 'https://example.org/key.asc',
    });
    expect(annotations['artifacthub.io/license']).toBe('Apache-2.0');
    const owner = readFileSync(join(folders[version], 'artifacthub-repo.yml'), 'utf8');
    expect(parse(owner)).toEqual({ repositoryID: 'some-id' });
  });

  it('names the images of the evaluation chart that its values name', () => {
    const read = (file: string): unknown =>
      parse(readFileSync(`${ROOT}charts/crypto-tax-evaluation/${file}`, 'utf8'));
    const { annotations } = read('Chart.yaml') as { annotations: Record<string, string> };
    const named = parse(annotations['artifacthub.io/images'] ?? '') as { name: string; image: string }[];
    const values = read('values.yaml') as Record<string, { image: string }>;
    expect(named).toEqual(['postgres', 'nats'].map((name) => ({ name, image: values[name]?.image })));
  });

  withKey.each(HELM_VERSIONS)('with %s signs packages, which both Helm versions verify', async (version) => {
    expect(readdirSync(folders[version]).sort()).toEqual(
      ['artifacthub-repo.yml', ...PACKAGES.flatMap((file) => [file, `${file}.prov`])].sort(),
    );
    for (const file of PACKAGES)
      for (const verifier of HELM_VERSIONS) {
        const verified = await helm(
          verifier,
          'verify',
          join(folders[version], file),
          '--keyring',
          publicRing,
        );
        expect(verified).toMatchObject({ code: 0 });
        expect(verified.stdout + verified.stderr).toContain(KEY);
      }
  });

  withKey.each(HELM_VERSIONS)(
    '%s rejects a package that was changed after it was signed',
    async (version) => {
      const changed = join(work, `${version}-changed`);
      mkdirSync(changed);
      const [file = ''] = PACKAGES;
      const bytes = readFileSync(join(folders[version], file));
      writeFileSync(join(changed, file), Buffer.concat([bytes, Buffer.from([0])]));
      writeFileSync(join(changed, `${file}.prov`), readFileSync(join(folders[version], `${file}.prov`)));
      const { code, stderr } = await helm(version, 'verify', join(changed, file), '--keyring', publicRing);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining('sha256 sum does not match'),
      });
    },
  );

  withRegistry.each(HELM_VERSIONS)(
    '%s pushes a package to an OCI registry and pulls it with its provenance',
    async (version) => {
      const registry = await startRegistry(registryProgram ?? '');
      try {
        const [file = ''] = PACKAGES;
        const address = `oci://${registry.address}/charts`;
        const pushed = await helm(version, 'push', join(folders[version], file), address, '--plain-http');
        expect(pushed).toMatchObject({ code: 0 });
        const pulled = join(work, `${version}-pulled`);
        mkdirSync(pulled);
        const flags = [
          '--version',
          VERSION,
          '--plain-http',
          '--verify',
          '--keyring',
          publicRing,
          '-d',
          pulled,
        ];
        const { code, stderr } = await helm(version, 'pull', `${address}/crypto-tax`, ...flags);
        expect({ code, stderr }).toMatchObject({ code: 0 });
        expect(readFileSync(join(pulled, file))).toEqual(readFileSync(join(folders[version], file)));
      } finally {
        await registry.stop();
      }
    },
  );

  it('prints its help, and rejects an incomplete key and a wrong option', async () => {
    expect(await chartPackage('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('--keyring'),
    });
    for (const args of [['--key', 'x'], ['--fingerprint', 'x'], ['--nonsense']])
      expect(await chartPackage('--helm', '/bin/false', ...args)).toMatchObject({ code: 2 });
    expect(await chartPackage('--helm', '/bin/false')).toMatchObject({ code: 1 });
  });
});

describe('the changes of a version', () => {
  const text =
    '# Changelog\n\n## Unreleased\n\n### Fixed\n\n- One\n  line.\n\n## 1.2.3 - 2026-01-02\n\n### Added\n\n#### Part\n\n- A `b`.\n- C.\n';

  it('are those of its section, or the unreleased ones', () => {
    expect(entriesOf(text, '1.2.3')).toEqual([
      { kind: 'added', description: 'A `b`.' },
      { kind: 'added', description: 'C.' },
    ]);
    expect(entriesOf(text, '9.9.9')).toEqual([{ kind: 'fixed', description: 'One line.' }]);
  });

  it('of this version have kinds that Artifact Hub knows', () => {
    const entries = entriesOf(readFileSync(`${ROOT}CHANGELOG.md`, 'utf8'), VERSION);
    expect(entries.length).toBeGreaterThan(10);
    for (const { kind } of entries)
      expect(['added', 'changed', 'deprecated', 'removed', 'fixed', 'security']).toContain(kind);
  });
});
