/** Requests and records of the totals of a year that an exchange stated. */
import { AMOUNT_SCALE, EUR_SCALE } from '@ctx/domain/decimal';
import { REPORTED_KINDS } from '@ctx/domain/law/reported';
import { LIMITS } from '@ctx/domain/limits';
import { EXPLAINED_PARTS, EXPLANATION_KINDS, EXPLANATIONS } from '@ctx/domain/reported-differences';
import { STATED_AMOUNTS } from '@ctx/domain/stated-totals';
import { RECALC_OUTCOMES } from '@ctx/domain/vocabulary';
import { z } from 'zod';
import { MEANING } from './meanings.ts';
import { CorrectionPreview } from './previews.ts';
import { DRY_RUN_MEANING, dryRun, exactNumber, id, text, WHERE, year } from './requests.ts';
import { dateTime, decimal, dryRunMark, int32, nullableText, uuid } from './scalars.ts';

/** The stated total in a path. */
export const StatedTotalPath = z.strictObject({
  year,
  statedId: id('The `id` of a stated total.', WHERE.reported),
});

export const StatedTotalRequest = z
  .strictObject({
    assetId: text(LIMITS.assetKeyCharactersMax).describe(
      'Key of the asset, such as `BTC`, as the totals have it.',
    ),
    kind: z.enum(REPORTED_KINDS).describe('Which total it is.'),
    units: exactNumber(AMOUNT_SCALE, z.number().min(0), 'Units that the exchange stated.'),
    eur: exactNumber(EUR_SCALE, z.number().min(0), 'Value that it stated, EUR.').nullish(),
    transactions: z.int32().min(0).nullish().describe('How many transactions it stated.'),
  })
  .meta({ id: 'StatedTotalRequest' });

/** The body of a request. Each total replaces the stated one of the same exchange, asset and kind. */
export const StatedTotalsRequest = z
  .strictObject({
    platform: text(LIMITS.thirdPartyCharactersMax)
      .refine((value) => value.trim() !== '')
      .describe('The exchange, as the totals name it, such as `Kraken`.'),
    amounts: z
      .enum(STATED_AMOUNTS)
      .nullish()
      .describe('`GROSS`, the default: the stated values are before fees. `NET`: they are less fees.'),
    totals: z
      .array(StatedTotalRequest)
      .min(1)
      .max(LIMITS.statedTotalsPerRequestMax)
      .describe('What the exchange stated, each asset and kind once.'),
    notes: text(LIMITS.statedTotalNotesCharactersMax, 0)
      .nullish()
      .describe('Stored with each total, such as where it is from.'),
    dryRun: dryRun(),
  })
  .meta({ id: 'StatedTotalsRequest' });

/** Path and body in one, as the corrections service parses them. */
export const StatedTotalsInput = z.strictObject({ year, ...StatedTotalsRequest.shape });

const STATED_FIELDS = {
  id: uuid().describe('Identifier of the stated total.'),
  units: decimal('Units that the exchange stated.'),
  eur: decimal('Value that it stated, EUR. Null if it stated none, and in a locked year.').nullish(),
  transactions: int32().nullish().describe('How many transactions it stated; null if it did not.'),
  amounts: z.enum(STATED_AMOUNTS).describe('Whether `eur` is before fees (`GROSS`) or less fees (`NET`).'),
  notes: nullableText().describe(MEANING.notes),
  statedAt: dateTime().describe('When the user entered it.'),
  statedVia: z.string().describe('Name of the token or app.'),
};

export const StatedAmounts = z
  .object(STATED_FIELDS)
  .meta({ id: 'StatedAmounts', description: 'What an exchange stated of one total.' });

export const ReportedDifference = z
  .object({
    units: decimal('Units, stated less own.'),
    eur: decimal(
      'EUR; with `NET`, of the value less fees. Null if none is stated, and in a locked year.',
    ).nullish(),
    transactions: int32().nullish().describe('Number of transactions; null if none is stated.'),
  })
  .meta({
    id: 'ReportedDifference',
    description: 'What the exchange stated less what the transactions add up to.',
  });

export const ReportedOfIssue = z
  .object({
    statedId: uuid().describe('Identifier of the stated total.'),
    platform: z.string().describe('The exchange that stated it.'),
    assetId: z.string().describe(MEANING.assetKey),
    kind: z.enum(REPORTED_KINDS).describe('Which total it is.'),
    units: decimal('Units that the transactions add up to.'),
    statedUnits: decimal('Units that the exchange stated.'),
    difference: ReportedDifference.describe('Stated less own.'),
  })
  .meta({
    id: 'ReportedOfIssue',
    description: 'A total of an exchange that the transactions of the year do not explain.',
  });

const MEANINGS = EXPLANATION_KINDS.map((kind) => `${kind}: ${EXPLANATIONS[kind].meaning}.`).join(' ');

export const ReportedExplanation = z
  .object({
    kind: z.enum(EXPLANATION_KINDS).describe(`Why these transactions are the difference. ${MEANINGS}`),
    explains: z.array(z.enum(EXPLAINED_PARTS)).describe('The parts of the difference that they are.'),
    eventIds: z.array(uuid()).describe('The `id` of each transaction, the first ones of many.'),
    eventCount: int32().describe('How many transactions they are.'),
  })
  .meta({
    id: 'ReportedExplanation',
    description: 'Transactions whose units or value are exactly the difference.',
  });

export const StatedTotal = z
  .object({
    ...STATED_FIELDS,
    year: int32().describe(MEANING.year),
    platform: z.string().describe('The exchange, by the name that the totals have.'),
    assetId: z.string().describe(MEANING.assetKey),
    kind: z.enum(REPORTED_KINDS).describe('Which total it is.'),
  })
  .meta({ id: 'StatedTotal', description: 'A total of a year that an exchange stated.' });

export const StatedTotalItem = z
  .object({
    total: StatedTotal.describe('As it is stored, or would be after a dry run.'),
    created: z.boolean().describe(MEANING.createdNew),
    changed: z.boolean().describe('False for an identical repeat.'),
  })
  .meta({ id: 'StatedTotalItem' });

export const StatedTotalsOutcome = z
  .object({
    dryRun: dryRunMark(),
    changed: z.boolean().describe('False if every total is an identical repeat.'),
    recalc: z.enum(RECALC_OUTCOMES).describe('NOT_NEEDED: what an exchange states changes no figure.'),
    results: z.array(StatedTotalItem).describe('In the order of the request.'),
    preview: CorrectionPreview.optional().describe(`${DRY_RUN_MEANING} It has no changes of figures.`),
  })
  .meta({ id: 'StatedTotalsOutcome' });
