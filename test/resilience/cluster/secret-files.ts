/** Secrets as files: the key between services and a login of PostgreSQL are replaced while the pods run (docs/operations/keys.md). */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { until } from '../../../deploy/stack/process.ts';
import type { Cluster } from './cluster.ts';
import { databaseAddress, querySql, runSql } from './postgres.ts';
import { type Release, type Service, SERVICES } from './release.ts';
import { KEYS, NAMESPACE } from './servers.ts';

/** The values of the upgrade. Pools replace their connections after half a minute only here. */
export const SECRET_FILES = { 'secretFiles.enabled': true, 'database.connectionAgeMsMax': 30_000 };
const READ_SECRET = 'crypto-tax-database-read';
const RELOAD_MS_MAX = 150_000;
const RECONNECT_MS_MAX = 120_000;

/** Replaces both without a restart: rejects if a pod is another one afterwards, or if the old login is still used. */
export async function replaceSecrets(cluster: Cluster, release: Release): Promise<void> {
  const before = await startsOf(release);
  const old = await readSecret(cluster, KEYS, 'CALLER_KEY');
  const next = randomBytes(32).toString('base64');
  for (const [index, keys] of [`${old},${next}`, `${next},${old}`, next].entries()) {
    await patchSecret(cluster, KEYS, { CALLER_KEY: keys });
    await untilReloaded(cluster, release, 'CALLER_KEY', index + 1, SERVICES);
  }
  await runSql(cluster, ["CREATE ROLE ctx_read_b LOGIN PASSWORD 'another-password' IN ROLE ctx_read"]);
  await patchSecret(cluster, READ_SECRET, { DATABASE_URL: databaseAddress('read_b', 'another-password') });
  await untilReloaded(cluster, release, 'DATABASE_URL', 1, ['read']);
  await until(async () => {
    const users = await querySql(
      cluster,
      "SELECT usename FROM pg_stat_activity WHERE usename LIKE 'ctx_read%'",
    );
    assert.deepEqual([...new Set(users.map(({ usename }) => usename))], ['ctx_read_b']);
  }, RECONNECT_MS_MAX);
  assert.deepEqual(await startsOf(release), before, 'pods were replaced or restarted');
}

/** Gives the read service its first login back, and removes the second one when no pod uses it any more. */
export async function useFirstLogin(cluster: Cluster, upgrade: () => Promise<unknown>): Promise<void> {
  await patchSecret(cluster, READ_SECRET, { DATABASE_URL: databaseAddress('read') });
  await upgrade();
  await until(() => runSql(cluster, ['DROP ROLE IF EXISTS ctx_read_b']), RECONNECT_MS_MAX);
}

export async function readSecret(cluster: Cluster, secret: string, key: string): Promise<string> {
  const path = `jsonpath={.data.${key}}`;
  const text = await cluster.kubectl('-n', NAMESPACE, 'get', 'secret', secret, '-o', path);
  return Buffer.from(text, 'base64').toString();
}

export async function patchSecret(cluster: Cluster, secret: string, stringData: object): Promise<void> {
  await cluster.kubectl(
    '-n',
    NAMESPACE,
    'patch',
    'secret',
    secret,
    '--patch',
    JSON.stringify({ stringData }),
  );
}

/** Returns the pods with the number of restarts of each. */
async function startsOf(release: Release): Promise<string[]> {
  const pods = await release.pods();
  return pods
    .map(({ metadata, status }) => `${metadata.name} ${String(status.containerStatuses?.[0]?.restartCount)}`)
    .toSorted();
}

/** Waits until each pod has logged that it uses the new value of a setting, for the `count`th time. */
async function untilReloaded(
  cluster: Cluster,
  release: Release,
  setting: string,
  count: number,
  services: readonly Service[],
): Promise<void> {
  const names = (await release.pods(...services)).map(({ metadata }) => metadata.name);
  await until(async () => {
    for (const name of names) {
      const log = await cluster.kubectl('-n', NAMESPACE, 'logs', name);
      const lines = log
        .split('\n')
        .filter((line) => line.includes('setting reloaded from its file') && line.includes(`"${setting}"`));
      assert.ok(lines.length >= count, `${name} has not reloaded ${setting} from its file`);
    }
  }, RELOAD_MS_MAX);
}
