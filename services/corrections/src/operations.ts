/** The eight corrections: what each loads, and the decision it asks (service.md, "Endpoints"). */
import { OVERRIDE_FIELDS, type OverrideField } from '@ctx/common/contract/requests';
import type { Refusal } from '@ctx/common/domain/rejections';
import type { RuleAction, RuleDirection, RuleMatchType, TransferKind } from '@ctx/common/domain/vocabulary';
import { type Client, oneFlight } from '@ctx/common/platform/postgres';
import type {
  BulkDeleteRequest,
  BulkOverrideRequest,
  BulkResponse,
  DeleteResponse,
  DeleteRuleRequest,
  OverrideRequest,
  OverrideResponse,
  RemoveOverrideRequest,
  RuleRequest,
  RuleResponse,
  TransferMatchRequest,
  TransferMatchResponse,
  UnmatchTransferRequest,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { decideEach, type ItemOutcome } from './decide/bulk.ts';
import { type Change, type Context, type Decision, isRefused } from './decide/decision.ts';
import { decideMatch, decideUnmatch } from './decide/match.ts';
import { decideOverride, decideRemoval, type OverridePatch, refusalOfPatch } from './decide/override.ts';
import { decideRule } from './decide/rule.ts';
import {
  readEvents,
  readMatch,
  readMatchesOf,
  readOverridden,
  readRule,
  readRules,
  readYears,
} from './store/correction-facts.ts';

export async function applyOverride(
  client: Client,
  request: OverrideRequest,
  context: Context,
): Promise<Decision<OverrideResponse>> {
  const { userId } = context;
  const taxEventId = request.taxEventId.toLowerCase();
  const [events, years] = await oneFlight(
    readEvents(client, userId, [taxEventId]),
    readYears(client, userId),
  );
  const outcome = decideOverride(events.get(taxEventId), patchOf(request), years, context);
  if (isRefused(outcome)) return outcome;
  const { change, created, record } = outcome;
  return {
    changes: change === null ? [] : [change],
    answer: (recalc) => ({ override: record, created, changed: change !== null, recalc }),
  };
}

export async function bulkApplyOverrides(
  client: Client,
  request: BulkOverrideRequest,
  context: Context,
): Promise<Decision<BulkResponse>> {
  const patch = patchOf(request);
  const refusal = refusalOfPatch(patch);
  if (refusal !== null) return refusal;
  const [events, years] = await oneFlight(
    readEvents(client, context.userId, request.taxEventIds),
    readYears(client, context.userId),
  );
  return decideEach(request.taxEventIds, (id): Refusal | ItemOutcome => {
    const outcome = decideOverride(events.get(id), patch, years, context);
    if (isRefused(outcome)) return outcome;
    const { change, overrideId } = outcome;
    return { change, status: change === null ? 'UNCHANGED' : 'APPLIED', overrideId };
  });
}

export async function bulkDeleteOverrides(
  client: Client,
  { overrideIds }: BulkDeleteRequest,
  { userId }: Context,
): Promise<Decision<BulkResponse>> {
  const [events, years] = await oneFlight(
    readOverridden(client, userId, overrideIds),
    readYears(client, userId),
  );
  return decideEach(overrideIds, (id): Refusal | ItemOutcome => {
    const change = decideRemoval(events.get(id), years);
    return isRefused(change) ? change : { change, status: 'DELETED', overrideId: id };
  });
}

export async function removeOverride(
  client: Client,
  { overrideId }: RemoveOverrideRequest,
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
  request: RuleRequest,
  context: Context,
): Promise<Decision<RuleResponse>> {
  const existing = await readRules(client, context.userId);
  const outcome = decideRule(
    {
      action: request.action as RuleAction,
      label: request.label,
      matchType: (request.matchType ?? 'COUNTERPARTY') as RuleMatchType,
      direction: (request.direction ?? 'ANY') as RuleDirection,
      counterpartyAddress: request.counterpartyAddress ?? null,
      chainId: request.chainId ?? null,
      matchValue: request.matchValue ?? null,
      thresholdEur: request.thresholdEur ?? null,
      notes: request.notes ?? null,
    },
    existing,
    context,
  );
  if (isRefused(outcome)) return outcome;
  const { rule, created } = outcome;
  return {
    changes: created ? [{ action: 'RULE_CREATED', before: null, after: rule }] : [],
    answer: (recalc) => ({ rule, created, recalc }),
  };
}

export async function deleteRule(
  client: Client,
  { ruleId }: DeleteRuleRequest,
  { userId }: Context,
): Promise<Decision<DeleteResponse>> {
  const before = await readRule(client, userId, ruleId);
  return deletion(
    before === undefined ? { refused: 'NOT_FOUND' } : { action: 'RULE_DELETED', before, after: null },
  );
}

export async function matchTransfers(
  client: Client,
  request: TransferMatchRequest,
  context: Context,
): Promise<Decision<TransferMatchResponse>> {
  const { userId } = context;
  const outTaxEventId = request.outTaxEventId.toLowerCase();
  const inTaxEventId = request.inTaxEventId.toLowerCase();
  const [events, years, rules, matches] = await oneFlight(
    readEvents(client, userId, [outTaxEventId, inTaxEventId]),
    readYears(client, userId),
    readRules(client, userId),
    readMatchesOf(client, userId, [outTaxEventId, inTaxEventId]),
  );
  const wish = {
    ...{ outTaxEventId, inTaxEventId, notes: request.notes ?? null },
    transferKind: request.transferKind as TransferKind,
  };
  const legs = { outLeg: events.get(outTaxEventId), inLeg: events.get(inTaxEventId) };
  const outcome = decideMatch(wish, { ...legs, years, rules, matches }, context);
  if (isRefused(outcome)) return outcome;
  const { match, created } = outcome;
  return {
    changes: created ? [{ action: 'TRANSFER_MATCHED', before: null, after: match }] : [],
    answer: (recalc) => ({ match, created, recalc }),
  };
}

export async function unmatchTransfer(
  client: Client,
  { matchId }: UnmatchTransferRequest,
  { userId }: Context,
): Promise<Decision<DeleteResponse>> {
  const match = await readMatch(client, userId, matchId);
  const [events, years] = await oneFlight(
    readEvents(client, userId, match === undefined ? [] : [match.outTaxEventId, match.inTaxEventId]),
    readYears(client, userId),
  );
  return deletion(decideUnmatch(match, [...events.values()], years));
}

function deletion(change: Refusal | Change): Decision<DeleteResponse> {
  return isRefused(change) ? change : { changes: [change], answer: (recalc) => ({ deleted: true, recalc }) };
}

function patchOf(request: OverrideRequest | BulkOverrideRequest): OverridePatch {
  const { clear, overriddenFlags, ...fields } = request;
  const given = Object.entries({ ...fields, overriddenFlags: overriddenFlags?.values });
  return {
    values: Object.fromEntries(given.filter(([name]) => isField(name))),
    clear: (clear?.values ?? []).filter(isField),
  };
}

function isField(name: string): name is OverrideField {
  return (OVERRIDE_FIELDS as readonly string[]).includes(name);
}
