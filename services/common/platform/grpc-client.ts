/** gRPC clients: balanced over all addresses of a service, bounded in time and size, with the caller signed. */
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
  signCaller,
  type SigningKey,
} from './caller.ts';
import { secondsSince } from './metrics.ts';
import { methodOf } from './method-of.ts';
import { PLATFORM_METRICS } from './platform-metrics.ts';
import { channelCredentials, type Tls } from './tls.ts';
import { endSpan, SpanKind, startSpan, TRACEPARENT, traceparentOf } from './tracing.ts';

const ATTEMPTS_MAX = 3;

// A killed pod costs no error: calls are tried once more on another (measured with round_robin and this policy). A repeated
// correction carries the id of its call and gets the first answer. Throttled: a service in trouble is not asked thrice. Half the
// tokens may fail at once: what a busy pod takes with it (with 10, of 24 calls under way 6 were not tried again).
const SERVICE_CONFIG = JSON.stringify({
  loadBalancingConfig: [{ round_robin: {} }],
  retryThrottling: { maxTokens: 500, tokenRatio: 0.1 },
  methodConfig: [
    {
      name: [{ service: 'ctx.v1.ReadService' }, { service: 'ctx.v1.CorrectionService' }],
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

/** Signs each call for its method, counts and traces it once, whatever the library's attempts. */
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
  // A channel is one connection: with the preset of 64 KiB for all of its calls together, a few pages under way stand still
  // until the server has heard that they were read.
  'grpc-node.flow_control_window': 8 * 1024 * 1024,
};

/** A client of the service at `address` (HOST:PORT; a DNS name is balanced over its addresses), plain without `tls`. */
export function createGrpcClient<Client>(
  Constructor: new (
    address: string,
    credentials: ChannelCredentials,
    options?: Partial<ClientOptions>,
  ) => Client,
  address: string,
  tls: Tls | null = null,
): Client {
  return new Constructor(`dns:///${address}`, channelCredentials(tls), CLIENT_OPTIONS);
}

type UnaryMethod<Request, Response> = (
  request: Request,
  metadata: Metadata,
  options: { deadline: number },
  callback: (error: ServiceError | null, response: Response) => void,
) => ClientUnaryCall;

/** An rpc of a client whose answers stay as they came over the wire. */
export function rawMethod<Request>(
  client: Client,
  { path, requestSerialize }: Pick<MethodDefinition<Request, unknown>, 'path' | 'requestSerialize'>,
): UnaryMethod<Request, Buffer> {
  return (request, metadata, options, callback) =>
    client.makeUnaryRequest(
      path,
      requestSerialize,
      asItCame,
      request,
      metadata,
      options,
      (error, response) => {
        callback(error, response?.take() as Buffer);
      },
    );
}

/**
 * A message until it is taken: whatever a stream of HTTP/2 reaches lives until the next full collection, and it reaches what
 * gRPC made of its message (docs/adr/0021-functions-kept-young.md).
 */
class Untaken {
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

function asItCame(bytes: Buffer): Untaken {
  return new Untaken(bytes);
}

/** Who signs the call that carries the metadata; the interceptor does it, as it knows the method. */
const SIGNERS = new WeakMap<Metadata, { readonly caller: Caller; readonly key: SigningKey }>();

/** Metadata with which a client of `createGrpcClient` signs its call: as `caller`, for the called method, at the time of the call. */
export function callerMetadata(caller: Caller, key: SigningKey): Metadata {
  const metadata = new Metadata();
  SIGNERS.set(metadata, { caller, key });
  return metadata;
}

/**
 * Calls a unary rpc; rejects with a ServiceError, at the latest after `timeoutMs`.
 *
 * A call of which a part of the answer came is not tried again by the library, as a stream could not be (gRFC A6). Of a unary
 * one nobody has seen anything yet: where its server is lost between the head of an answer and its end, it is called again.
 */
export async function callUnary<Request, Response>(
  method: UnaryMethod<Request, Response>,
  request: Request,
  metadata: Metadata,
  timeoutMs: number,
): Promise<Response> {
  const deadline = Date.now() + timeoutMs;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await callOnce(method, request, metadata, deadline);
    if (outcome.error === null) return outcome.response;
    const isBrokenOff = outcome.hasBegun && outcome.error.code === Status.UNAVAILABLE;
    if (!isBrokenOff || attempt === ATTEMPTS_MAX) throw outcome.error;
    metadata.set(PREVIOUS_ATTEMPTS_METADATA, String(attempt));
  }
}

type Outcome<Response> =
  | { readonly error: null; readonly response: Response }
  | { readonly error: ServiceError; readonly hasBegun: boolean };

function callOnce<Request, Response>(
  method: UnaryMethod<Request, Response>,
  request: Request,
  metadata: Metadata,
  deadline: number,
): Promise<Outcome<Response>> {
  return new Promise((resolve) => {
    let hasBegun = false;
    const call = method(request, metadata, { deadline }, (error, response) => {
      resolve(error === null ? { error, response } : { error, hasBegun });
    });
    call.once('metadata', () => (hasBegun = true));
  });
}
