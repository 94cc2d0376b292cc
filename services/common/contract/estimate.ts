/** The record of the estimate of a year. */
import { z } from 'zod';
import { ASSUMPTIONS } from '@ctx/domain/law/assumptions';
import { decimal } from './scalars.ts';

export const EstimateAmount = z
  .object({
    eur: decimal('The amount in EUR.'),
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
    taxableGains: EstimateAmount.describe('What is left of the gains after exemption and losses.'),
    capitalGainsTax: EstimateAmount.describe('The tax on these gains.'),
    municipalSurcharge: EstimateAmount.describe('The surcharge of the municipality on that tax.'),
    total: EstimateAmount.describe('The tax and the surcharge together.'),
    derivativeResults: EstimateAmount.optional().meta({
      description: 'Results of derivatives that are taxed with the gains; left out if none are stated.',
    }),
    otherGainsTax: EstimateAmount.optional().meta({
      description:
        'The tax on gains on other assets, from which banks withheld; left out without `taxWithheld`.',
    }),
    taxWithheld: EstimateAmount.optional().meta({
      description: 'Tax that banks withheld; left out if none is stated.',
    }),
    leftToPay: EstimateAmount.optional().meta({
      description:
        '`total` and `otherGainsTax` less `taxWithheld`; negative: paid back. Left out without `taxWithheld`.',
    }),
    speculativeLossesUsed: EstimateAmount.describe(
      'Losses of speculation that lower the gains of this year.',
    ),
    speculativeLossesCarried: EstimateAmount.describe('Losses of speculation that are left for later years.'),
    taxableGainsPerKind: EstimateAmount.optional().describe(
      'Taxable gains if losses lower only gains of their own kind of assets, where that differs.',
    ),
    totalPerKind: EstimateAmount.optional().describe('Then the tax and the surcharge together.'),
  })
  .meta({
    id: 'YearEstimate',
    description:
      'The tax on gains with the circumstances of the year: indicative, not a filed assessment. `capitalGainsTax`: after exemption and losses. `total`: with the surcharge. `speculativeLossesCarried`: left for later years.',
  });
