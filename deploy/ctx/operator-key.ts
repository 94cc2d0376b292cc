/** The operator's key pair of a local stack. Only `ctx` reads the private key; the services get the public key. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Name of the file in the data directory with the Ed25519 private key (PKCS #8, base64). */
export const OPERATOR_KEY_FILE = 'operator.key';

/** Returns the public key (SPKI, base64) of the operator. Creates the key pair at the first start. */
export function operatorPublicKey(dataDir: string): string {
  const file = join(dataDir, OPERATOR_KEY_FILE);
  if (existsSync(file)) return publicKeyOf(privateKeyFrom(readFileSync(file, 'utf8')));
  const { privateKey } = generateKeyPairSync('ed25519');
  const text = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
  return publicKeyOf(privateKey);
}

function privateKeyFrom(text: string): KeyObject {
  return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
}

function publicKeyOf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
}
