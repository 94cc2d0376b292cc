/** The operations of the regime of a year. */
import { YearPath } from './circumstances.ts';
import { NONE, type Operation } from './operation.ts';
import { RegimeOutcome, RegimeRequest, RegimeResponse } from './regime.ts';

export const REGIME_OPERATIONS = [
  {
    id: 'getRegime',
    method: 'GET',
    path: '/api/v1/years/{year}/regime',
    tag: 'Regime',
    scope: 'read',
    answeredBy: 'read',
    versioned: true,
    summary: 'Regime of a year',
    description:
      'The regime that the gains of the year are taxed under, and who chose it, with the answers to the indicators of speculation.',
    pathParameters: YearPath,
    query: NONE,
    response: RegimeResponse,
    rejections: [],
  },
  {
    id: 'chooseRegime',
    method: 'POST',
    path: '/api/v1/years/{year}/regime',
    tag: 'Regime',
    scope: 'write',
    answeredBy: 'corrections',
    summary: 'Choose the regime of a year',
    description:
      'Stores the regime as the choice of the taxpayer, and replaces all answers: a question that is left out is open afterwards. A changed regime is followed by a recalculation; answers alone change no figure. Logged and undone like a correction. If an operator sets the regime too, the later of the two counts. Repeating a request changes nothing.',
    pathParameters: YearPath,
    query: NONE,
    body: RegimeRequest,
    response: RegimeOutcome,
    rejections: ['YEAR_LOCKED', 'YEAR_FROZEN'],
  },
] as const satisfies readonly Operation[];
