/** The record of a household: the parts of a year of two partners. */
import { z } from 'zod';
import { DeclarationCodeRow } from './declaration.ts';
import { YearEstimate } from './estimate.ts';
import { decimal } from './scalars.ts';

export const HouseholdPart = z
  .object({
    capitalGains: decimal('The part of the net gain of the year, EUR.'),
    income: decimal('The part of its income, EUR.'),
    incomeTax: decimal('The tax on that income.'),
    estimate: YearEstimate.describe('The tax on these gains, with the exemption of this partner.'),
    declarationRows: z
      .array(DeclarationCodeRow)
      .describe('The rows of the tax return with the amounts and, as `code`, the code of this partner.'),
  })
  .meta({ id: 'HouseholdPart' });

export const Household = z
  .object({
    taxpayer: HouseholdPart.describe('The part that the taxpayer owns. `estimate` is that of the year.'),
    partner: HouseholdPart.describe(
      'The rest of gains, income and tax on income, so that both add up to the year in cents. Nothing else is known of the partner.',
    ),
  })
  .meta({
    id: 'Household',
    description: 'A year of which a part is the partner’s, by `ownedSharePercent` and `accountShares`.',
  });
