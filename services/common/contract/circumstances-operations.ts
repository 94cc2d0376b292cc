/** The operations of the circumstances of a year. */
import {
  CircumstancesRequest,
  CircumstancesResponse,
  CircumstancesOutcome,
  YearPath,
} from './circumstances.ts';
import { DeleteResponse } from './corrections.ts';
import { NONE, type Operation } from './operation.ts';
import { DryRunQuery } from './requests.ts';

export const CIRCUMSTANCES_OPERATIONS = [
  {
    id: 'getCircumstances',
    method: 'GET',
    path: '/api/v1/years/{year}/circumstances',
    tag: 'Circumstances',
    scope: 'read',
    answeredBy: 'read',
    versioned: true,
    summary: 'Circumstances of a year',
    description: 'What the user entered about a year, or null.',
    pathParameters: YearPath,
    query: NONE,
    response: CircumstancesResponse,
    rejections: [],
  },
  {
    id: 'setCircumstances',
    method: 'POST',
    path: '/api/v1/years/{year}/circumstances',
    tag: 'Circumstances',
    scope: 'write',
    answeredBy: 'corrections',
    summary: 'Set the circumstances of a year',
    description:
      'Replaces all circumstances of the year: a field that is left out has no value afterwards. The year summary then has an `estimate`. NOT_FOUND: `accountShares` names an account that the user does not have. Circumstances change no stored figure, so no recalculation follows. Logged and undone like a correction. Repeating a request changes nothing.',
    pathParameters: YearPath,
    query: NONE,
    body: CircumstancesRequest,
    response: CircumstancesOutcome,
    rejections: ['NOT_FOUND', 'YEAR_LOCKED', 'YEAR_FROZEN', 'NOTHING_TO_APPLY'],
  },
  {
    id: 'removeCircumstances',
    method: 'DELETE',
    path: '/api/v1/years/{year}/circumstances',
    tag: 'Circumstances',
    scope: 'write',
    answeredBy: 'corrections',
    summary: 'Remove the circumstances of a year',
    description: 'The year has no estimate afterwards.',
    pathParameters: YearPath,
    query: DryRunQuery,
    response: DeleteResponse,
    rejections: ['NOT_FOUND', 'YEAR_LOCKED', 'YEAR_FROZEN'],
  },
] as const satisfies readonly Operation[];
