/** Rules and matches as they are stored, under the contract's names. */
import type { Rule } from '@ctx/common/domain/rules';
import type { TransferKind } from '@ctx/common/domain/vocabulary';

/** Decimals and instants are texts. */
export interface RuleRecord extends Omit<Rule, 'ordinal'> {
  readonly label: string;
  readonly notes: string | null;
  /** Events it decides; null until its first run is done. */
  readonly matchedCount: number | null;
  readonly createdAt: string;
  readonly createdVia: string;
}

export interface MatchRecord {
  readonly id: string;
  readonly outTaxEventId: string;
  readonly inTaxEventId: string;
  readonly transferKind: TransferKind;
  readonly notes: string | null;
  readonly createdAt: string;
  readonly createdVia: string;
}
