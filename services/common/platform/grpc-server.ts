/** gRPC servers: who asks is verified, failures become one of a few statuses, health and reflection are on. */
import {
  type handleUnaryCall,
  Metadata,
  Server,
  type ServerUnaryCall,
  type ServiceDefinition,
  type ServiceError,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';
import { HealthImplementation } from 'grpc-health-check';
import { type Caller, CALLER_METADATA, type VerificationKeys, verifyCaller } from './caller.ts';
import type { Logger } from './log.ts';
import { loadProtoFiles } from './message-types.ts';
import { methodOf } from './method-of.ts';
import { secondsSince } from './metrics.ts';
import { PLATFORM_METRICS } from './platform-metrics.ts';
import { serverCredentials, type Tls } from './tls.ts';
import { inSpan, markSpan, SpanKind, TRACEPARENT } from './tracing.ts';
import { isDatabaseUnavailable } from './postgres.ts';
import { isUnknownUser } from './unknown-user.ts';

/** Replies stay under gRPC's own default of 4 MiB; requests are small but for import chunks of 64 KiB. */
const MESSAGE_BYTES_MAX = 4 * 1024 * 1024;

export interface CallContext {
  readonly caller: Caller;
  readonly metadata: Metadata;
  /** Aborted when the client goes away or its deadline passes. */
  readonly signal: AbortSignal;
}

/** Names a refusal that callers branch on, in the metadata `refusal-code`. */
export function refusalCode(code: string): Metadata {
  const metadata = new Metadata();
  metadata.set('refusal-code', code);
  return metadata;
}

/** A refusal that the caller is told: a gRPC status and a text without internals. */
export class GrpcRefusal extends Error {
  readonly status: status;
  readonly metadata: Metadata;
  constructor(code: status, message: string, metadata = new Metadata()) {
    super(message);
    this.status = code;
    this.metadata = metadata;
  }
}

export interface GrpcServerSettings extends VerificationKeys {
  readonly address: string;
  readonly log: Logger;
  /** Proto files below `proto/ctx/v1` that reflection shows. */
  readonly protoFiles: readonly string[];
  /** Plain without. */
  readonly tls?: Tls | null;
}

export interface RunningGrpcServer {
  add(service: ServiceDefinition, implementation: UntypedServiceImplementation): void;
  listen(): Promise<void>;
  /** Says NOT_SERVING to health checks, finishes what runs, then closes; forced after 10 s. */
  stop(): Promise<void>;
}

/** A server with health and reflection; services are added before `listen`. */
export function createGrpcServer(settings: GrpcServerSettings): RunningGrpcServer {
  const server = new Server({
    'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
    'grpc.max_send_message_length': MESSAGE_BYTES_MAX,
    'grpc.keepalive_time_ms': 10_000,
    'grpc.keepalive_timeout_ms': 5000,
    // Clients of a headless service see new pods only when a connection ends.
    'grpc.max_connection_age_ms': 300_000,
    // An import holds its call for minutes: what is under way is let finish.
    'grpc.max_connection_age_grace_ms': 900_000,
    interceptors: settings.tls?.interceptors ?? [],
  });
  const health = new HealthImplementation({ '': 'NOT_SERVING' });
  health.addToServer(server);
  new ReflectionService(loadProtoFiles(settings.protoFiles)).addToServer(server);
  return {
    add: (service, implementation) => {
      server.addService(service, implementation);
      for (const { path } of Object.values(service)) countFailuresFromZero(methodOf(path));
    },
    listen: () =>
      new Promise((resolve, reject) => {
        server.bindAsync(settings.address, serverCredentials(settings.tls ?? null), (error) => {
          if (error !== null) {
            reject(error);
            return;
          }
          health.setStatus('', 'SERVING');
          resolve();
        });
      }),
    stop: () =>
      new Promise((resolve) => {
        health.setStatus('', 'NOT_SERVING');
        const forced = setTimeout(() => {
          server.forceShutdown();
        }, 10_000);
        server.tryShutdown(() => {
          clearTimeout(forced);
          resolve();
        });
      }),
  };
}

/** The verified caller of a call; throws UNAUTHENTICATED when nobody signed it for this method. */
export function authenticateCall(
  call: { readonly metadata: Metadata; getPath(): string },
  keys: VerificationKeys,
): Caller {
  const [value] = call.metadata.get(CALLER_METADATA);
  const caller = typeof value === 'string' ? verifyCaller(value, call.getPath(), keys, Date.now()) : null;
  if (caller === null) throw new GrpcRefusal(status.UNAUTHENTICATED, 'the caller is not signed');
  return caller;
}

const SCOPES: readonly Caller['scope'][] = ['read', 'write', 'operator'];

/** Throws PERMISSION_DENIED for a caller of less: the operator may what a writer may, a writer what a reader may. */
export function requireScope(caller: Caller, needed: Caller['scope']): void {
  if (SCOPES.indexOf(caller.scope) < SCOPES.indexOf(needed))
    throw new GrpcRefusal(status.PERMISSION_DENIED, `the caller needs the scope ${needed}`);
}

/** Turns an async handler into a unary rpc of a scope: authenticated, cancellable, logged, with safe errors. */
export function unary<Request, Response>(
  settings: VerificationKeys & Pick<GrpcServerSettings, 'log'>,
  handle: Handle<Request, Response>,
  scope: Caller['scope'] = 'read',
): handleUnaryCall<Request, Response> {
  return (call: ServerUnaryCall<Request, Response>, callback) => {
    const startedAt = performance.now();
    const abort = new AbortController();
    let isAnswered = false;
    // Said of calls that were answered too, where an error nobody sees would be made for each.
    call.on('cancelled', () => {
      if (!isAnswered) abort.abort();
    });
    let requestId: string | undefined;
    const answer = async (): Promise<Response> => {
      const caller = authenticateCall(call, settings);
      requestId = caller.requestId;
      requireScope(caller, scope);
      return handle(call.request, { caller, metadata: call.metadata, signal: abort.signal });
    };
    const finish = (code: status): void => {
      logRpc(settings.log, call.getPath(), { startedAt, requestId, code });
    };
    void tracedRpc(call, async (): Promise<void> => {
      try {
        const response = await answer();
        isAnswered = true;
        finish(status.OK);
        callback(null, response);
      } catch (error) {
        const refusal = toServiceError(error, settings.log, requestId);
        finish(refusal.code ?? status.INTERNAL);
        callback(refusal);
      }
    });
  };
}

/** Does `work` within the span of a call, in the trace that its caller is in. */
export function tracedRpc<Result>(
  call: { readonly metadata: Metadata; getPath(): string },
  work: () => Promise<Result>,
): Promise<Result> {
  const [parent] = call.metadata.get(TRACEPARENT);
  const method = methodOf(call.getPath());
  const settings = {
    kind: SpanKind.SERVER,
    parent: typeof parent === 'string' ? parent : null,
    attributes: { 'rpc.method': method },
  };
  return inSpan(method, settings, work);
}

/** Logs and counts a call that was answered. */
export function logRpc(log: Logger, path: string, { startedAt, requestId, code }: RpcEnd): void {
  const ms = Math.round((performance.now() - startedAt) * 10) / 10;
  log.info({ rpc: path, requestId, status: status[code], ms }, 'rpc');
  const method = methodOf(path);
  markSpan({ 'rpc.response.status_code': status[code] }, INTERNAL.includes(code));
  PLATFORM_METRICS.rpcsServed.inc({ method, status: status[code] });
  PLATFORM_METRICS.rpcServedSeconds.observe({ method }, secondsSince(startedAt));
}

const INTERNAL: readonly status[] = [status.INTERNAL, status.UNAVAILABLE, status.UNKNOWN];

/** `rate` does not see the first failure in a series that begins with it. */
function countFailuresFromZero(method: string): void {
  for (const code of INTERNAL) PLATFORM_METRICS.rpcsServed.inc({ method, status: status[code] }, 0);
}

/** How a call ended; `startedAt` of `performance.now()`. */
export interface RpcEnd {
  readonly startedAt: number;
  readonly requestId: string | undefined;
  readonly code: status;
}

type Handle<Request, Response> = (request: Request, context: CallContext) => Promise<Response>;

/** As `unary`, for the rpcs of an operator. */
export function operatorUnary(settings: VerificationKeys & Pick<GrpcServerSettings, 'log'>) {
  return <Request, Response>(handle: Handle<Request, Response>) => unary(settings, handle, 'operator');
}

/** What a client is told of a failure: a refusal's own words, never an exception's. */
export function toServiceError(
  error: unknown,
  log: Logger,
  requestId: string | undefined,
): Partial<ServiceError> {
  if (error instanceof GrpcRefusal)
    return { code: error.status, details: error.message, metadata: error.metadata };
  if (isUnknownUser(error)) return { code: status.NOT_FOUND, details: 'there is no such user' };
  if (isDatabaseUnavailable(error)) {
    log.warn({ err: error, requestId }, 'database unavailable');
    return { code: status.UNAVAILABLE, details: 'the database is not available' };
  }
  log.error({ err: error, requestId }, 'rpc failed');
  return { code: status.INTERNAL, details: 'internal error' };
}
