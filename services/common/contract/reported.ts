/** What each exchange must report about a year (DAC8, CARF), from the user's transactions: to compare with what it states. */
import { REPORTED_KINDS } from '@ctx/domain/law/reported';
import { LIMITS } from '@ctx/domain/limits';
import { z } from 'zod';
import { MEANING } from './meanings.ts';
import { DeleteResponse } from './corrections.ts';
import { NONE, type Operation } from './operation.ts';
import { sizeQuery } from './pages.ts';
import { DryRunQuery, text, year } from './requests.ts';
import { decimal, int32, nullableText, pageUrl } from './scalars.ts';
import {
  ReportedDifference,
  ReportedExplanation,
  StatedAmounts,
  StatedTotalPath,
  StatedTotalsOutcome,
  StatedTotalsRequest,
} from './stated-totals.ts';

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
    stated: StatedAmounts.optional().describe('What the exchange stated; left out if nothing is stated.'),
    difference: ReportedDifference.optional().describe('Stated less own; left out if nothing is stated.'),
    explanations: z
      .array(ReportedExplanation)
      .optional()
      .describe(
        'What the difference is exactly, the most telling first; left out if nothing is stated. Empty: there is none, or nothing explains it.',
      ),
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
      'From 2026 on each exchange reports totals of the year to the administration (DAC8, CARF). This adds up the same totals from the transactions of the accounts at exchanges, for each exchange and asset: units, value before fees, fees, and the number of transactions. Where the user stated what an exchange reported, each total has it beside its own, with the difference and the transactions that explain it. In pages of assets.',
    pathParameters: z.strictObject({ year }),
    query: z.strictObject({
      after: text(LIMITS.assetKeyCharactersMax).optional().describe('`next` of the page before.'),
      size: sizeQuery('Assets'),
    }),
    response: Reported,
    rejections: [],
  },
  {
    id: 'stateReported',
    method: 'POST',
    path: '/api/v1/years/{year}/reported',
    tag: 'Reported',
    scope: 'write',
    answeredBy: 'corrections',
    summary: 'State what an exchange reported about a year',
    description:
      'Stores totals of a year as an exchange states them. `GET` of the same address then has each beside what the transactions add up to, and what explains a difference; one that nothing explains is an issue REPORTED_DIFFERS. Each total replaces the one of the same exchange, asset and kind. It changes no figure, so it is allowed in a submitted and in a locked year. All totals are stored or none. Logged and undone like a correction. Repeating a request changes nothing.',
    pathParameters: z.strictObject({ year }),
    query: NONE,
    body: StatedTotalsRequest,
    response: StatedTotalsOutcome,
    rejections: ['TOO_MANY_TOTALS'],
  },
  {
    id: 'removeReported',
    method: 'DELETE',
    path: '/api/v1/years/{year}/reported/{statedId}',
    tag: 'Reported',
    scope: 'write',
    answeredBy: 'corrections',
    summary: 'Remove a stated total',
    description: 'Its issue is gone afterwards, if it had one.',
    pathParameters: StatedTotalPath,
    query: DryRunQuery,
    response: DeleteResponse,
    rejections: ['NOT_FOUND'],
  },
] as const satisfies readonly Operation[];
