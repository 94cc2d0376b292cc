/** The operations of the history: which corrections were made, and undoing one. */
import { HistoryQuery, HistoryResponse, UndoRequest, UndoResponse } from './history.ts';
import { NONE, type Operation } from './operation.ts';
import { DryRunQuery } from './requests.ts';

export const HISTORY_OPERATIONS = [
  {
    id: 'listHistory',
    method: 'GET',
    path: '/api/v1/history',
    tag: 'History',
    scope: 'read',
    answeredBy: 'corrections',
    summary: 'What was corrected',
    description:
      'Corrections by all tokens and apps, newest first, in pages numbered from 0. A bulk correction is one entry.',
    pathParameters: NONE,
    query: HistoryQuery,
    response: HistoryResponse,
    rejections: [],
  },
  {
    id: 'undoCorrection',
    method: 'POST',
    path: '/api/v1/history/{entryId}/undo',
    tag: 'History',
    scope: 'write',
    answeredBy: 'corrections',
    summary: 'Undo a correction',
    description:
      'Restores what was stored before the entry, all of it or nothing, and keeps later changes of other fields. Undoing is itself an entry, which can be undone. Undoing an entry again that is undone changes nothing and returns the entry that undid it. CHANGED_SINCE names what changed later, and by which entry.',
    pathParameters: UndoRequest,
    query: DryRunQuery,
    response: UndoResponse,
    rejections: [
      'NOT_FOUND',
      'YEAR_LOCKED',
      'YEAR_FROZEN',
      'CHANGED_SINCE',
      'ALREADY_MATCHED',
      'TOO_MANY_RULES',
      'TOO_MANY_PRICES',
      'TOO_MANY_BALANCES',
      'TOO_MANY_TOTALS',
      'UNDO_UNAVAILABLE',
    ],
  },
] as const satisfies readonly Operation[];
