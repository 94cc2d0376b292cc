/** A container registry on the loopback interface, from Debian's package, without TLS and without users. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findDebianProgram } from '../../deploy/stack/debian-packages.ts';
import { freePort } from '../../deploy/stack/ports.ts';
import { startChild, stopChild, until } from '../../deploy/stack/process.ts';

const START_MS_MAX = 30_000;
const STOP_MS_MAX = 5000;

export interface Registry {
  /** HOST:PORT. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Returns the path of the registry's program. Null when it is not installed and Debian's package cannot be downloaded. */
export function findRegistry(): Promise<string | null> {
  return findDebianProgram({
    package: 'docker-registry',
    name: 'docker-registry',
    path: 'usr/bin/docker-registry',
    folder: 'docker-registry',
  });
}

/** Starts the registry on an empty store, which `stop` removes. */
export async function startRegistry(program: string): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-registry-'));
  const address = `127.0.0.1:${String(await freePort())}`;
  const configuration = {
    version: 0.1,
    storage: { filesystem: { rootdirectory: join(folder, 'store') } },
    http: { addr: address },
  };
  writeFileSync(join(folder, 'config.yml'), JSON.stringify(configuration));
  const child = await startChild(program, ['serve', join(folder, 'config.yml')], join(folder, 'log'));
  const stop = async (): Promise<void> => {
    await stopChild(child, 'SIGTERM', STOP_MS_MAX);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await until(async () => {
      const { ok } = await fetch(`http://${address}/v2/`);
      if (!ok) throw new Error('the registry is not ready');
    }, START_MS_MAX);
    return { address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
