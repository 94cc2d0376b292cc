/** The stock of a year: what was held at its end, and the evidence that each holding needs. */
import { LIMITS } from '@ctx/domain/limits';
import { z } from 'zod';
import { MEANING } from './meanings.ts';
import type { Operation } from './operation.ts';
import { sizeQuery } from './pages.ts';
import { text, year } from './requests.ts';
import { dateTime, decimal, int32, int64, nullableText, pageUrl } from './scalars.ts';

export const EvidenceAsset = z
  .object({
    assetKey: z.string().describe(MEANING.assetKey),
    assetSymbol: nullableText().describe(MEANING.assetSymbol),
    amount: decimal('Units that were held at the end of the year.'),
    lots: int32().describe('Lots that they were in, each of which the report of the year lists.'),
    acquiredFrom: dateTime().describe('When the oldest of these lots was acquired.'),
    acquiredUntil: dateTime().describe('When the newest of these lots was acquired.'),
    historicCost: decimal('What the units cost, EUR. Null in a locked year.').nullish(),
    price: decimal(
      'EUR per unit: the last price of the week before, as known now. Null if none is known.',
    ).nullish(),
    priceSource: nullableText().describe(MEANING.storedPriceSource),
    priceAt: dateTime().nullish().describe('When that price was; null without one.'),
    priceAgeSeconds: int64().nullish().describe('How long before the end of the year the price was.'),
    value: decimal('Value of the units at that price, EUR.').nullish(),
  })
  .meta({ id: 'EvidenceAsset' });

export const Evidence = z
  .object({
    year: int32().describe(MEANING.year),
    moment: dateTime().describe('The end of 31 December of the year in Brussels.'),
    locked: z.boolean().describe(MEANING.locked),
    frozen: z.boolean().describe(MEANING.frozen),
    stale: z.boolean().describe(MEANING.stale),
    assets: z.array(EvidenceAsset).describe('In order of their keys.'),
    next: nullableText().describe('`after` of the next page; null on the last page.'),
    url: pageUrl(),
  })
  .meta({ id: 'Evidence' });

export const EVIDENCE_OPERATIONS = [
  {
    id: 'getEvidence',
    method: 'GET',
    path: '/api/v1/years/{year}/evidence',
    tag: 'Figures',
    scope: 'read',
    answeredBy: 'read',
    summary: 'What was held at the end of a year',
    description:
      'Each asset that was held at the end of the year: units, lots and when they were acquired, historic cost, and the price then with source, instant and age. In pages. The lots of a submitted year stay those that it was submitted with. The photo at the end of 2025 is `getPhoto`, which also has the units by account and what stays untaxed.',
    pathParameters: z.strictObject({ year }),
    query: z.strictObject({
      after: text(LIMITS.assetKeyCharactersMax).optional().describe('`next` of the page before.'),
      size: sizeQuery('Assets'),
    }),
    response: Evidence,
    rejections: [],
  },
] as const satisfies readonly Operation[];
