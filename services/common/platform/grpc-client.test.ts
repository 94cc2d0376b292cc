/** Calls of a client when servers are lost, against a server that speaks HTTP/2 by hand and breaks off where a test wants it. */
import { once } from 'node:events';
import {
  constants,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Client, Metadata, status } from '@grpc/grpc-js';
import { PREVIOUS_ATTEMPTS_METADATA } from './caller.ts';
import { callUnary, createGrpcClient, rawMethod } from './grpc-client.ts';

const ANSWER = 'the whole answer';
const HEAD = { ':status': 200, 'content-type': 'application/grpc' };
const CALL_MS_MAX = 10_000;

type StreamHandler = (stream: ServerHttp2Stream) => void;

const answerWith =
  (code: status): StreamHandler =>
  (stream) => {
    stream.respond(HEAD, { waitForTrailers: true });
    stream.on('wantTrailers', () => {
      stream.sendTrailers({ 'grpc-status': String(code) });
    });
    stream.end(framed(ANSWER));
  };
const answer = answerWith(status.OK);

/** As a process that is killed between the head of an answer and its end. */
const breakOff: StreamHandler = (stream) => {
  stream.respond(HEAD);
  stream.write(framed(ANSWER).subarray(0, 9), () => stream.session?.destroy());
};

const reject =
  (code: status): StreamHandler =>
  (stream) => {
    stream.respond({ ...HEAD, 'grpc-status': String(code) }, { endStream: true });
  };

function framed(text: string): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(Buffer.byteLength(text), 1);
  return Buffer.concat([head, Buffer.from(text)]);
}

let server: Http2Server | null = null;
let client: Client | null = null;
afterEach(() => {
  client?.close();
  server?.close();
});

/** Calls a server that answers its first call by the first of these, and so on; with the metadata that it was sent. */
async function callServer(...answers: readonly StreamHandler[]): Promise<CallOutcome> {
  return callServerUntil(new AbortController().signal, ...answers);
}

interface CallOutcome {
  readonly outcome: string;
  readonly attempts: readonly IncomingHttpHeaders[];
}

/** Does the same for a client that may disconnect. */
async function callServerUntil(
  signal: AbortSignal,
  ...answers: readonly StreamHandler[]
): Promise<CallOutcome> {
  const attempts: IncomingHttpHeaders[] = [];
  server = createServer();
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    attempts.push(headers);
    answers[attempts.length - 1]?.(stream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = createGrpcClient(Client, `127.0.0.1:${String((server.address() as AddressInfo).port)}`);
  const path = '/ctx.v1.CorrectionService/RemoveOverride';
  const method = rawMethod(client, { path, requestSerialize: (text: string) => Buffer.from(text) });
  const metadata = new Metadata();
  metadata.set('ctx-call', 'one');
  const outcome = await callUnary(method, 'asked', metadata, CALL_MS_MAX, signal).then(
    String,
    (error: unknown) => String((error as { code: unknown }).code),
  );
  return { outcome, attempts };
}

describe('A call whose server is lost', () => {
  it('between head and end of the response is retried as the same call, with the number of attempts', async () => {
    const { outcome, attempts } = await callServer(breakOff, answer);
    expect(outcome).toBe(ANSWER);
    expect(attempts.map((headers) => headers['ctx-call'])).toEqual(['one', 'one']);
    expect(attempts.map((headers) => headers[PREVIOUS_ATTEMPTS_METADATA])).toEqual([undefined, '1']);
  });

  it('three times between head and end of the response fails as UNAVAILABLE', async () => {
    const { outcome, attempts } = await callServer(breakOff, breakOff, breakOff, answer);
    expect(outcome).toBe(String(status.UNAVAILABLE));
    expect(attempts).toHaveLength(3);
  });

  it('three times before the response begins fails as UNAVAILABLE after three attempts, not nine', async () => {
    const rejection = reject(status.UNAVAILABLE);
    const { outcome, attempts } = await callServer(rejection, rejection, rejection, answer);
    expect(outcome).toBe(String(status.UNAVAILABLE));
    expect(attempts).toHaveLength(3);
  });

  it.each([
    ['before its answer', reject(status.INTERNAL)],
    ['after the head of its answer', answerWith(status.INTERNAL)],
  ])('is not retried if the server itself rejected it %s', async (_when, rejection) => {
    const { outcome, attempts } = await callServer(rejection, answer);
    expect(outcome).toBe(String(status.INTERNAL));
    expect(attempts).toHaveLength(1);
  });
});

describe('A call whose client disconnects', () => {
  it('ends as CANCELLED, and its stream to the server ends too', async () => {
    const client = new AbortController();
    const streamEnded = Promise.withResolvers<number>();
    const { outcome, attempts } = await callServerUntil(client.signal, (stream) => {
      stream.once('close', () => {
        streamEnded.resolve(stream.rstCode);
      });
      client.abort();
    });
    expect(outcome).toBe(String(status.CANCELLED));
    expect(attempts).toHaveLength(1);
    expect(await streamEnded.promise).toBe(constants.NGHTTP2_CANCEL);
  });

  it('before it is sent ends as CANCELLED', async () => {
    const { outcome } = await callServerUntil(AbortSignal.abort(), answer);
    expect(outcome).toBe(String(status.CANCELLED));
  });
});

describe('A response over 4 MiB', () => {
  it('fails the call as RESOURCE_EXHAUSTED after one attempt', async () => {
    const { outcome, attempts } = await callServer((stream) => {
      stream.respond(HEAD);
      stream.end(framed('x'.repeat(4 * 1024 * 1024 + 1)));
    }, answer);
    expect(outcome).toBe(String(status.RESOURCE_EXHAUSTED));
    expect(attempts).toHaveLength(1);
  });
});
