/** Packages of the charts, with metadata for Artifact Hub and, given a key, their provenance. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { entriesOf } from './changelog.ts';

/** The charts; a chart follows those that it brings. */
const CHARTS = ['charts/crypto-tax', 'charts/crypto-tax-evaluation'];

/** The OpenPGP key that signs the packages. */
export interface SigningKey {
  /** Name of the key in the key ring. */
  readonly name: string;
  /** File with the secret key, in the binary format of `gpg --export-secret-keys`. */
  readonly keyring: string;
  /** File with the passphrase of the key; undefined for a key without one. */
  readonly passphraseFile?: string | undefined;
}

/** Where users find the public key, which Artifact Hub shows. */
export interface PublicKey {
  readonly fingerprint: string;
  readonly url: string;
}

/** Where a release publishes, which its packages name. */
export interface Publication {
  /** Prefix of the images, which becomes the default of `image.repository`. */
  readonly images: string;
  /** Address of the public repository, in place of the one in Chart.yaml. */
  readonly repository: string;
  /** Digest of each image, by its name, which becomes the default of `image.digest` of its component. */
  readonly digests: Readonly<Record<string, string>>;
}

export interface PackageOptions {
  /** Root of the repository. */
  readonly root: string;
  /** Path of Helm 3 or 4. */
  readonly helm: string;
  /** Folder for the packages. */
  readonly out: string;
  readonly signingKey?: SigningKey | undefined;
  readonly publicKey?: PublicKey | undefined;
  /** Id that Artifact Hub gave to the repository, by which it verifies the publisher. */
  readonly repositoryId?: string | undefined;
  /** Undefined for a package that names no registry. */
  readonly publication?: Publication | undefined;
}

/** Packages the charts into a folder, each with its provenance if there is a key. Throws Helm's error. */
export function packageCharts(options: PackageOptions): void {
  const { root, helm, out, signingKey, publicKey, repositoryId, publication } = options;
  mkdirSync(out, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'ctx-charts-'));
  try {
    for (const chart of CHARTS) {
      const copy = join(work, basename(chart));
      cpSync(join(root, chart), copy, { recursive: true });
      annotate(join(copy, 'Chart.yaml'), readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), publicKey);
      if (publication !== undefined) namePublication(copy, publication);
      const args = [
        'package',
        copy,
        '--destination',
        out,
        '--dependency-update',
        ...signingArguments(signingKey),
      ];
      execFileSync(helm, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  if (repositoryId !== undefined)
    writeFileSync(join(out, 'artifacthub-repo.yml'), `repositoryID: ${repositoryId}\n`);
}

function signingArguments(key: SigningKey | undefined): string[] {
  if (key === undefined) return [];
  const passphrase = key.passphraseFile === undefined ? [] : ['--passphrase-file', key.passphraseFile];
  return ['--sign', '--key', key.name, '--keyring', key.keyring, ...passphrase];
}

/** The address in Chart.yaml that stands for the public repository. */
const REPOSITORY = 'https://git.example.org/crypto-tax';

/** Writes the public repository into Chart.yaml, and the images with their digests into the values of the chart that has them. */
function namePublication(folder: string, { images, repository, digests }: Publication): void {
  const chart = join(folder, 'Chart.yaml');
  writeFileSync(chart, readFileSync(chart, 'utf8').replaceAll(REPOSITORY, repository));
  const file = join(folder, 'values.yaml');
  let values = readFileSync(file, 'utf8');
  if (!/^image:$/m.test(values)) return;
  values = withDefault(values, 'image', /^ {2}repository: ''$/m, `  repository: ${images}`);
  for (const [image, digest] of Object.entries(digests))
    values = withDefault(values, image, /^ {4}digest: ''$/m, `    digest: ${digest}`);
  writeFileSync(file, values);
}

/** Replaces a line in the section `top` of the values, which ends at the next line without indentation. */
function withDefault(values: string, top: string, line: RegExp, by: string): string {
  const section = new RegExp(`^${top}:\n(?:(?: .*)?\n)*`, 'm').exec(values)?.[0] ?? '';
  if (!line.test(section)) throw new Error(`values.yaml has no line for the release in "${top}"`);
  return values.replace(section, section.replace(line, by));
}

/** Adds what Artifact Hub shows: the changes of this version, and the key. JSON is YAML. */
function annotate(file: string, changelog: string, publicKey: PublicKey | undefined): void {
  const text = readFileSync(file, 'utf8');
  const [, version = ''] = /^version: (\S+)$/m.exec(text) ?? [];
  const annotations = {
    'artifacthub.io/changes': entriesOf(changelog, version),
    ...(publicKey === undefined ? {} : { 'artifacthub.io/signKey': publicKey }),
  };
  const lines = Object.entries(annotations).map(
    ([name, value]) => `  ${name}: ${JSON.stringify(JSON.stringify(value))}`,
  );
  writeFileSync(file, text.replace(/^annotations:$/m, ['annotations:', ...lines].join('\n')));
}
