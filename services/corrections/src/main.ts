/** The corrections service: imports, corrections and year settings. Each change requests a recalculation of its user. */
import { startCleanup } from '@ctx/platform/cleanup';
import { loadConfig } from '@ctx/platform/config';
import { requireDatabase } from '@ctx/platform/database-ready';
import { createGrpcServer } from '@ctx/platform/grpc-server';
import { startHealthServer } from '@ctx/platform/health';
import { createLogger } from '@ctx/platform/log';
import { startMetrics } from '@ctx/platform/metrics';
import { createPool } from '@ctx/platform/postgres';
import { onShutdown, pause } from '@ctx/platform/shutdown';
import { startTls, TLS_SETTINGS } from '@ctx/platform/tls';
import { startTracing, stopTracing, TRACING_SETTINGS } from '@ctx/platform/tracing';
import {
  AuditServiceService,
  CorrectionServiceService,
  FileServiceService,
  ImportServiceService,
  YearServiceService,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { ErasureServiceService, ExportServiceService } from '@ctx/proto/gen/ctx/v1/person';
import { auditService } from './audit-service.ts';
import { correctionService } from './correction-service.ts';
import { Conversions } from './files/conversions.ts';
import { fileService } from './files/file-service.ts';
import { importService, yearService } from './grpc.ts';
import { watchOutbox } from './metrics.ts';
import { correctionsExport, erasureService } from './person/services.ts';
import { connectPreviews } from './previews.ts';
import { startRelay } from './relay.ts';
import { correctionsCleanups } from './store/cleanup.ts';

const config = loadConfig('corrections', [
  'DATABASE_URL',
  'DATABASE_LONG_URL',
  'DATABASE_CONNECTIONS_MAX',
  'DATABASE_CONNECTION_AGE_MS_MAX',
  'NATS_URL',
  'CALLER_KEY',
  'RECALC_ADDRESS',
  'OPERATOR_PUBLIC_KEYS',
  'GRPC_ADDRESS',
  'HEALTH_ADDRESS',
  ...TLS_SETTINGS,
  'LOG_LEVEL',
  ...TRACING_SETTINGS,
  'DRAIN_MS',
  'CLEAR_INTERVAL_MS',
  'AUDIT_DAYS',
]);
await startTracing('corrections', config);
const log = createLogger('corrections', config.LOG_LEVEL);
startMetrics('corrections');
const tls = startTls(config, log);
const onError = (error: Error): void => {
  log.warn({ err: error }, 'idle database connection lost');
};
const pool = createPool({
  url: config.DATABASE_URL,
  name: 'corrections',
  connectionsMax: config.DATABASE_CONNECTIONS_MAX,
  connectionAgeMsMax: config.DATABASE_CONNECTION_AGE_MS_MAX,
  onError,
});
const IMPORT_STATEMENT_MS_MAX = 600_000;
const importPool = createPool({
  url: config.DATABASE_LONG_URL ?? config.DATABASE_URL,
  name: 'imports',
  connectionsMax: 8,
  connectionAgeMsMax: config.DATABASE_CONNECTION_AGE_MS_MAX,
  statementTimeoutMs: IMPORT_STATEMENT_MS_MAX,
  pipeline: false,
  onError,
});
watchOutbox(pool);
const [callerKey] = config.CALLER_KEY;
const previews = connectPreviews(config.RECALC_ADDRESS, callerKey, tls);
const relay = startRelay(pool, config.NATS_URL, log);
const settings = {
  address: config.GRPC_ADDRESS,
  callerKeys: config.CALLER_KEY,
  operatorKeys: config.OPERATOR_PUBLIC_KEYS,
  log,
  tls,
  protoFiles: ['corrections.proto', 'person.proto'],
};
const server = createGrpcServer(settings);
const pools = { long: importPool, short: pool };
server.add(ImportServiceService, importService(pools, relay, settings));
server.add(FileServiceService, fileService({ pools, relay, conversions: new Conversions() }, settings));
server.add(YearServiceService, yearService(pool, relay, settings));
server.add(CorrectionServiceService, correctionService({ pool, relay, previews }, settings));
server.add(AuditServiceService, auditService(pool, settings));
server.add(ExportServiceService, correctionsExport(importPool, settings));
server.add(ErasureServiceService, erasureService(importPool, settings));
const cleanup = startCleanup(config.CLEAR_INTERVAL_MS, log, correctionsCleanups(pool, config.AUDIT_DAYS));
await server.listen();
const health = await startHealthServer(config.HEALTH_ADDRESS, () => requireDatabase(pool, importPool), log);
log.info({ address: config.GRPC_ADDRESS }, 'corrections service ready');
onShutdown(log, [
  () => {
    health.drain();
  },
  () => pause(config.DRAIN_MS),
  () => server.stop(),
  () => relay.stop(),
  () => {
    previews.close();
  },
  () => cleanup.stop(),
  () => Promise.all([pool.end(), importPool.end()]),
  stopTracing,
  () => health.close(),
]);
