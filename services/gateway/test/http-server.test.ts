import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@ctx/common/platform/log';
import { closeHttpServer, createHttpServer } from '../src/http-server.ts';

const log = createLogger('gateway', 'silent');
let server: Server;
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Sends the text and answers what came back until the server ended the connection. */
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

describe('A client that is slow', () => {
  it.each([
    ['with its headers', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['with its body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nfive!'],
  ])('%s is refused in time, with a body of the contract', async (_what, text) => {
    const answer = await exchange(readBody, text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('"fieldErrors":[{"field":"request","message":"did not arrive in time"}]');
  });

  it('has 10 s for headers and 30 s for a request, looked at each second', () => {
    server = createHttpServer(readBody, { log });
    expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 30_000 });
    expect((server as unknown as { connectionsCheckingInterval: number }).connectionsCheckingInterval).toBe(
      1000,
    );
  });
});

describe('A connection', () => {
  it('whose next request is broken is first answered what it asked before', async () => {
    const late: RequestListener = (_request, response) => setTimeout(() => response.end('late'), 20);
    const answer = await exchange(late, 'GET / HTTP/1.1\r\nHost: a\r\n\r\ngarbage\r\n\r\n');
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('whose request breaks after it was answered is cut off: a second answer would be that of another request', async () => {
    const early: RequestListener = (_request, response) => {
      response.write('early');
    };
    const answer = await exchange(
      early,
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ).catch(String);
    expect(answer.match(/HTTP\/1\.1 \d+/g) ?? []).not.toContain('HTTP/1.1 400');
  });
});

describe('A server that closes', () => {
  const opened = async (): Promise<Socket> => {
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const accepted = once(server, 'connection');
    await Promise.all([once(socket, 'connect'), accepted]);
    return socket;
  };

  it('waits for no connection on which nothing was ever sent', async () => {
    server = createHttpServer(readBody, { log }).listen(0, '127.0.0.1');
    const socket = await opened();
    socket.resume();
    await Promise.all([closeHttpServer(server), once(socket, 'close')]);
  });

  it('answers what is under way first', async () => {
    let answer = (): void => undefined;
    const waiting: RequestListener = (_request, response) => (answer = () => response.end('late'));
    server = createHttpServer(waiting, { log }).listen(0, '127.0.0.1');
    const socket = await opened();
    const arrived = once(server, 'request');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    await arrived;
    const closed = closeHttpServer(server);
    answer();
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    await closed;
    expect(received).toContain('late');
  });
});
