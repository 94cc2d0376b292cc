/** A NATS server that requires credentials: the services use the user and password in NATS_URL. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@ctx/platform/log';
import { inboxPrefixOf, NatsLink, publishRecalcRequested, RECALC_STREAM } from '@ctx/platform/nats';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, type QueuedIterator, type Status } from '@nats-io/transport-node';
import { findNatsServer } from '../../deploy/stack/nats.ts';
import { freePort } from '../../deploy/stack/ports.ts';
import { publishEvent } from '../../services/corrections/src/events/send.ts';
import { consumeRequests } from '../../services/recalc/src/requests/consumer.ts';
import { ensureRecalcStream } from '../../services/recalc/src/requests/recalc-stream.ts';
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
        'recalc',
        `nats://recalc:${encodeURIComponent(password)}@${address}`,
        log,
        async (connection) => {
          await ensureRecalcStream(connection, log);
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
  const passwords = {
    corrections: 'of-corrections',
    recalc: 'of-recalc',
    administrator: 'of-administrator',
  };
  const started: { stop(): Promise<void> }[] = [];
  let store: string;
  let host: string;
  beforeAll(async () => {
    store = mkdtempSync(join(tmpdir(), 'ctx-nats-users-'));
    host = `127.0.0.1:${String(await freePort())}`;
    const config = readFileSync(new URL('../../deploy/compose/nats.conf', import.meta.url), 'utf8')
      .replace('0.0.0.0:4222', host)
      .replace('127.0.0.1:8222', `127.0.0.1:${String(await freePort())}`)
      .replace('"/data"', JSON.stringify(store))
      .replace('users: [', 'users: [ { user: administrator, password: of-administrator }');
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
    const connection = await connect({
      ...opened,
      ...(user === 'administrator' ? {} : { inboxPrefix: inboxPrefixOf(user) }),
    });
    started.push({ stop: () => connection.close() });
    return connection;
  };

  it('have the rights that the services need: recalc creates the stream and consumes, corrections publishes', async () => {
    const lines: string[] = [];
    const log = createLogger('recalc', 'info', { write: (line) => lines.push(line) });
    const corrections = await signIn('corrections');
    const url = `nats://recalc:${passwords.recalc}@${host}`;
    const requests = consumeRequests({ url, streamReplicas: undefined }, () => undefined as never, log);
    await waitFor(() =>
      publishRecalcRequested(corrections, Number.NaN, 'one', null).then(
        () => true,
        () => false,
      ),
    );
    await waitFor(() => lines.some((line) => line.includes('dropped a message without a valid user id')));
    await requests.stop();
    const consumer = await jetstream(await signIn('recalc')).consumers.get(RECALC_STREAM, 'recalc-workers');
    // Until the server notices that the connection is closed, it would send the message there.
    await waitFor(async () => (await consumer.info()).num_waiting === 0);
    await publishRecalcRequested(corrections, 7, 'two', null);
    expect(await (await consumer.next())?.ackAck()).toBe(true);
    expect(lines.filter((line) => /NATS consumer stopped|NATS unavailable/.test(line))).toEqual([]);
  });

  it('let corrections publish events to a stream that the platform creates', async () => {
    const { streams } = await jetstreamManager(await signIn('administrator'));
    await streams.add({ name: 'EVENTS', subjects: ['ctx.events.>'] });
    await publishEvent(await signIn('corrections'), 'year.frozen', 'id', '{}');
    await expect(publishEvent(await signIn('recalc'), 'year.frozen', 'id', '{}')).rejects.toThrow(
      'no stream of ctx.events.> acknowledged the event',
    );
    expect((await streams.info('EVENTS')).state.messages).toBe(1);
  });

  it('leave a stream with another number of copies as it is: the log has the command for an administrator', async () => {
    const lines: string[] = [];
    const log = createLogger('recalc', 'info', { write: (line) => lines.push(line) });
    const recalc = await signIn('recalc');
    await ensureRecalcStream(recalc, log);
    const { streams } = await jetstreamManager(await signIn('administrator'));
    await streams.update(RECALC_STREAM, { num_replicas: 3 });
    await ensureRecalcStream(recalc, log, 1);
    expect((await streams.info(RECALC_STREAM)).config.num_replicas).toBe(3);
    expect(lines.join('')).toContain('nats stream edit RECALC --replicas 1');
  });

  const S = RECALC_STREAM;
  /** The subjects of requests, and which users may publish on them. */
  const PUBLISHED: readonly (readonly [subject: string, ...users: (keyof typeof passwords)[]])[] = [
    ['recalc.requested', 'corrections'],
    ['recalc.status.7', 'corrections', 'recalc'],
    ['recalc.other'],
    ['other'],
    ['_INBOX.corrections.x'],
    ['_INBOX.recalc.x'],
    ['$JS.API.INFO', 'recalc'],
    ['$JS.API.STREAM.NAMES'],
    ['$JS.API.STREAM.LIST'],
    [`$JS.API.STREAM.INFO.${S}`, 'recalc'],
    ['$JS.API.STREAM.INFO.OTHER'],
    [`$JS.API.STREAM.CREATE.${S}`, 'recalc'],
    ['$JS.API.STREAM.CREATE.OTHER'],
    [`$JS.API.STREAM.UPDATE.${S}`],
    [`$JS.API.STREAM.DELETE.${S}`],
    [`$JS.API.STREAM.PURGE.${S}`],
    [`$JS.API.STREAM.MSG.GET.${S}`],
    [`$JS.API.STREAM.MSG.DELETE.${S}`],
    [`$JS.API.DIRECT.GET.${S}`],
    [`$JS.API.DIRECT.GET.${S}.recalc.requested`],
    [`$JS.API.STREAM.SNAPSHOT.${S}`],
    [`$JS.API.STREAM.RESTORE.${S}`],
    [`$JS.API.STREAM.PEER.REMOVE.${S}`],
    [`$JS.API.STREAM.LEADER.STEPDOWN.${S}`],
    [`$JS.API.CONSUMER.CREATE.${S}.recalc-workers.recalc.requested`, 'recalc'],
    [`$JS.API.CONSUMER.CREATE.${S}`],
    [`$JS.API.CONSUMER.CREATE.${S}.recalc-workers`],
    [`$JS.API.CONSUMER.CREATE.${S}.spy.recalc.requested`],
    [`$JS.API.CONSUMER.CREATE.OTHER.recalc-workers.recalc.requested`],
    [`$JS.API.CONSUMER.DURABLE.CREATE.${S}.recalc-workers`],
    [`$JS.API.CONSUMER.INFO.${S}.recalc-workers`, 'recalc'],
    [`$JS.API.CONSUMER.MSG.NEXT.${S}.recalc-workers`, 'recalc'],
    [`$JS.API.CONSUMER.MSG.NEXT.${S}.spy`],
    [`$JS.API.CONSUMER.LIST.${S}`],
    [`$JS.API.CONSUMER.NAMES.${S}`],
    [`$JS.API.CONSUMER.PAUSE.${S}.recalc-workers`],
    [`$JS.API.CONSUMER.DELETE.${S}.recalc-workers`],
    [`$JS.API.CONSUMER.LEADER.STEPDOWN.${S}.recalc-workers`],
    [`$JS.ACK.${S}.recalc-workers.1.1.1.1.0`, 'recalc'],
    [`$JS.ACK.${S}.spy.1.1.1.1.0`],
    ['$SYS.REQ.SERVER.PING'],
  ];
  const SUBSCRIBED: typeof PUBLISHED = [
    ['_INBOX.corrections.>', 'corrections'],
    ['_INBOX.corrections.x.*', 'corrections'],
    ['_INBOX.recalc.>', 'recalc'],
    ['_INBOX.>'],
    ['_INBOX.*'],
    ['_INBOX.*.>'],
    ['_INBOX.other.>'],
    ['_INBOX.correctionsx.>'],
    ['>'],
    ['*.>'],
    ['recalc.>'],
    ['recalc.requested'],
    ['recalc.status.*'],
    ['$JS.>'],
    ['$JS.API.>'],
    ['$JS.ACK.>'],
    ['$JS.EVENT.ADVISORY.>'],
    ['$SYS.>'],
  ];
  const USERS = ['corrections', 'recalc'] as const;

  it.each(USERS)('publish only what their service does: %s', async (user) => {
    const connection = await signIn(user);
    for (const [subject, ...users] of PUBLISHED) {
      const denied = isDenied(connection, () => {
        connection.publish(subject, '{}');
      });
      expect([subject, await denied]).toEqual([subject, !users.includes(user)]);
    }
  });

  it.each(USERS)('read their own replies and nothing else: %s', async (user) => {
    const connection = await signIn(user);
    for (const [subject, ...users] of SUBSCRIBED) {
      const denied = isDenied(connection, () => {
        connection.subscribe(subject, { callback: () => undefined });
      });
      expect([subject, await denied]).toEqual([subject, !users.includes(user)]);
    }
  });
});

/** Returns whether the server denies what `act` sends. The server answers in order: a denial comes before the answer to a ping. */
async function isDenied(connection: NatsConnection, act: () => void): Promise<boolean> {
  let denied = false;
  const statuses = connection.status() as QueuedIterator<Status>;
  const watching = (async () => {
    for await (const status of statuses)
      if (status.type === 'error' && /permission/i.test(status.error.message)) denied = true;
  })();
  act();
  await connection.flush();
  statuses.stop();
  await watching;
  return denied;
}
