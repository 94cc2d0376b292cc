/** Invariant I5: only the contract's statuses and bodies, and no SQL, stack or path in any of them. */
import { type Operation, type OperationId, OPERATIONS } from '@ctx/contract/operations';
import { conformance } from '../api/conformance.ts';

const BY_ID = new Map<string, Operation>(OPERATIONS.map((operation) => [operation.id, operation]));

/** The operation of an id. */
export function operationOf(id: OperationId): Operation {
  const operation = BY_ID.get(id);
  if (operation === undefined) throw new TypeError(`no operation ${id}`);
  return operation;
}

// Documented, yet no client here gives a reason for either.
const UNEXPECTED = [401, 500];

/** What is wrong with an answer, or null. */
export function breachOf(id: OperationId, status: number, text: string): string | null {
  const seen = `${id} answered ${String(status)} ${text.slice(0, 300)}`;
  if (UNEXPECTED.includes(status)) return seen;
  try {
    const faults = conformance().faultsOf(id, status, JSON.parse(text));
    return faults.length === 0 ? null : `${seen}: ${faults.join('; ')}`;
  } catch {
    return `${seen}: not JSON`;
  }
}
