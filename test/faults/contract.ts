/** Invariant I5: only the contract's statuses and bodies, and no SQL, stack or path in any of them. */
import { type Operation, type OperationId, OPERATIONS } from '@ctx/contract/operations';
import { conformance } from '../api/conformance.ts';

const BY_ID = new Map<string, Operation>(OPERATIONS.map((operation) => [operation.id, operation]));

/** Returns the operation with an id. */
export function operationOf(id: OperationId): Operation {
  const operation = BY_ID.get(id);
  if (operation === undefined) throw new TypeError(`no operation ${id}`);
  return operation;
}

// Documented statuses for which no client of this harness gives a reason.
const UNEXPECTED = [401, 500];

/** Returns what is wrong with a response, or null. */
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
