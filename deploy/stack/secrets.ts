/** The secrets of a local stack. They are created at the first start and stored in its data directory, readable only by the owner. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const SERVICES = ['gateway', 'read', 'corrections', 'recalc'] as const;
export type ServiceName = (typeof SERVICES)[number];

export interface StackSecrets {
  /** Shared key that signs calls between the services, base64. */
  readonly callerKey: string;
  /** Keys of the OAuth server, base64. */
  readonly oauthKeys: string;
  readonly databaseOwner: string;
  readonly roles: Record<ServiceName, string>;
}

/** Reads the secrets of `dataDir`, or creates them. */
export function stackSecrets(dataDir: string): StackSecrets {
  const file = join(dataDir, 'secrets.json');
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<StackSecrets>) : {};
  if (stored.oauthKeys !== undefined) return stored as StackSecrets;
  const secret = (): string => randomBytes(24).toString('base64url');
  const secrets: StackSecrets = {
    callerKey: randomBytes(32).toString('base64'),
    oauthKeys: randomBytes(32).toString('base64'),
    databaseOwner: secret(),
    roles: { gateway: secret(), read: secret(), corrections: secret(), recalc: secret() },
    // A directory of an older version may have only some of them.
    ...stored,
  };
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}
