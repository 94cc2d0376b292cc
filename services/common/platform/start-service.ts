/** The start and the stop of a service: the order that all services have in common. */
import { VERSION } from './build.ts';
import type { Config, SettingName } from './config.ts';
import { requireDatabase } from './database-ready.ts';
import { startHealthServer } from './health.ts';
import { loadConfig } from './load-config.ts';
import { createLogger, type Logger } from './log.ts';
import { LogOutput } from './log-output.ts';
import { startMetrics } from './metrics.ts';
import { PLATFORM_METRICS } from './platform-metrics.ts';
import type { GrpcServerSettings } from './grpc-server.ts';
import type { OperatorKey } from './operator-keys.ts';
import type { OperatorLog } from './operator-log.ts';
import { createPool, type NamedPool, type PoolSettings } from './postgres.ts';
import { onShutdown } from './shutdown.ts';
import { startTls, type Tls, TLS_SETTINGS } from './tls.ts';
import { watchSettings } from './watched-settings.ts';
import { startTracing, stopTracing, TRACING_SETTINGS } from './tracing.ts';

/** Settings of every service. */
export const SERVICE_SETTINGS = [
  'CALLER_KEY',
  'GRPC_ADDRESS',
  'HEALTH_ADDRESS',
  ...TLS_SETTINGS,
  'LOG_LEVEL',
  ...TRACING_SETTINGS,
] as const;
const CONNECTION_AGE = 'DATABASE_CONNECTION_AGE_MS_MAX';
type ServiceSetting = (typeof SERVICE_SETTINGS)[number] | typeof CONNECTION_AGE;

/** A service whose settings are read, and which does not listen yet. */
export interface StartedService<Name extends SettingName> {
  readonly config: Config<Name>;
  readonly log: Logger;
  readonly tls: Tls | null;
  /** The key that signs this service's calls. */
  readonly callerKey: () => Buffer;
  /** Returns the settings of its gRPC server, with the keys of the moment. `protoFiles` are what reflection shows. */
  grpcSettings(protoFiles: readonly string[], operatorLog?: OperatorLog): GrpcServerSettings;
  /** Creates a pool whose connections live as long as configured. */
  openPool(settings: Omit<PoolSettings, 'connectionAgeMsMax' | 'onError'>): NamedPool;
  /** Serves health checks, logs that the service is ready, and stops it by `stop` when the process must end. */
  ready(service: ReadyService): Promise<void>;
}

/** A service that listens. */
export interface ReadyService {
  /** The address in the log. */
  readonly address: string;
  /** The pools without which the service is not ready. */
  readonly pools: readonly [NamedPool, ...NamedPool[]];
  /** What ends it, one after the other, once it fails its health checks. Then its pools and its traces end. */
  readonly stop: readonly (() => unknown)[];
}

/**
 * Reads the named settings, and those of every service, and starts traces, logs, metrics and TLS. `isLogBuffered`: the service logs a
 * line for each request, and a write for each would cost a tenth of a request.
 */
export async function startService<Name extends SettingName>(
  name: string,
  names: readonly (Name | ServiceSetting)[],
  { isLogBuffered = false } = {},
): Promise<StartedService<Name | ServiceSetting>> {
  const all: readonly (Name | ServiceSetting)[] = [...names, ...SERVICE_SETTINGS, CONNECTION_AGE];
  const config = loadConfig(name, [...new Set(all)]);
  await startTracing(name, config);
  const log = createLogger(name, config.LOG_LEVEL, new LogOutput(name, { isBuffered: isLogBuffered }));
  watchSettings(config, log);
  startMetrics(name);
  PLATFORM_METRICS.buildInfo.set({ version: VERSION, revision: config.BUILD_REVISION }, 1);
  const tls = startTls(config, log);
  return {
    config,
    log,
    tls,
    callerKey: () => config.CALLER_KEY[0],
    grpcSettings: (protoFiles, operatorLog) => ({
      address: config.GRPC_ADDRESS,
      log,
      ...(operatorLog === undefined ? {} : { operatorLog }),
      tls,
      protoFiles,
      get callerKeys() {
        return config.CALLER_KEY;
      },
      get operatorKeys() {
        return operatorKeysIn(config);
      },
    }),
    openPool: (settings) =>
      createPool({
        ...settings,
        connectionAgeMsMax: config.DATABASE_CONNECTION_AGE_MS_MAX,
        onError: (error) => {
          log.warn({ err: error }, 'idle database connection lost');
        },
      }),
    ready: async ({ address, pools, stop }) => {
      const health = await startHealthServer(config.HEALTH_ADDRESS, () => requireDatabase(...pools), log);
      log.info({ address }, `${name} service ready`);
      onShutdown(log, [
        () => {
          health.drain();
        },
        ...stop,
        () => Promise.all(pools.map((pool) => pool.end())),
        stopTracing,
        () => health.close(),
      ]);
    },
  };
}

/** The read service has no operator. */
function operatorKeysIn(config: object): readonly OperatorKey[] {
  return 'OPERATOR_PUBLIC_KEYS' in config
    ? (config as Config<'OPERATOR_PUBLIC_KEYS'>).OPERATOR_PUBLIC_KEYS
    : [];
}
