/** Changes of files that a client repeats with its Idempotency-Key: the response is stored in the transaction of the change (ADR 10). */
import type { CallContext } from '@ctx/platform/grpc-server';
import { type Client, type Pool, snapshotAsUser } from '@ctx/platform/postgres';
import { type Codec, digestOfRequest } from '../../store/request-digest.ts';
import { keyOf } from '../../store/answer-key.ts';
import { keepAnswer, openAnswer } from '../../store/answers.ts';
import { rejectionError } from '../../store/rejection-error.ts';

/** A request that may be a repetition. Without a key of the client, nothing is found or stored. */
export interface RepeatableRequest<Response> {
  /** Returns the response to the first request with the key. Rejects with IDEMPOTENCY_KEY_REUSED if that was another request. */
  find(client: Client): Promise<Response | null>;
  /** Stores the response. Throws RepeatedChange if the first request has been carried out meanwhile. Requires the user lock. */
  keep(client: Client, response: Response): Promise<void>;
}

/** Undoes a change that another request with the same key has just made. */
class RepeatedChange extends Error {
  readonly response: unknown;
  constructor(response: unknown) {
    super('the request was carried out meanwhile');
    this.response = response;
  }
}

/**
 * Carries out a request once: returns the stored response to a repeated one. `work` stores its response with the change, so rejections,
 * and faults of a file, are not stored: repeating such a request finds them again.
 */
export async function once<Request, Response extends object>(
  pool: Pool,
  { caller: { userId }, metadata, markReplayed }: CallContext,
  { id, request, encoding }: { id: string; request: Request; encoding: Pick<Codec<Request>, 'encode'> },
  codec: Codec<Response>,
  work: (repeatable: RepeatableRequest<Response>) => Promise<Response>,
): Promise<Response> {
  const key = keyOf(metadata);
  if (key?.isClients !== true)
    return work({ find: () => Promise.resolve(null), keep: () => Promise.resolve() });
  const digest = digestOfRequest(id, encoding.encode(request).finish());
  const find = async (client: Client): Promise<Response | null> => {
    const { stored } = await openAnswer(client, userId, key);
    if (stored === null) return null;
    if (stored.requestDigest !== digest || stored.response === null)
      throw rejectionError({ rejected: 'IDEMPOTENCY_KEY_REUSED' });
    return codec.decode(stored.response);
  };
  const keep = async (client: Client, response: Response): Promise<void> => {
    const first = await find(client);
    if (first !== null) throw new RepeatedChange(first);
    const encoded = Buffer.from(codec.encode(response).finish());
    await keepAnswer(client, userId, key, digest, { rejected: null, fieldErrors: null, response: encoded });
  };
  const first = await snapshotAsUser(pool, userId, find);
  if (first !== null) {
    markReplayed();
    return first;
  }
  try {
    return await work({ find, keep });
  } catch (error) {
    if (!(error instanceof RepeatedChange)) throw error;
    markReplayed();
    return error.response as Response;
  }
}
