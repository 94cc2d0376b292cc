/** Whole documents leave the event loop to others, and wait for each other. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import { rejectionCodeOf } from '@ctx/platform/grpc-client';
import type { Response } from 'express';
import { Documents, inTurns, sendDocument, TEXTS_PER_TURN } from './documents.ts';

/** Rows that are ready at once, as those of a cached page are. `onRow` is called for each. */
async function* rowsReady(count: number, onRow: () => void): AsyncGenerator<string> {
  for (let row = 0; row < count; row += 1) {
    onRow();
    yield await Promise.resolve(`row ${String(row)}\n`);
  }
}

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

describe('Documents under way', () => {
  it('make no more rows in a turn of the event loop than one of them may, however many they are', async () => {
    const rows = 20 * TEXTS_PER_TURN;
    const perTurn: number[] = [];
    let made = 0;
    const done = new AbortController();
    const turns = (async () => {
      while (!done.signal.aborted) {
        made = 0;
        await setImmediate();
        perTurn.push(made);
      }
    })();
    const texts = Array.from({ length: 6 }, () =>
      textOf(
        inTurns(
          rowsReady(rows, () => {
            made += 1;
          }),
        ),
      ),
    );
    const sent = await Promise.all(texts);
    done.abort();
    await turns;
    expect(sent.map((text) => text.split('\n').length - 1)).toEqual(Array<number>(6).fill(rows));
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(TEXTS_PER_TURN + 1);
    expect(perTurn.filter((count) => count > 0).length).toBeGreaterThanOrEqual(6 * 20);
  });

  it('are one of each user and a few in all; another is rejected once it has waited', async () => {
    const documents = new Documents(1);
    const gates = Array.from({ length: LIMITS.documentsAtOnceMax }, () => Promise.withResolvers<undefined>());
    const running = gates.map(({ promise }, user) => documents.prepare(user + 1, () => promise));
    const started: number[] = [];
    for (const userId of [1, 100]) {
      const error = await documents
        .prepare(userId, () => Promise.resolve(started.push(userId)))
        .catch((thrown: unknown) => thrown);
      expect([userId, rejectionCodeOf(error)]).toEqual([userId, 'DOCUMENTS_BUSY']);
    }
    expect(started).toEqual([]);
    gates[0]!.resolve(undefined);
    await running[0];
    await documents.prepare(100, () => Promise.resolve(started.push(100)));
    expect(started).toEqual([100]);
    for (const { resolve } of gates) resolve(undefined);
    await Promise.all(running);
  });
});

describe('A document whose client does not read', () => {
  let server: Server;
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });

  it.each([
    ['accepts nothing', { stalledMs: 20, totalMs: 60_000 }],
    ['is not done in time', { stalledMs: 60_000, totalMs: 20 }],
  ])('is cut off when it %s, so that it gives its place to others', async (_what, times) => {
    const ended = Promise.withResolvers<unknown>();
    server = createServer((_request, response) => {
      const endless = rowsReady(Infinity, () => undefined);
      sendDocument(response as Response, endless, times).then(ended.resolve, ended.resolve);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const sent = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    sent.on('error', () => undefined).end();
    const [received] = (await once(sent, 'response')) as [IncomingMessage];
    received.on('error', () => undefined);
    expect((await ended.promise) as { code: string }).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
  });
});
