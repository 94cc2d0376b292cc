/** The records of corrections and their answers (service.md, "Override request" and on; decisions.md, "Records"). */
import { z } from 'zod';
import {
  RECALC_OUTCOMES,
  RULE_ACTIONS,
  RULE_DIRECTIONS,
  RULE_MATCH_TYPES,
  TRANSFER_KINDS,
} from '../domain/vocabulary.ts';
import { TaxEventOverride } from './inbox.ts';
import { dateTime, decimal, int32, int64, nullableText, uuid } from './scalars.ts';
import { Transaction } from './schemas.ts';

const recalc = () =>
  z
    .enum(RECALC_OUTCOMES)
    .describe('SCHEDULED: a run follows. QUEUED: it follows the one under way. NOT_NEEDED: nothing changed.');

export const OverrideResponse = z
  .object({
    override: TaxEventOverride,
    created: z.boolean(),
    changed: z.boolean().describe('False for an identical repeat: nothing saved, no run.'),
    recalc: recalc(),
  })
  .meta({ id: 'OverrideResponse' });

export const BULK_STATUSES = ['APPLIED', 'UNCHANGED', 'DELETED', 'FAILED'] as const;

export const BulkItem = z
  .object({
    id: z.string().describe('As in the request: the tax event id, or the override id.'),
    status: z.enum(BULK_STATUSES),
    code: nullableText().describe('Why it failed: NOT_FOUND, YEAR_LOCKED, YEAR_FROZEN.'),
    message: nullableText(),
    overrideId: uuid().nullish(),
  })
  .meta({ id: 'BulkItem' });

export const BulkResponse = z
  .object({
    processed: int32(),
    succeeded: int32().describe('UNCHANGED included.'),
    failed: int32(),
    recalc: recalc(),
    results: z.array(BulkItem).describe('In the order of the request.'),
  })
  .meta({ id: 'BulkResponse' });

export const DeleteResponse = z
  .object({ deleted: z.boolean(), recalc: recalc() })
  .meta({ id: 'DeleteResponse' });

export const Rule = z
  .object({
    id: uuid(),
    action: z.enum(RULE_ACTIONS),
    label: z.string(),
    matchType: z.enum(RULE_MATCH_TYPES),
    direction: z.enum(RULE_DIRECTIONS),
    counterpartyAddress: nullableText(),
    chainId: int32().nullish(),
    matchValue: nullableText(),
    thresholdEur: decimal('EUR value below which events are ignored.').nullish(),
    notes: nullableText(),
    matchedCount: int64().nullish().describe('Events it decides; null until the first run after it.'),
    createdAt: dateTime(),
    createdVia: z.string().describe('Name of the token or app.'),
  })
  .meta({ id: 'Rule', description: 'A persistent rule.' });

export const RulesResponse = z
  .object({
    rules: z.array(Rule).describe('In order of creation: the first that matches an event decides it.'),
  })
  .meta({ id: 'RulesResponse' });

export const RuleResponse = z
  .object({
    rule: Rule,
    created: z.boolean().describe('False when an identical rule existed and is returned.'),
    recalc: recalc(),
  })
  .meta({ id: 'RuleResponse' });

export const TransferMatch = z
  .object({
    id: uuid(),
    outTaxEventId: uuid(),
    inTaxEventId: uuid(),
    transferKind: z.enum(TRANSFER_KINDS),
    notes: nullableText(),
    createdAt: dateTime(),
    createdVia: z.string().describe('Name of the token or app.'),
  })
  .meta({ id: 'TransferMatch', description: 'Two events that are one transfer.' });

export const TransferMatchResponse = z
  .object({
    match: TransferMatch,
    created: z.boolean().describe('False when this exact pair was already matched.'),
    recalc: recalc(),
  })
  .meta({ id: 'TransferMatchResponse' });

export const TransferCandidate = z
  .object({
    taxEvent: Transaction,
    transferKind: z.enum(TRANSFER_KINDS).describe('What the two would be matched as.'),
    amountDifference: decimal('What left and did not arrive.'),
    secondsApart: int64(),
    score: decimal('0 to 1: half for the time, half for the amount.'),
  })
  .meta({ id: 'TransferCandidate' });

export const TransferCandidatesResponse = z
  .object({
    taxEvent: Transaction,
    candidates: z.array(TransferCandidate).describe('Best first, at most 20; none of a matched event.'),
    existingMatch: TransferMatch.nullish().describe('Its `id` is what the delete takes.'),
  })
  .meta({ id: 'TransferCandidatesResponse' });
