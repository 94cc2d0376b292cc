/** Sends corrections over REST, gRPC and bulk, and returns each outcome as one word. */
import { codeOf, type RejectionName, REJECTIONS } from '@ctx/domain/rejections';
import { CALL_METADATA } from '@ctx/platform/caller';
import { callerMetadata, callUnary, createGrpcClient, rejectionCodeOf } from '@ctx/platform/grpc-client';
import { CorrectionServiceClient } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Metadata } from '@grpc/grpc-js';
import { conformingFetch } from '../../api/client.ts';
import { use } from '../kit.ts';
import { type Answer, callerKeyOf, type TestStack } from '../stack.ts';

export interface User {
  readonly userId: string;
  readonly token: string;
}

/** APPLIED, UNCHANGED, DELETED or CREATED, or a rejection as `HTTP-STATUS CODE`. */
export type Outcome = string;

export interface Surface {
  readonly name: string;
  apply(user: User, taxEventId: string, fields: object): Promise<Outcome>;
  remove(user: User, overrideId: string): Promise<Outcome>;
}

/** Sends a request to REST. */
export async function send(
  stack: TestStack,
  { token }: User,
  method: string,
  path: string,
  body?: object | string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await conformingFetch(stack.ready().baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: JSON.parse(text) as Record<string, unknown>,
  };
}

/** Returns the rejection in a REST response, or null. */
export function rejectionOf({ status, body }: Answer): Outcome | null {
  return status === 200 ? null : `${String(status)} ${String(body['code'])}`;
}

function restSurface(stack: TestStack): Surface {
  return {
    name: 'REST',
    apply: async (user, taxEventId, fields) => {
      const answer = await send(stack, user, 'POST', '/api/v1/overrides', { taxEventId, ...fields });
      return rejectionOf(answer) ?? (answer.body['changed'] === true ? 'APPLIED' : 'UNCHANGED');
    },
    remove: async (user, overrideId) =>
      rejectionOf(await send(stack, user, 'DELETE', `/api/v1/overrides/${overrideId}`)) ?? 'DELETED',
  };
}

function bulkSurface(stack: TestStack): Surface {
  const itemOf = (answer: Answer): Outcome => {
    const rejection = rejectionOf(answer);
    if (rejection !== null) return rejection;
    const [item] = answer.body['results'] as { status: string; code: string | null }[];
    return item?.status === 'FAILED' ? named(String(item.code) as RejectionName) : String(item?.status);
  };
  return {
    name: 'bulk',
    apply: async (user, taxEventId, fields) =>
      itemOf(
        await send(stack, user, 'POST', '/api/v1/overrides/bulk', { taxEventIds: [taxEventId], ...fields }),
      ),
    remove: async (user, overrideId) =>
      itemOf(await send(stack, user, 'POST', '/api/v1/overrides/bulk-delete', { overrideIds: [overrideId] })),
  };
}

const TIMEOUT_MS = 20_000;

/** A client of the corrections service that signs as the gateway does. */
export function correctionsClient(stack: TestStack): {
  client: CorrectionServiceClient;
  metadataOf: (user: User, call?: string) => Metadata;
} {
  const callerKey = callerKeyOf(stack);
  return {
    client: createGrpcClient(CorrectionServiceClient, stack.ready().services.corrections.address),
    metadataOf: ({ userId }, call) => {
      const caller = { userId: Number(userId), scope: 'write', via: 'Test', requestId: 'test' } as const;
      const metadata = callerMetadata(caller, callerKey);
      if (call !== undefined) metadata.set(CALL_METADATA, call);
      return metadata;
    },
  };
}

/** Returns the rejection of a failed rpc as REST would return it. Rethrows any other error. */
export function rejectionOfCall(error: unknown): Outcome {
  const name = rejectionCodeOf(error);
  if (name === null) throw error;
  return named(name as RejectionName);
}

function named(name: RejectionName): Outcome {
  const { http } = REJECTIONS[name];
  const code = codeOf(name);
  return `${String(http)} ${String(code)}`;
}

function grpcSurface(stack: TestStack): Surface & { close(): void } {
  const { client, metadataOf } = correctionsClient(stack);
  return {
    name: 'gRPC',
    apply: async (user, taxEventId, { overriddenFlags, clear, ...fields }: Record<string, unknown>) => {
      const listed = (values: unknown): object | null => (Array.isArray(values) ? { values } : null);
      const message = {
        taxEventId,
        ...fields,
        overriddenFlags: listed(overriddenFlags),
        clear: listed(clear),
      };
      const decimals = ['overriddenAmount', 'overriddenEuroValue'] as const;
      for (const name of decimals)
        if (name in message) Object.assign(message, { [name]: String(fields[name]) });
      const call = client.applyOverride.bind(client);
      try {
        const { changed } = await callUnary(call, message as never, metadataOf(user), TIMEOUT_MS);
        return changed ? 'APPLIED' : 'UNCHANGED';
      } catch (error) {
        return rejectionOfCall(error);
      }
    },
    remove: async (user, overrideId) => {
      const call = client.removeOverride.bind(client);
      return callUnary(call, { overrideId }, metadataOf(user), TIMEOUT_MS).then(
        () => 'DELETED',
        rejectionOfCall,
      );
    },
    close: () => {
      client.close();
    },
  };
}

interface Surfaces {
  readonly of: Readonly<Record<string, Surface>>;
  close(): void;
}

/** Returns the surfaces of a stack for the tests of a block. */
export function useSurfaces(stack: TestStack): Surfaces {
  return use(
    () => surfacesOf(stack),
    (surfaces) => {
      surfaces.close();
    },
  );
}

/** Returns all three surfaces by name. */
function surfacesOf(stack: TestStack): Surfaces {
  const grpc = grpcSurface(stack);
  const surfaces = [restSurface(stack), grpc, bulkSurface(stack)];
  return {
    of: Object.fromEntries(surfaces.map((surface) => [surface.name, surface])),
    close: () => {
      grpc.close();
    },
  };
}
