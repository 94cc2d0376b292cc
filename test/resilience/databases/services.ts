/** The four services of a test bed with database addresses of the test's choice, as a stack that the other tests know. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorPublicKey } from '../../../deploy/ctx/operator-key.ts';
import { SERVICES, type ServiceName } from '../../../deploy/stack/secrets.ts';
import { stackOf, type TestStack } from '../../e2e/stack.ts';
import type { Bed } from '../../load/bed/bed.ts';

/** Settings of each service beside those of the test bed. */
export type Environments = Readonly<Record<ServiceName, Readonly<Record<string, string>>>>;

/** Starts the four services and returns them as a stack; `ownerUrl` is the address at which the test reads the database. */
export async function startServices(bed: Bed, more: Environments, ownerUrl: string): Promise<TestStack> {
  const operatorKeys = { OPERATOR_PUBLIC_KEYS: operatorPublicKey(bed.dataDir) };
  for (const name of ['recalc', 'corrections', 'read', 'gateway'] as const)
    await bed.serve(name, { more: { ...(name === 'read' ? {} : operatorKeys), ...more[name] } });
  const state = {
    baseUrl: bed.baseUrl(),
    services: Object.fromEntries(SERVICES.map((name) => [name, bed.served(name)])) as object,
    postgres: { url: ownerUrl, pid: bed.databasePid },
    nats: { url: bed.nats.url, pid: bed.nats.pid },
  };
  writeFileSync(join(bed.dataDir, 'stack.json'), JSON.stringify(state), { mode: 0o600 });
  return stackOf(bed.dataDir, { interrupt: () => Promise.resolve(0), output: () => '' });
}

/** Stops the four services and leaves the databases running. */
export async function stopServices(bed: Bed): Promise<void> {
  for (const name of ['gateway', 'read', 'corrections', 'recalc'] as const) await bed.served(name).stop();
}
