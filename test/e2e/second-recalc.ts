/** A second recalc service of a stack: the same environment, other ports. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../deploy/stack/ports.ts';
import { stackSecrets } from '../../deploy/stack/secrets.ts';
import { startService } from '../../deploy/stack/service.ts';
import { parse, type Scrape } from './observing/scrape.ts';
import type { TestStack } from './stack.ts';

export interface SecondRecalc {
  readonly logFile: string;
  scrape(): Promise<Scrape>;
  stop(): Promise<void>;
}

/** Starts the service and waits until it is ready, or rejects with its log. It has no NATS: its sweep finds the runs. */
export async function startSecondRecalc(
  stack: TestStack,
  settings: Readonly<Record<string, string>> = {},
): Promise<SecondRecalc> {
  const secrets = stackSecrets(stack.dataDir);
  const databaseUrl = new URL(stack.ready().postgres.url);
  databaseUrl.username = 'ctx_recalc';
  databaseUrl.password = secrets.roles.recalc;
  databaseUrl.pathname = '/ctx';
  const [grpc, health] = [`127.0.0.1:${String(await freePort())}`, `127.0.0.1:${String(await freePort())}`];
  const logFile = join(stack.dataDir, 'logs', 'recalc-2.log');
  const environment = {
    DATABASE_URL: databaseUrl.href,
    CALLER_KEY: secrets.callerKey,
    GRPC_ADDRESS: grpc,
    HEALTH_ADDRESS: health,
    ...settings,
  };
  const running = await startService({ name: 'recalc', healthAddress: health, logFile, environment }).catch(
    (error: unknown) => {
      throw new Error(`${String(error)}\n${readFileSync(logFile, 'utf8')}`, { cause: error });
    },
  );
  return {
    logFile,
    scrape: async () => parse(await (await fetch(`http://${health}/metrics`)).text()),
    stop: () => running.stop(),
  };
}
