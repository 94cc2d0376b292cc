/** Records of previews: what a correction or a sale would do. Nothing of them is stored. */
import { z } from 'zod';
import { ISSUE_TYPES, SEVERITIES } from '@ctx/domain/issues';
import { BASIS_METHODS } from '@ctx/domain/law/photo';
import { dateTime, decimal, int32, nullableText, uuid } from './scalars.ts';
import { Transaction } from './schemas.ts';

const PreviewFigures = z
  .object({
    totalCapitalGains: decimal('EUR.'),
    totalCapitalGainsTax: decimal('EUR, before the exemption.'),
    totalIncome: decimal('EUR.'),
    totalIncomeTax: decimal('EUR.'),
    totalTax: decimal('EUR, before the exemption.'),
    exemptionUsed: decimal(
      'EUR; null without an exemption, and where it depends on a locked year.',
    ).nullish(),
    exemptionRemaining: decimal('EUR; null as `exemptionUsed`.').nullish(),
  })
  .meta({ id: 'PreviewFigures' });

const PreviewYear = z
  .object({ year: int32(), before: PreviewFigures, after: PreviewFigures })
  .meta({ id: 'PreviewYear' });

const PreviewIssue = z
  .object({
    issueType: z.enum(ISSUE_TYPES),
    severity: z.enum(SEVERITIES),
    year: int32().nullish(),
    sourceEventId: uuid().nullish().describe('The tax event to correct.'),
    missingPriceAssetKey: nullableText().describe('Asset without a photo price.'),
  })
  .meta({ id: 'PreviewIssue' });

const PreviewIssues = z
  .object({
    appearCount: int32(),
    disappearCount: int32(),
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
    issues: PreviewIssues,
    rule: PreviewRule.nullish().describe('For a rule that would be created or deleted.'),
  })
  .meta({ id: 'CorrectionPreview', description: 'What a correction would do. Nothing is saved.' });

const SaleSlice = z
  .object({
    lotId: uuid(),
    acquiredAt: dateTime(),
    amount: decimal('Amount of the asset.'),
    proceeds: decimal('Share of the proceeds, EUR.'),
    historicCost: decimal('EUR.'),
    photoValue: decimal('Value at the end of 2025, EUR; null if it does not count or is unknown.').nullish(),
    basis: decimal('EUR.'),
    method: z.enum(BASIS_METHODS),
    gain: decimal('EUR.'),
  })
  .meta({ id: 'SaleSlice', description: 'The part of one lot that the sale takes.' });

const SaleMethod = z
  .object({
    method: z.enum(BASIS_METHODS),
    lots: int32().describe('How many lots the sale takes by this method.'),
    amount: decimal('Amount of the asset.'),
    proceeds: decimal('Their share of the proceeds, EUR.'),
    basis: decimal('What the law takes as their cost, EUR.'),
    gain: decimal('EUR.'),
  })
  .meta({ id: 'SaleMethod', description: 'The lots whose basis the law chooses in the same way, together.' });

const SaleOutcome = z
  .object({
    at: dateTime(),
    year: int32(),
    gain: decimal('EUR.'),
    tax: decimal('What the sale adds to the capital gains tax of the year before the exemption, EUR.'),
    exemptionUsed: decimal('What the sale uses of the exemption, EUR; null as in a preview.').nullish(),
    exemptionRemaining: decimal('What then remains of the exemption of the year, EUR.').nullish(),
    estimatedTax: decimal('EUR.').optional(),
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
    assetKey: z.string(),
    assetSymbol: z.string(),
    amount: decimal('Amount of the asset.'),
    euroValue: decimal('Proceeds, EUR.'),
    sale: SaleOutcome,
    nextYear: SaleOutcome.nullish().describe(
      'The same sale on the first of January after; null if that year was submitted, or is locked and has events.',
    ),
  })
  .meta({
    id: 'SalePreview',
    description: 'What a sale would do, from the stored facts. Facts, never advice. Nothing is saved.',
  });
