/** Records of the figures of a year under other readings of the law. */
import { z } from 'zod';
import { ASSUMPTIONS } from '@ctx/domain/law/assumptions';
import { READINGS } from '@ctx/domain/law/readings';
import { LAW_STATUSES } from '@ctx/domain/law/source';
import { MEANING } from './meanings.ts';
import { decimal, int32, pageUrl } from './scalars.ts';

const ReadingFigures = z
  .object({
    totalCapitalGains: decimal('Net gain of the year, EUR.'),
    totalCapitalGainsTax: decimal('Tax on the gains before the exemption, EUR.'),
    exemptionUsed: decimal(
      'What the gains use of the exemption, EUR; null without an exemption, and where it depends on a locked year.',
    ).nullish(),
    taxAfterExemption: decimal(
      'Tax on the gains, EUR, after the exemption and the losses that the reading carries; null where it depends on a locked year.',
    ).nullish(),
    totalIncome: decimal('Income of the year, EUR.').optional(),
    totalIncomeTax: decimal('Tax on the income, EUR.').optional(),
  })
  .meta({ id: 'ReadingFigures' });

const LawReading = z
  .object({
    reading: z.enum(READINGS).describe('Which other reading of the law it is.'),
    assumption: z.enum(ASSUMPTIONS).describe('The assumption that it replaces (docs/tax-assumptions.md).'),
    figures: ReadingFigures.describe('The figures under that reading.'),
    assumptionStatus: z
      .enum(LAW_STATUSES)
      .optional()
      .describe(
        'ASSUMED: the law is open. CONFIRMED: a source states the rule, so the reading is not a doubt.',
      ),
  })
  .meta({ id: 'LawReading' });

export const ReadingsResponse = z
  .object({
    year: int32().describe(MEANING.year),
    figures: ReadingFigures.describe('The figures as they are.'),
    readings: z.array(LawReading).describe('Every other reading, also one that changes nothing.'),
    url: pageUrl(),
  })
  .meta({
    id: 'ReadingsResponse',
    description:
      'The gain and the tax of a year as they are (`figures`), and under other readings of the law. Facts, never advice. Nothing is saved.',
  });
