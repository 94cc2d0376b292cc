/** When a service is ready: only on a schema that it knows, without a restart; liveness does not depend on it (docs/adr/0016). */
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool, type Pool } from '@ctx/platform/postgres';
import { NotReady, requireSchema, SCHEMA_NEEDED } from '@ctx/platform/schema';
import pg from 'pg';
import { migrate, setRolePasswords } from '../../../deploy/stack/migrate.ts';
import { freePort } from '../../../deploy/stack/ports.ts';
import { type RunningPostgres, startPostgres } from '../../../deploy/stack/postgres.ts';
import { SERVICES, type ServiceName, stackSecrets } from '../../../deploy/stack/secrets.ts';
import { waitFor } from '../../e2e/stack.ts';
import { HERE } from './fleet.ts';
import { Replica } from './replica.ts';
import { Versions } from './versions.ts';

const versions = new Versions();
const dataDir = mkdtempSync(join(tmpdir(), 'ctx-readiness-'));
const secrets = stackSecrets(dataDir);
const replicas: Replica[] = [];
let postgres: RunningPostgres;

const urlOf = (service: ServiceName): string =>
  Object.assign(new URL(postgres.url), { username: `ctx_${service}`, password: secrets.roles[service] }).href;

async function start(service: ServiceName): Promise<Replica> {
  const [healthPort, grpcPort, httpPort] = [await freePort(), await freePort(), await freePort()];
  const nowhere = `127.0.0.1:${String(await freePort())}`;
  return Replica.start({
    service,
    host: '127.0.0.1',
    healthPort,
    root: HERE.root,
    logFile: join(dataDir, `${service}.log`),
    environment: {
      DATABASE_URL: urlOf(service),
      CALLER_KEY: secrets.callerKey,
      GRPC_ADDRESS: `127.0.0.1:${String(grpcPort)}`,
      HEALTH_ADDRESS: `127.0.0.1:${String(healthPort)}`,
      HTTP_ADDRESS: `127.0.0.1:${String(httpPort)}`,
      BASE_URL: `http://127.0.0.1:${String(httpPort)}`,
      UPGRADE_URL: `http://127.0.0.1:${String(httpPort)}/pricing`,
      OAUTH_KEYS: secrets.oauthKeys,
      READ_ADDRESS: nowhere,
      CORRECTIONS_ADDRESS: nowhere,
      RECALC_ADDRESS: nowhere,
    },
  });
}

/** Waits until all services give this response; on failure shows the last responses. */
async function untilAll(status: number, text: RegExp): Promise<void> {
  const answers = (): Promise<({ status: number; text: string } | null)[]> =>
    Promise.all(replicas.map((replica) => replica.probe()));
  const isSo = async (): Promise<boolean> =>
    (await answers()).every((answer) => answer?.status === status && text.test(answer.text));
  await waitFor(isSo).catch(async () => {
    expect(await answers()).toEqual(SERVICES.map(() => ({ status, text: expect.stringMatching(text) })));
  });
}

/** Expects that each service logged once that it is not ready because of `text`, and that it is live. */
async function expectOneLineEach(text: string): Promise<void> {
  for (const replica of replicas) {
    const said = (): string[] =>
      readFileSync(replica.settings.logFile, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"msg":"not ready"') && line.includes(text));
    // Lines of one moment are written together, so a duplicate would come with the first line.
    await waitFor(() => said().length > 0);
    expect(said()).toHaveLength(1);
    expect((await replica.probe('/healthz'))?.status).toBe(200);
  }
}

const startServer = async (port: number): Promise<RunningPostgres> =>
  startPostgres(dataDir, secrets.databaseOwner, join(dataDir, 'postgres.log'), port);

beforeAll(async () => {
  chmodSync(dataDir, 0o755);
  postgres = await startServer(await freePort());
  await migrate(postgres.url, versions.before(1).migrations);
  await setRolePasswords(postgres.url, secrets.roles);
  replicas.push(...(await Promise.all(SERVICES.map(start))));
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.kill()));
  await postgres.stop();
  versions.remove();
  rmSync(dataDir, { recursive: true, force: true });
});

// In this order: each test starts with the schema that the previous one left.
describe('Every service', () => {
  it('one migration behind is not ready but live, and names the migration in its response and once in its log', async () => {
    await untilAll(503, new RegExp(`^not ready: .*${SCHEMA_NEEDED} has not run`));
    await untilAll(503, /has not run/);
    await expectOneLineEach(SCHEMA_NEEDED);
  });

  it('is ready once the migration has run, without a restart', async () => {
    expect(await migrate(postgres.url)).toHaveLength(1);
    await untilAll(200, /^ready/);
    expect(replicas.map(({ hasEnded }) => hasEnded)).toEqual(SERVICES.map(() => false));
  });

  it('is ready on a schema with a migration that it does not know', async () => {
    const ran = await migrate(postgres.url, versions.next().migrations);
    expect(ran).toHaveLength(1);
    await untilAll(200, /^ready/);
  });

  it('checks with its own database role whether a migration has run', async () => {
    for (const service of SERVICES) {
      const pool: Pool = createPool({ url: urlOf(service), connectionsMax: 1, onError: () => undefined });
      try {
        await requireSchema(pool);
        await expect(requireSchema(pool, '9999_of-another-day')).rejects.toThrow(NotReady);
        await expect(requireSchema(pool, '9999_of-another-day')).rejects.toThrow(/9999_of-another-day/);
      } finally {
        await pool.end();
      }
    }
  });

  it('without its database is live but not ready, and says so', async () => {
    await postgres.stop();
    await untilAll(503, /^not ready: the database does not answer/);
    for (const replica of replicas) expect((await replica.probe('/healthz'))?.status).toBe(200);
  });

  it('is not ready on a standby, logs that once, and becomes ready without a restart when the standby is promoted', async () => {
    const signal = join(dataDir, 'postgres', 'standby.signal');
    writeFileSync(signal, '');
    const { uid, gid } = statSync(join(dataDir, 'postgres'));
    chownSync(signal, uid, gid);
    postgres = await startServer(Number(new URL(postgres.url).port));
    await untilAll(503, /^not ready: the database server is a standby \(in recovery\)/);
    await expectOneLineEach('in recovery');
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query('SELECT pg_promote()');
    await client.end();
    await untilAll(200, /^ready/);
    expect(replicas.map(({ hasEnded }) => hasEnded)).toEqual(SERVICES.map(() => false));
  });
});
