import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@ctx/platform/log';
import { closeHttpServer, createHttpServer, drainHttpServer } from './server.ts';

const log = createLogger('gateway', 'silent');
let server: Server;
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Sends the text and returns what the server sent until it closed the connection. */
async function exchange(app: RequestListener, text: string): Promise<string> {
  server = createHttpServer(app, { log, headersMsMax: 100, requestMsMax: 200 }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(text);
  let received = '';
  for await (const chunk of socket) received += String(chunk);
  return received;
}

const readBody: RequestListener = (request, response) => {
  request
    .on('error', () => undefined)
    .resume()
    .on('end', () => response.end('read'));
};

describe('The HTTP server', () => {
  it.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nfive!'],
  ])('rejects %s that arrive too slowly, with a body of the contract', async (_what, text) => {
    const response = await exchange(readBody, text);
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response).toContain('"fieldErrors":[{"field":"request","message":"did not arrive in time"}]');
  });

  it('allows 10 s for headers and 30 s for a request, and checks both every second', () => {
    server = createHttpServer(readBody, { log });
    expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000 });
    expect((server as unknown as { connectionsCheckingInterval: number }).connectionsCheckingInterval).toBe(
      1000,
    );
  });

  it('sends the response to an earlier request before it rejects a malformed one on the same connection', async () => {
    const late: RequestListener = (_request, response) => setTimeout(() => response.end('late'), 20);
    const responses = await exchange(late, 'GET / HTTP/1.1\r\nHost: a\r\n\r\ngarbage\r\n\r\n');
    expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('closes the connection when a body becomes malformed after its response began, without a second response', async () => {
    const early: RequestListener = (_request, response) => {
      response.write('early');
    };
    const response = await exchange(
      early,
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ).catch(String);
    expect(response.match(/HTTP\/1\.1 \d+/g) ?? []).not.toContain('HTTP/1.1 400');
  });
});

describe('A server that is closing', () => {
  const openConnection = async (): Promise<Socket> => {
    if (!server.listening) await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const accepted = once(server, 'connection');
    await Promise.all([once(socket, 'connect'), accepted]);
    return socket;
  };

  it('does not wait for connections that have never sent anything', async () => {
    server = createHttpServer(readBody, { log }).listen(0, '127.0.0.1');
    const socket = await openConnection();
    socket.resume();
    await Promise.all([closeHttpServer(server), once(socket, 'close')]);
  });

  /** Returns what the server sends on a socket until it closes it. */
  const received = async (socket: Socket): Promise<string> => {
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  };

  it('serves a connection that it had accepted before, and whose request arrives after', async () => {
    server = createHttpServer(readBody, { log }).listen(0, '127.0.0.1');
    const socket = await openConnection();
    const closed = closeHttpServer(server);
    // A request that is on its way: longer than a turn of the event loop, much shorter than the limit.
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 200/);
    await closed;
  });

  it('serves connections and requests that arrived while its event loop was busy', async () => {
    server = createHttpServer(readBody, { log }).listen(0, '127.0.0.1');
    const kept = await openConnection();
    kept.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(kept, 'data');
    const { port } = server.address() as AddressInfo;
    const arrived = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
    for (const socket of [kept, ...arrived])
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    const responses = [kept, ...arrived].map(received);
    // The kernel has all of them before this process sees one.
    await new Promise((resolve) => {
      process.nextTick(resolve);
    });
    await closeHttpServer(server);
    for (const response of await Promise.all(responses)) expect(response).toMatch(/^HTTP\/1\.1 200/);
  });

  it('drains until no new connection has arrived for a while', async () => {
    server = createHttpServer(readBody, { log }).listen(0, '127.0.0.1');
    // Long enough that the second connection arrives in time on a busy machine.
    const quietMs = 2000;
    const drained = drainHttpServer(server, quietMs, quietMs).then(() => performance.now());
    const socket = await openConnection();
    await new Promise((resolve) => setTimeout(resolve, quietMs * 0.75));
    const late = await openConnection();
    const acceptedAt = performance.now();
    expect((await drained) - acceptedAt).toBeGreaterThan(quietMs / 2);
    socket.destroy();
    late.destroy();
  });

  it('waits for the responses to requests in progress', async () => {
    let respond = (): void => undefined;
    const waiting: RequestListener = (_request, response) => (respond = () => response.end('late'));
    server = createHttpServer(waiting, { log }).listen(0, '127.0.0.1');
    const socket = await openConnection();
    const arrived = once(server, 'request');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await arrived;
    const closed = closeHttpServer(server);
    respond();
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    await closed;
    expect(received).toContain('late');
  });
});
