/** Whole documents: the report of a year and the log of corrections. How many are prepared at the same time, and how one is sent. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { REJECTIONS } from '@ctx/domain/rejections';
import { LIMITS } from '@ctx/domain/limits';
import { GrpcRejection, rejectionCode } from '@ctx/platform/grpc-server';
import { KeyedQueue } from '@ctx/platform/keyed-queue';
import { status } from '@grpc/grpc-js';
import type { Response } from 'express';
import { nextTurn } from '../http/turns.ts';

/** A document that waits for another one waits this long. Small documents are ready by then, so a few at once all succeed. */
const WAIT_MS_MAX = 2000;

/** Documents of one user that run or wait. */
const UNDER_WAY_MAX = 501;

/** Limits how many documents this replica prepares at the same time: of one user, and in all. */
export class Documents {
  readonly #queue: KeyedQueue<number>;

  constructor(waitMsMax = WAIT_MS_MAX) {
    this.#queue = new KeyedQueue({
      all: { runningMax: LIMITS.documentsAtOnceMax },
      perKey: { runningMax: 1, underWayMax: UNDER_WAY_MAX },
      waitMsMax,
      createError: documentsBusy,
    });
  }

  /** Prepares a document once there is room for it. Rejects with DOCUMENTS_BUSY after 2 s, and ends when `signal` aborts. */
  prepare<Result>(userId: number, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#queue.run(userId, work, signal);
  }
}

function documentsBusy(): GrpcRejection {
  return new GrpcRejection(
    status.RESOURCE_EXHAUSTED,
    REJECTIONS.DOCUMENTS_BUSY.message,
    rejectionCode('DOCUMENTS_BUSY'),
  );
}

/** How many texts, mostly rows, are made in one turn of the event loop. */
export const TEXTS_PER_TURN = 50;

/** Joins texts, and has a turn of the event loop before each part. */
export async function* inTurns(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let part: string[] = [];
  await nextTurn();
  for await (const text of texts) {
    part.push(text);
    if (part.length < TEXTS_PER_TURN) continue;
    yield part.join('');
    part = [];
    await nextTurn();
  }
  if (part.length > 0) yield part.join('');
}

/** A client that accepts nothing for this long, or is not done by then, has its document cut off: it holds the place of others. */
const TIMES_MAX = { stalledMs: 30_000, totalMs: 600_000 };

/** Sends a document of texts, a few in each turn of the event loop, as `sendParts` does. */
export async function sendDocument(
  response: Response,
  texts: AsyncIterable<string>,
  times = TIMES_MAX,
): Promise<void> {
  await sendParts(response, inTurns(texts), times);
}

/** Sends a document while it is made. If it cannot be completed, the connection is closed before the end of the body. */
export async function sendParts(
  response: Response,
  parts: AsyncIterable<string | Uint8Array>,
  { stalledMs, totalMs } = TIMES_MAX,
): Promise<void> {
  const cutOff = (): void => {
    response.destroy();
  };
  const stalled = setTimeout(cutOff, stalledMs);
  const total = setTimeout(cutOff, totalMs);
  try {
    await pipeline(Readable.from(refreshing(stalled, parts), { objectMode: true }), response);
  } finally {
    clearTimeout(stalled);
    clearTimeout(total);
  }
}

/** Passes parts on. Each time that the client has accepted one, its time to stall begins again. */
async function* refreshing<Part>(stalled: NodeJS.Timeout, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  for await (const part of parts) {
    yield part;
    stalled.refresh();
  }
}
