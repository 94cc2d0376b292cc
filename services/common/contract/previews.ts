/** Records of previews: what a correction or a sale would do. Nothing of them is stored. */
import { z } from 'zod';
import { ISSUE_TYPES, SEVERITIES } from '@ctx/domain/issues';
import { BASIS_METHODS } from '@ctx/domain/law/photo';
import { MEANING } from './meanings.ts';
import { dateTime, decimal, int32, nullableText, uuid } from './scalars.ts';
import { Transaction } from './schemas.ts';

const PreviewFigures = z
  .object({
    totalCapitalGains: decimal('Net gain of the year, EUR.'),
    totalCapitalGainsTax: decimal('Tax on the gains before the exemption, EUR.'),
    totalIncome: decimal('Income of the year, EUR.'),
    totalIncomeTax: decimal('Tax on the income, EUR.'),
    totalTax: decimal('Both taxes before the exemption, EUR.'),
    exemptionUsed: decimal(
      'What the gains use of the exemption, EUR; null without an exemption, and where it depends on a locked year.',
    ).nullish(),
    exemptionRemaining: decimal(
      'What further gains may use of the exemption, EUR; null as `exemptionUsed`.',
    ).nullish(),
  })
  .meta({ id: 'PreviewFigures' });

const PreviewYear = z
  .object({
    year: int32().describe(MEANING.year),
    before: PreviewFigures.describe('The figures as they are now.'),
    after: PreviewFigures.describe('The figures after the correction.'),
  })
  .meta({ id: 'PreviewYear' });

const PreviewIssue = z
  .object({
    issueType: z.enum(ISSUE_TYPES).describe('What kind of issue it is.'),
    severity: z.enum(SEVERITIES).describe('How much the issue can change the figures.'),
    year: int32().nullish().describe('Year of the issue; null if it has none.'),
    sourceEventId: uuid().nullish().describe('The tax event to correct.'),
    missingPriceAssetKey: nullableText().describe('Asset without a photo price.'),
  })
  .meta({ id: 'PreviewIssue' });

const PreviewIssues = z
  .object({
    appearCount: int32().describe('Number of issues that would appear.'),
    disappearCount: int32().describe('Number of issues that would disappear.'),
    appear: z.array(PreviewIssue).describe('Most severe first, at most 50.'),
    disappear: z.array(PreviewIssue).describe('Most severe first, at most 50.'),
  })
  .meta({ id: 'PreviewIssues', description: 'Issues of locked years are left out.' });

const PreviewRule = z
  .object({
    eventCount: int32().describe('Events that the rule would decide, or that a deleted rule decides now.'),
    events: z.array(Transaction).describe('Newest first, at most 20, as they are stored now.'),
  })
  .meta({ id: 'PreviewRule' });

export const CorrectionPreview = z
  .object({
    years: z
      .array(PreviewYear)
      .describe('Years whose figures or exemption would change, oldest first. Locked years are left out.'),
    lockedYears: z
      .array(int32())
      .describe(
        'All locked years with figures, oldest first: whether the change reaches them is not shown. Empty where no figure can change.',
      ),
    issues: PreviewIssues.describe('The issues that would appear and disappear.'),
    rule: PreviewRule.nullish().describe('For a rule that would be created or deleted.'),
  })
  .meta({ id: 'CorrectionPreview', description: 'What a correction would do. Nothing is saved.' });

const SaleSlice = z
  .object({
    lotId: uuid().describe(MEANING.lotId),
    acquiredAt: dateTime().describe(MEANING.acquiredAt),
    amount: decimal('Amount of the asset.'),
    proceeds: decimal('Share of the proceeds, EUR.'),
    historicCost: decimal('What the units cost, EUR.'),
    photoValue: decimal('Value at the end of 2025, EUR; null if it does not count or is unknown.').nullish(),
    basis: decimal('The basis that the gain is measured from, EUR.'),
    method: z.enum(BASIS_METHODS).describe('How the basis of the gain is chosen.'),
    gain: decimal('Proceeds less basis, EUR.'),
  })
  .meta({ id: 'SaleSlice', description: 'The part of one lot that the sale takes.' });

const SaleMethod = z
  .object({
    method: z.enum(BASIS_METHODS).describe('How the law chooses the basis of these lots.'),
    lots: int32().describe('How many lots the sale takes by this method.'),
    amount: decimal('Amount of the asset.'),
    proceeds: decimal('Their share of the proceeds, EUR.'),
    basis: decimal('What the law takes as their cost, EUR.'),
    gain: decimal('Gain on these lots, EUR.'),
  })
  .meta({ id: 'SaleMethod', description: 'The lots whose basis the law chooses in the same way, together.' });

const SaleOutcome = z
  .object({
    at: dateTime().describe('When the units would be sold.'),
    year: int32().describe('The year that the sale would count in.'),
    gain: decimal('Gain of the whole sale, EUR.'),
    tax: decimal('What the sale adds to the capital gains tax of the year before the exemption, EUR.'),
    exemptionUsed: decimal('What the sale uses of the exemption, EUR; null as in a preview.').nullish(),
    exemptionRemaining: decimal('What then remains of the exemption of the year, EUR.').nullish(),
    estimatedTax: decimal(
      'What the sale adds to the estimate of the year with its circumstances, EUR.',
    ).optional(),
    missingAmount: decimal('Amount for which there is no lot. Its cost counts as 0.'),
    missingPhotoValues: z.array(z.string()).describe('Assets whose value at the end of 2025 is not known.'),
    methods: z.array(SaleMethod).describe('The sums of the slices by method, without `missingAmount`.'),
    sliceCount: int32().describe('How many lots the sale takes.'),
    slices: z
      .array(SaleSlice)
      .describe('Oldest lots first, at most 200. Empty if the request has `slices` false.'),
  })
  .meta({ id: 'SaleOutcome' });

export const SalePreview = z
  .object({
    warnings: z
      .array(z.string())
      .describe('What to say before any figure: units that are not held, and values that are not known.'),
    assetKey: z.string().describe(MEANING.assetKey),
    assetSymbol: z.string().describe(MEANING.assetSymbol),
    amount: decimal('Amount of the asset.'),
    euroValue: decimal('Proceeds of the sale, EUR.'),
    sale: SaleOutcome.describe('What the sale does at the requested time.'),
    nextYear: SaleOutcome.nullish().describe(
      'The same sale on the first of January after; null if that year was submitted, or is locked and has events.',
    ),
  })
  .meta({
    id: 'SalePreview',
    description: 'What a sale would do, from the stored facts. Facts, never advice. Nothing is saved.',
  });

const DepartureHolding = z
  .object({
    assetKey: z.string().describe(MEANING.assetKey),
    assetSymbol: z.string().describe(MEANING.assetSymbol),
    amount: decimal('Amount of the asset.'),
    unitPriceEur: decimal(
      'The latest price of a unit at or before the departure, EUR; null if none is known.',
    ).nullish(),
    euroValue: decimal('Value of the units, EUR; null without a price.').nullish(),
    gain: decimal('Value less the basis that the law takes, EUR; null without a price.').nullish(),
  })
  .meta({ id: 'DepartureHolding', description: 'An asset that is owned at the departure.' });

export const DeparturePreview = z
  .object({
    warnings: z
      .array(z.string())
      .describe('What to say before any figure: assets without a price, and values that are not known.'),
    at: dateTime().describe('When the residence would move. Later transactions are left out.'),
    year: int32().describe('The year that the departure would count in.'),
    value: decimal('Market value of all assets with a price, EUR.'),
    gain: decimal('Gain on all assets with a price, EUR.'),
    tax: decimal('What the departure adds to the capital gains tax of the year before the exemption, EUR.'),
    exemptionUsed: decimal('What the departure uses of the exemption, EUR; null as in a preview.').nullish(),
    exemptionRemaining: decimal('What then remains of the exemption of the year, EUR.').nullish(),
    estimatedTax: decimal(
      'What the departure adds to the estimate of the year with its circumstances, EUR.',
    ).optional(),
    holdings: z.array(DepartureHolding).describe('Each asset that is owned then.'),
    withoutPrice: z.array(z.string()).describe('Assets without a known price, which the sums leave out.'),
    missingPhotoValues: z.array(z.string()).describe('Assets whose value at the end of 2025 is not known.'),
    deferral: z.string().describe('What readers of the law say about the deferral of this tax.'),
  })
  .meta({
    id: 'DeparturePreview',
    description:
      'What a departure abroad would realise, all lots at market value, from the stored facts. Facts, never advice. Nothing is saved.',
  });
