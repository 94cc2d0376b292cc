/** Calls an operation over REST and over gRPC, and returns responses that can be compared. */
import type { OPERATIONS } from '@ctx/contract/operations';
import { callUnary, createGrpcClient } from '@ctx/platform/grpc-client';
import { CorrectionServiceClient } from '@ctx/proto/gen/ctx/v1/corrections';
import { ReadServiceClient } from '@ctx/proto/gen/ctx/v1/read';
import type { Metadata, ServiceError } from '@grpc/grpc-js';
import type { TestStack } from '../stack.ts';
import type { Input } from './probes.ts';

type Operation = (typeof OPERATIONS)[number];

export interface CallAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: string;
}

/** Headers that depend on the time and the caller, not on the content. */
const PASSING_HEADERS = ['date', 'x-request-id', 'ratelimit', 'ratelimit-policy', 'etag', 'keep-alive'];

/** Sends an operation's input over REST. */
export async function callRest(
  stack: TestStack,
  token: string,
  operation: Operation,
  input: Input,
  headers: Readonly<Record<string, string>> = {},
): Promise<CallAnswer> {
  const rest = { ...input };
  const take = (name: string): string => {
    const value = String(rest[name]);
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
    delete rest[name];
    return encodeURIComponent(value);
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => take(name));
  const names = Object.keys(operation.query.shape).filter((name) => name in input);
  const query = names.map((name) => `${name}=${take(name)}`).join('&');
  const hasBody = 'body' in operation;
  const { content } = rest;
  const file = typeof content === 'string' && 'receivesFile' in operation ? content : null;
  const response = await fetch(`${stack.ready().baseUrl}${path}${query === '' ? '' : `?${query}`}`, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'identity',
      ...headers,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(file === null ? {} : { 'content-type': 'text/csv' }),
    },
    ...(hasBody ? { body: JSON.stringify(rest) } : {}),
    ...(file === null ? {} : { body: file }),
  });
  const compared = [...response.headers].filter(([name]) => !PASSING_HEADERS.includes(name));
  return { status: response.status, body: await response.text(), headers: JSON.stringify(compared) };
}

export interface GrpcCaller {
  call(metadata: Metadata, operation: Operation, input: Input): Promise<CallAnswer>;
  close(): void;
}

type UnaryCall = Parameters<typeof callUnary<object, object>>[0];
const TIMEOUT_MS = 20_000;

/** Calls the services behind the gateway directly. */
export function grpcCaller(stack: TestStack): GrpcCaller {
  const { read, corrections } = stack.ready().services;
  const clients = {
    read: createGrpcClient(ReadServiceClient, read.address),
    corrections: createGrpcClient(CorrectionServiceClient, corrections.address),
  };
  return {
    call: async (metadata, { id, answeredBy }, input) => {
      if (answeredBy === 'gateway') throw new Error(`no rpc behind ${id}`);
      const client = clients[answeredBy] as unknown as Record<string, UnaryCall>;
      const method = client[id]!.bind(client);
      try {
        const response = await callUnary(method, messageOf(input), metadata, TIMEOUT_MS);
        return { status: 0, body: JSON.stringify(response), headers: '' };
      } catch (error) {
        const { code, details, metadata: trailers } = error as ServiceError;
        const compared = Object.entries(trailers.getMap()).filter(
          ([name]) => !PASSING_HEADERS.includes(name),
        );
        return { status: code, body: details, headers: JSON.stringify(compared) };
      }
    },
    close: () => {
      clients.read.close();
      clients.corrections.close();
    },
  };
}

/** Wraps `clear` in a message of its own, because protobuf has no optional lists. */
function messageOf({ clear, ...input }: Input): object {
  return clear === undefined ? input : { ...input, clear: { values: clear } };
}
