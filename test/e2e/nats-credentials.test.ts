/** A NATS server that requires credentials: the services use the user and password in NATS_URL. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@ctx/platform/log';
import { ensureRecalcStream, NatsLink, publishRecalcRequested, RECALC_STREAM } from '@ctx/platform/nats';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { findNatsServer } from '../../deploy/stack/nats.ts';
import { freePort } from '../../deploy/stack/ports.ts';
import { consumeRequests } from '../../services/recalc/src/consumer.ts';
import { waitFor } from './stack.ts';

const PASSWORD = 'p@ss:word/1';

let folder: string;
let server: ChildProcess;
let address: string;
const links: NatsLink[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ctx-nats-'));
  const port = String(await freePort());
  address = `127.0.0.1:${port}`;
  const flags = ['-a', '127.0.0.1', '-p', port, '-js', '-sd', folder, '--user', 'recalc', '--pass', PASSWORD];
  server = spawn((await findNatsServer())!, flags, { stdio: 'ignore' });
});
afterAll(async () => {
  await Promise.all(links.map((link) => link.close()));
  server.kill();
  if (server.exitCode === null) await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

describe('NATS_URL', () => {
  it('signs in with its user and password; with a wrong password there is no connection, and the log has no password', async () => {
    const lines: string[] = [];
    const log = createLogger('recalc', 'info', { write: (line) => lines.push(line) });
    let isReady = false;
    const link = (password: string): NatsLink => {
      const made = new NatsLink(
        `nats://recalc:${encodeURIComponent(password)}@${address}`,
        log,
        async (connection) => {
          await ensureRecalcStream(connection);
          isReady = true;
        },
      );
      links.push(made);
      return made;
    };
    const wrong = link('wrong-secret');
    await waitFor(() => lines.some((line) => line.includes('NATS unavailable')));
    expect([wrong.connection, isReady]).toEqual([null, false]);
    const right = link(PASSWORD);
    await waitFor(() => isReady);
    expect(right.connection).not.toBeNull();
    expect(lines.join('\n')).not.toMatch(/wrong-secret|p@ss|p%40ss/);
  });
});

describe('The users of deploy/compose/nats.conf', () => {
  const passwords = { corrections: 'of-corrections', recalc: 'of-recalc' };
  const started: { stop(): Promise<void> }[] = [];
  let store: string;
  let host: string;
  beforeAll(async () => {
    store = mkdtempSync(join(tmpdir(), 'ctx-nats-users-'));
    host = `127.0.0.1:${String(await freePort())}`;
    const config = readFileSync(new URL('../../deploy/compose/nats.conf', import.meta.url), 'utf8')
      .replace('0.0.0.0:4222', host)
      .replace('127.0.0.1:8222', `127.0.0.1:${String(await freePort())}`)
      .replace('"/data"', JSON.stringify(store));
    writeFileSync(join(store, 'nats.conf'), config);
    const child = spawn((await findNatsServer())!, ['--config', join(store, 'nats.conf')], {
      stdio: 'ignore',
      env: { NATS_CORRECTIONS_PASSWORD: passwords.corrections, NATS_RECALC_PASSWORD: passwords.recalc },
    });
    started.push({
      stop: async () => {
        child.kill();
        if (child.exitCode === null) await once(child, 'exit');
      },
    });
  });
  afterAll(async () => {
    for (const each of started.reverse()) await each.stop();
    rmSync(store, { recursive: true, force: true });
  });

  const signIn = async (user: keyof typeof passwords): Promise<NatsConnection> => {
    const opened = { servers: host, user, pass: passwords[user], waitOnFirstConnect: true };
    const connection = await connect(opened);
    started.push({ stop: () => connection.close() });
    return connection;
  };

  it('have the rights that the services need: corrections creates the stream and publishes, recalc consumes', async () => {
    const lines: string[] = [];
    const log = createLogger('recalc', 'info', { write: (line) => lines.push(line) });
    const corrections = await signIn('corrections');
    await ensureRecalcStream(corrections);
    const url = `nats://recalc:${passwords.recalc}@${host}`;
    const requests = consumeRequests({ url, streamReplicas: undefined }, () => undefined as never, log);
    await publishRecalcRequested(corrections, Number.NaN, 'one', null);
    await waitFor(() => lines.some((line) => line.includes('dropped a message without a valid user id')));
    await requests.stop();
    const consumer = await jetstream(await signIn('recalc')).consumers.get(RECALC_STREAM, 'recalc-workers');
    // Until the server notices that the connection is closed, it would send the message there.
    await waitFor(async () => (await consumer.info()).num_waiting === 0);
    await publishRecalcRequested(corrections, 7, 'two', null);
    expect(await (await consumer.next())?.ackAck()).toBe(true);
    expect(lines.filter((line) => /NATS consumer stopped|NATS unavailable/.test(line))).toEqual([]);
  });

  it('have no other rights: neither can read messages, delete or purge the stream, and recalc cannot request runs', async () => {
    const [corrections, recalc] = [await signIn('corrections'), await signIn('recalc')];
    for (const connection of [corrections, recalc]) {
      const heard = connection.subscribe('recalc.>');
      await expect(heard[Symbol.asyncIterator]().next()).rejects.toThrow(/permission/i);
      const manager = await jetstreamManager(connection, { timeout: 2000 });
      await expect(manager.streams.purge(RECALC_STREAM)).rejects.toThrow(/permission/i);
      await expect(manager.streams.delete(RECALC_STREAM)).rejects.toThrow(/permission/i);
    }
    await expect(publishRecalcRequested(recalc, 7, 'three', null)).rejects.toThrow(/permission/i);
    const consumers = (await jetstreamManager(corrections, { timeout: 2000 })).consumers;
    await expect(consumers.delete(RECALC_STREAM, 'recalc-workers')).rejects.toThrow(/permission/i);
  });
});
