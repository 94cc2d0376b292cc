/** A start process that is killed, what it leaves behind, and the next start on the same folder and port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identify, isRunning, type ProcessIdentity } from '../../deploy/stack/process-identity.ts';
import { newUser, startTestStack, type TestStack, waitFor } from './stack.ts';

interface ProcessFile {
  start: ProcessIdentity;
  children: Record<string, ProcessIdentity>;
}

const SERVICES = ['gateway', 'read', 'corrections', 'recalc'];

let stack: TestStack;
let token: string;
let port: number;
/** A process that is not part of the stack, but has a pid in its record. */
let stranger: ChildProcess;

const recordFile = (): string => join(stack.dataDir, 'processes.json');
const readRecord = (): ProcessFile => JSON.parse(readFileSync(recordFile(), 'utf8')) as ProcessFile;
const running = (names: readonly string[], { children }: ProcessFile): string[] =>
  names.filter((name) => children[name] !== undefined && isRunning(children[name]));

/** Kills the start process as `kill -9` does, and waits until it is gone. */
async function killStart(): Promise<ProcessFile> {
  const record = readRecord();
  process.kill(record.start.pid, 'SIGKILL');
  await waitFor(() => !isRunning(record.start));
  // The ready file of the dead stack would look like that of the next one.
  rmSync(join(stack.dataDir, 'stack.json'));
  return record;
}

beforeAll(async () => {
  stranger = spawn('sleep', ['600'], { stdio: 'ignore' });
  stack = await startTestStack();
  port = Number(new URL(stack.ready().baseUrl).port);
  ({ token } = await newUser(stack, 'survives@example.org'));
});
afterAll(async () => {
  stranger.kill('SIGKILL');
  await stack.remove();
});

describe('The processes of a stack', () => {
  it('are recorded with their start times in a file that only its owner can read', () => {
    const { services, postgres, nats } = stack.ready();
    const { start, children } = readRecord();
    expect(statSync(recordFile()).mode & 0o777).toBe(0o600);
    expect(isRunning(start)).toBe(true);
    for (const name of SERVICES)
      expect(children[name]).toEqual(identify(services[name as keyof typeof services].pid));
    expect(children['postgres']).toEqual(identify(postgres.pid));
    if (nats !== null) expect(children['nats']).toEqual(identify(nats.pid));
  });

  it('are left alone by a second start, which names the start process and how to stop it', async () => {
    const { start } = readRecord();
    await expect(startTestStack(['--empty'], stack.dataDir)).rejects.toThrow(
      `another stack uses this DATA_DIR; its start process is ${String(start.pid)}: ` +
        `press Ctrl-C in its terminal, or stop it with: kill ${String(start.pid)}`,
    );
    expect((await stack.get('/api/v1/me', token)).status).toBe(200);
  });
});

describe('After a kill -9 of the start process', () => {
  it('the services stop by themselves, and the next start ends PostgreSQL and NATS and finds the data', async () => {
    const left = await killStart();
    await waitFor(() => running(SERVICES, left).length === 0);
    expect(running(['postgres'], left)).toEqual(['postgres']);
    stack = await startTestStack(['--empty'], stack.dataDir, port);
    expect(running(Object.keys(left.children), left)).toEqual([]);
    expect(stack.output()).toContain(
      'an earlier start was killed; stopping the processes that it left behind: ',
    );
    expect(stack.output()).toContain(`postgres (${String(left.children['postgres']?.pid)})`);
    expect((await stack.get('/api/v1/me', token)).status).toBe(200);
    // Shut down in order: no recovery at the next start.
    const log = readFileSync(join(stack.dataDir, 'logs', 'postgres.log'), 'utf8');
    expect(log).toContain('received fast shutdown request');
    expect(log).not.toContain('was not properly shut down');
  });

  it('the next start also ends a service that hangs, and leaves a process alone that has a recorded pid by chance', async () => {
    const pid = stranger.pid ?? 0;
    const { pid: hanging } = stack.ready().services.gateway;
    process.kill(hanging, 'SIGSTOP');
    const left = await killStart();
    const record: ProcessFile = {
      ...left,
      children: { ...left.children, stranger: { pid, startTime: left.start.startTime } },
    };
    writeFileSync(recordFile(), JSON.stringify(record));
    stack = await startTestStack(['--empty'], stack.dataDir, port);
    expect(running(Object.keys(left.children), left)).toEqual([]);
    expect(stack.output()).toContain(`gateway (${String(hanging)})`);
    expect(stack.output()).not.toContain('stranger');
    expect(identify(pid)).not.toBeNull();
    expect((await stack.get('/api/v1/me', token)).status).toBe(200);
  });

  it('Ctrl-C of the next start leaves neither processes nor a record', async () => {
    const record = readRecord();
    expect(await stack.interrupt()).toBe(0);
    expect(running(Object.keys(record.children), record)).toEqual([]);
    expect(existsSync(recordFile())).toBe(false);
  });
});
