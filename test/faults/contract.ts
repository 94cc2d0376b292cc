/** Invariant I5: only the contract's statuses and bodies, and no SQL, stack or path in any of them. */
import { type Operation, type OperationId, OPERATIONS } from '@ctx/common/contract/operations';
import { ApiError, RateLimitError } from '@ctx/common/contract/schemas';
import { REJECTIONS } from '@ctx/common/domain/rejections';
import { z } from 'zod';

const BY_ID = new Map<string, Operation>(OPERATIONS.map((operation) => [operation.id, operation]));
// 401 and 500 are the contract's too, but no client here gives a reason for either.
const ALWAYS = [200, 402, 429, 503];
const MESSAGES: ReadonlySet<string> = new Set(Object.values(REJECTIONS).map(({ message }) => message));

/** The operation of an id. */
export function operationOf(id: OperationId): Operation {
  const operation = BY_ID.get(id);
  if (operation === undefined) throw new TypeError(`no operation ${id}`);
  return operation;
}

/** What is wrong with an answer, or null. */
export function breachOf(id: OperationId, status: number, text: string): string | null {
  const operation = operationOf(id);
  const seen = `${id} answered ${String(status)} ${text.slice(0, 300)}`;
  if (![...ALWAYS, ...operation.otherStatuses].includes(status)) return seen;
  const schema = status === 200 ? operation.response : status === 429 ? RateLimitError : ApiError;
  const issues = issuesOf(schema, text);
  if (issues !== null) return `${seen}: ${issues}`;
  const refusal = status === 200 || status === 429 ? null : (JSON.parse(text) as { message: string });
  return refusal === null || MESSAGES.has(refusal.message) ? null : `${seen}: a message of its own`;
}

function issuesOf(schema: z.ZodObject, text: string): string | null {
  try {
    const { error } = z.strictObject(schema.shape).safeParse(JSON.parse(text));
    return error === undefined ? null : JSON.stringify(error.issues);
  } catch {
    return 'not JSON';
  }
}
