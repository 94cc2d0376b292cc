/**
 * Undoing an entry of the history: all of its changes in reverse, or none. A row is judged as it is stored now: the fields that
 * the entry changed must still have the values that it gave them. Rejections are checked in the order of other corrections:
 * unknown, years, then what changed since. Pure.
 */
import { CORRECTED_FIELDS, type CorrectedField } from '@ctx/contract/requests';
import type { CircumstancesRecord } from '@ctx/domain/circumstances';
import { LIMITS } from '@ctx/domain/limits';
import type { BalanceRecord } from '@ctx/domain/stated-balances';
import type { StatedTotalRecord } from '@ctx/domain/stated-totals';
import type { OverrideRow, ShownOverride } from '@ctx/domain/override-record';
import type { FieldError, Rejection } from '@ctx/domain/rejections';
import { stableId } from '@ctx/domain/stable-id';
import { type Change, type Context, isRejected, type RegimeRow } from './decision.ts';
import type { LoggedChange } from './history-entry.ts';
import { alreadyMatched, groupOf, shareOneLeg } from './match.ts';
import { changedBy, type LaterChange } from './later-entry.ts';
import { blankOverride, type CorrectedEvent, isSame, yearOf } from './override.ts';
import type { MatchRecord, RuleRecord } from './records.ts';
import type { Reversal } from './reversal.ts';
import { reversalOfBalance } from './undo-balance.ts';
import { reversalOfCircumstances } from './undo-circumstances.ts';
import { type PriceFacts, reversalOfPrice } from './undo-price.ts';
import { reversalOfStatedTotal } from './undo-stated-total.ts';
import { reversalOfRegime } from './undo-regime.ts';
import { rejectionOfYears, type YearMarkers } from './years.ts';

/** What an undo is checked against: the rows as they are stored now. */
export interface UndoFacts extends PriceFacts {
  readonly events: ReadonlyMap<string, CorrectedEvent>;
  readonly years: readonly YearMarkers[];
  /** All rules; empty if the entry is not of a rule. */
  readonly rules: readonly RuleRecord[];
  /** Matches of the entry's events. */
  readonly matches: readonly MatchRecord[];
  /** Circumstances of the entry's years; empty if the entry is not of circumstances. */
  readonly circumstances: readonly CircumstancesRecord[];
  /** Stated balances of the entry's accounts; empty if the entry is not of a balance. */
  readonly balances: readonly BalanceRecord[];
  /** Stated totals of the entry's years; empty if the entry is not of one. */
  readonly statedTotals: readonly StatedTotalRecord[];
  /** Chosen regimes of the entry's years; empty if the entry is not of a regime. */
  readonly regimes: readonly RegimeRow[];
  /** Whether another entry undid this one and was not undone itself. */
  readonly isUndone: boolean;
  /** Later rows of the log, to name the entry to undo first. */
  readonly later: readonly LaterChange[];
}

/** Decides on undoing the changes of one entry. An entry that does not exist has none, and one that is undone already needs none. */
export function decideUndo(
  logged: readonly LoggedChange[],
  facts: UndoFacts,
  context: Context,
): Rejection | readonly Change[] {
  if (logged.length === 0) return { rejected: 'NOT_FOUND' };
  const reversals = logged.toReversed().map((change) => reversalOf(change, facts, context));
  const rejection = rejectionOfYears(
    reversals.flatMap(({ years }) => years),
    facts.years,
  );
  if (rejection !== null) return rejection;
  if (facts.isUndone) return [];
  const rejections = reversals.flatMap(({ outcome }) => (isRejected(outcome) ? [outcome] : []));
  const [first] = rejections;
  if (first === undefined) return reversals.map(({ outcome }) => outcome as Change);
  const fieldErrors = rejections
    .filter(({ rejected }) => rejected === first.rejected)
    .flatMap((each) => each.fieldErrors ?? []);
  if (fieldErrors.length === 0) return { rejected: first.rejected };
  return { rejected: first.rejected, fieldErrors: fieldErrors.slice(0, FIELDS_NAMED_MAX) };
}

/** Bounds the message of a rejection, which names each field. */
const FIELDS_NAMED_MAX = LIMITS.historyChangesMax;

function reversalOf(logged: LoggedChange, facts: UndoFacts, context: Context): Reversal {
  switch (logged.action) {
    case 'OVERRIDE_SET':
    case 'OVERRIDE_REMOVED':
      return reversalOfOverride(logged, facts, context);
    case 'RULE_CREATED':
    case 'RULE_DELETED':
      return { years: [], outcome: reversalOfRule(logged, facts) };
    case 'TRANSFER_MATCHED':
    case 'TRANSFER_UNMATCHED':
      return reversalOfMatch(logged, facts);
    case 'CIRCUMSTANCES_SET':
    case 'CIRCUMSTANCES_REMOVED':
      return reversalOfCircumstances(logged, facts, context);
    case 'PRICE_SET':
    case 'PRICE_REMOVED':
      return reversalOfPrice(logged, facts, context);
    case 'BALANCE_STATED':
    case 'BALANCE_REMOVED':
      return reversalOfBalance(logged, facts);
    case 'REPORTED_STATED':
    case 'REPORTED_REMOVED':
      return reversalOfStatedTotal(logged, facts);
    case 'REGIME_SET':
    case 'REGIME_REMOVED':
      return reversalOfRegime(logged, facts);
  }
}

function reversalOfOverride(logged: LoggedChange, { events, later }: UndoFacts, context: Context): Reversal {
  const eventId = logged.target;
  const event = events.get(eventId);
  if (event === undefined || event.fact === null)
    return { years: [], outcome: reversalOfOrphan(logged, event?.override ?? null, context) };
  const { fact, override: current } = event;
  const before = logged.before as OverrideRow | null;
  const after = logged.after as OverrideRow | null;
  const changed = CORRECTED_FIELDS.filter((field) => !isSameField(field, before, after));
  const merged: ShownOverride = { ...(current ?? blankOverride(fact)), ...pick(before, changed) };
  const years = [yearOf(fact, current), yearOf(fact, merged)];
  const touched = changed.filter((field) => !isSameField(field, current, after));
  if (touched.length > 0) {
    const message = `of event ${eventId} has another value now`;
    const errors = touched.map((field) =>
      changedBy({ field, message }, later, eventId, (row) => !isSameField(field, row.before, row.after)),
    );
    return { years, outcome: changedSince(errors) };
  }
  if (CORRECTED_FIELDS.some((field) => merged[field] !== null)) {
    const row: OverrideRow = {
      ...merged,
      id: current?.id ?? before?.id ?? stableId('override', String(context.userId), eventId),
      createdAt: current?.createdAt ?? before?.createdAt ?? context.now,
      updatedAt: context.now,
      orphanedSince: null,
    };
    return { years, outcome: { action: 'OVERRIDE_SET', eventId, years, before: current, after: row } };
  }
  if (current === null) return { years, outcome: changedSince([]) };
  return { years, outcome: { action: 'OVERRIDE_REMOVED', eventId, years, before: current, after: null } };
}

/** A correction that had no event already when it was removed returns as it was. Otherwise there is nothing to restore it on. */
function reversalOfOrphan(
  { action, target: eventId, before, after }: LoggedChange,
  current: OverrideRow | null,
  { now }: Context,
): Change | Rejection {
  const [removed, restored] = [before, after] as [OverrideRow | null, OverrideRow | null];
  if (action === 'OVERRIDE_REMOVED' && removed?.orphanedSince != null && current === null) {
    const row = { ...removed, updatedAt: now };
    return { action: 'OVERRIDE_SET', eventId, years: [], before: null, after: row };
  }
  if (action === 'OVERRIDE_SET' && restored?.orphanedSince != null && current !== null)
    return { action: 'OVERRIDE_REMOVED', eventId, years: [], before: current, after: null };
  return changedSince([{ field: eventId, message: 'is no longer imported' }]);
}

const valueOf = (row: ShownOverride | null, field: CorrectedField) => row?.[field] ?? null;

const isSameField = (field: CorrectedField, one: object | null, other: object | null): boolean =>
  isSame(field, valueOf(one as ShownOverride | null, field), valueOf(other as ShownOverride | null, field));

function pick(row: ShownOverride | null, fields: readonly CorrectedField[]) {
  return Object.fromEntries(fields.map((field) => [field, valueOf(row, field)])) as Partial<
    Pick<ShownOverride, CorrectedField>
  >;
}

function reversalOfRule({ action, target, before }: LoggedChange, { rules, later }: UndoFacts) {
  const current = rules.find(({ id }) => id === target);
  const changed = (message: string): Rejection =>
    changedSince([changedBy({ field: 'rule', message: `${target} ${message}` }, later, target)]);
  if (action === 'RULE_CREATED') {
    if (current === undefined) return changed('was deleted');
    return { action: 'RULE_DELETED', before: current, after: null } as const;
  }
  if (current !== undefined) return changed('was created again');
  if (rules.length >= LIMITS.rulesMax) return { rejected: 'TOO_MANY_RULES' } as const;
  const rule = before as RuleRecord;
  // The first rule that matches an event applies, so a rule without its place cannot be restored.
  if (rule.ordinal === undefined) return { rejected: 'UNDO_UNAVAILABLE' } as const;
  return { action: 'RULE_CREATED', before: null, after: { ...rule, matchedCount: null } } as const;
}

/**
 * A removed match returns as it was, although its legs may have been corrected meanwhile: it was stored with such legs before too,
 * and the engine ignores a match whose legs do not fit.
 */
function reversalOfMatch(logged: LoggedChange, { events, matches, later }: UndoFacts): Reversal {
  const match = (logged.after ?? logged.before) as MatchRecord;
  const changed = (message: string): Rejection =>
    changedSince([changedBy({ field: 'match', message: `${match.id} ${message}` }, later, match.id)]);
  const legs = [match.outTaxEventId, match.inTaxEventId];
  const years = legs.flatMap((id) => {
    const leg = events.get(id);
    return leg === undefined || leg.fact === null ? [] : [yearOf(leg.fact, leg.override)];
  });
  const current = matches.find(({ id }) => id === match.id);
  if (logged.action === 'TRANSFER_MATCHED') {
    if (current !== undefined)
      return { years, outcome: { action: 'TRANSFER_UNMATCHED', years, before: current, after: null } };
    return { years, outcome: changed('was removed') };
  }
  if (current !== undefined) return { years, outcome: changed('was created again') };
  const isJoined =
    matches.every((each) => groupOf(each) === groupOf(match)) && shareOneLeg([...matches, match]);
  if (matches.length > 0 && !isJoined) return { years, outcome: alreadyMatched(match, matches) };
  return { years, outcome: { action: 'TRANSFER_MATCHED', years, before: null, after: match } };
}

function changedSince(fieldErrors: readonly FieldError[]): Rejection {
  return { rejected: 'CHANGED_SINCE', fieldErrors };
}
