/** Records of the report of a year: one shape for every line, so that a page, a row of the CSV and a line of JSON Lines agree. */
import { z } from 'zod';
import { BASIS_METHODS } from '@ctx/domain/law/photo';
import { REGIMES, REPORT_SECTIONS } from '@ctx/domain/vocabulary';
import { MEANING } from './meanings.ts';
import {
  dateTime,
  decimal,
  int32,
  int64,
  nullableText,
  pageUrl,
  regimeChosenAt,
  transactionUrl,
  uuid,
} from './scalars.ts';

export const ReportLine = z
  .object({
    section: z
      .enum(REPORT_SECTIONS)
      .describe(
        'FIGURE, DECLARATION, ASSUMPTION and VERSION: a named value. COMPLETENESS: what the figures lack, by the fields of `completeness` of the summary, a count in `text` or an amount in `eur`. DISPOSAL, followed by a LOT for each part of a lot that it took. INCOME. STOCK: a lot held at the end of the year. PHOTO: a lot held at the photo moment. CORRECTION. ISSUE: an open question with its event; `eur` is the change in gross tax that the suggested answer makes.',
      ),
    name: nullableText().describe('Which figure, kind of income, assumption, correction or issue it is.'),
    code: nullableText().describe('Code of the tax return.'),
    timestamp: dateTime().nullish().describe('When the event, the correction or the submission happened.'),
    taxEventId: uuid().nullish().describe('The `id` of the transaction that the line is of.'),
    type: nullableText().describe('Type of the event; of a LOT, what happened to the part.'),
    treatment: nullableText().describe('How the event is treated for tax.'),
    taxable: z.boolean().nullish().describe('Whether the event counts for tax.'),
    assetKey: nullableText().describe(MEANING.assetKey),
    assetSymbol: nullableText().describe(MEANING.assetSymbol),
    account: nullableText().describe('Label or provider of the data source.'),
    amount: decimal('Amount of the asset.').nullish(),
    lotId: uuid().nullish().describe(MEANING.lotId),
    acquisitionEventId: uuid().nullish().describe(MEANING.acquisitionEventId),
    acquiredAt: dateTime().nullish().describe(MEANING.acquiredAt),
    holdingPeriodDays: int64().nullish().describe(MEANING.holdingPeriodDays),
    unitPrice: decimal('Price at the photo moment, EUR per unit.').nullish(),
    priceAt: dateTime().nullish().describe('Instant of that price.'),
    priceSource: nullableText().describe('Where that price comes from.'),
    value: decimal('EUR value of the event or of the lot.').nullish(),
    proceeds: decimal('Proceeds of the event or of its part, EUR.').nullish(),
    historicCost: decimal('What the units cost, EUR.').nullish(),
    costBasis: decimal('EUR: the basis that the gain is measured from.').nullish(),
    method: z.enum(BASIS_METHODS).nullish().describe('How that basis was chosen.'),
    gain: decimal(
      'EUR, not rounded. The sum over all disposals, rounded to cents, is the figure. 0 for a disposal that is not taxed; null if the value of the disposal is unknown, so that its gain is.',
    ).nullish(),
    lotGain: decimal(
      'EUR, not rounded: the part of the gain that this part of a lot makes. Null if the gain is.',
    ).nullish(),
    income: decimal(
      'EUR, not rounded. The sum, rounded to cents, is the figure. Null if the value of the event is unknown, which counts as 0.',
    ).nullish(),
    eur: decimal('The figure in EUR; of an issue, the change in gross tax by its suggestion.').nullish(),
    low: decimal('Lower bound of a figure that depends on a locked year.').nullish(),
    high: decimal('Upper bound of a figure that depends on a locked year.').nullish(),
    text: nullableText().describe('The value of a named line, as text.'),
    before: nullableText().describe('What a correction replaced, as JSON text.'),
    after: nullableText().describe('What a correction set, as JSON text.'),
    via: nullableText().describe('Name of the token or app that made the correction.'),
  })
  .meta({
    id: 'ReportLine',
    description: 'One line of a report. Fields that a section does not have are null.',
  });

export const YearReportPage = z
  .object({
    year: int32().describe(MEANING.year),
    regime: z.enum(REGIMES).describe(MEANING.regime),
    frozen: z.boolean().describe(MEANING.frozen),
    submittedAt: dateTime().nullish().describe('When the year was submitted.'),
    stale: z.boolean().describe(MEANING.stale),
    regimeChosenAt: regimeChosenAt(),
    lines: z.array(ReportLine).describe('The lines of this page, in the order of the report.'),
    next: nullableText().describe('`after` of the next page; null on the last page.'),
    transactionUrl: transactionUrl(),
    url: pageUrl(),
  })
  .meta({ id: 'YearReportPage' });
