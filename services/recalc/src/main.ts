/** The recalc service: turns facts and corrections into figures, by a pure engine. */
import { hostname } from 'node:os';
import { loadConfig } from '@ctx/common/platform/config';
import { createGrpcServer } from '@ctx/common/platform/grpc-server';
import { startHealthServer } from '@ctx/common/platform/health';
import { createLogger } from '@ctx/common/platform/log';
import { publishStatus } from '@ctx/common/platform/nats';
import { createPool } from '@ctx/common/platform/postgres';
import { onShutdown } from '@ctx/common/platform/shutdown';
import { RecalcServiceService } from '@ctx/proto/gen/ctx/v1/recalc';
import { consumeWishes, startSweep } from './consumer.ts';
import { recalcService } from './grpc.ts';
import type { Runner } from './run.ts';

const config = loadConfig('recalc', [
  'DATABASE_URL',
  'DATABASE_CONNECTIONS_MAX',
  'NATS_URL',
  'CALLER_KEY',
  'GRPC_ADDRESS',
  'HEALTH_ADDRESS',
  'LOG_LEVEL',
  'SWEEP_INTERVAL_MS',
  'LEASE_MS',
]);
const log = createLogger('recalc', config.LOG_LEVEL);
const RUN_STATEMENT_MS_MAX = 600_000;
const pool = createPool({
  url: config.DATABASE_URL,
  connectionsMax: config.DATABASE_CONNECTIONS_MAX,
  statementTimeoutMs: RUN_STATEMENT_MS_MAX,
  pipeline: false,
  onError: (error) => {
    log.warn({ err: error }, 'idle connection lost');
  },
});
const runner: Runner = {
  pool,
  log,
  worker: `${hostname()}:${String(process.pid)}`,
  leaseMs: config.LEASE_MS,
  onStatus: (userId, status) => {
    publishStatus(wishes?.link ?? null, userId, status);
  },
};
const wishes = config.NATS_URL === undefined ? null : consumeWishes(config.NATS_URL, () => runner, log);
const sweep = startSweep(runner, config.SWEEP_INTERVAL_MS);
const settings = {
  address: config.GRPC_ADDRESS,
  callerKey: config.CALLER_KEY,
  log,
  protoFiles: ['recalc.proto'],
};
const server = createGrpcServer(settings);
server.add(RecalcServiceService, recalcService(runner, settings));
await server.listen();
const health = await startHealthServer(config.HEALTH_ADDRESS, () => pool.query('SELECT 1'));
log.info({ address: config.GRPC_ADDRESS }, 'recalc service ready');
onShutdown(log, [
  () => {
    health.drain();
  },
  () => server.stop(),
  () => wishes?.stop(),
  () => sweep.stop(),
  () => pool.end(),
  () => health.close(),
]);
