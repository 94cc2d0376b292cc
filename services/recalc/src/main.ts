/** The recalc service: turns facts and corrections into figures, by a pure engine. */
import { hostname } from 'node:os';
import type { RecalcStatus } from '@ctx/domain/vocabulary';
import { callsPerUser } from '@ctx/platform/calls-per-user';
import { createGrpcServer } from '@ctx/platform/grpc-server';
import { publishStatus } from '@ctx/platform/nats';
import { operatorLog } from '@ctx/platform/operator-log';
import { SERVICE_SETTINGS, startService } from '@ctx/platform/start-service';
import { ExportServiceService } from '@ctx/proto/gen/ctx/v1/person';
import { PreviewServiceService } from '@ctx/proto/gen/ctx/v1/preview';
import { RecalcServiceService, SubmissionServiceService } from '@ctx/proto/gen/ctx/v1/recalc';
import { consumeRequests, startSweep } from './requests/consumer.ts';
import { frozenExport } from './operator/export.ts';
import { recalcService } from './operator/service.ts';
import { submissionService } from './operator/submission.ts';
import { countRun, watchMissingPrices, watchQueue } from './metrics.ts';
import { LargePreviews } from './previews/large-previews.ts';
import { previewService } from './previews/service.ts';
import { type Runner, runUser } from './runs/run.ts';
import { Checker } from './self-check/checker.ts';
import { SelfCheck } from './self-check/rounds.ts';
import { LargeRunWorker } from './threads/large-run-worker.ts';
import { RUN_STATEMENT_MS_MAX } from './threads/thread-tools.ts';

const service = await startService('recalc', [
  'DATABASE_URL',
  'DATABASE_LONG_URL',
  'DATABASE_CONNECTIONS_MAX',
  'DATABASE_CONNECTION_AGE_MS_MAX',
  'NATS_URL',
  'NATS_STREAM_REPLICAS',
  'OPERATOR_PUBLIC_KEYS',
  ...SERVICE_SETTINGS,
  'SWEEP_INTERVAL_MS',
  'LARGE_RUN_EVENTS',
  'LARGE_RUN_MEMORY_MB_MAX',
  'LARGE_RUN_MS_MAX',
  'SELF_CHECK_USERS',
]);
const { config, log } = service;
const shortUrl = (): string => config.DATABASE_URL;
const longUrl = (): string => config.DATABASE_LONG_URL ?? config.DATABASE_URL;
const pool = service.openPool({
  url: longUrl,
  name: 'runs',
  connectionsMax: config.DATABASE_CONNECTIONS_MAX,
  statementTimeoutMs: RUN_STATEMENT_MS_MAX,
  pipeline: false,
});
/** Previews are short reads of small users; a third one waits. */
const PREVIEW_CONNECTIONS_MAX = 2;
const previewPool = service.openPool({
  url: shortUrl,
  name: 'previews',
  connectionsMax: PREVIEW_CONNECTIONS_MAX,
});
/** Computed among the runs of small users: about a tenth of a second. Larger ones have a thread. */
const PREVIEW_EVENTS_MAX = 2000;
const previewRoom = {
  pool: previewPool,
  eventsMax: Math.min(PREVIEW_EVENTS_MAX, config.LARGE_RUN_EVENTS),
};
const largePreviews = new LargePreviews({
  databaseUrl: shortUrl,
  logLevel: config.LOG_LEVEL,
  eventsMax: config.LARGE_RUN_EVENTS,
});
watchQueue(pool, config.SELF_CHECK_USERS > 0);
watchMissingPrices(pool);
/** Another worker takes over from one that has not renewed its lease for this time. */
const LEASE_MS = 30_000;
const worker = `${hostname()}:${String(process.pid)}`;
const everyRun = {
  pool,
  log,
  worker,
  leaseMs: LEASE_MS,
  onStatus: (userId: number, status: RecalcStatus) => {
    publishStatus(requests?.link ?? null, userId, status);
  },
  onEnded: countRun,
};
const thread = {
  databaseUrl: longUrl,
  logLevel: config.LOG_LEVEL,
  memoryMbMax: config.LARGE_RUN_MEMORY_MB_MAX,
  msMax: config.LARGE_RUN_MS_MAX,
};
const largeRuns: LargeRunWorker = new LargeRunWorker(everyRun, {
  ...thread,
  eventsMin: config.LARGE_RUN_EVENTS,
  makeRoom: () => checker.giveWay(),
  onMore: (userId) => {
    runUser(runner, userId).catch((error: unknown) => {
      log.warn({ err: error, userId }, 'run could not be started, the scheduler sweep will retry');
    });
  },
});
const isWorkerBusy = (): boolean => largeRuns.isBusy;
const checker = new Checker({ ...thread, pool, log, isWorkerBusy });
const runner: Runner = { ...everyRun, largeRuns };
const { NATS_URL: natsUrl, NATS_STREAM_REPLICAS: streamReplicas } = config;
const requests =
  natsUrl === undefined ? null : consumeRequests({ url: natsUrl, streamReplicas }, () => runner, log);
const sweep = startSweep(runner, config.SWEEP_INTERVAL_MS);
const selfCheck = new SelfCheck({
  pool,
  log,
  worker,
  checker,
  isWorkerBusy,
  leaseMs: LEASE_MS,
  usersMax: config.SELF_CHECK_USERS,
  intervalMs: config.SWEEP_INTERVAL_MS,
});
const settings = service.grpcSettings(
  ['recalc.proto', 'person.proto', 'preview.proto'],
  operatorLog(pool, log),
);
const server = createGrpcServer(settings);
server.add(RecalcServiceService, recalcService(runner, checker, settings));
server.add(SubmissionServiceService, submissionService(pool, settings));
server.add(ExportServiceService, frozenExport(pool, settings));
const previewsPerUser = callsPerUser(PREVIEW_CONNECTIONS_MAX);
server.add(PreviewServiceService, previewService(previewRoom, largePreviews, previewsPerUser, settings));
await server.listen();
await service.ready({
  address: config.GRPC_ADDRESS,
  pools: [pool, previewPool],
  stop: [
    () => selfCheck.stop(),
    () => server.stop(),
    () => requests?.stop(),
    () => sweep.stop(),
    () => largeRuns.stop(),
  ],
});
