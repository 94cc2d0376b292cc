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
import { type Caller, CALLER_METADATA, signCaller } from './caller.ts';
import { secondsSince } from './metrics.ts';
import { methodOf } from './method-of.ts';
import { PLATFORM_METRICS } from './platform-metrics.ts';
import { channelCredentials, type Tls } from './tls.ts';
import { endSpan, SpanKind, startSpan, TRACEPARENT, traceparentOf } from './tracing.ts';

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
        maxAttempts: 3,
        initialBackoff: '0.05s',
        maxBackoff: '0.5s',
        backoffMultiplier: 2,
        retryableStatusCodes: ['UNAVAILABLE'],
      },
    },
  ],
});

/** Counts and traces each call once, whatever its attempts. */
const observe: Interceptor = (options, nextCall) =>
  new InterceptingCall(nextCall(options), {
    start: (metadata, _listener, next) => {
      const method = methodOf(options.method_definition.path);
      const startedAt = performance.now();
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
  interceptors: [observe],
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
        callback(error, response as Buffer);
      },
    );
}

function asItCame(bytes: Buffer): Buffer {
  return bytes;
}

/** The metadata that says who asks, signed now. */
export function callerMetadata(caller: Caller, key: Buffer): Metadata {
  const metadata = new Metadata();
  metadata.set(CALLER_METADATA, signCaller(caller, key, Date.now()));
  return metadata;
}

/** Calls a unary rpc; rejects with a ServiceError, at the latest after `timeoutMs`. */
export function callUnary<Request, Response>(
  method: UnaryMethod<Request, Response>,
  request: Request,
  metadata: Metadata,
  timeoutMs: number,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    method(request, metadata, { deadline: Date.now() + timeoutMs }, (error, response) => {
      if (error === null) resolve(response);
      else reject(error);
    });
  });
}
