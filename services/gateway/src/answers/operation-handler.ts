/** What performs an operation, and the call that it is given. */
import type { Identity } from '../identity/auth/admission.ts';
import type { ResponseBody } from './response-cache.ts';

/** One call of an operation: the caller, and the ids of the request. */
export interface OperationCall {
  /** The user, and the token or page that acts for them (`tokenName`, shown in the log of corrections). */
  readonly identity: Pick<Identity, 'userId' | 'tokenName' | 'scopes' | 'email' | 'version'> &
    // A page has no token.
    Partial<Pick<Identity, 'tokenId'>>;
  readonly requestId: string;
  /** The client's own id of a correction, from the header `Idempotency-Key`. */
  readonly idempotencyKey: string | null;
  /** Aborts when the client disconnects, which ends reads and waits. */
  readonly signal?: AbortSignal;
  /** Called before the response if it is the stored one of an earlier request with the same key. */
  readonly onReplayed?: () => void;
}

/**
 * Performs an operation with input that its schema has parsed, and returns the JSON body of the contract. Rejects with the gRPC
 * error of the service behind, which `failureOf` translates.
 */
export type OperationHandler = (
  call: OperationCall,
  input: Readonly<Record<string, unknown>>,
) => Promise<ResponseBody>;
