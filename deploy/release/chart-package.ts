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
}

/** Packages the charts into a folder, each with its provenance if there is a key. Throws Helm's error. */
export function packageCharts(options: PackageOptions): void {
  const { root, helm, out, signingKey, publicKey, repositoryId } = options;
  mkdirSync(out, { recursive: true });
  const work = mkdtempSync(join(tmpdir(), 'ctx-charts-'));
  try {
    for (const chart of CHARTS) {
      const copy = join(work, basename(chart));
      cpSync(join(root, chart), copy, { recursive: true });
      annotate(join(copy, 'Chart.yaml'), readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), publicKey);
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
