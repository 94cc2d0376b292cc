/** The read service: answers what a taxpayer can read, with SELECT rights only. */
import { loadConfig } from '@ctx/platform/config';
import { requireDatabase } from '@ctx/platform/database-ready';
import { createGrpcServer } from '@ctx/platform/grpc-server';
import { startHealthServer } from '@ctx/platform/health';
import { createLogger } from '@ctx/platform/log';
import { LogOutput } from '@ctx/platform/log-output';
import { startMetrics } from '@ctx/platform/metrics';
import { createPool } from '@ctx/platform/postgres';
import { onShutdown, pause } from '@ctx/platform/shutdown';
import { startTls, TLS_SETTINGS } from '@ctx/platform/tls';
import { startTracing, stopTracing, TRACING_SETTINGS } from '@ctx/platform/tracing';
import { PageServiceService } from '@ctx/proto/gen/ctx/v1/read';
import { pageService, READ_SERVICE, readService } from './grpc.ts';
import { IdleWaits } from './idle-waits.ts';
import { CallsPerUser } from '@ctx/platform/calls-per-user';
import { Replica } from './sources/replica.ts';
import { Sources } from './sources/sources.ts';

const config = loadConfig('read', [
  'DATABASE_URL',
  'READ_DATABASE_URL',
  'DATABASE_CONNECTIONS_MAX',
  'DATABASE_CONNECTION_AGE_MS_MAX',
  'CALLER_KEY',
  'GRPC_ADDRESS',
  'HEALTH_ADDRESS',
  ...TLS_SETTINGS,
  'LOG_LEVEL',
  ...TRACING_SETTINGS,
  'DRAIN_MS',
]);
await startTracing('read', config);
const log = createLogger('read', config.LOG_LEVEL, new LogOutput('read', { isBuffered: true }));
startMetrics('read');
const tls = startTls(config, log);
const poolSettings = {
  connectionsMax: config.DATABASE_CONNECTIONS_MAX,
  connectionAgeMsMax: config.DATABASE_CONNECTION_AGE_MS_MAX,
  onError: (error: Error) => {
    log.warn({ err: error }, 'idle database connection lost');
  },
};
const pool = createPool({ ...poolSettings, url: config.DATABASE_URL, name: 'reads' });
const replicaPool =
  config.READ_DATABASE_URL === undefined
    ? null
    : createPool({
        ...poolSettings,
        url: config.READ_DATABASE_URL,
        name: 'replica',
        mayBeStandby: true,
        // A replica that hangs delays a call by one of these, and a second for the answer: less than other calls of the same user wait
        // for their turn (calls-per-user.ts), and with the primary's 6 s less than the gateway's deadline.
        connectMsMax: 1000,
        statementTimeoutMs: 1500,
      });
const sources = new Sources(pool, replicaPool === null ? null : new Replica(replicaPool, log));
const settings = {
  address: config.GRPC_ADDRESS,
  callerKeys: config.CALLER_KEY,
  log,
  tls,
  protoFiles: ['read.proto'],
};
const server = createGrpcServer(settings);
const waits = new IdleWaits();
const perUser = new CallsPerUser(config.DATABASE_CONNECTIONS_MAX);
server.add(READ_SERVICE, readService(sources, { perUser, waits }, settings));
server.add(PageServiceService, pageService(sources, perUser, settings));
await server.listen();
const health = await startHealthServer(config.HEALTH_ADDRESS, () => requireDatabase(pool), log);
log.info({ address: config.GRPC_ADDRESS }, 'read service ready');
onShutdown(log, [
  () => {
    health.drain();
  },
  () => pause(config.DRAIN_MS),
  () => {
    waits.stop();
  },
  () => server.stop(),
  () => pool.end(),
  () => replicaPool?.end(),
  stopTracing,
  () => health.close(),
]);
