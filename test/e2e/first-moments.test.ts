/** What `npm start` does before it is ready: wrong arguments, a state folder that cannot be created, and Ctrl-C at any moment. */
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../../deploy/stack/ports.ts';
import { newDataDir, startTestStack, waitFor } from './stack.ts';

const MAIN = fileURLToPath(new URL('../../deploy/stack/main.ts', import.meta.url));
const dataDir = newDataDir();
const scratch = mkdtempSync(join(tmpdir(), 'ctx-first-moments-'));
afterAll(() => {
  for (const folder of [dataDir, scratch]) rmSync(folder, { recursive: true, force: true });
});

interface StartingService {
  readonly output: () => string;
  readonly ended: Promise<number | null>;
  readonly interrupt: () => void;
}

async function start(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<StartingService> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, PORT: String(await freePort()), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    output: () => output,
    ended: new Promise((resolve) => {
      child.once('close', resolve);
    }),
    interrupt: () => {
      child.kill('SIGINT');
    },
  };
}

describe('npm start', () => {
  it.each([['--nope'], ['nope']])(
    'prints its usage and exits 2 for the unknown argument %s',
    async (argument) => {
      const { ended, output } = await start([argument], { DATA_DIR: join(scratch, 'never-made') });
      expect(await ended).toBe(2);
      expect(output()).toContain(argument);
      expect(output()).toContain('npm start [-- --empty]');
      expect(output()).not.toMatch(/^ +at /m);
      expect(existsSync(join(scratch, 'never-made'))).toBe(false);
    },
  );

  it.each([
    ['below a folder that accepts no files', '/proc/crypto-tax/state'],
    ['below a file', join(scratch, 'file', 'state')],
  ])('fails at once for a DATA_DIR %s', async (_where, folder) => {
    writeFileSync(join(scratch, 'file'), '');
    const { ended, output } = await start(['--empty'], { DATA_DIR: folder });
    expect(await ended).toBe(1);
    expect(output()).toContain(`DATA_DIR ${folder} cannot be created`);
    expect(output()).not.toMatch(/^ +at /m);
  });
});

/** Processes of a stack write their output to its logs; initdb has the folder among its arguments. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return (
        readlinkSync(`/proc/${pid}/fd/1`).startsWith(folder) ||
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
      );
    } catch {
      return false;
    }
  });
}

describe('Ctrl-C while npm start', () => {
  const hangingNats = join(scratch, 'nats-server');
  writeFileSync(hangingNats, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
  const withHangingNats = { PATH: [scratch, process.env['PATH']].join(delimiter) };

  it.each<readonly [string, string, NodeJS.ProcessEnv, string]>([
    ['creates the database cluster', 'postgres', {}, 'schema brought up to date'],
    ['waits for a NATS that does not answer', 'logs/nats.log', withHangingNats, 'is not ready'],
    ['starts the services', 'logs/gateway.log', {}, 'ready:'],
  ])('%s ends it and all its processes', async (_moment, sign, environment, later) => {
    const { ended, output, interrupt } = await start(['--empty'], { ...environment, DATA_DIR: dataDir });
    await waitFor(() => existsSync(join(dataDir, sign)));
    interrupt();
    expect(await ended).toBe(0);
    expect(output()).toContain('stopping …\nstopped; the data is kept');
    expect(output()).not.toContain(later);
    await waitFor(() => processesOf(dataDir).length === 0);
  });

  it('leaves a state folder from which the next start works', async () => {
    const stack = await startTestStack(['--empty'], dataDir);
    expect(await stack.interrupt()).toBe(0);
    expect(processesOf(dataDir)).toEqual([]);
  });
});
