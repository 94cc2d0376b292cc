/** `npm run chart:package`: packages the charts for a registry. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOnPath } from '../stack/on-path.ts';
import { packageCharts, type PublicKey, type SigningKey } from './chart-package.ts';
import { ReleaseCommand } from './release-command.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = '.cache/charts';
const HELP = `npm run chart:package [-- --out FOLDER] [--key NAME --keyring FILE] …

Packages the charts with Helm, with what Artifact Hub shows: the entries of CHANGELOG.md for their version. With a key, each package
gets a provenance file (.prov), which "helm verify" and "helm install --verify" check. Publishes nothing: "helm push" does.

  --out               folder for the packages (default ${OUT})
  --helm              path of Helm 3 or 4 (default: from PATH)
  --key               name of the OpenPGP key that signs
  --keyring           file with the secret key, from "gpg --export-secret-keys"
  --passphrase-file   file with the passphrase of the key
  --fingerprint       fingerprint of the key, for Artifact Hub
  --key-url           address of the public key, for Artifact Hub
  --repository-id     id of the repository at Artifact Hub; writes artifacthub-repo.yml
  --help              print this help
`;

const command: ReleaseCommand = new ReleaseCommand('chart:package', HELP);
const text = { type: 'string' } as const;
const { values } = command.parse({
  options: {
    out: text,
    helm: text,
    key: text,
    keyring: text,
    'passphrase-file': text,
    fingerprint: text,
    'key-url': text,
    'repository-id': text,
  },
});
const helm = values.helm ?? findOnPath('helm');
if (helm === undefined)
  command.end(1, 'helm is not installed; install Helm 3 or 4, or give its path with --helm');
const out = resolve(values.out ?? `${ROOT}${OUT}`);
try {
  packageCharts({
    root: ROOT,
    helm,
    out,
    signingKey: signingKey(),
    publicKey: publicKey(),
    repositoryId: values['repository-id'],
  });
} catch (error) {
  const { stderr, message } = error as Error & { stderr?: Buffer };
  command.end(1, (stderr?.toString() ?? message).trim());
}
process.stdout.write(`The packages are in ${out}\n`);

function signingKey(): SigningKey | undefined {
  const { key: name, keyring, 'passphrase-file': passphraseFile } = values;
  if (name !== undefined && keyring !== undefined) return { name, keyring: resolve(keyring), passphraseFile };
  if (name !== undefined || keyring !== undefined || passphraseFile !== undefined)
    command.end(2, 'to sign, give both --key and --keyring');
  return undefined;
}

function publicKey(): PublicKey | undefined {
  const { fingerprint, 'key-url': url } = values;
  if (fingerprint !== undefined && url !== undefined) return { fingerprint, url };
  if (fingerprint !== undefined || url !== undefined) command.end(2, 'give both --fingerprint and --key-url');
  return undefined;
}
