/** gRPC servers: callers are verified, errors become one of a few statuses, health checks and reflection are on. */
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
import {
  type Caller,
  CALLER_METADATA,
  REPLAYED_METADATA,
  type VerificationKeys,
  verifyCaller,
} from './caller.ts';
import { pingClosingSessions } from './closing-sessions.ts';
import { clientGone, GrpcRejection, toServiceError } from './grpc-rejection.ts';
import type { Logger } from './log.ts';
import { loadProtoFiles } from './proto-files.ts';
import { reflectedDefinitions } from './reflection.ts';
import { methodOf } from './method-of.ts';
import { NotedCall, type OperatorLog } from './operator-log.ts';
import { secondsSince } from './metrics.ts';
import { PLATFORM_METRICS } from './platform-metrics.ts';
import { serverCredentials, type Tls } from './tls.ts';
import { inSpan, markSpan, REQUEST_ID_OF_SPAN, SpanKind, TRACEPARENT } from './tracing.ts';

export { clientGone, GrpcRejection, rejectionCode } from './grpc-rejection.ts';

/** gRPC's own default. Responses are smaller; so are requests, of which the largest are import chunks of 64 KiB. */
const MESSAGE_BYTES_MAX = 4 * 1024 * 1024;

/** What a handler knows about its call, apart from the request. */
export interface CallContext {
  readonly caller: Caller;
  readonly metadata: Metadata;
  /** Aborts, with a rejection as its reason, when the client disconnects or its deadline passes. */
  readonly signal: AbortSignal;
  /** Says in the head of the response that it is the stored one of an earlier request. */
  readonly markReplayed: () => void;
}

/** Settings of a gRPC server. */
export interface GrpcServerSettings extends VerificationKeys {
  readonly address: string;
  readonly log: Logger;
  /** Where the operator's calls are logged, in a service that the operator calls. */
  readonly operatorLog?: OperatorLog;
  /** Proto files in `proto/ctx/v1` that reflection shows. */
  readonly protoFiles: readonly string[];
  /** Without it, connections are not encrypted. */
  readonly tls?: Tls | null;
  /** Age of a connection after which new calls use another one, milliseconds, give or take 10 % (default 300,000). */
  readonly connectionAgeMs?: number;
}

/** A gRPC server. */
export interface RunningGrpcServer {
  add(service: ServiceDefinition, implementation: UntypedServiceImplementation): void;
  listen(): Promise<void>;
  /** Reports NOT_SERVING to health checks, finishes running calls, then closes; aborts calls after 10 s. */
  stop(): Promise<void>;
}

/** Creates a server with health checks and reflection. Services must be added before `listen`. */
export function createGrpcServer(settings: GrpcServerSettings): RunningGrpcServer {
  pingClosingSessions();
  const server = new Server({
    'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
    'grpc.max_send_message_length': MESSAGE_BYTES_MAX,
    'grpc.keepalive_time_ms': 10_000,
    'grpc.keepalive_timeout_ms': 5000,
    // Clients of a headless service discover new pods only when a connection ends. Running calls take as long as they need: no
    // max_connection_age_grace_ms.
    'grpc.max_connection_age_ms': settings.connectionAgeMs ?? 300_000,
    interceptors: settings.tls?.interceptors ?? [],
  });
  const health = new HealthImplementation({ '': 'NOT_SERVING' });
  health.addToServer(server);
  new ReflectionService(reflectedDefinitions(loadProtoFiles(settings.protoFiles))).addToServer(server);
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

/** Returns the verified caller of a call. Throws UNAUTHENTICATED unless a caller is signed for this method. */
function authenticateCall(call: IncomingCall, keys: VerificationKeys): Caller {
  const [value] = call.metadata.get(CALLER_METADATA);
  const caller = typeof value === 'string' ? verifyCaller(value, call.getPath(), keys, Date.now()) : null;
  if (caller === null) throw new GrpcRejection(status.UNAUTHENTICATED, 'the caller is not signed');
  return caller;
}

const SCOPES: readonly Caller['scope'][] = ['read', 'write', 'operator'];

/** Throws PERMISSION_DENIED if the caller's scope is too small. An operator may do all that a writer may, a writer all that a reader may. */
function requireScope(caller: Caller, needed: Caller['scope']): void {
  if (SCOPES.indexOf(caller.scope) < SCOPES.indexOf(needed))
    throw new GrpcRejection(status.PERMISSION_DENIED, `the caller needs the scope ${needed}`);
}

type RpcSettings = VerificationKeys & Pick<GrpcServerSettings, 'log' | 'operatorLog'>;

/** Turns an async handler into a unary rpc for callers with a scope: authenticated, cancellable, traced, logged, with safe errors. */
export function unary<Request, Response>(
  settings: RpcSettings,
  handle: Handle<Request, Response>,
  scope: Caller['scope'] = 'read',
): handleUnaryCall<Request, Response> {
  return (call: ServerUnaryCall<Request, Response>, callback) => {
    const abort = new AbortController();
    let isAnswered = false;
    // gRPC also reports answered calls as cancelled; an abort then would make an error for each that nobody sees.
    call.on('cancelled', () => {
      if (!isAnswered) abort.abort(clientGone());
    });
    const markReplayed = (): void => {
      const head = new Metadata();
      head.set(REPLAYED_METADATA, 'true');
      call.sendMetadata(head);
    };
    const work = (caller: Caller): Promise<Response> =>
      handle(call.request, { caller, metadata: call.metadata, signal: abort.signal, markReplayed });
    void serve(call, settings, scope, work, (error, response) => {
      isAnswered = error === null;
      callback(error, response);
    });
  };
}

/** Turns `unary` into a function that makes rpcs for operators. */
export function operatorUnary(settings: RpcSettings) {
  return <Request, Response>(handle: Handle<Request, Response>) => unary(settings, handle, 'operator');
}

/**
 * Turns an async handler into a streaming rpc for operators: authenticated, traced, logged, with safe errors. The handler writes
 * its messages to the call; the stream ends when the handler has returned.
 */
export function operatorStream<Call extends StreamingCall>(
  settings: RpcSettings,
  handle: (call: Call, caller: Caller) => Promise<void>,
): (call: Call) => void {
  return (call) => {
    const work = async (caller: Caller): Promise<void> => {
      // The client may have left while the call was logged.
      if (call.cancelled) throw clientGone();
      await handle(call, caller);
    };
    void serve(call, settings, 'operator', work, (error) => {
      if (error === null) call.end();
      else call.emit('error', error);
    });
  };
}

interface IncomingCall {
  readonly metadata: Metadata;
  /** Not of a call whose client streams. */
  readonly request?: unknown;
  getPath(): string;
}

interface StreamingCall extends IncomingCall {
  readonly cancelled: boolean;
  end(): unknown;
  emit(event: 'error', error: Partial<ServiceError>): boolean;
}

/** Serves one call in a span of its caller's trace: verifies the caller, does the work, logs and counts the outcome, answers. */
async function serve<Result>(
  call: IncomingCall,
  settings: RpcSettings,
  scope: Caller['scope'],
  work: (caller: Caller) => Promise<Result>,
  answer: (error: Partial<ServiceError> | null, result?: Result) => void,
): Promise<void> {
  const startedAt = performance.now();
  const method = methodOf(call.getPath());
  let requestId: string | undefined;
  let noted: NotedCall | null = null;
  const [parent] = call.metadata.get(TRACEPARENT);
  const span = {
    kind: SpanKind.SERVER,
    parent: typeof parent === 'string' ? parent : null,
    attributes: { 'rpc.method': method },
  };
  const finish = (code: status): void => {
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const line = { rpc: call.getPath(), requestId, status: status[code], ms };
    settings.log.info(noted === null ? line : { ...line, ...noted.logged }, 'rpc');
    markSpan({ 'rpc.response.status_code': status[code] }, INTERNAL.includes(code));
    PLATFORM_METRICS.rpcsServed.inc({ method, status: status[code] });
    PLATFORM_METRICS.rpcServedSeconds.observe({ method }, secondsSince(startedAt));
  };
  await inSpan(method, span, async () => {
    try {
      const caller = authenticateCall(call, settings);
      requestId = caller.requestId;
      markSpan({ [REQUEST_ID_OF_SPAN]: requestId }, false);
      requireScope(caller, scope);
      if (caller.scope === 'operator') {
        noted = new NotedCall(caller, method, call.request, settings.operatorLog);
        await noted.begin();
      }
      const result = await work(caller);
      await noted?.end(status.OK, result);
      finish(status.OK);
      answer(null, result);
    } catch (error) {
      const rejection = toServiceError(error, settings.log, requestId);
      const code = rejection.code ?? status.INTERNAL;
      await noted?.end(code);
      finish(code);
      answer(rejection);
    }
  });
}

const INTERNAL: readonly status[] = [status.INTERNAL, status.UNAVAILABLE, status.UNKNOWN];

/** Creates the failure counters of a method with value 0: `rate` ignores the first sample of a series. */
function countFailuresFromZero(method: string): void {
  for (const code of INTERNAL) PLATFORM_METRICS.rpcsServed.inc({ method, status: status[code] }, 0);
}

type Handle<Request, Response> = (request: Request, context: CallContext) => Promise<Response>;
