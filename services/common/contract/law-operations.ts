/** The operation that reads the law. */
import { LawQuery, LawResponse } from './law.ts';
import { NONE, type Operation } from './operation.ts';

export const LAW_OPERATIONS = [
  {
    id: 'getLaw',
    method: 'GET',
    path: '/api/v1/law',
    tag: 'Law',
    scope: 'read',
    answeredBy: 'gateway',
    summary: 'The numbers of the law',
    description:
      'Every rate, amount, date and code that figures are computed with, by income year: its source, whether the source states it (CONFIRMED) or leaves it open (ASSUMED), and the day on which it was checked. The same for every user. With `year` a value that the year takes from an earlier one is ASSUMED.',
    pathParameters: NONE,
    query: LawQuery,
    response: LawResponse,
    rejections: [],
  },
] as const satisfies readonly Operation[];
