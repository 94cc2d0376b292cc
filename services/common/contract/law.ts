/** Records of the law: every number that figures are computed with, and its source. */
import { z } from 'zod';
import { ASSUMPTIONS } from '@ctx/domain/law/assumptions';
import { PROVISION_UNITS, PROVISIONS } from '@ctx/domain/law/provisions';
import { LAW_STATUSES } from '@ctx/domain/law/source';
import { LIMITS } from '@ctx/domain/limits';
import { decimal, int32, nullableText } from './scalars.ts';

export const LawProvision = z
  .object({
    name: z.enum(PROVISIONS).describe('Which number of the law it is.'),
    fromYear: int32()
      .nullish()
      .describe('First income year; null for all years. Valid until the next row of the same name.'),
    value: nullableText().describe('Null for a code that is not published.'),
    unit: z
      .enum(PROVISION_UNITS)
      .describe(
        'PERCENT, EUR, DAYS: a number. INSTANT: in UTC. YEAR: the last one. CODE: of the tax return.',
      ),
    statutoryEur: decimal('EUR: the amount in the text of the statute, before it is indexed.').nullish(),
    index: decimal('The exemption divided by `statutoryEur`.').nullish(),
    source: z.string().describe('Where the value comes from.'),
    article: nullableText().describe('Article of the income tax code, or part of the tax return.'),
    status: z
      .enum(LAW_STATUSES)
      .describe('CONFIRMED: the source states it. ASSUMED: a reading, or a value of an earlier year.'),
    assumption: z
      .enum(ASSUMPTIONS)
      .nullish()
      .describe('Code of the assumption that makes the value; null if it is CONFIRMED.'),
    checkedOn: z.iso.date().describe('Day on which it was last compared with its source.'),
  })
  .meta({ id: 'LawProvision', description: 'A rate, an amount, a date or a code of the law.' });

export const LawResponse = z
  .object({
    provisions: z.array(LawProvision).describe('The numbers of the law, each with its source.'),
    firstTaxedYear: int32().describe('First income year whose gains under normal management are taxed.'),
    lastPublishedForm: int32().describe('Last income year with a published tax return.'),
  })
  .meta({
    id: 'LawResponse',
    description: 'The law that figures are computed with. The same for every user.',
  });
export type LawResponse = z.output<typeof LawResponse>;

export const LawQuery = z.strictObject({
  year: z
    .int32()
    .min(LIMITS.yearMin)
    .max(LIMITS.yearMax)
    .optional()
    .describe('Only what applies to this income year, one row for each name.'),
});
