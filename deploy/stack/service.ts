/** Starts one service of the product as a separate process. */
import { fileURLToPath } from 'node:url';
import { type SpawnHooks, startChild, stopChild, until } from './process.ts';
import type { ServiceName } from './secrets.ts';
import type { RunningProcess } from './supervised.ts';

export interface ServiceSettings extends SpawnHooks {
  readonly name: ServiceName;
  readonly environment: Readonly<Record<string, string>>;
  readonly healthAddress: string;
  readonly logFile: string;
  /** Whether Node restarts the service when a source file that it imports changes. */
  readonly isWatching?: boolean;
}

/**
 * Heap size as in containers of 512 MB: without a limit, V8 lets garbage grow to several times that on a large machine. Recalc has no
 * limit, because the flag would override that of a large run's thread (LARGE_RUN_MEMORY_MB_MAX).
 */
const HEAP_MB: Readonly<Partial<Record<ServiceName, number>>> = { gateway: 384, read: 384, corrections: 384 };

/** How V8 collects garbage in the services that respond to requests; the images and the chart use the same file. */
const V8_ENVIRONMENT = `--env-file=${fileURLToPath(new URL('../../services/common/platform/v8.env', import.meta.url))}`;

/** Preloaded module that sets V8 flags and lets SIGTERM stop a service that is still starting; the images and the chart use it too. */
const PRELOAD = `--import=${new URL('../../services/common/platform/starting.ts', import.meta.url).href}`;

/** Returns the Node flags of a service. */
export function nodeFlags(name: ServiceName): readonly string[] {
  const heapMb = HEAP_MB[name];
  if (heapMb === undefined) return [PRELOAD];
  return [`--max-old-space-size=${String(heapMb)}`, V8_ENVIRONMENT, PRELOAD];
}

/** Node's compile cache, which halves the start time. */
export const COMPILE_CACHE = fileURLToPath(new URL('../../.cache/compile', import.meta.url));

/**
 * Returns the folder of a service's compile cache. Those with V8 flags have their own: V8 rejects code that was compiled under other flags,
 * so that in a common folder each kind of process would compile everything again and replace the code of the other kind.
 */
export function compileCacheOf(name: ServiceName): string {
  return HEAP_MB[name] === undefined ? COMPILE_CACHE : `${COMPILE_CACHE}-with-flags`;
}

const READY_MS_MAX = 120_000;
const STOP_MS_MAX = 5000;

/** Starts the service and waits until it is ready. Rejects with the path of its log when it does not become ready. */
export async function startService(settings: ServiceSettings): Promise<RunningProcess> {
  const { name, environment, logFile, isWatching, onSpawn, signal } = settings;
  const main = fileURLToPath(new URL(`../../services/${name}/src/main.ts`, import.meta.url));
  const flags = [...(isWatching === true ? ['--watch'] : []), ...nodeFlags(name)];
  const child = await startChild(process.execPath, [...flags, main], logFile, {
    ...(onSpawn && { onSpawn }),
    ...(signal && { signal }),
    hasChannel: true,
    killSignal: 'SIGKILL',
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: compileCacheOf(name),
      ...settingsFromEnvironment(),
      ...environment,
    },
  });
  let isOver = false;
  const endedEarly = child.ended.then((how) => {
    isOver = true;
    throw new Error(`the ${name} service exited during its start (${how}); its log is ${logFile}`);
  });
  try {
    await Promise.race([waitUntilReady(settings, () => isOver), endedEarly]);
  } catch (error) {
    await stopChild(child, 'SIGKILL', STOP_MS_MAX);
    throw error;
  }
  // From here on, an exit is not a failed start.
  endedEarly.catch(() => undefined);
  return { pid: child.pid, ended: child.ended, stop: () => stopChild(child, 'SIGTERM', STOP_MS_MAX) };
}

/** Settings that `npm start` passes on from its environment. Each service reads its own. */
const PASSED_SETTINGS: readonly string[] = [
  'LOG_LEVEL',
  'READ_DATABASE_URL',
  'SWEEP_INTERVAL_MS',
  'TRUSTED_PROXIES',
  'CORS_ORIGINS',
  'CLIENT_METADATA_HOSTS',
  'PRIVACY_URL',
  'TERMS_URL',
  'SUPPORT_CONTACT',
  'SECURITY_CONTACT',
  'YEAR_SUBMISSION',
  'SIGN_IN_ISSUER',
  'SIGN_IN_CLIENT_ID',
  'SIGN_IN_CLIENT_SECRET',
  'SIGN_IN_LABEL',
  'SIGN_IN_CREATE_USERS',
  'TLS_CA_FILE',
  'TLS_CERT_FILE',
  'TLS_KEY_FILE',
  'TLS_CALLERS',
  'HTTP_TLS_CERT_FILE',
  'HTTP_TLS_KEY_FILE',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_RESOURCE_ATTRIBUTES',
  'BUILD_REVISION',
  'LARGE_RUN_EVENTS',
  'LARGE_RUN_MEMORY_MB_MAX',
  'LARGE_RUN_MS_MAX',
  'SELF_CHECK_USERS',
  'AUDIT_DAYS',
  'OPERATOR_LOG_DAYS',
  'WEBHOOK_KEYS',
  'WEBHOOK_LOOPBACK',
  'IMPORTS_MAX',
  'IMPORT_SPOOL_MB_MAX',
];

/** Returns the values of these settings that are set in the environment. */
export function settingsFromEnvironment(): Record<string, string> {
  return Object.fromEntries(
    PASSED_SETTINGS.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function waitUntilReady(
  { name, healthAddress, logFile }: ServiceSettings,
  isOver: () => boolean,
): Promise<void> {
  try {
    await until(
      async () => {
        const response = await fetch(`http://${healthAddress}/readyz`);
        if (!response.ok) throw new Error(`status ${String(response.status)}`);
      },
      READY_MS_MAX,
      isOver,
    );
  } catch (error) {
    throw new Error(`the ${name} service is not ready (${String(error)}); its log is ${logFile}`, {
      cause: error,
    });
  }
}
