/** Unary gRPC calls, each with its own message and caller, over plain HTTP/2: a gRPC client would be the bottleneck. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ClientHttp2Session, connect, type SecureClientSessionOptions } from 'node:http2';
import { setTimeout as pause } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { CALL_METADATA, CALLER_METADATA, signCaller } from '@ctx/platform/caller';
import type { TlsFiles } from '@ctx/platform/tls-files';
import { OverrideResponse } from '@ctx/proto/gen/ctx/v1/corrections';
import { RunState } from '@ctx/proto/gen/ctx/v1/recalc';
import { findSigningKey } from '../../../deploy/ctx/connect.ts';
import type { DriverResult } from './driver.ts';
import { framed } from './h2load.ts';
import { openLoop, type OpenLoop } from './open-loop.ts';
import { closedLoop, type Loop, serveDriver } from './program.ts';

/** The server of all calls, and what signs them. */
interface GrpcServer {
  /** HOST:PORT. */
  readonly address: string;
  readonly scope: 'read' | 'write' | 'operator';
}

/** The input of this program in a closed loop, read from standard input. */
export interface GrpcLoad extends GrpcServer, Loop {
  /** `/package.Service/Method`. */
  readonly path: string;
  /** Base64. */
  readonly callerKey: string;
  readonly calls: readonly GrpcCall[];
}

/** The input of this program in an open loop. The key is that of the environment, as `ctx call-metadata` finds it. */
export interface GrpcArrivals extends GrpcServer, OpenLoop<TimedCall> {
  readonly tls: TlsFiles | null;
}

/** One call. */
export interface GrpcCall {
  readonly userId: number;
  /** The encoded request, base64. */
  readonly message: string;
}

/** A call of an open loop. */
export interface TimedCall extends GrpcCall {
  /** `/package.Service/Method`. */
  readonly path: string;
  /** What a right response says: that a correction changed something, or of `GetRun`, which is then repeated, that all is computed. */
  readonly expects?: 'change' | 'IDLE';
}

const CALLS_A_SESSION = 64;
const OPEN_SESSIONS = 4;
const LOOK_MS = 20;
const IDLE_MS_MAX = 60_000;
const TIMEOUT_MS = 10_000;
// A signed caller is valid for 30 seconds.
const SIGNED_MS = 10_000;
const FRAME_BYTES = 5;
const OK = String(status.OK);

/** Connects to the server, over TLS with a certificate of the caller. */
type Connect = () => Promise<ClientHttp2Session>;

/** A session that reconnects: servers end a connection after some minutes, so that clients find new pods. */
class LastingSession {
  readonly #connect: Connect;
  #session: ClientHttp2Session;
  #next: Promise<ClientHttp2Session> | null = null;

  private constructor(connectAgain: Connect, session: ClientHttp2Session) {
    this.#connect = connectAgain;
    this.#session = session;
  }

  static async open(connectAgain: Connect): Promise<LastingSession> {
    return new LastingSession(connectAgain, await connectAgain());
  }

  async current(): Promise<ClientHttp2Session> {
    if (!this.#session.closed && !this.#session.destroyed) return this.#session;
    this.#next ??= this.#connect().finally(() => (this.#next = null));
    return (this.#session = await this.#next);
  }
}

await serveDriver<GrpcLoad | GrpcArrivals>((load) => ('arrivals' in load ? arriving(load) : repeating(load)));

async function repeating(load: GrpcLoad): Promise<() => Promise<DriverResult>> {
  const calls = load.calls.map(({ userId, message }) => ({
    userId,
    frame: framed(Buffer.from(message, 'base64')),
  }));
  const sessions = await openSessions(load.address, Math.ceil(load.clients / CALLS_A_SESSION), null);
  const callerOf = signing(Buffer.from(load.callerKey, 'base64'), load.scope);
  return () =>
    closedLoop(load, async (index, keep) => {
      const call = calls[index % calls.length];
      const session = sessions[index % sessions.length];
      if (call === undefined || session === undefined) throw new Error('there is nothing to call');
      const caller = callerOf(load.path, call.userId);
      const body = await answerTo(await session.current(), load.path, caller, call.frame);
      return keep ? body.subarray(FRAME_BYTES).toString('base64') : null;
    });
}

async function arriving(load: GrpcArrivals): Promise<() => Promise<DriverResult>> {
  const sessions = await openSessions(load.address, OPEN_SESSIONS, load.tls);
  const callerOf = signing(findSigningKey(process.env, load.scope), load.scope);
  const send = async ({ path, userId, message }: TimedCall, index: number): Promise<Buffer> => {
    const session = sessions[index % sessions.length];
    if (session === undefined) throw new Error('there is no connection');
    const frame = framed(Buffer.from(message, 'base64'));
    const body = await answerTo(await session.current(), path, callerOf(path, userId), frame);
    return body.subarray(FRAME_BYTES);
  };
  return () =>
    openLoop(load, async (call, index) => {
      const giveUpAt = performance.now() + IDLE_MS_MAX;
      for (;;) {
        const body = await send(call, index);
        if (isExpected(call, body)) return body.toString('base64');
        if (performance.now() > giveUpAt) throw new Error('the figures were not IDLE within a minute');
        await pause(LOOK_MS);
      }
    });
}

/** Tells whether a response is the expected one; false for a run that is not over. Throws for a wrong one. */
function isExpected({ expects }: TimedCall, body: Buffer): boolean {
  if (expects === 'change') {
    if (!OverrideResponse.decode(body).changed) throw new Error('the correction changed nothing');
    return true;
  }
  if (expects === undefined) return true;
  const { status: now, run } = RunState.decode(body);
  if (run?.parked) throw new Error(`the run is parked: ${run.parked}`);
  return now === 'IDLE';
}

/** Returns a function that signs the caller of a method for a user. It reuses a signature while it is valid. */
function signing(
  key: ReturnType<typeof findSigningKey>,
  scope: GrpcServer['scope'],
): (path: string, userId: number) => string {
  const signed = new Map<string, { value: string; at: number }>();
  return (path, userId) => {
    const name = `${path} ${String(userId)}`;
    const known = signed.get(name);
    if (known !== undefined && performance.now() - known.at < SIGNED_MS) return known.value;
    const caller = { userId, scope, via: 'Load', requestId: 'load' } as const;
    const value = signCaller(caller, path, key, Date.now());
    signed.set(name, { value, at: performance.now() });
    return value;
  };
}

function openSessions(address: string, count: number, tls: TlsFiles | null): Promise<LastingSession[]> {
  const options =
    tls === null
      ? {}
      : { ca: readFileSync(tls.ca), cert: readFileSync(tls.certificate), key: readFileSync(tls.key) };
  const url = `${tls === null ? 'http' : 'https'}://${address}`;
  return Promise.all(Array.from({ length: count }, () => LastingSession.open(() => connectTo(url, options))));
}

function connectTo(url: string, options: SecureClientSessionOptions): Promise<ClientHttp2Session> {
  return new Promise((resolve, reject) => {
    const session = connect(url, { ...options, settings: { initialWindowSize: 4 * 1024 * 1024 } });
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
    stream.setTimeout(TIMEOUT_MS, () => {
      stream.destroy(new Error(`${path} did not answer`));
    });
    stream.once('error', reject);
    stream.once('close', () => {
      if (String(code) === OK) resolve(Buffer.concat(chunks));
      else reject(new Error(`${nameOf(code)}: ${decodeURIComponent(String(words))}`));
    });
    stream.end(frame);
  });
}

/** Returns the name of a gRPC status, like `UNAVAILABLE`. */
function nameOf(code: unknown): string {
  return status[Number(code)] ?? `no gRPC status (${String(code)})`;
}
