/** Secrets of webhooks: made, encrypted for the database, and used to sign (Standard Webhooks). */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** The keys that encrypt secrets (WEBHOOK_KEYS): the first encrypts, all decrypt. */
export type WebhookKeys = readonly [Buffer, ...Buffer[]];

/** Returns a new secret. */
export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** Returns a secret as its receiver gets it. */
export function secretText(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}

const SECRET_TEXT = /^whsec_(?<base64>[A-Za-z0-9+/]+={0,2})$/;
/** Bytes of a secret that a receiver chose (Standard Webhooks). */
const CHOSEN_BYTES_MIN = 24;
const CHOSEN_BYTES_MAX = 64;

/** Returns the secret that a receiver chose, from its text; null unless it is `whsec_` and base64 of 24 to 64 bytes. */
export function chosenSecret(text: string): Buffer | null {
  const { base64 = '' } = SECRET_TEXT.exec(text)?.groups ?? {};
  const secret = Buffer.from(base64, 'base64');
  return secret.length >= CHOSEN_BYTES_MIN && secret.length <= CHOSEN_BYTES_MAX ? secret : null;
}

/** Encrypts a secret for the database with the first key, bound to its webhook. */
export function seal([key]: WebhookKeys, webhookId: string, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(key), nonce).setAAD(Buffer.from(webhookId));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts a secret with the key that encrypted it. Throws if the list lacks that key. */
export function unseal(keys: readonly Buffer[], webhookId: string, sealed: Buffer): Buffer {
  for (const key of keys) {
    const decipher = createDecipheriv(CIPHER, cipherKey(key), sealed.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(webhookId));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    } catch {
      // Encrypted with another key.
    }
  }
  throw new Error('no key of WEBHOOK_KEYS decrypts the secret of the webhook');
}

function cipherKey(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'webhook secrets', 32));
}

/** A message as its receiver gets it. */
export interface SignedMessage {
  readonly id: string;
  /** Unix time of the attempt, seconds. */
  readonly seconds: number;
  readonly body: string;
}

/** Returns the headers of a message, with a signature of each secret. */
export function signatureHeaders(
  { id, seconds, body }: SignedMessage,
  secrets: readonly Buffer[],
): Readonly<Record<string, string>> {
  const signed = `${id}.${String(seconds)}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
