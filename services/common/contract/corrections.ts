/** Records and responses of corrections (service.md, from "Override request" on; decisions.md, "Records"). */
import { z } from 'zod';
import {
  RECALC_OUTCOMES,
  RULE_ACTIONS,
  RULE_DIRECTIONS,
  RULE_MATCH_TYPES,
  TRANSFER_KINDS,
} from '@ctx/domain/vocabulary';
import { TaxEventOverride } from './inbox.ts';
import { MEANING } from './meanings.ts';
import { CorrectionPreview } from './previews.ts';
import {
  dateTime,
  decimal,
  dryRunMark,
  int32,
  int64,
  nullableText,
  pageUrl,
  transactionUrl,
  uuid,
} from './scalars.ts';
import { Transaction } from './schemas.ts';

const recalc = () =>
  z
    .enum(RECALC_OUTCOMES)
    .describe('SCHEDULED: a run follows. QUEUED: after the current run. NOT_NEEDED: nothing changed.');

/** Only in the response to a dry run, so that other responses stay as they are. */
const preview = () => CorrectionPreview.optional().describe('What would change; only for a dry run.');

export const OverrideResponse = z
  .object({
    dryRun: dryRunMark(),
    override: TaxEventOverride.describe('The override as it is after the request.'),
    created: z.boolean().describe('True if the request created the override.'),
    changed: z.boolean().describe('False for an identical repeat.'),
    recalc: recalc(),
    preview: preview(),
  })
  .meta({ id: 'OverrideResponse' });

export const BULK_STATUSES = ['APPLIED', 'UNCHANGED', 'DELETED', 'FAILED'] as const;

export const BulkItem = z
  .object({
    id: z.string().describe('The tax event id or override id, as in the request.'),
    status: z.enum(BULK_STATUSES).describe('What became of the item.'),
    code: nullableText().describe('Reason of a failure: NOT_FOUND, YEAR_LOCKED or YEAR_FROZEN.'),
    message: nullableText().describe(MEANING.failureMessage),
    overrideId: uuid().nullish().describe('The override of the event; null if there is none.'),
  })
  .meta({ id: 'BulkItem' });

export const BulkResponse = z
  .object({
    dryRun: dryRunMark(),
    processed: int32().describe(MEANING.processed),
    succeeded: int32().describe('Number of items that succeeded, including those with status UNCHANGED.'),
    failed: int32().describe(MEANING.failed),
    recalc: recalc(),
    results: z.array(BulkItem).describe('In the order of the request.'),
    preview: preview(),
  })
  .meta({ id: 'BulkResponse' });

export const DeleteResponse = z
  .object({
    dryRun: dryRunMark(),
    deleted: z.boolean().describe('True if it was deleted.'),
    recalc: recalc(),
    preview: preview(),
  })
  .meta({ id: 'DeleteResponse' });

export const Rule = z
  .object({
    id: uuid().describe('Identifier of the rule.'),
    action: z.enum(RULE_ACTIONS).describe('What the rule does to an event that it matches.'),
    label: z.string().describe('Name that the user gave to the rule.'),
    matchType: z.enum(RULE_MATCH_TYPES).describe('What the rule compares.'),
    direction: z.enum(RULE_DIRECTIONS).describe('Whether it matches incoming events, outgoing ones or both.'),
    counterpartyAddress: nullableText().describe('Address that the rule compares; null for other rules.'),
    chainId: int32().nullish().describe(MEANING.chainId),
    matchValue: nullableText().describe('Text that the rule compares; null for other rules.'),
    thresholdEur: decimal('EUR value below which events are ignored.').nullish(),
    notes: nullableText().describe(MEANING.notes),
    matchedCount: int64().nullish().describe('Number of events it decides; null until its first run.'),
    createdAt: dateTime().describe(MEANING.createdAt),
    createdVia: z.string().describe('Name of the token or app.'),
  })
  .meta({ id: 'Rule', description: 'A persistent rule.' });

export const RulesResponse = z
  .object({
    rules: z.array(Rule).describe('In order of creation. The first rule that matches an event applies.'),
  })
  .meta({ id: 'RulesResponse' });

export const RuleResponse = z
  .object({
    dryRun: dryRunMark(),
    rule: Rule.describe('The rule, new or the identical one that existed.'),
    created: z.boolean().describe('False when an identical rule existed and is returned.'),
    recalc: recalc(),
    preview: preview(),
  })
  .meta({ id: 'RuleResponse' });

export const TransferMatch = z
  .object({
    id: uuid().describe('Identifier of the match.'),
    outTaxEventId: uuid().describe('The `id` of the outgoing transaction.'),
    inTaxEventId: uuid().describe('The `id` of the incoming transaction.'),
    transferKind: z.enum(TRANSFER_KINDS).describe('What kind of transfer it is.'),
    notes: nullableText().describe(MEANING.notes),
    createdAt: dateTime().describe(MEANING.createdAt),
    createdVia: z.string().describe('Name of the token or app.'),
    joinedMatchId: uuid().optional().describe('The match that it joined.'),
  })
  .meta({ id: 'TransferMatch', description: 'Two events that are one transfer.' });

export const TransferMatchResponse = z
  .object({
    dryRun: dryRunMark(),
    match: TransferMatch.describe('The match, new or the one that existed.'),
    created: z.boolean().describe('False when this exact pair was already matched.'),
    recalc: recalc(),
    preview: preview(),
  })
  .meta({ id: 'TransferMatchResponse' });

export const MatchItem = z
  .object({
    outTaxEventId: uuid().describe('The `id` of the outgoing transaction.'),
    inTaxEventId: uuid().describe('The `id` of the incoming transaction.'),
    status: z.enum(['APPLIED', 'UNCHANGED', 'FAILED']).describe('What became of the pair.'),
    code: nullableText().describe('Reason of a failure: a rejection of a single match.'),
    message: nullableText().describe(MEANING.failureMessage),
    matchId: uuid().nullish().describe('The `id` of the match; null for a failure.'),
  })
  .meta({ id: 'MatchItem' });

export const BulkMatchResponse = z
  .object({
    dryRun: dryRunMark(),
    processed: int32().describe(MEANING.processed),
    succeeded: int32().describe('Number of pairs that succeeded, including those with status UNCHANGED.'),
    failed: int32().describe(MEANING.failed),
    recalc: recalc(),
    results: z.array(MatchItem).describe('In the order of the request.'),
    preview: preview(),
  })
  .meta({ id: 'BulkMatchResponse' });

export const TransferCandidate = z
  .object({
    taxEvent: Transaction.describe('The transaction that fits.'),
    transferKind: z.enum(TRANSFER_KINDS).describe('The kind of match for these two events.'),
    amountDifference: decimal('Outgoing amount less incoming amount.'),
    secondsApart: int64().describe('Seconds between the two events.'),
    score: decimal('From 0 to 1. Time and amount count for half each.'),
    joinMatchId: uuid().optional().describe('The match to join.'),
  })
  .meta({ id: 'TransferCandidate' });

export const TransferCandidatesResponse = z
  .object({
    taxEvent: Transaction.describe('The transaction whose counterpart is looked for.'),
    candidates: z.array(TransferCandidate).describe('Best first, at most 20; none for a matched event.'),
    existingMatch: TransferMatch.nullish().describe('The match to delete first; use its `id`.'),
    existingMatchIds: z.array(uuid()).describe('All of its matches.'),
  })
  .meta({ id: 'TransferCandidatesResponse' });

const TransferSide = z
  .object({
    id: uuid().describe(MEANING.taxEventId),
    accountLabel: nullableText().describe(MEANING.accountLabel),
    assetSymbol: z.string().describe(MEANING.assetSymbol),
    amount: decimal('Amount of the asset.'),
    timestamp: dateTime().describe(MEANING.timestamp),
  })
  .meta({ id: 'TransferSide', description: 'One of the two events of a transfer.' });

const TransferPair = z
  .object({
    departure: TransferSide.describe('The event that the units left with.'),
    arrival: TransferSide.describe('The event that the units arrived with.'),
    transferKind: z.enum(TRANSFER_KINDS).describe('The kind for the match.'),
    needsMark: z
      .boolean()
      .describe(
        'Whether the outgoing event has to be marked as sent to an own wallet: `markOwnWallet` of the match does it.',
      ),
  })
  .meta({ id: 'TransferPair' });

export const TransferPairs = z
  .object({
    more: z.boolean().describe('Whether there are more pairs than are listed.'),
    pairs: z.array(TransferPair).describe('The pairs that fit, newest first.'),
    transactionUrl: transactionUrl(),
    url: pageUrl(),
  })
  .meta({ id: 'TransferPairs' });
