/** The record of the estimate of a year. */
import { z } from 'zod';
import { ASSUMPTIONS } from '@ctx/domain/law/assumptions';
import { decimal } from './scalars.ts';

export const EstimateAmount = z
  .object({
    eur: decimal('EUR.'),
    assumption: z
      .enum(ASSUMPTIONS)
      .describe('Code of the assumption that makes it (docs/tax-assumptions.md).'),
  })
  .meta({ id: 'EstimateAmount' });

export const YearEstimate = z
  .object({
    exemptionLeft: EstimateAmount.nullish().describe(
      'What other assets leave; null in a year without an exemption.',
    ),
    exemptionUsed: EstimateAmount.nullish().describe('What the gains of this year use of it.'),
    exemptionCarriedOut: EstimateAmount.nullish().describe('The stock for later years.'),
    taxableGains: EstimateAmount,
    capitalGainsTax: EstimateAmount,
    municipalSurcharge: EstimateAmount,
    total: EstimateAmount,
    speculativeLossesUsed: EstimateAmount,
    speculativeLossesCarried: EstimateAmount,
  })
  .meta({
    id: 'YearEstimate',
    description:
      'The tax on gains with the circumstances of the year: indicative, not a filed assessment. `capitalGainsTax`: after exemption and losses. `total`: with the surcharge. `speculativeLossesCarried`: left for later years.',
  });
