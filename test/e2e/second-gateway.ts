/** A second gateway of a stack: the same environment, other ports, and optionally another time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../deploy/stack/ports.ts';
import { stackSecrets } from '../../deploy/stack/secrets.ts';
import { startService } from '../../deploy/stack/service.ts';
import type { TestStack } from './stack.ts';

export interface SecondGateway {
  readonly baseUrl: string;
  /** HOST:PORT of its gRPC server. */
  readonly address: string;
  readonly logFile: string;
  stop(): Promise<void>;
}

let started = 0;

/** Starts the gateway and waits until it is ready, or rejects with its log. `clockShiftMs` is added to the time of its process. */
export async function startSecondGateway(
  stack: TestStack,
  { clockShiftMs = 0, settings = {} }: { clockShiftMs?: number; settings?: Record<string, string> } = {},
): Promise<SecondGateway> {
  const { services, postgres } = stack.ready();
  const secrets = stackSecrets(stack.dataDir);
  const databaseUrl = new URL(postgres.url);
  databaseUrl.username = 'ctx_gateway';
  databaseUrl.password = secrets.roles.gateway;
  databaseUrl.pathname = '/ctx';
  const [http, grpc, health] = [await freePort(), await freePort(), await freePort()].map(
    (port) => `127.0.0.1:${String(port)}`,
  ) as [string, string, string];
  started += 1;
  const logFile = join(stack.dataDir, 'logs', `gateway-${String(started)}.log`);
  const gateway = startService({
    name: 'gateway',
    healthAddress: health,
    logFile,
    environment: {
      HTTP_ADDRESS: http,
      GRPC_ADDRESS: grpc,
      HEALTH_ADDRESS: health,
      BASE_URL: `http://${http}`,
      UPGRADE_URL: `http://${http}/pricing`,
      DATABASE_URL: databaseUrl.href,
      READ_ADDRESS: services.read.address,
      CORRECTIONS_ADDRESS: services.corrections.address,
      CALLER_KEY: secrets.callerKey,
      OAUTH_KEYS: secrets.oauthKeys,
      ...(clockShiftMs === 0 ? {} : { NODE_OPTIONS: `--import ${shiftedClock(clockShiftMs)}` }),
      ...settings,
    },
  });
  const running = await gateway.catch((error: unknown) => {
    throw new Error(`${String(error)}\n${readFileSync(logFile, 'utf8')}`, { cause: error });
  });
  return { baseUrl: `http://${http}`, address: grpc, logFile, stop: () => running.stop() };
}

/** Returns a module that shifts Date and leaves the monotonic clock unchanged. */
function shiftedClock(shiftMs: number): string {
  const source = `
    const now = Date.now.bind(Date);
    globalThis.Date = class extends Date {
      constructor(...given) { super(...(given.length === 0 ? [now() + ${String(shiftMs)}] : given)); }
      static now() { return now() + ${String(shiftMs)}; }
    };`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
