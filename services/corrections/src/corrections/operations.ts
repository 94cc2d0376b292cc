/**
 * The corrections: each loads what its decision needs, decides, and returns changes and response (service.md,
 * "Endpoints").
 */
import type {
  BulkDeleteRequest,
  BulkMatchRequest,
  BulkOverrideRequest,
  AssetCorrectionRequest,
  DeleteRuleRequest,
  OverrideRequest,
  RemoveOverrideRequest,
  RuleInput,
  TransferMatchInput,
  UnmatchTransferRequest,
} from '@ctx/contract/requests';
import type { RequestOf } from '@ctx/contract/parse-input';
import { assetOf, isMoney } from '@ctx/converters/assets';
import type { Rejection } from '@ctx/domain/rejections';
import { oneFlight } from '@ctx/platform/one-flight';
import type { Client } from '@ctx/platform/postgres';
import type {
  BulkMatchResponse,
  BulkResponse,
  DeleteResponse,
  OverrideResponse,
  RuleResponse,
  TransferMatchResponse,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { type CorrectedAsset, decideAsset } from '../decide/asset.ts';
import { decideEach, type ItemOutcome } from '../decide/bulk.ts';
import { type Change, type Context, type Decision, isRejected } from '../decide/decision.ts';
import { decideMatch, decideUnmatch } from '../decide/match.ts';
import { decidePairs } from '../decide/match-pairs.ts';
import { decideOverride, decideRemoval, rejectionOfPatch } from '../decide/override.ts';
import { decideRule } from '../decide/rule.ts';
import {
  readAsset,
  readEvents,
  readJoinedMatches,
  readMatch,
  readMatchesOf,
  readOverridden,
  readRule,
  readRules,
  readYears,
} from '../store/correction-facts.ts';

export async function applyOverride(
  client: Client,
  { taxEventId, clear, ...values }: RequestOf<typeof OverrideRequest>,
  context: Context,
): Promise<Decision<OverrideResponse>> {
  const { userId } = context;
  const eventId = taxEventId.toLowerCase();
  const [events, years] = await oneFlight(readEvents(client, userId, [eventId]), readYears(client, userId));
  const patch = { values, clear: clear ?? [] };
  const outcome = decideOverride(events.get(eventId), patch, years, context);
  if (isRejected(outcome)) return outcome;
  const { change, created, record } = outcome;
  return {
    changes: change === null ? [] : [change],
    answer: (recalc) => ({ override: record, created, changed: change !== null, recalc }),
  };
}

export async function bulkApplyOverrides(
  client: Client,
  { taxEventIds, clear, ...values }: RequestOf<typeof BulkOverrideRequest>,
  context: Context,
): Promise<Decision<BulkResponse>> {
  const patch = { values, clear: clear ?? [] };
  const rejection = rejectionOfPatch(patch);
  if (rejection !== null) return rejection;
  const [events, years] = await oneFlight(
    readEvents(client, context.userId, taxEventIds),
    readYears(client, context.userId),
  );
  return decideEach(taxEventIds, (id): Rejection | ItemOutcome => {
    const outcome = decideOverride(events.get(id), patch, years, context);
    if (isRejected(outcome)) return outcome;
    const { change, overrideId } = outcome;
    return { change, status: change === null ? 'UNCHANGED' : 'APPLIED', overrideId };
  });
}

export async function correctAsset(
  client: Client,
  { taxEventIds, assetId }: RequestOf<typeof AssetCorrectionRequest>,
  context: Context,
): Promise<Decision<BulkResponse>> {
  const { userId } = context;
  const asset = assetId === null ? null : await assetNamed(client, userId, assetId);
  if (asset?.fiat === true)
    return { rejected: 'MONEY_IS_NO_ASSET', fieldErrors: [{ field: 'assetId', message: 'is a currency' }] };
  const [events, years] = await oneFlight(readEvents(client, userId, taxEventIds), readYears(client, userId));
  return decideEach(taxEventIds, (id): Rejection | ItemOutcome => {
    const outcome = decideAsset(events.get(id), asset, years, context);
    if (isRejected(outcome)) return outcome;
    const { change, overrideId } = outcome;
    return { change, status: change === null ? 'UNCHANGED' : 'APPLIED', overrideId };
  });
}

/** Returns an asset with its names in the user's events. Of one that the user has no event of, the id is the symbol, as in an import. */
async function assetNamed(client: Client, userId: number, assetId: string): Promise<CorrectedAsset> {
  const known = await readAsset(client, userId, assetId);
  if (known !== undefined) return { ...known, assetId, fiat: known.fiat || isMoney(assetId) };
  const { symbol, name = null, chain = null } = assetOf(assetId);
  return { assetId, symbol, name, chain, fiat: isMoney(assetId) };
}

export async function bulkDeleteOverrides(
  client: Client,
  { overrideIds }: RequestOf<typeof BulkDeleteRequest>,
  { userId }: Context,
): Promise<Decision<BulkResponse>> {
  const [events, years] = await oneFlight(
    readOverridden(client, userId, overrideIds),
    readYears(client, userId),
  );
  return decideEach(overrideIds, (id): Rejection | ItemOutcome => {
    const change = decideRemoval(events.get(id), years);
    return isRejected(change) ? change : { change, status: 'DELETED', overrideId: id };
  });
}

export async function removeOverride(
  client: Client,
  { overrideId }: RequestOf<typeof RemoveOverrideRequest>,
  { userId }: Context,
): Promise<Decision<DeleteResponse>> {
  const [events, years] = await oneFlight(
    readOverridden(client, userId, [overrideId]),
    readYears(client, userId),
  );
  return deletion(decideRemoval(events.get(overrideId.toLowerCase()), years));
}

export async function createRule(
  client: Client,
  input: RuleInput,
  context: Context,
): Promise<Decision<RuleResponse>> {
  const existing = await readRules(client, context.userId);
  const outcome = decideRule(input, existing, context);
  if (isRejected(outcome)) return outcome;
  const { rule, created } = outcome;
  return {
    changes: created ? [{ action: 'RULE_CREATED', before: null, after: rule }] : [],
    answer: (recalc) => ({ rule, created, recalc }),
  };
}

export async function deleteRule(
  client: Client,
  { ruleId }: RequestOf<typeof DeleteRuleRequest>,
  { userId }: Context,
): Promise<Decision<DeleteResponse>> {
  const before = await readRule(client, userId, ruleId);
  return deletion(
    before === undefined ? { rejected: 'NOT_FOUND' } : { action: 'RULE_DELETED', before, after: null },
  );
}

export async function matchTransfers(
  client: Client,
  input: TransferMatchInput,
  context: Context,
): Promise<Decision<TransferMatchResponse>> {
  const { userId } = context;
  const outTaxEventId = input.outTaxEventId.toLowerCase();
  const inTaxEventId = input.inTaxEventId.toLowerCase();
  const joinMatchId = input.joinMatchId?.toLowerCase() ?? null;
  const joined = joinMatchId === null ? [] : await readJoinedMatches(client, userId, joinMatchId);
  const joinedLegs = joined.flatMap((match) => [match.outTaxEventId, match.inTaxEventId]);
  const [events, years, rules, matches] = await oneFlight(
    readEvents(client, userId, [outTaxEventId, inTaxEventId, ...joinedLegs]),
    readYears(client, userId),
    readRules(client, userId),
    readMatchesOf(client, userId, [outTaxEventId, inTaxEventId]),
  );
  const requested = { ...input, outTaxEventId, inTaxEventId, joinMatchId };
  const legs = { outLeg: events.get(outTaxEventId), inLeg: events.get(inTaxEventId) };
  const outcome = decideMatch(requested, { ...legs, events, years, rules, matches, joined }, context);
  if (isRejected(outcome)) return outcome;
  const { match, created, years: concerned } = outcome;
  return {
    changes: created ? [{ action: 'TRANSFER_MATCHED', years: concerned, before: null, after: match }] : [],
    answer: (recalc) => ({ match, created, recalc }),
  };
}

export async function bulkMatchTransfers(
  client: Client,
  { pairs, markOwnWallet, notes }: RequestOf<typeof BulkMatchRequest>,
  context: Context,
): Promise<Decision<BulkMatchResponse>> {
  const { userId } = context;
  const ids = pairs.flatMap(({ outTaxEventId, inTaxEventId }) => [outTaxEventId, inTaxEventId]);
  const [events, years, rules, matches] = await oneFlight(
    readEvents(client, userId, ids),
    readYears(client, userId),
    readRules(client, userId),
    readMatchesOf(
      client,
      userId,
      ids.map((id) => id.toLowerCase()),
    ),
  );
  const requested = { pairs, marksOwnWallet: markOwnWallet ?? false, notes: notes ?? null };
  return decidePairs(requested, { events, years, rules, matches }, context);
}

export async function unmatchTransfer(
  client: Client,
  { matchId }: RequestOf<typeof UnmatchTransferRequest>,
  { userId }: Context,
): Promise<Decision<DeleteResponse>> {
  const match = await readMatch(client, userId, matchId);
  const [events, years] = await oneFlight(
    readEvents(client, userId, match === undefined ? [] : [match.outTaxEventId, match.inTaxEventId]),
    readYears(client, userId),
  );
  return deletion(decideUnmatch(match, [...events.values()], years));
}

function deletion(change: Rejection | Change): Decision<DeleteResponse> {
  return isRejected(change) ? change : { changes: [change], answer: (recalc) => ({ deleted: true, recalc }) };
}
