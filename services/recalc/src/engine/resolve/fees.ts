/**
 * Fees paid with an event (engine.md §3). They count under SPECULATIEF only, but are computed for every year, because lots of
 * a year under another regime may be sold in a SPECULATIEF year.
 */
import { shareEur } from '@ctx/domain/decimal';
import { compareKeys } from '../order.ts';
import type { EffectiveEvent } from '../types.ts';

type Payer = EffectiveEvent & { feesEur: bigint };

/**
 * Assigns fees to the events they were paid with: FEE events go, at their EUR value, to the events with the same account and
 * `referenceId`. Disposals bear them if there are any, else acquisitions; several share them by EUR value, or equally if a
 * value is unknown. Returns the fees of unknown value, by the event that should have borne them.
 */
export function applyFees(drafts: readonly Payer[]): Map<EffectiveEvent, readonly EffectiveEvent[]> {
  const unpriced = new Map<EffectiveEvent, readonly EffectiveEvent[]>();
  for (const members of feeGroups(drafts)) {
    const fees = members.filter(isFee);
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

/** Groups the events that share account and reference with a fee; the fees are in the groups too. */
export function feeGroups<Event extends EffectiveEvent>(drafts: readonly Event[]): readonly Event[][] {
  const byReference = new Map<string, Map<string, Event[]>>();
  const all: Event[][] = [];
  for (const draft of drafts) {
    if (!isFee(draft)) continue;
    const { accountId, referenceId } = draft.raw;
    let ofAccount = byReference.get(referenceId);
    if (ofAccount === undefined) byReference.set(referenceId, (ofAccount = new Map<string, Event[]>()));
    if (ofAccount.has(accountId)) continue;
    const members: Event[] = [];
    ofAccount.set(accountId, members);
    all.push(members);
  }
  if (all.length > 0)
    for (const draft of drafts) byReference.get(draft.raw.referenceId)?.get(draft.raw.accountId)?.push(draft);
  return all;
}

// A fee in fiat acts on no pool, but it is a fee too.
const isFee = ({ type, treatment, spam }: EffectiveEvent): boolean =>
  type === 'FEE' && treatment !== 'IGNORED' && !spam;

const isDisposal = ({ type, effect, transfer }: EffectiveEvent): boolean =>
  type === 'DISPOSITION' && transfer === null && (effect.pool === 'CONSUME' || effect.pool === 'REPAY');

const isAcquisition = ({ effect, transfer }: EffectiveEvent): boolean =>
  transfer === null && ['NEW_LOT', 'BORROW', 'ARRIVE'].includes(effect.pool);

function shareFees(fees: bigint, payers: readonly Payer[]): void {
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
