/** Fees paid with an event; they count under SPECULATIEF only (engine.md §3). */
import { shareEur } from '@ctx/common/domain/decimal';
import { compareKeys } from '../order.ts';
import type { Draft } from './effective.ts';

/**
 * Fees of an event are the FEE events with the same account and `referenceId`, at EUR value: a disposal has them before
 * an acquisition; several of one kind share them by EUR value, equally if unknown. Answers, by event, the fees of
 * unknown value it should have had.
 */
export function applyFees(drafts: Iterable<Draft>): Map<Draft, readonly Draft[]> {
  const unpriced = new Map<Draft, readonly Draft[]>();
  for (const members of byReference(drafts).values()) {
    const fees = members.filter(isFee);
    if (fees.length === 0) continue;
    const disposals = members.filter(isDisposal);
    const payers = disposals.length > 0 ? disposals : members.filter(isAcquisition);
    shareFees(
      fees.reduce((sum, { euroValue }) => sum + (euroValue ?? 0n), 0n),
      payers.toSorted((a, b) => compareKeys(a.raw, b.raw)),
    );
    const unknown = fees.filter(({ euroValue }) => euroValue === null);
    if (unknown.length > 0) for (const payer of payers) unpriced.set(payer, unknown);
  }
  return unpriced;
}

function byReference(drafts: Iterable<Draft>): Map<string, Draft[]> {
  const references = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const key = `${draft.raw.accountId} ${draft.raw.referenceId}`;
    const members = references.get(key);
    if (members === undefined) references.set(key, [draft]);
    else members.push(draft);
  }
  return references;
}

// A fee in money acts on no pool and counts all the same.
const isFee = ({ type, treatment, spam }: Draft): boolean =>
  type === 'FEE' && treatment !== 'IGNORED' && !spam;

const isDisposal = ({ type, effect, transfer }: Draft): boolean =>
  type === 'DISPOSITION' && transfer === null && (effect.pool === 'CONSUME' || effect.pool === 'REPAY');

const isAcquisition = ({ effect, transfer }: Draft): boolean =>
  transfer === null && ['NEW_LOT', 'BORROW', 'ARRIVE'].includes(effect.pool);

function shareFees(fees: bigint, payers: readonly Draft[]): void {
  const values = payers.map(({ euroValue }) => euroValue);
  const known = values.every((value) => value !== null) ? values.reduce((sum, value) => sum + value, 0n) : 0n;
  let weightSoFar = 0n;
  let given = 0n;
  for (const payer of payers) {
    weightSoFar += known > 0n ? (payer.euroValue ?? 0n) : 1n;
    const upToHere = shareEur(fees, weightSoFar, known > 0n ? known : BigInt(payers.length));
    payer.feesEur = upToHere - given;
    given = upToHere;
  }
}
