/** What the address for a file costs a stranger: no statement, no body that is read, and a bounded number of requests. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import type { Pool } from '@ctx/platform/postgres';
import express from 'express';
import { uploadRouter } from './upload-router.ts';

const SECRET = 'A'.repeat(43);
/** The bytes of the last characters differ, so that each user has an address. */
const secretOf = (userId: number): string => `${'A'.repeat(40)}${String(userId).padStart(3, '0')}`;

let statements = 0;
let isKnown = false;
let users = 0;
const servers: Server[] = [];

/** Finds an upload of a further user with every statement, or none; stores nothing. */
const pool = {
  query: () => {
    statements += 1;
    users += 1;
    const row = { uploadId: 'u', userId: users, email: 'a@example.org', via: 'app', isReceived: false };
    return Promise.resolve({ rows: isKnown ? [row] : [] });
  },
} as unknown as Pool;

/** Starts a server with its own budgets, and returns the address of the page. */
async function start(): Promise<string> {
  const app = express();
  const settings = { baseUrl: 'http://localhost', upgradeUrl: 'http://localhost/upgrade' };
  const addressOf = ({ headers }: IncomingMessage): string => {
    const { 'x-client': client } = headers;
    return typeof client === 'string' ? client : '192.0.2.1';
  };
  app.use(uploadRouter({ pool, settings, addressOf }));
  // As the gateway does: a client that asks first gets no 100 before the body is needed.
  const server = createServer(app).on('checkContinue', app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/upload`;
}

beforeEach(() => {
  statements = 0;
  isKnown = false;
  users = 0;
});

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

describe('The address to which a file is sent', () => {
  it('costs no statement for a text that is no secret', async () => {
    const address = await start();
    for (const key of ['', '?key=', '?key=short', `?key=${SECRET}A`, `?key=${'é'.repeat(43)}`])
      expect((await fetch(`${address}${key}`, { method: 'PUT', body: 'x' })).status).toBe(404);
    expect(statements).toBe(0);
    expect((await fetch(`${address}?key=${SECRET}`)).status).toBe(404);
    expect(statements).toBe(1);
  });

  it('is limited for each network, in the language of who sends too many', async () => {
    const address = await start();
    const get = (headers: Readonly<Record<string, string>>): Promise<Response> => fetch(address, { headers });
    for (let sent = 0; sent < LIMITS.uploadRequestsOfNetworkMax; sent += 1)
      expect((await get({ 'x-client': `192.0.2.${String(sent % 200)}` })).status).toBe(404);
    const person = await get({ accept: 'text/html', 'accept-language': 'nl' });
    expect([person.status, person.headers.get('content-type')]).toEqual([
      429,
      expect.stringContaining('text/html'),
    ]);
    expect(Number(person.headers.get('retry-after'))).toBeGreaterThan(0);
    const program = await fetch(`${address}?key=${SECRET}`, { method: 'PUT', body: 'x' });
    expect([program.status, await program.json()]).toEqual([
      429,
      { error: 'too many requests', retryAfterSeconds: expect.any(Number) },
    ]);
    expect(statements).toBe(0);
    expect((await get({ 'x-client': '198.51.100.1' })).status).toBe(404);
  });

  it('answers before any of the body has arrived where the upload is unknown or the body is too large', async () => {
    const address = await start();
    const statusBeforeBody = (length: number): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const outgoing = httpRequest(`${address}?key=${SECRET}`, {
          method: 'PUT',
          headers: { 'content-length': length, expect: '100-continue' },
        });
        outgoing.on('continue', () => {
          reject(new Error('the body was asked for'));
        });
        outgoing.on('response', ({ statusCode }) => {
          resolve(statusCode);
          outgoing.destroy();
        });
        outgoing.on('error', reject);
        outgoing.flushHeaders();
      });
    expect(await statusBeforeBody(100)).toBe(404);
    isKnown = true;
    expect(await statusBeforeBody(LIMITS.fileBytesMax + 1)).toBe(413);
    await expect(statusBeforeBody(100)).rejects.toThrow('the body was asked for');
  });

  it('receives a bounded number of files at once, and tells a further one to try again', async () => {
    isKnown = true;
    const address = await start();
    const slow = Array.from({ length: LIMITS.uploadsAtOnceMax }, (_none, index) => {
      const outgoing = httpRequest(`${address}?key=${secretOf(index)}`, {
        method: 'PUT',
        headers: { 'content-length': 100, expect: '100-continue' },
      });
      outgoing.on('error', () => undefined);
      outgoing.flushHeaders();
      return outgoing;
    });
    await Promise.all(slow.map((outgoing) => once(outgoing, 'continue')));
    const further = await fetch(`${address}?key=${secretOf(99)}`, { method: 'PUT', body: 'x' });
    expect([further.status, further.headers.get('retry-after')]).toEqual([503, '2']);
    const form = new FormData();
    form.append('file', new Blob(['x']), 'x.csv');
    const person = await fetch(`${address}?key=${secretOf(99)}`, { method: 'POST', body: form });
    expect([person.status, person.headers.get('retry-after')]).toEqual([503, '2']);
    for (const outgoing of slow) outgoing.destroy();
  });
});
