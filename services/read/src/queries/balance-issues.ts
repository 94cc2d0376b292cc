/** Issues of balances that the transactions of an account do not explain. No figure depends on a balance, so no run stores them. */
import { ISSUE_KINDS, SEVERITIES } from '@ctx/domain/issues';
import { LIMITS } from '@ctx/domain/limits';
import { shown } from '@ctx/domain/shown-text';
import { stableId } from '@ctx/domain/stable-id';
import { prepare, sql, USER } from '@ctx/platform/sql';
import type { BalanceBreak, BalanceOfIssue, StatedBalance } from '@ctx/proto/gen/ctx/v1/read';
import { readAsUser, type Source } from '../sources/source.ts';
import type { AccountProofs } from './balance-proofs.ts';

/** The columns of figures.issues that such an issue has. It is of no year, and names no event. */
interface IssueRow {
  readonly user_id: number;
  readonly issue_id: string;
  readonly issue_type: 'BALANCE_DIFFERS';
  readonly queue: string;
  readonly severity: number;
  readonly occurred_at: string;
}

/** An issue, and what its item in the inbox shows. */
export interface BalanceIssue {
  readonly row: IssueRow;
  readonly balance: BalanceOfIssue;
}

const LABELS = prepare(
  'account-labels',
  sql`SELECT a.account_id AS id, coalesce(a.label, a.ref) AS label FROM facts.accounts a WHERE a.user_id = ${USER}`,
);

/** Returns the issues of balances of a user, newest first. `proofs` are of all accounts. */
export async function balanceIssues(
  source: Source,
  userId: number,
  proofs: ReadonlyMap<string, AccountProofs>,
): Promise<readonly BalanceIssue[]> {
  const isOpen = ({ balances, breaks }: AccountProofs): boolean =>
    breaks.length > 0 || balances.some(hasDifference);
  if (![...proofs.values()].some(isOpen)) return [];
  const [accounts] = await readAsUser<[{ readonly id: string; readonly label: string }]>(
    source,
    userId,
    LABELS({ userId }),
  );
  const found = accounts.flatMap(({ id, label }): BalanceOfIssue[] => {
    const { balances = [], breaks = [] } = proofs.get(id) ?? {};
    const account = { accountId: id, accountLabel: shown(label) };
    return [
      ...balances.filter(hasDifference).map((each) => ({ ...account, ...ofStated(each) })),
      ...breaks.map((each) => ({ ...account, ...ofBreak(each) })),
    ];
  });
  return found
    .toSorted((left, right) => Date.parse(right.at) - Date.parse(left.at))
    .slice(0, LIMITS.balanceIssuesMax)
    .map((balance) => ({ row: rowOf(userId, balance), balance }));
}

function hasDifference({ difference }: StatedBalance): boolean {
  return difference !== '0';
}

type OfAccount = Omit<BalanceOfIssue, 'accountId' | 'accountLabel'>;

function ofStated({ assetId, at, amount, expected, difference }: StatedBalance): OfAccount {
  return { assetId, at, stated: amount, expected, difference };
}

function ofBreak({ asset, until, difference, fileId, fileName, afterLine, line }: BalanceBreak): OfAccount {
  return { assetId: asset, at: until, difference, fileId, fileName, afterLine, line };
}

function rowOf(userId: number, balance: BalanceOfIssue): IssueRow {
  const { accountId, assetId, at, fileId, line } = balance;
  const { queue, severity } = ISSUE_KINDS.BALANCE_DIFFERS;
  return {
    user_id: userId,
    issue_id: stableId('balance differs', accountId, assetId, at, fileId ?? '', String(line ?? '')),
    issue_type: 'BALANCE_DIFFERS',
    queue,
    severity: SEVERITIES.indexOf(severity),
    occurred_at: at,
  };
}
