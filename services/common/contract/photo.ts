/** The photo: what was held at the end of 2025, from which gains since then are measured. */
import { LIMITS } from '@ctx/domain/limits';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import { z } from 'zod';
import { MEANING } from './meanings.ts';
import { NONE, type Operation } from './operation.ts';
import { sizeQuery } from './pages.ts';
import { text } from './requests.ts';
import { dateTime, decimal, int32, int64, nullableText, pageUrl, uuid } from './scalars.ts';

export const PhotoAccount = z
  .object({
    accountId: uuid().describe(MEANING.accountId),
    name: nullableText().describe(MEANING.accountLabel),
    amount: decimal('Units that all events of the account until then left in it.'),
  })
  .meta({ id: 'PhotoAccount' });

export const PhotoAsset = z
  .object({
    assetKey: z.string().describe(MEANING.assetKey),
    assetSymbol: nullableText().describe(MEANING.assetSymbol),
    amount: decimal('Units that were held, in accounts and on the way between them.'),
    accounts: z.array(PhotoAccount).describe('The accounts that had the units, largest first.'),
    accountsLeftOut: z
      .boolean()
      .describe('True in a submitted year, which does not keep them, and for an asset with too many events.'),
    elsewhere: decimal(
      '`amount` less the units of all accounts: on the way, or more than the events explain. 0 if the accounts have it all.',
    ).nullish(),
    price: decimal('EUR per unit: the last price of the week before, null if none is known.').nullish(),
    priceSource: nullableText().describe(MEANING.storedPriceSource),
    priceAt: dateTime().nullish().describe('When that price was; null without one.'),
    priceAgeSeconds: int64().nullish().describe('How long before the photo moment the price was.'),
    value: decimal('Value of the units at that price, EUR.').nullish(),
    historicCost: decimal('What the units cost, EUR. Null in a locked year.').nullish(),
    unitCost: decimal(
      'EUR per unit: the historic cost by the units. Without a price gains are measured from it, so each euro by which the price was above it is taxed.',
    ).nullish(),
    gainBeforeLaw: decimal(
      'EUR: by how much the lots were worth more than their cost, which the photo keeps out of later gains. Null without a price and in a locked year: it cannot be said.',
    ).nullish(),
    taxKeptOut: decimal('EUR: the tax of 10 % on it.').nullish(),
  })
  .meta({ id: 'PhotoAsset' });

export const Photo = z
  .object({
    year: int32().describe('The year that sees the photo so.'),
    moment: dateTime().describe('The photo moment, at the end of 31 December 2025 in Brussels.'),
    locked: z.boolean().describe(MEANING.locked),
    frozen: z.boolean().describe(MEANING.frozen),
    stale: z.boolean().describe(MEANING.stale),
    assets: z.array(PhotoAsset).describe('In order of their keys.'),
    assetsWithoutPrice: int32().describe('Of all assets that were held.'),
    next: nullableText().describe('`after` of the next page; null on the last page.'),
    url: pageUrl(),
  })
  .meta({ id: 'Photo' });

export const PHOTO_OPERATIONS = [
  {
    id: 'getPhoto',
    method: 'GET',
    path: '/api/v1/photo',
    tag: 'Figures',
    scope: 'read',
    answeredBy: 'read',
    summary: 'What was held at the end of 2025',
    description:
      'Each asset that was held at the photo moment: units by account, price with source, instant and age, value, historic cost, and the gain that the photo keeps out of later gains. In pages. A submitted year sees the lots and prices that it was submitted with.',
    pathParameters: NONE,
    query: z.strictObject({
      year: z
        .int32()
        .min(FIRST_TAXED_YEAR)
        .max(LIMITS.yearMax)
        .optional()
        .describe(
          'The year that sees the photo; by default the newest paid one that is not submitted, else the newest paid one.',
        ),
      after: text(LIMITS.assetKeyCharactersMax).optional().describe('`next` of the page before.'),
      size: sizeQuery('Assets'),
    }),
    response: Photo,
    rejections: [],
  },
] as const satisfies readonly Operation[];
