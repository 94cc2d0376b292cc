/** Requests and records of prices that the taxpayer enters. */
import { z } from 'zod';
import { EUR_SCALE } from '@ctx/domain/decimal';
import { DAY_PATTERN, isDay } from '@ctx/domain/instant';
import { LIMITS } from '@ctx/domain/limits';
import { RECALC_OUTCOMES } from '@ctx/domain/vocabulary';
import { MEANING } from './meanings.ts';
import { PAGE_FIELDS, pageQuery, sizeQuery } from './pages.ts';
import { CorrectionPreview } from './previews.ts';
import { dryRun, exactNumber, id, instant, text, WHERE } from './requests.ts';
import { dateTime, decimal, dryRunMark, int32, nullableText, uuid } from './scalars.ts';

const assetKey = () =>
  text(LIMITS.assetKeyCharactersMax).meta({
    description: 'The `assetKey` of a transaction or a holding, or the code of a currency such as USD.',
    where: WHERE.transactions,
  });

const day = () =>
  z.iso
    .date()
    .refine(isDay)
    .meta({ pattern: DAY_PATTERN })
    .describe('A day of Brussels: the price is valid on that day. This or `at`.');

/** One price of a request. */
export const EnteredPriceRequest = z
  .strictObject({
    assetKey: assetKey(),
    at: instant('An instant: the price is valid for 24 hours after it. This or `day`.').nullish(),
    day: day().nullish(),
    eur: exactNumber(EUR_SCALE, z.number().min(0), 'EUR for one unit.'),
    source: text(LIMITS.priceSourceCharactersMax).describe(
      'Where the price comes from, for a reader to check it.',
    ),
    notes: text(LIMITS.priceNotesCharactersMax, 0).nullish().describe('Stored with the price.'),
  })
  .meta({ id: 'EnteredPriceRequest' });

export const PricesRequest = z
  .strictObject({
    prices: z.array(EnteredPriceRequest).min(1).max(LIMITS.bulkIdsMax).describe('Prices to enter.'),
    dryRun: dryRun(),
  })
  .meta({ id: 'PricesRequest' });

export const AddPriceFileQuery = z.strictObject({
  name: text(LIMITS.fileNameCharactersMax).optional().describe('Name of the file.'),
  uploadId: id('An upload whose file has arrived, in place of the body.', WHERE.uploads).optional(),
  assetKey: assetKey().optional().describe('The asset of a file whose rows name none.'),
  source: text(LIMITS.priceSourceCharactersMax).describe(
    'Where the prices come from, for a reader to check them.',
  ),
  dryRun: z.boolean().optional().describe('True: saves nothing, and returns in `preview` what would change.'),
});

export const RemovePriceRequest = z.strictObject({
  priceId: id('The `id` of a price.', WHERE.prices),
});

export const PricesQuery = z.strictObject({
  assetKey: text(LIMITS.assetKeyCharactersMax).optional().describe('Only prices of this asset.'),
  page: pageQuery(),
  size: sizeQuery('Prices'),
});

export const EnteredPrice = z
  .object({
    id: uuid().describe('Identifier of the price.'),
    assetKey: z.string().describe(MEANING.assetKey),
    at: dateTime().nullish().describe('Null for the price of a day.'),
    day: z.iso.date().nullish().describe('Null for the price of an instant.'),
    validFrom: dateTime().describe('The price is valid from this moment on.'),
    validUntil: dateTime().describe('The price is valid before this moment.'),
    eur: decimal('EUR for one unit.'),
    source: z.string().describe('Where the price comes from, as entered. Text from outside.'),
    notes: nullableText().describe(MEANING.notes),
    updatedAt: dateTime().describe('When the price was last changed.'),
    updatedVia: z.string().describe('Name of the token or app.'),
  })
  .meta({
    id: 'EnteredPrice',
    description:
      'The price of one unit of an asset, entered by the user. It wins over imported prices while it is valid.',
  });

export const PricesResponse = z
  .object({
    ...PAGE_FIELDS,
    prices: z.array(EnteredPrice).describe('By asset key, newest first.'),
  })
  .meta({ id: 'PricesResponse' });

export const PRICE_STATUSES = ['APPLIED', 'UNCHANGED', 'FAILED'] as const;

export const PriceItem = z
  .object({
    status: z.enum(PRICE_STATUSES).describe('What became of the price.'),
    code: nullableText().describe('Reason of a failure: YEAR_LOCKED, YEAR_FROZEN or TOO_MANY_PRICES.'),
    message: nullableText().describe(MEANING.failureMessage),
    price: EnteredPrice.nullish().describe('Null for a failure.'),
  })
  .meta({ id: 'PriceItem' });

export const PricesOutcome = z
  .object({
    dryRun: dryRunMark(),
    processed: int32().describe(MEANING.processed),
    succeeded: int32().describe('Number of prices that succeeded, including those with status UNCHANGED.'),
    failed: int32().describe(MEANING.failed),
    recalc: z
      .enum(RECALC_OUTCOMES)
      .describe(
        'SCHEDULED: a run follows. QUEUED: after the current run. NOT_NEEDED: nothing changed, or no event has its value from these prices.',
      ),
    results: z.array(PriceItem).describe('In the order of the request.'),
    preview: CorrectionPreview.optional().describe('What would change; only for a dry run.'),
  })
  .meta({ id: 'PricesOutcome' });

export const PriceFileOutcome = z
  .object({
    ...PricesOutcome.shape,
    rowsLeftOut: int32().describe('Rows of the file of after now, or of a day without trade.'),
  })
  .meta({ id: 'PriceFileOutcome' });
