/** The operations that read the law, and a year under other readings of it. */
import { LawQuery, LawResponse } from './law.ts';
import { YearPath } from './circumstances.ts';
import { NONE, type Operation, PREVIEW_REJECTIONS } from './operation.ts';
import { ReadingsResponse } from './readings.ts';

export const LAW_OPERATIONS = [
  {
    id: 'getLaw',
    method: 'GET',
    path: '/api/v1/law',
    tag: 'Law',
    scope: 'read',
    answeredBy: 'gateway',
    summary: 'The numbers and rules of the law',
    description:
      'Every rate, amount, date and code that figures are computed with, by income year: its source, whether the source states it (CONFIRMED) or leaves it open (ASSUMED), and the day on which it was checked. The same for every user. `rules` are those by which figures are computed: stated by a source, or open with their other reading. `readers` are public readers with their addresses. With `year` a value that the year takes from an earlier one is ASSUMED.',
    pathParameters: NONE,
    query: LawQuery,
    response: LawResponse,
    rejections: [],
  },
  {
    id: 'listReadings',
    method: 'GET',
    path: '/api/v1/years/{year}/readings',
    tag: 'Law',
    scope: 'read',
    answeredBy: 'corrections',
    summary: 'A year under other readings of the law',
    description:
      'Where the law is open: the gain and the tax of the year under each other reading, one at a time, computed by the same engine from the same facts. None is the default, and nothing is saved. An account with many events is rejected with PREVIEW_TOO_LARGE.',
    pathParameters: YearPath,
    query: NONE,
    response: ReadingsResponse,
    rejections: ['YEAR_LOCKED', 'YEAR_FROZEN', ...PREVIEW_REJECTIONS],
  },
] as const satisfies readonly Operation[];
