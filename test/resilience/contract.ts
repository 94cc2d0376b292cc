/** Invariant I5: only the contract's statuses and bodies, and no SQL, stack or path in any of them. */
import type { OperationId } from '@ctx/contract/operations';
import { conformance } from '../api/conformance.ts';

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
