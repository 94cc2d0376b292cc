/** The pages of accounts: all, and one with its balances and the form that states another. */
import { LIMITS } from '@ctx/domain/limits';
import type { Fault } from '../../ui/components.ts';
import type { Form } from '../../ui/form.ts';
import { PATHS } from '../../ui/paths.ts';
import { figuresVisit } from '../visit/figures-visit.ts';
import { doneText, idOf, notFound, type Reply, type SignedInVisit, textOf } from '../visit/visit.ts';
import { accountPage } from './account-view.ts';
import { accountsPage } from './accounts-view.ts';
import { type Account, type Balances, fieldsOf } from './stated-balance.ts';
import { BALANCES_TEXTS } from './texts/texts.ts';

/** Shows each account, until when it is proven, and how many of its balances do not fit. */
export async function showAccounts(visit: SignedInVisit): Promise<Reply> {
  const { language, session } = visit;
  const figures = figuresVisit(visit);
  const [{ accounts }, { items }] = await Promise.all([
    figures.read('listAccounts'),
    figures.read('listIssues', { type: 'BALANCE_DIFFERS', size: String(LIMITS.balanceIssuesMax) }),
  ]);
  const open = Map.groupBy(items, ({ balance }) => balance?.accountId ?? '');
  const page = accountsPage({
    language,
    visitor: session,
    accounts: accounts.map((account) => ({ ...account, open: open.get(account.id)?.length ?? 0 })),
    isMore: items.length >= LIMITS.balanceIssuesMax,
  });
  return { status: 200, page };
}

/** Returns the account in the address; null if it is not the user's. */
export async function findAccount(visit: SignedInVisit): Promise<Account | null> {
  const id = idOf(visit)?.toLowerCase();
  if (id === undefined) return null;
  const { accounts } = await figuresVisit(visit).read('listAccounts');
  return accounts.find((account) => account.id === id) ?? null;
}

/** Returns the address of the page of an account. */
export function accountAddress({ id }: Pick<Account, 'id'>): string {
  return `${PATHS.accounts}/${id}`;
}

/** Returns what the API lists of the balances of an account. */
export function balancesOf(visit: SignedInVisit, { id }: Account): Promise<Balances> {
  return figuresVisit(visit).readDigits('listBalances', { accountId: id });
}

/** Shows one account. Its form has the balance that the address names, to be corrected. */
export async function showAccount(visit: SignedInVisit): Promise<Reply> {
  const account = await findAccount(visit);
  if (account === null) return notFound(visit);
  const balances = await balancesOf(visit, account);
  const chosen = textOf(visit.request.query['balance']);
  const corrected = balances.balances.find(({ id }) => id === chosen);
  const form: Form =
    corrected === undefined
      ? new Map()
      : fieldsOf({ ...corrected, notes: corrected.notes ?? '' }, visit.language);
  return accountReply(visit, account, { status: 200, form, faults: [] }, balances);
}

/** What a form that is shown again has. */
interface ShownAgain {
  readonly status: number;
  readonly form: Form;
  readonly faults: readonly Fault[];
}

/** Returns the page of an account, with what was typed. */
export async function accountReply(
  visit: SignedInVisit,
  account: Account,
  { status, form, faults }: ShownAgain,
  known?: Balances,
): Promise<Reply> {
  const { language, session } = visit;
  const [balances, money] = await Promise.all([
    known ?? balancesOf(visit, account),
    figuresVisit(visit).readDigits('listMoney', { account: account.id, size: '1' }),
  ]);
  const { saved, removed } = BALANCES_TEXTS[language].account;
  const page = accountPage({
    language,
    visitor: session,
    account,
    balances,
    money: money.sums,
    typed: form,
    faults,
    done: doneText(visit, { saved, removed }),
  });
  return { status, page };
}
