/** gRPC clients with load balancing over all addresses of a service, limits of time and size, and a signed caller. */
import {
  type ChannelCredentials,
  type Client,
  type ClientOptions,
  type ClientUnaryCall,
  type Interceptor,
  InterceptingCall,
  Metadata,
  type MethodDefinition,
  type ServiceError,
  status as Status,
} from '@grpc/grpc-js';
import {
  type Caller,
  CALLER_METADATA,
  PREVIOUS_ATTEMPTS_METADATA,
  REJECTION_METADATA,
  REPLAYED_METADATA,
  signCaller,
  type SigningKey,
} from './caller.ts';
import { pingClosingSessions } from './closing-sessions.ts';
import { secondsSince } from './metrics.ts';
import { methodOf } from './method-of.ts';
import { PLATFORM_METRICS } from './platform-metrics.ts';
import { channelCredentials, type Tls } from './tls.ts';
import { endSpan, SpanKind, startSpan, TRACEPARENT, traceparentOf } from './tracing.ts';

const ATTEMPTS_MAX = 3;

// A killed pod causes no error: its calls are retried on another pod (measured with round_robin and this policy). A retried
// correction carries the id of its call and gets the stored response. Throttling keeps a failing service from three times its
// load. Up to half of the tokens may fail at once, because a busy pod takes many calls with it (with 10 tokens, 6 of 24 running
// calls were not retried).
const SERVICE_CONFIG = JSON.stringify({
  loadBalancingConfig: [{ round_robin: {} }],
  retryThrottling: { maxTokens: 500, tokenRatio: 0.1 },
  methodConfig: [
    {
      name: [
        { service: 'ctx.v1.ReadService' },
        { service: 'ctx.v1.CorrectionService' },
        { service: 'ctx.v1.PreviewService' },
      ],
      retryPolicy: {
        maxAttempts: ATTEMPTS_MAX,
        initialBackoff: '0.05s',
        maxBackoff: '0.5s',
        backoffMultiplier: 2,
        retryableStatusCodes: ['UNAVAILABLE'],
      },
    },
  ],
});

/** Signs each call for its method, and counts and traces it once, however often the library retries. */
const signAndObserve: Interceptor = (options, nextCall) =>
  new InterceptingCall(nextCall(options), {
    start: (metadata, _listener, next) => {
      const method = methodOf(options.method_definition.path);
      const startedAt = performance.now();
      const signer = SIGNERS.get(metadata);
      if (signer !== undefined)
        metadata.set(
          CALLER_METADATA,
          signCaller(signer.caller, options.method_definition.path, signer.key, Date.now()),
        );
      const span = startSpan(method, { kind: SpanKind.CLIENT, attributes: { 'rpc.method': method } });
      if (span !== null) metadata.set(TRACEPARENT, traceparentOf(span) ?? '');
      next(metadata, {
        onReceiveStatus: (ended, forward) => {
          PLATFORM_METRICS.rpcsCalled.inc({ method, status: Status[ended.code] });
          PLATFORM_METRICS.rpcCalledSeconds.observe({ method }, secondsSince(startedAt));
          if (span !== null) endSpan(span, ended.code !== Status.OK);
          forward(ended);
        },
      });
    },
  });

const CLIENT_OPTIONS: ClientOptions = {
  interceptors: [signAndObserve],
  'grpc.service_config': SERVICE_CONFIG,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5000,
  'grpc.dns_min_time_between_resolutions_ms': 10_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2000,
  'grpc.max_receive_message_length': 4 * 1024 * 1024,
  // All calls of a channel share one connection. With the default window of 64 KiB, a few pages in transit block until the
  // server has received the acknowledgement.
  'grpc-node.flow_control_window': 8 * 1024 * 1024,
};

/** Creates a client of the service at `address` (HOST:PORT; calls to a DNS name are spread over its addresses). Without `tls`, it does not encrypt. */
export function createGrpcClient<Client>(
  Constructor: new (
    address: string,
    credentials: ChannelCredentials,
    options?: Partial<ClientOptions>,
  ) => Client,
  address: string,
  tls: Tls | null = null,
): Client {
  pingClosingSessions();
  return new Constructor(`dns:///${address}`, channelCredentials(tls), CLIENT_OPTIONS);
}

/** A unary rpc of a generated client, bound to it. */
export type UnaryMethod<Request, Response> = (
  request: Request,
  metadata: Metadata,
  options: { deadline: number },
  callback: (error: ServiceError | null, response: Response) => void,
) => ClientUnaryCall;

/** Returns an rpc of a client whose responses are not decoded. */
export function rawMethod<Request>(
  client: Client,
  { path, requestSerialize }: Pick<MethodDefinition<Request, unknown>, 'path' | 'requestSerialize'>,
): UnaryMethod<Request, Buffer> {
  return (request, metadata, options, callback) =>
    client.makeUnaryRequest(
      path,
      requestSerialize,
      pendingMessage,
      request,
      metadata,
      options,
      (error, response) => {
        callback(error, response?.take() as Buffer);
      },
    );
}

/**
 * Holds a message until it is taken. An HTTP/2 stream keeps what it references alive until the next full garbage collection, and
 * it references what gRPC made of the message (docs/adr/0021-no-function-literals-on-properties.md).
 */
class PendingMessage {
  #bytes: Buffer | null;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(): Buffer | null {
    const bytes = this.#bytes;
    this.#bytes = null;
    return bytes;
  }
}

function pendingMessage(bytes: Buffer): PendingMessage {
  return new PendingMessage(bytes);
}

/** Caller and key of the metadata of a call. The interceptor signs, because it knows the method. */
const SIGNERS = new WeakMap<Metadata, { readonly caller: Caller; readonly key: SigningKey }>();

/** Returns metadata that makes a client of `createGrpcClient` sign its call as `caller`, for the called method, when it calls. */
export function callerMetadata(caller: Caller, key: SigningKey): Metadata {
  const metadata = new Metadata();
  SIGNERS.set(metadata, { caller, key });
  return metadata;
}

/**
 * Calls a unary rpc. Rejects with a ServiceError after `timeoutMs` at the latest, and with one of status CANCELLED once `signal` aborts.
 * `onReplayed` is called before it returns or rejects if the outcome is the stored one of an earlier request.
 *
 * The library does not retry a call once a part of the response has arrived, because a stream could not be retried (gRFC A6). Of
 * a unary call nobody has seen that part: if its server is lost between the head and the end of a response, it is retried here.
 */
export async function callUnary<Request, Response>(
  method: UnaryMethod<Request, Response>,
  request: Request,
  metadata: Metadata,
  timeoutMs: number,
  signal?: AbortSignal,
  onReplayed?: () => void,
): Promise<Response> {
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await callOnce(method, request, metadata, { deadline, signal });
    if (outcome.isReplayed) onReplayed?.();
    if (outcome.error === null) return outcome.response;
    const isBrokenOff = outcome.hasBegun && outcome.error.code === Status.UNAVAILABLE;
    if (!isBrokenOff || attempt === ATTEMPTS_MAX) throw outcome.error;
    metadata.set(PREVIOUS_ATTEMPTS_METADATA, String(attempt));
  }
}

/** Returns the code that a service gave its rejection; null for any other error. */
export function rejectionCodeOf(error: unknown): string | null {
  const { metadata } = error as { metadata?: unknown };
  const [code] = metadata instanceof Metadata ? metadata.get(REJECTION_METADATA) : [];
  return typeof code === 'string' ? code : null;
}

type Outcome<Response> = { readonly isReplayed: boolean } & (
  | { readonly error: null; readonly response: Response }
  | { readonly error: ServiceError; readonly hasBegun: boolean }
);

function callOnce<Request, Response>(
  method: UnaryMethod<Request, Response>,
  request: Request,
  metadata: Metadata,
  { deadline, signal }: { readonly deadline: number; readonly signal: AbortSignal | undefined },
): Promise<Outcome<Response>> {
  return new Promise((resolve) => {
    let hasBegun = false;
    let isReplayed = false;
    const cancel = (): void => {
      call.cancel();
    };
    const call = method(request, metadata, { deadline }, (error, response) => {
      signal?.removeEventListener('abort', cancel);
      resolve(error === null ? { error, response, isReplayed } : { error, hasBegun, isReplayed });
    });
    call.once('metadata', (head: Metadata) => {
      hasBegun = true;
      isReplayed = head.get(REPLAYED_METADATA).length > 0;
    });
    if (signal?.aborted === true) cancel();
    else signal?.addEventListener('abort', cancel);
  });
}
