/** Undoing a stated balance, or its removal, as a whole. Pure. */
import type { BalanceRecord } from '@ctx/domain/stated-balances';
import { LIMITS } from '@ctx/domain/limits';
import { isSameBalance, rejectionOfFrozen, yearOfBalance } from './balance.ts';
import type { LoggedChange } from './history-entry.ts';
import { changedBy, type LaterChange } from './later-entry.ts';
import type { Reversal } from './reversal.ts';
import type { YearMarkers } from './years.ts';

type LoggedRow = BalanceRecord | null;

/** Returns the accounts whose balances the changes of an entry stated or removed. */
export function loggedAccounts(logged: readonly LoggedChange[]): string[] {
  const rows = logged.flatMap(({ before, after }) => [before, after]) as LoggedRow[];
  return [...new Set(rows.flatMap((row) => (typeof row?.accountId === 'string' ? [row.accountId] : [])))];
}

/** Balances as they are stored now, and later rows of the log. */
interface StoredBalances {
  readonly balances: readonly BalanceRecord[];
  readonly years: readonly YearMarkers[];
  readonly later: readonly LaterChange[];
}

/** Returns the opposite of a change of a balance. Its year may be locked, for no money is in it. */
export function reversalOfBalance(
  logged: LoggedChange,
  { balances, years: markers, later }: StoredBalances,
): Reversal {
  const [before, after] = [logged.before as LoggedRow, logged.after as LoggedRow];
  const row = (after ?? before) as BalanceRecord;
  const frozen = rejectionOfFrozen(row.at, markers);
  if (frozen !== null) return { years: [], outcome: frozen };
  const current = balances.find(({ id }) => id === row.id) ?? null;
  if (!isSameBalance(current, after)) {
    const error = { field: 'balance', message: `${row.id} has another value now` };
    const fieldErrors = [changedBy(error, later, logged.target)];
    return { years: [], outcome: { rejected: 'CHANGED_SINCE', fieldErrors } };
  }
  const years = [yearOfBalance(row)];
  if (before === null)
    return { years: [], outcome: { action: 'BALANCE_REMOVED', years, before: row, after: null } };
  const ofAccount = balances.filter(({ accountId }) => accountId === row.accountId);
  if (current === null && ofAccount.length >= LIMITS.balancesOfAccountMax)
    return { years: [], outcome: { rejected: 'TOO_MANY_BALANCES' } };
  return { years: [], outcome: { action: 'BALANCE_STATED', years, before: current, after: before } };
}
