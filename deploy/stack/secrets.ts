/** The secrets of a local stack, made at the first start and kept in its state folder, readable by their owner alone. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const SERVICES = ['gateway', 'read', 'corrections', 'recalc'] as const;
export type ServiceName = (typeof SERVICES)[number];

export interface StackSecrets {
  /** Shared key that signs who asks, base64. */
  readonly callerKey: string;
  /** Keys of the OAuth server, base64. */
  readonly oauthKeys: string;
  readonly databaseOwner: string;
  readonly roles: Record<ServiceName, string>;
}

/** Reads the secrets of `dataDir`, or makes them. */
export function stackSecrets(dataDir: string): StackSecrets {
  const file = join(dataDir, 'secrets.json');
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<StackSecrets>) : {};
  if (kept.oauthKeys !== undefined) return kept as StackSecrets;
  const secret = (): string => randomBytes(24).toString('base64url');
  const secrets: StackSecrets = {
    callerKey: randomBytes(32).toString('base64'),
    oauthKeys: randomBytes(32).toString('base64'),
    databaseOwner: secret(),
    roles: { gateway: secret(), read: secret(), corrections: secret(), recalc: secret() },
    // A folder of before some of them keeps those it has.
    ...kept,
  };
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}
