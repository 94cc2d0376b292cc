/** The operations of the balances of an account. */
import { AccountPath, BalanceOutcome, BalancePath, BalancesResponse, BalanceRequest } from './balances.ts';
import { DeleteResponse } from './corrections.ts';
import { NONE, type Operation } from './operation.ts';
import { DryRunQuery } from './requests.ts';

export const BALANCE_OPERATIONS = [
  {
    id: 'listBalances',
    method: 'GET',
    path: '/api/v1/accounts/{accountId}/balances',
    tag: 'Balances',
    scope: 'read',
    answeredBy: 'read',
    versioned: true,
    summary: 'Balances of an account',
    description:
      'The balances that the user stated, each beside what the transactions of the account add up to, and the rows of its files between which something is missing.',
    pathParameters: AccountPath,
    query: NONE,
    response: BalancesResponse,
    rejections: ['NOT_FOUND'],
  },
  {
    id: 'stateBalance',
    method: 'POST',
    path: '/api/v1/accounts/{accountId}/balances',
    tag: 'Balances',
    scope: 'write',
    answeredBy: 'corrections',
    summary: 'State a balance of an account',
    description:
      'What the account had of an asset at an instant, as the platform shows it. The response has what the transactions add up to; a difference is an issue BALANCE_DIFFERS until it is 0. Replaces the balance of the same asset and instant. Balances change no figure. Logged and undone like a correction. Repeating a request changes nothing.',
    pathParameters: AccountPath,
    query: NONE,
    body: BalanceRequest,
    response: BalanceOutcome,
    rejections: ['NOT_FOUND', 'YEAR_FROZEN', 'TOO_MANY_BALANCES'],
  },
  {
    id: 'removeBalance',
    method: 'DELETE',
    path: '/api/v1/accounts/{accountId}/balances/{balanceId}',
    tag: 'Balances',
    scope: 'write',
    answeredBy: 'corrections',
    summary: 'Remove a stated balance',
    description: 'Its issue is gone afterwards, if it had one.',
    pathParameters: BalancePath,
    query: DryRunQuery,
    response: DeleteResponse,
    rejections: ['NOT_FOUND', 'YEAR_FROZEN'],
  },
] as const satisfies readonly Operation[];
