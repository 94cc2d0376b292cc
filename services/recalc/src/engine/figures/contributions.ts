/** What an event adds to the lists of contributions of its year, which the read service lists by the same conditions. */
import type { EventType, Treatment } from '@ctx/domain/vocabulary';
import type { Outcome } from '../types.ts';

/** How many events are in each list of contributions, and the fees, which no other figure holds. */
export interface Contributions {
  readonly gainCount: number;
  readonly incomeCount: number;
  readonly feeCount: number;
  /** EUR. */
  readonly fees: bigint;
}

/** What decides in which lists an event is. */
export interface Contributor {
  readonly type: EventType;
  readonly treatment: Treatment;
  readonly taxable: boolean;
  readonly spam: boolean;
  readonly actsOnPools: boolean;
  /** EUR, as the pools count it; null when unknown. */
  readonly value: bigint | null;
}

/** Returns what one event adds. */
export function contributionsOf(
  { type, treatment, taxable, spam, actsOnPools, value }: Contributor,
  { totalGain, hasSurplus }: Pick<Outcome, 'totalGain' | 'hasSurplus'>,
): Contributions {
  const isGain = type === 'DISPOSITION' && taxable && totalGain !== null;
  // Units that a staking deposit brought beyond what was deposited are income too.
  const isIncome =
    actsOnPools && ((type === 'INCOME' && (taxable || hasSurplus)) || (type === 'ACQUISITION' && hasSurplus));
  const fee = type === 'FEE' && treatment !== 'IGNORED' && !spam ? value : null;
  return {
    gainCount: Number(isGain),
    incomeCount: Number(isIncome),
    feeCount: Number(fee !== null),
    fees: fee ?? 0n,
  };
}
