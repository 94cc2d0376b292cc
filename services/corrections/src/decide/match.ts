/** Transfer matches. Rejections are checked in the order of precedence of decisions.md, Requests 1. Pure. */
import type { TransferMatchInput } from '@ctx/contract/requests';
import type { Rejection } from '@ctx/domain/rejections';
import { parseInstantUs } from '@ctx/domain/instant';
import { LIMITS } from '@ctx/domain/limits';
import { renameAt } from '@ctx/domain/renames';
import { ACTIONS, type Rule, ruleBook } from '@ctx/domain/rules';
import { stableId } from '@ctx/domain/stable-id';
import type { EventType, TransferKind } from '@ctx/domain/vocabulary';
import { assetOf } from './asset.ts';
import type { Change, Context } from './decision.ts';
import { type CorrectedEvent, type EventFacts, yearOf } from './override.ts';
import type { MatchRecord } from './records.ts';
import { rejectionOfYears, type YearMarkers } from './years.ts';

/** The facts that a match is checked against: the current ones, not those of the last run. */
export interface MatchFacts {
  readonly outLeg: CorrectedEvent | undefined;
  readonly inLeg: CorrectedEvent | undefined;
  readonly years: readonly YearMarkers[];
  readonly rules: readonly Rule[];
  /** Existing matches of either leg. */
  readonly matches: readonly MatchRecord[];
  /** The match to join, with all that are joined to it: a pair each. Empty where none is named, or it does not exist. */
  readonly joined: readonly MatchRecord[];
  /** The events of `joined`. */
  readonly events: ReadonlyMap<string, CorrectedEvent>;
}

/** Kinds whose two events must have the same asset or the same symbol; a MIGRATION may also be one of the table of renames. */
const SAME_ASSET_KINDS: readonly TransferKind[] = ['SELF_TRANSFER', 'MIGRATION'];

/** Decides on a match: creates it, or returns the existing match of the same pair. */
export function decideMatch(
  requested: TransferMatchInput,
  facts: MatchFacts,
  context: Context,
): Rejection | { readonly match: MatchRecord; readonly created: boolean; readonly years: readonly number[] } {
  const { outLeg, inLeg, years, rules, matches, joined } = facts;
  if (outLeg === undefined || inLeg === undefined) return { rejected: 'NOT_FOUND' };
  const { joinMatchId } = requested;
  if (joinMatchId !== null && joined.length === 0) return { rejected: 'NOT_FOUND' };
  const { fact: out } = outLeg;
  const { fact: into } = inLeg;
  if (out === null || into === null) return { rejected: 'NOT_FOUND' };
  const concerned = [yearOf(out, outLeg.override), yearOf(into, inLeg.override)];
  const rejection = rejectionOfYears(concerned, years);
  if (rejection !== null) return rejection;
  const { outTaxEventId, inTaxEventId, transferKind } = requested;
  const existing = matches.find(
    (match) => match.outTaxEventId === outTaxEventId && match.inTaxEventId === inTaxEventId,
  );
  if (existing !== undefined) return { match: existing, created: false, years: concerned };
  const left = effectiveOf(out, outLeg, rules);
  if (left.type !== 'DISPOSITION')
    return rejected('NOT_A_DISPOSITION', 'outTaxEventId', `is a ${left.type}, not a DISPOSITION`);
  const arrived = effectiveOf(into, inLeg, rules);
  if (arrived.type !== 'ACQUISITION')
    return rejected('NOT_AN_ACQUISITION', 'inTaxEventId', `is a ${arrived.type}, not an ACQUISITION`);
  const isRenamed = transferKind === 'MIGRATION' && isRename(out, outLeg, assetOf(into, inLeg));
  if (
    SAME_ASSET_KINDS.includes(transferKind) &&
    !isSameAsset(assetOf(out, outLeg), assetOf(into, inLeg)) &&
    !isRenamed
  )
    return rejected('ASSETS_DIFFER', 'transferKind', 'needs two events with the same asset or symbol');
  if (transferKind === 'SELF_TRANSFER' && left.treatment !== 'TRANSFER_OUT_OWN_WALLET')
    return rejected('OWN_WALLET_REQUIRED', 'outTaxEventId', 'is not marked TRANSFER_OUT_OWN_WALLET');
  const cannotJoin = joinMatchId === null ? null : rejectionOfJoin(requested, facts);
  if (cannotJoin !== null) return cannotJoin;
  const others = matches.filter(({ id }) => !joined.some((each) => each.id === id));
  if (others.length > 0) return alreadyMatched(requested, others);
  const [first] = joined;
  const match: MatchRecord = {
    id: stableId('match', String(context.userId), outTaxEventId, inTaxEventId),
    outTaxEventId,
    inTaxEventId,
    transferKind,
    joinedMatchId: first === undefined ? null : groupOf(first),
    notes: requested.notes,
    createdAt: context.now,
    createdVia: context.via,
  };
  return { match, created: true, years: concerned };
}

/** Returns the id of the first match of a group of joined matches. */
export function groupOf({ id, joinedMatchId = null }: Pick<MatchRecord, 'id' | 'joinedMatchId'>): string {
  return joinedMatchId ?? id;
}

type Legs = Pick<MatchRecord, 'outTaxEventId' | 'inTaxEventId'>;

/** Tells whether pairs have one departure or one arrival in common, and differ in the other leg. */
export function shareOneLeg(pairs: readonly Legs[]): boolean {
  const departures = new Set(pairs.map(({ outTaxEventId }) => outTaxEventId)).size;
  const arrivals = new Set(pairs.map(({ inTaxEventId }) => inTaxEventId)).size;
  return Math.min(departures, arrivals) === 1 && Math.max(departures, arrivals) === pairs.length;
}

/** Returns why a pair cannot join a match, or null. */
function rejectionOfJoin(
  requested: TransferMatchInput,
  { outLeg, inLeg, joined, events }: MatchFacts,
): Rejection | null {
  const cannot = (field: string, message: string): Rejection => rejected('CANNOT_JOIN', field, message);
  if (!shareOneLeg([...joined, requested]))
    return cannot('joinMatchId', 'does not share exactly one event with the pair');
  if (joined.some(({ transferKind }) => transferKind !== requested.transferKind))
    return cannot('transferKind', 'is not that of the match to join');
  if (joined.length >= LIMITS.matchPairsMax)
    return cannot('joinMatchId', `has ${String(LIMITS.matchPairsMax)} pairs, the most that a match may have`);
  const keyOf = (event: CorrectedEvent | undefined): string | undefined =>
    event === undefined || event.fact === null ? undefined : assetOf(event.fact, event).assetKey;
  const differs = (leg: keyof Legs, event: CorrectedEvent | undefined): boolean =>
    joined.some((match) => {
      const known = keyOf(events.get(match[leg]));
      return known !== undefined && known !== keyOf(event);
    });
  if (differs('outTaxEventId', outLeg))
    return cannot('outTaxEventId', 'is of another asset than the match to join');
  if (differs('inTaxEventId', inLeg))
    return cannot('inTaxEventId', 'is of another asset than the match to join');
  return null;
}

/** Decides on removing a match. A leg whose event was removed has no year to check. */
export function decideUnmatch(
  match: MatchRecord | undefined,
  legs: readonly CorrectedEvent[],
  years: readonly YearMarkers[],
): Rejection | Change {
  if (match === undefined) return { rejected: 'NOT_FOUND' };
  const concerned = legs.flatMap(({ fact, override }) => (fact === null ? [] : [yearOf(fact, override)]));
  return (
    rejectionOfYears(concerned, years) ?? {
      action: 'TRANSFER_UNMATCHED',
      years: concerned,
      before: match,
      after: null,
    }
  );
}

/** Returns type and treatment without the match: from the override, else a rule, else the import (engine.md §1). */
function effectiveOf(
  fact: EventFacts,
  { override }: CorrectedEvent,
  rules: readonly Rule[],
): { readonly type: string; readonly treatment: string } {
  const subject = { ...fact, type: fact.type as EventType };
  // A dust rule is irrelevant here: a match takes precedence over it.
  const { mark } = ruleBook(rules)(subject, null);
  const byRule = mark === null ? undefined : ACTIONS[mark.action][fact.type];
  return {
    type: override?.overriddenType ?? byRule?.type ?? fact.type,
    treatment: override?.overriddenTreatment ?? byRule?.treatment ?? fact.treatment,
  };
}

type Asset = ReturnType<typeof assetOf>;

function isSameAsset(one: Asset, other: Asset): boolean {
  return one.assetKey === other.assetKey || one.assetSymbol.toLowerCase() === other.assetSymbol.toLowerCase();
}

function isRename(out: EventFacts, outLeg: CorrectedEvent, into: Asset): boolean {
  const atUs = parseInstantUs(outLeg.override?.overriddenTimestamp ?? out.timestamp);
  return atUs !== null && renameAt(assetOf(out, outLeg).assetSymbol, into.assetSymbol, atUs) !== null;
}

/** Names the existing match of each leg, active or not, so that the caller can remove it by its id. */
export function alreadyMatched(
  requested: Pick<MatchRecord, 'outTaxEventId' | 'inTaxEventId'>,
  matches: readonly MatchRecord[],
): Rejection {
  const fields = ['outTaxEventId', 'inTaxEventId'] as const;
  const fieldErrors = fields.flatMap((field) => {
    const holding = matches.find((match) => fields.some((leg) => match[leg] === requested[field]));
    return holding === undefined ? [] : [{ field, message: `is a leg of match ${holding.id}` }];
  });
  return { rejected: 'ALREADY_MATCHED', fieldErrors };
}

function rejected(name: Rejection['rejected'], field: string, message: string): Rejection {
  return { rejected: name, fieldErrors: [{ field, message }] };
}
