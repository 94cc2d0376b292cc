/** The operations of prices that the taxpayer enters. */
import { DeleteResponse } from './corrections.ts';
import { NONE, type Operation } from './operation.ts';
import { PricesQuery, PricesResponse, RemovePriceRequest, PricesRequest, PricesOutcome } from './prices.ts';
import { DryRunQuery } from './requests.ts';

export const PRICE_OPERATIONS = [
  {
    id: 'listPrices',
    method: 'GET',
    path: '/api/v1/prices',
    tag: 'Prices',
    scope: 'read',
    answeredBy: 'read',
    versioned: true,
    summary: 'Prices that the user entered',
    description:
      'Entered prices by asset key, newest first, in pages numbered from 0. Imported prices are not part of the list.',
    pathParameters: NONE,
    query: PricesQuery,
    response: PricesResponse,
    rejections: [],
  },
  {
    id: 'setPrices',
    method: 'POST',
    path: '/api/v1/prices',
    tag: 'Prices',
    scope: 'write',
    answeredBy: 'corrections',
    summary: 'Enter up to 200 prices',
    description:
      'Saves them together and recalculates once. A price of the same asset and instant or day is replaced. Prices value the events without a value of their own, and win over imported prices while they are valid: of several, the latest instant, then the day. Each price has its own status: YEAR_LOCKED or YEAR_FROZEN if it could value an event of such a year. The response is 200 even if single prices are rejected.',
    pathParameters: NONE,
    query: NONE,
    body: PricesRequest,
    response: PricesOutcome,
    rejections: [],
  },
  {
    id: 'removePrice',
    method: 'DELETE',
    path: '/api/v1/prices/{priceId}',
    tag: 'Prices',
    scope: 'write',
    answeredBy: 'corrections',
    summary: 'Remove an entered price',
    description: 'Events that it valued have the value of the next source again, or none.',
    pathParameters: RemovePriceRequest,
    query: DryRunQuery,
    response: DeleteResponse,
    rejections: ['NOT_FOUND', 'YEAR_LOCKED', 'YEAR_FROZEN'],
  },
] as const satisfies readonly Operation[];
