/** The pages of accounts: what proves their transactions, and the balances that a person states. */
import { PATHS } from '../../ui/paths.ts';
import type { Route } from '../visit/route.ts';
import { showAccount, showAccounts } from './account-pages.ts';
import { confirmRemoveBalance, removeBalance } from './remove-pages.ts';
import { checkBalance, recheckBalance, saveBalance } from './state-pages.ts';

const PRO = { for: 'signed-in', counts: true, proSection: 'settings' } as const;

export const BALANCES_ROUTES: readonly Route[] = [
  { path: PATHS.accounts, ...PRO, get: showAccounts },
  { path: `${PATHS.accounts}/:id`, ...PRO, get: showAccount },
  { path: `${PATHS.accounts}/:id/check`, ...PRO, again: checkBalance, post: checkBalance },
  { path: `${PATHS.accounts}/:id/save`, ...PRO, again: recheckBalance, post: saveBalance },
  {
    path: `${PATHS.accounts}/:id/balances/:balance/remove`,
    ...PRO,
    get: confirmRemoveBalance,
    post: removeBalance,
  },
];
