/** Unary gRPC calls, each with its own message and caller, over plain HTTP/2: a gRPC client would be the bottleneck. */
import { type ClientHttp2Session, connect } from 'node:http2';
import { status } from '@grpc/grpc-js';
import { CALL_METADATA, CALLER_METADATA, signCaller } from '@ctx/platform/caller';
import { randomUUID } from 'node:crypto';
import { framed } from './h2load.ts';
import { closedLoop, type Loop, serveDriver } from './program.ts';

/** The input of this program, read from standard input. */
export interface GrpcLoad extends Loop {
  /** HOST:PORT. */
  readonly address: string;
  /** `/package.Service/Method`. */
  readonly path: string;
  /** Base64. */
  readonly callerKey: string;
  readonly scope: 'read' | 'write';
  readonly calls: readonly GrpcCall[];
}

/** One call. */
export interface GrpcCall {
  readonly userId: number;
  /** The encoded request, base64. */
  readonly message: string;
}

const CALLS_A_SESSION = 64;
// A signed caller is valid for 30 seconds.
const SIGNED_MS = 10_000;
const FRAME_BYTES = 5;
const OK = String(status.OK);

/** A session that reconnects: servers end a connection after some minutes, so that clients find new pods. */
class LastingSession {
  readonly #address: string;
  #session: ClientHttp2Session;
  #next: Promise<ClientHttp2Session> | null = null;

  constructor(address: string, session: ClientHttp2Session) {
    this.#address = address;
    this.#session = session;
  }

  async current(): Promise<ClientHttp2Session> {
    if (!this.#session.closed && !this.#session.destroyed) return this.#session;
    this.#next ??= connectTo(this.#address).finally(() => (this.#next = null));
    return (this.#session = await this.#next);
  }
}

await serveDriver<GrpcLoad>(async (load) => {
  const calls = load.calls.map(({ userId, message }) => ({
    userId,
    frame: framed(Buffer.from(message, 'base64')),
  }));
  const count = Math.ceil(load.clients / CALLS_A_SESSION);
  const sessions = await Promise.all(
    Array.from(
      { length: count },
      async () => new LastingSession(load.address, await connectTo(load.address)),
    ),
  );
  const key = Buffer.from(load.callerKey, 'base64');
  const signed = new Map<number, { value: string; at: number }>();
  const callerOf = (userId: number): string => {
    const known = signed.get(userId);
    if (known !== undefined && performance.now() - known.at < SIGNED_MS) return known.value;
    const caller = { userId, scope: load.scope, via: 'Load', requestId: 'load' } as const;
    const value = signCaller(caller, load.path, key, Date.now());
    signed.set(userId, { value, at: performance.now() });
    return value;
  };
  return () =>
    closedLoop(load, async (index, keep) => {
      const call = calls[index % calls.length];
      const session = sessions[index % sessions.length];
      if (call === undefined || session === undefined) throw new Error('there is nothing to call');
      const body = await answerTo(await session.current(), load.path, callerOf(call.userId), call.frame);
      return keep ? body.subarray(FRAME_BYTES).toString('base64') : null;
    });
});

function connectTo(address: string): Promise<ClientHttp2Session> {
  return new Promise((resolve, reject) => {
    const session = connect(`http://${address}`, { settings: { initialWindowSize: 4 * 1024 * 1024 } });
    session.once('connect', () => {
      session.setLocalWindowSize(16 * 1024 * 1024);
      resolve(session);
    });
    session.once('error', reject);
  });
}

/** Returns the framed response; rejects unless the gRPC status is OK. */
function answerTo(session: ClientHttp2Session, path: string, caller: string, frame: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      [CALLER_METADATA]: caller,
      [CALL_METADATA]: randomUUID(),
    });
    const chunks: Buffer[] = [];
    let code: unknown;
    let words: unknown;
    const readStatus = (headers: Record<string, unknown>): void => {
      code ??= headers['grpc-status'];
      words ??= headers['grpc-message'];
    };
    stream.on('response', readStatus);
    stream.on('trailers', readStatus);
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.once('error', reject);
    stream.once('close', () => {
      if (String(code) === OK) resolve(Buffer.concat(chunks));
      else reject(new Error(`${nameOf(code)}: ${String(words)}`));
    });
    stream.end(frame);
  });
}

/** Returns the name of a gRPC status, like `UNAVAILABLE`. */
function nameOf(code: unknown): string {
  return status[Number(code)] ?? `no gRPC status (${String(code)})`;
}
