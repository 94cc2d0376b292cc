/** What each exchange must report about a year (DAC8, CARF), from the user's transactions: to compare with what it states. */
import { REPORTED_KINDS } from '@ctx/domain/law/reported';
import { LIMITS } from '@ctx/domain/limits';
import { z } from 'zod';
import { MEANING } from './meanings.ts';
import type { Operation } from './operation.ts';
import { sizeQuery } from './pages.ts';
import { text, year } from './requests.ts';
import { decimal, int32, nullableText, pageUrl } from './scalars.ts';

export const ReportedTotal = z
  .object({
    platform: z.string().describe('The exchange: third-party text where it is not known.'),
    country: nullableText().describe('Country of its company in the year (ISO 3166); null if not known.'),
    assetKey: z.string().describe(MEANING.assetKey),
    assetSymbol: nullableText().describe(MEANING.assetSymbol),
    kind: z
      .enum(REPORTED_KINDS)
      .describe(
        'Which total it is: bought and sold for money, exchanged for other assets, transferred in (rewards too) and out, paid for goods. `TO_OWN` is the part of `TRANSFERRED_OUT` that stayed the user’s.',
      ),
    units: decimal('Units, added up.'),
    eur: decimal('Their value in EUR before fees. Null in a locked year.').nullish(),
    fees: decimal('Fees of the same transactions, EUR. Null in a locked year.').nullish(),
    transactions: int32().describe('How many transactions it adds up.'),
    withoutValue: int32().describe('How many of them have no known value in EUR: `eur` lacks these.'),
  })
  .meta({ id: 'ReportedTotal' });

export const Reported = z
  .object({
    year: int32().describe(MEANING.year),
    locked: z.boolean().describe(MEANING.locked),
    frozen: z.boolean().describe(MEANING.frozen),
    stale: z.boolean().describe(MEANING.stale),
    totals: z.array(ReportedTotal).describe('In the order of asset, exchange and kind.'),
    next: nullableText().describe('`after` of the next page; null on the last page.'),
    url: pageUrl(),
  })
  .meta({ id: 'Reported' });

export const REPORTED_OPERATIONS = [
  {
    id: 'getReported',
    method: 'GET',
    path: '/api/v1/years/{year}/reported',
    tag: 'Figures',
    scope: 'read',
    answeredBy: 'read',
    summary: 'What exchanges report about a year',
    description:
      'From 2026 on each exchange reports totals of the year to the administration (DAC8, CARF). This adds up the same totals from the transactions of the accounts at exchanges, for each exchange and asset: units, value before fees, fees, and the number of transactions. Compare it with what an exchange states. In pages of assets.',
    pathParameters: z.strictObject({ year }),
    query: z.strictObject({
      after: text(LIMITS.assetKeyCharactersMax).optional().describe('`next` of the page before.'),
      size: sizeQuery('Assets'),
    }),
    response: Reported,
    rejections: [],
  },
] as const satisfies readonly Operation[];
