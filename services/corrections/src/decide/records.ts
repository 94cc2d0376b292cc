/** Rules and transfer matches as stored, with the field names of the contract. */
import type { Rule } from '@ctx/domain/rules';
import type { TransferKind } from '@ctx/domain/vocabulary';

/** A stored rule. Decimals and instants are text. */
export interface RuleRecord extends Omit<Rule, 'ordinal'> {
  readonly label: string;
  readonly notes: string | null;
  /** Number of events that it decides; null until its first run is done. */
  readonly matchedCount: number | null;
  readonly createdAt: string;
  readonly createdVia: string;
  /** Place in the order in which rules apply. Set when a rule is deleted, or restored by an undo. */
  readonly ordinal?: number;
}

/** A stored transfer match. Instants are text. */
export interface MatchRecord {
  readonly id: string;
  /** The first match of the group that the pair was joined to; absent in logs of version 1.0.0. */
  readonly joinedMatchId?: string | null;
  readonly outTaxEventId: string;
  readonly inTaxEventId: string;
  readonly transferKind: TransferKind;
  readonly notes: string | null;
  readonly createdAt: string;
  readonly createdVia: string;
}
