/** The corrections service: imports, corrections and year settings. Each change requests a recalculation of its user. */
import { startCleanup } from '@ctx/platform/cleanup';
import { createGrpcServer } from '@ctx/platform/grpc-server';
import { operatorLog } from '@ctx/platform/operator-log';
import { pause } from '@ctx/platform/shutdown';
import { SERVICE_SETTINGS, startService } from '@ctx/platform/start-service';
import {
  AuditServiceService,
  CorrectionServiceService,
  FileServiceService,
  ImportServiceService,
  YearServiceService,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { EventServiceService } from '@ctx/proto/gen/ctx/v1/events';
import { ErasureServiceService, ExportServiceService } from '@ctx/proto/gen/ctx/v1/person';
import { auditService } from './corrections/audit-service.ts';
import { correctionService } from './corrections/correction-service.ts';
import { connectPreviews } from './corrections/previews.ts';
import { connectSubmissions } from './corrections/submission.ts';
import { yearService } from './corrections/year-service.ts';
import { startDeliveries } from './events/deliver.ts';
import { readOldestDelivery } from './store/deliveries.ts';
import { eventService } from './events/event-service.ts';
import { Conversions } from './import/files/conversions.ts';
import { fileService } from './import/files/file-service.ts';
import { importService } from './import/import-service.ts';
import { SpoolSpace } from './import/spool.ts';
import { WorkQueue } from './import/work-queue.ts';
import { watchDeliveries, watchOutbox, watchPrices } from './metrics.ts';
import { correctionsExport, erasureService } from './person/services.ts';
import { startRelay } from './relay.ts';
import { correctionsCleanups } from './store/cleanup.ts';

const service = await startService('corrections', [
  'DATABASE_URL',
  'DATABASE_LONG_URL',
  'DATABASE_CONNECTIONS_MAX',
  'DATABASE_CONNECTION_AGE_MS_MAX',
  'NATS_URL',
  'RECALC_ADDRESS',
  'OPERATOR_PUBLIC_KEYS',
  ...SERVICE_SETTINGS,
  'DRAIN_MS',
  'AUDIT_DAYS',
  'OPERATOR_LOG_DAYS',
  'WEBHOOK_KEYS',
  'WEBHOOK_LOOPBACK',
  'IMPORTS_MAX',
  'IMPORT_SPOOL_MB_MAX',
]);
const { callerKey, config, log, tls } = service;
const pool = service.openPool({
  url: () => config.DATABASE_URL,
  name: 'corrections',
  connectionsMax: config.DATABASE_CONNECTIONS_MAX,
});
const IMPORT_STATEMENT_MS_MAX = 600_000;
/** Files of users, and exports and erasures, each have a share of the connections that imports by operators cannot take. */
const FILES_AT_ONCE_MAX = 2;
const PERSONS_AT_ONCE_MAX = 2;
/** Shared prices are stored one file at a time, and find their users on a connection of their own. */
const CONNECTIONS_OF_PRICES = 1;
/** Receiving, waiting and running; more are rejected at once. */
const IMPORTS_UNDER_WAY_MAX = 100;
const FILES_UNDER_WAY_MAX = 20;
const PERSONS_UNDER_WAY_MAX = 20;
const importPool = service.openPool({
  url: () => config.DATABASE_LONG_URL ?? config.DATABASE_URL,
  name: 'imports',
  connectionsMax: config.IMPORTS_MAX + FILES_AT_ONCE_MAX + PERSONS_AT_ONCE_MAX + CONNECTIONS_OF_PRICES,
  statementTimeoutMs: IMPORT_STATEMENT_MS_MAX,
  pipeline: false,
});
watchOutbox(pool);
watchPrices(pool);
watchDeliveries(() => readOldestDelivery(pool));
const previews = connectPreviews(config.RECALC_ADDRESS, callerKey, tls);
const submissions = connectSubmissions(config.RECALC_ADDRESS, callerKey, tls);
const relay = startRelay(pool, config.NATS_URL, log);
const webhooks = {
  pool,
  keys: config.WEBHOOK_KEYS,
  policy: { mayBeLoopback: config.WEBHOOK_LOOPBACK === 'on' },
};
const deliveries = startDeliveries({ ...webhooks, log, nats: () => relay.nats });
const settings = service.grpcSettings(
  ['corrections.proto', 'events.proto', 'person.proto'],
  operatorLog(pool, log),
);
const server = createGrpcServer(settings);
const pools = {
  long: importPool,
  short: pool,
  space: new SpoolSpace(config.IMPORT_SPOOL_MB_MAX * 1_048_576),
};
const queueOf = (name: string, atOnceMax: number, underWayMax: number): WorkQueue =>
  new WorkQueue({ name, atOnceMax, underWayMax });
const imports = queueOf('imports', config.IMPORTS_MAX, IMPORTS_UNDER_WAY_MAX);
const files = queueOf('files of users', FILES_AT_ONCE_MAX, FILES_UNDER_WAY_MAX);
const persons = {
  pool: importPool,
  queue: queueOf('exports and erasures', PERSONS_AT_ONCE_MAX, PERSONS_UNDER_WAY_MAX),
};
server.add(ImportServiceService, importService({ pools, queue: imports, relay }, settings));
server.add(
  FileServiceService,
  fileService(
    {
      pools,
      queue: files,
      relay,
      conversions: new Conversions(),
      previewEvents: (call, events) => previews.ofEvents(call, events),
    },
    settings,
  ),
);
server.add(YearServiceService, yearService({ pool, relay, submissions }, settings));
server.add(CorrectionServiceService, correctionService({ pool, relay, previews }, settings));
server.add(AuditServiceService, auditService(pool, settings));
server.add(
  EventServiceService,
  eventService({ ...webhooks, hasNats: config.NATS_URL !== undefined }, settings),
);
server.add(ExportServiceService, correctionsExport(persons, settings));
server.add(ErasureServiceService, erasureService(persons, settings));
const cleanup = startCleanup(log, correctionsCleanups(pool, config.AUDIT_DAYS, config.OPERATOR_LOG_DAYS));
await server.listen();
await service.ready({
  address: config.GRPC_ADDRESS,
  pools: [pool, importPool],
  stop: [
    () => pause(config.DRAIN_MS),
    () => server.stop(),
    () => deliveries.stop(),
    () => relay.stop(),
    () => {
      previews.close();
      submissions.close();
    },
    () => cleanup.stop(),
  ],
});
