/** Records and requests of the history of corrections. */
import { z } from 'zod';
import { LIMITS } from '@ctx/domain/limits';
import { EVENT_TYPES, HISTORY_ACTIONS, HISTORY_KINDS, RECALC_OUTCOMES } from '@ctx/domain/vocabulary';
import { MEANING } from './meanings.ts';
import { PAGE_FIELDS, pageQuery, sizeQuery } from './pages.ts';
import { CorrectionPreview } from './previews.ts';
import { eventId, id, text, timeRange, WHERE } from './requests.ts';
import { dateTime, decimal, dryRunMark, int32, nullableText, pageUrl, uuid } from './scalars.ts';

export const HistoryField = z
  .object({
    field: z.string().describe('Name of the field in the override, the rule or the match.'),
    from: nullableText().describe('Value before, as text; lists as JSON, capped. Null: none.'),
    to: nullableText().describe('Value after, as text; lists as JSON, capped. Null: none.'),
  })
  .meta({ id: 'HistoryField', description: 'A field that a correction changed.' });
export type HistoryField = z.output<typeof HistoryField>;

export const HistoryEvent = z
  .object({
    taxEventId: uuid().describe(MEANING.taxEventId),
    type: z.enum(EVENT_TYPES).describe(MEANING.importedType),
    treatment: z.string().describe(MEANING.importedTreatment),
    amount: decimal('Amount of the asset.'),
    assetSymbol: z.string().describe(MEANING.assetSymbol),
    timestamp: dateTime().describe('When the event happened, as imported.'),
    accountLabel: nullableText().describe('Label of the account, else its file or source.'),
  })
  .meta({ id: 'HistoryEvent', description: 'A corrected event as imported, without corrections and rules.' });
export type HistoryEvent = z.output<typeof HistoryEvent>;

export const HistoryPrice = z
  .object({
    assetKey: z.string().describe(MEANING.assetKey),
    at: dateTime().nullish().describe('Null for the price of a day.'),
    day: z.iso.date().nullish().describe('Null for the price of an instant.'),
  })
  .meta({ id: 'HistoryPrice', description: 'What an entered price is of; only for a change of a price.' });

export type HistoryPrice = z.output<typeof HistoryPrice>;

export const HistoryChange = z
  .object({
    action: z.enum(Object.values(HISTORY_ACTIONS).flat()).describe('What was done to the target.'),
    targetId: uuid().describe('The tax event of an override; the rule; the match; the price.'),
    eventIds: z.array(uuid()).describe('The corrected events; empty for a rule.'),
    events: z.array(HistoryEvent).describe('Those of `eventIds` that are still imported, in the same order.'),
    fields: z.array(HistoryField).describe('The fields that it changed.'),
    price: HistoryPrice.nullish().describe('The price that it changed; null for other changes.'),
  })
  .meta({ id: 'HistoryChange', description: 'One override, rule or match that a correction changed.' });
export type HistoryChange = z.output<typeof HistoryChange>;

export const HistoryEntry = z
  .object({
    id: uuid().describe('Identifier of the entry, which an undo takes.'),
    at: dateTime().describe('When the correction was made.'),
    kind: z.enum(HISTORY_KINDS).describe('What the correction was of.'),
    via: z.string().describe('Name of the token or app.'),
    undoOf: uuid().nullish().describe('The entry that this one undid.'),
    undoneBy: uuid().nullish().describe('The newest entry that undid this one and still holds.'),
    years: z
      .array(int32())
      .describe(
        'Years of the corrected events, before and after. Empty for rules, and for entries of earlier releases.',
      ),
    eventIds: z.array(uuid()).describe('All corrected events; empty for a rule.'),
    changeCount: int32().describe('Number of changes of the entry.'),
    changes: z
      .array(HistoryChange)
      .describe(
        `The first ${String(LIMITS.historyChangesMax)} changes, fewer if they are very long; a bulk correction can have more, see \`changeCount\`.`,
      ),
  })
  .meta({ id: 'HistoryEntry', description: 'One correction: single or bulk.' });
export type HistoryEntry = z.output<typeof HistoryEntry>;

export const HistoryResponse = z
  .object({
    ...PAGE_FIELDS,
    entries: z.array(HistoryEntry).describe('The entries of this page, newest first.'),
    url: pageUrl(),
  })
  .meta({ id: 'HistoryResponse' });

export const UndoResponse = z
  .object({
    dryRun: dryRunMark(),
    entry: HistoryEntry.describe('The entry of the undo.'),
    recalc: z
      .enum(RECALC_OUTCOMES)
      .describe(
        'SCHEDULED: a run follows. QUEUED: after the current run. NOT_NEEDED: no figure changes, or the entry was undone already.',
      ),
    preview: CorrectionPreview.optional().describe(
      'What would change; only for a dry run, whose entry is not stored.',
    ),
  })
  .meta({
    id: 'UndoResponse',
    description: 'The entry that undid, new or from an earlier undo. Undoing it restores what was undone.',
  });

export const HistoryQuery = z.strictObject({
  page: pageQuery(),
  size: sizeQuery('Entries'),
  year: z
    .int32()
    .min(LIMITS.yearMin)
    .max(LIMITS.yearMax)
    .optional()
    .describe(
      'Only entries that concern this year. An entry without years, such as a rule, concerns every year.',
    ),
  kind: z.enum(HISTORY_KINDS).optional().describe('Only corrections of this kind.'),
  via: text(LIMITS.thirdPartyCharactersMax)
    .optional()
    .describe('Only corrections by the token or app of this name.'),
  taxEventId: eventId().optional().describe('Only corrections of this tax event.'),
  entryId: id('Only this entry.', WHERE.history).optional(),
  ...timeRange('corrections'),
});

export const UndoRequest = z.strictObject({ entryId: id('The `id` of an entry.', WHERE.history) });
