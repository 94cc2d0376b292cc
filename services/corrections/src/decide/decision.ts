/** The decision on a correction: a rejection, or the rows to change and the response. Pure. */
import type { CircumstancesRecord } from '@ctx/domain/circumstances';
import type { EnteredPriceRecord } from '@ctx/domain/entered-price';
import type { RegimeRecord } from '@ctx/domain/regime';
import type { BalanceRecord } from '@ctx/domain/stated-balances';
import type { StatedTotalRecord } from '@ctx/domain/stated-totals';
import type { OverrideRow } from '@ctx/domain/override-record';
import type { Rejection } from '@ctx/domain/rejections';
import type { RecalcOutcome } from '@ctx/domain/vocabulary';
import type { RuleRecord, MatchRecord } from './records.ts';

/** The caller and the time of a correction. */
export interface Context {
  readonly userId: number;
  /** Name of the token, app or command. */
  readonly via: string;
  readonly requestId: string;
  /** RFC 3339, by the database's clock. */
  readonly now: string;
  /** Id of the entry that this correction writes in the history. */
  readonly entryId: string;
}

/**
 * One row that a correction creates, replaces or deletes. `action` is the action in the audit log. `years` are the tax years of
 * its events before and after; a rule concerns every year.
 */
export type Change =
  | {
      readonly action: 'OVERRIDE_SET';
      readonly eventId: string;
      readonly years: readonly number[];
      readonly before: OverrideRow | null;
      readonly after: OverrideRow;
    }
  | {
      readonly action: 'OVERRIDE_REMOVED';
      readonly eventId: string;
      readonly years: readonly number[];
      readonly before: OverrideRow;
      readonly after: null;
    }
  | { readonly action: 'RULE_CREATED'; readonly before: null; readonly after: RuleRecord }
  | { readonly action: 'RULE_DELETED'; readonly before: RuleRecord; readonly after: null }
  | {
      readonly action: 'TRANSFER_MATCHED';
      readonly years: readonly number[];
      readonly before: null;
      readonly after: MatchRecord;
    }
  | {
      readonly action: 'TRANSFER_UNMATCHED';
      readonly years: readonly number[];
      readonly before: MatchRecord;
      readonly after: null;
    }
  | {
      readonly action: 'CIRCUMSTANCES_SET';
      readonly years: readonly number[];
      readonly before: CircumstancesRecord | null;
      readonly after: CircumstancesRecord;
    }
  | {
      readonly action: 'CIRCUMSTANCES_REMOVED';
      readonly years: readonly number[];
      readonly before: CircumstancesRecord;
      readonly after: null;
    }
  | ({
      readonly action: 'PRICE_SET';
      readonly before: EnteredPriceRecord | null;
      readonly after: EnteredPriceRecord;
    } & ReachingPart)
  | ({
      readonly action: 'PRICE_REMOVED';
      readonly before: EnteredPriceRecord;
      readonly after: null;
    } & ReachingPart)
  | {
      readonly action: 'BALANCE_STATED';
      readonly years: readonly number[];
      readonly before: BalanceRecord | null;
      readonly after: BalanceRecord;
    }
  | {
      readonly action: 'BALANCE_REMOVED';
      readonly years: readonly number[];
      readonly before: BalanceRecord;
      readonly after: null;
    }
  | {
      readonly action: 'REPORTED_STATED';
      readonly years: readonly number[];
      readonly before: StatedTotalRecord | null;
      readonly after: StatedTotalRecord;
    }
  | {
      readonly action: 'REPORTED_REMOVED';
      readonly years: readonly number[];
      readonly before: StatedTotalRecord;
      readonly after: null;
    }
  | ({
      readonly action: 'REGIME_SET';
      readonly before: RegimeRow | null;
      readonly after: RegimeRow;
    } & ReachingPart)
  | ({
      readonly action: 'REGIME_REMOVED';
      readonly before: RegimeRow;
      readonly after: null;
    } & ReachingPart);

/** A chosen regime with its id in the log. */
export interface RegimeRow extends RegimeRecord {
  readonly id: string;
}

/** What a change of a price or of a regime reaches. */
interface ReachingPart {
  readonly years: readonly number[];
  /**
   * The events that a price can value; EVERYTHING for a photo price, for more events than a run takes one by one, and for another regime. None
   * where a choice leaves the regime as it is.
   */
  readonly reach: readonly string[] | 'EVERYTHING';
}

export type Action = Change['action'];

/** An accepted correction. The response is made once it is known whether a recalculation follows. */
export interface AcceptedCorrection<Response> {
  readonly changes: readonly Change[];
  /** The entry of the history that this correction undoes, if any. */
  readonly undoOf?: string;
  readonly answer: (recalc: RecalcOutcome) => Response;
}

export type Decision<Response> = Rejection | AcceptedCorrection<Response>;

/** Returns whether a decision, or a step of one, is a rejection. */
export function isRejected<Value extends object>(value: Value | Rejection): value is Rejection {
  return 'rejected' in value;
}

/** Returns whether an action is one of entered prices. */
export const isPriceAction = (action: Action): boolean =>
  action === 'PRICE_SET' || action === 'PRICE_REMOVED';

const BESIDE_THE_FIGURES: readonly Action[] = [
  'CIRCUMSTANCES_SET',
  'CIRCUMSTANCES_REMOVED',
  'BALANCE_STATED',
  'BALANCE_REMOVED',
  'REPORTED_STATED',
  'REPORTED_REMOVED',
];

/** Returns whether no figure depends on the changes, so that no recalculation follows: also of prices that can value no event, and of a regime that stays. */
export function isBesideFigures(changes: readonly Change[]): boolean {
  return changes.every((change) =>
    'reach' in change ? change.reach.length === 0 : BESIDE_THE_FIGURES.includes(change.action),
  );
}

/** Returns the ids of the events whose inputs change, or EVERYTHING for a rule, which can apply to any event. */
export function reachOf(changes: readonly Change[]): readonly string[] | 'EVERYTHING' {
  const reached = new Set<string>();
  for (const change of changes) {
    if (change.action === 'RULE_CREATED' || change.action === 'RULE_DELETED') return 'EVERYTHING';
    const reach = 'reach' in change ? change.reach : eventsOf(change);
    if (reach === 'EVERYTHING') return reach;
    for (const eventId of reach) reached.add(eventId);
  }
  return [...reached];
}

/** Returns the ids of the events that a change names; none for a rule, and for what is of a year, an asset or an account. */
export function eventsOf(change: Change): string[] {
  if ('eventId' in change) return [change.eventId];
  if (change.action !== 'TRANSFER_MATCHED' && change.action !== 'TRANSFER_UNMATCHED') return [];
  const { outTaxEventId, inTaxEventId } = change.after ?? change.before;
  return [outTaxEventId, inTaxEventId];
}

/** Returns the id that an entry of the audit log names: of the event, the rule, the match, or what else was changed. */
export function targetOf(change: Change): string {
  return 'eventId' in change ? change.eventId : (change.after ?? change.before).id;
}

/** Returns the tax years that the changes concern, in order. A rule concerns every year and adds none. */
export function yearsOf(changes: readonly Change[]): number[] {
  const years = changes.flatMap((change) => ('years' in change ? change.years : []));
  return [...new Set(years)].sort((one, other) => one - other);
}
