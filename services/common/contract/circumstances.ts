/** Requests and records of the circumstances of a year. */
import { z } from 'zod';
import { EUR_SCALE } from '@ctx/domain/decimal';
import { LIMITS } from '@ctx/domain/limits';
import { RECALC_OUTCOMES } from '@ctx/domain/vocabulary';
import { MEANING } from './meanings.ts';
import { CorrectionPreview } from './previews.ts';
import { DRY_RUN_MEANING, dryRun, exactNumber, id, WHERE, year } from './requests.ts';
import { dateTime, decimal, dryRunMark, int32, pageUrl, uuid } from './scalars.ts';

const { circumstanceIntegerDigitsMax, surchargeDigitsMax, shareFractionDigitsMax, accountSharesMax } = LIMITS;
const euroFrom = (least: number, meaning: string) =>
  exactNumber(EUR_SCALE, z.number().min(least), meaning, circumstanceIntegerDigitsMax).nullish();
const euro = (meaning: string) => euroFrom(0, meaning);

const MEANINGS = {
  exemptionUsedElsewhere: 'Exemption used on other assets, EUR; else what `otherGains` need.',
  otherGains: 'Net gain on other financial assets, EUR; negative: a loss.',
  derivativeResults: 'Net result of derivatives, EUR; negative: a loss.',
  taxWithheld: 'Tax on gains withheld by banks, EUR.',
  ownedSharePercent: 'The user’s share, percent; the rest is a partner’s. Common property: 50.',
  accountShares: 'Where an account’s share differs.',
  municipalSurchargePercent: 'Surcharge of the municipality, percent.',
} as const;
const share = (meaning: string) =>
  exactNumber(shareFractionDigitsMax, z.number().min(0).max(100), meaning, INTEGER_DIGITS_OF_A_SHARE);
const INTEGER_DIGITS_OF_A_SHARE = 3;
const SHARE_OF_ACCOUNT = 'The user’s share, percent.';

/** A share in one account, in a request. */
export const AccountShareRequest = z
  .strictObject({
    accountId: id(MEANING.accountId, WHERE.accounts),
    ownedSharePercent: share(SHARE_OF_ACCOUNT),
  })
  .meta({ id: 'AccountShareRequest' });

export const AccountShare = z
  .object({
    accountId: uuid().describe(MEANING.accountId),
    ownedSharePercent: decimal(SHARE_OF_ACCOUNT),
  })
  .meta({ id: 'AccountShare' });

const lossMeaning = (years: number) =>
  years === 1
    ? 'Loss of speculation left of the year before, EUR.'
    : `Loss of ${String(years)} years before.`;

/** The body of a request. It replaces all circumstances of the year. */
export const CircumstancesRequest = z
  .strictObject({
    exemptionUsedElsewhere: euro(MEANINGS.exemptionUsedElsewhere),
    otherGains: euroFrom(-(10 ** circumstanceIntegerDigitsMax), MEANINGS.otherGains),
    derivativeResults: euroFrom(-(10 ** circumstanceIntegerDigitsMax), MEANINGS.derivativeResults),
    taxWithheld: euro(MEANINGS.taxWithheld),
    ownedSharePercent: share(MEANINGS.ownedSharePercent).nullish(),
    accountShares: z
      .array(AccountShareRequest)
      .max(accountSharesMax)
      .nullish()
      .describe(MEANINGS.accountShares),
    municipalSurchargePercent: exactNumber(
      surchargeDigitsMax,
      z.number().min(0),
      MEANINGS.municipalSurchargePercent,
      surchargeDigitsMax,
    ).nullish(),
    speculativeLossYearMinus1: euro(lossMeaning(1)),
    speculativeLossYearMinus2: euro(lossMeaning(2)),
    speculativeLossYearMinus3: euro(lossMeaning(3)),
    speculativeLossYearMinus4: euro(lossMeaning(4)),
    speculativeLossYearMinus5: euro(lossMeaning(5)),
    dryRun: dryRun(),
  })
  .meta({ id: 'CircumstancesRequest' });

/** The year in a path. */
export const YearPath = z.strictObject({ year });

/** Path and body in one, as the corrections service parses them. */
export const SetCircumstancesInput = YearPath.extend(CircumstancesRequest.shape);

export const Circumstances = z
  .object({
    year: int32().describe(MEANING.year),
    exemptionUsedElsewhere: decimal(MEANINGS.exemptionUsedElsewhere).nullish(),
    otherGains: decimal(MEANINGS.otherGains).nullish(),
    derivativeResults: decimal(MEANINGS.derivativeResults).optional(),
    taxWithheld: decimal(MEANINGS.taxWithheld).optional(),
    ownedSharePercent: decimal(MEANINGS.ownedSharePercent).optional(),
    accountShares: z.array(AccountShare).optional().describe(MEANINGS.accountShares),
    municipalSurchargePercent: decimal(MEANINGS.municipalSurchargePercent).nullish(),
    speculativeLossYearMinus1: decimal(lossMeaning(1)).nullish(),
    speculativeLossYearMinus2: decimal(lossMeaning(2)).nullish(),
    speculativeLossYearMinus3: decimal(lossMeaning(3)).nullish(),
    speculativeLossYearMinus4: decimal(lossMeaning(4)).nullish(),
    speculativeLossYearMinus5: decimal(lossMeaning(5)).nullish(),
    updatedAt: dateTime().describe('When they were last changed.'),
    updatedVia: z.string().describe('Name of the token or app.'),
  })
  .meta({ id: 'Circumstances', description: 'What only the taxpayer knows of a year. As entered.' });

export const CircumstancesResponse = z
  .object({
    year: int32().describe(MEANING.year),
    circumstances: Circumstances.nullish().describe('Null if none are set.'),
    url: pageUrl(),
  })
  .meta({ id: 'CircumstancesResponse' });

export const CircumstancesOutcome = z
  .object({
    dryRun: dryRunMark(),
    circumstances: Circumstances.describe('The circumstances as they are after the request.'),
    created: z.boolean().describe('True if the request created them, false if the year had some.'),
    changed: z.boolean().describe('False for an identical repeat.'),
    recalc: z.enum(RECALC_OUTCOMES).describe('NOT_NEEDED: circumstances change no stored figure.'),
    preview: CorrectionPreview.optional().describe(
      `${DRY_RUN_MEANING} Circumstances change no figure of a preview.`,
    ),
  })
  .meta({ id: 'CircumstancesOutcome' });
