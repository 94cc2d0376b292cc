/** Removing a stated balance: the page that asks, and the removal. */
import { randomUUID } from 'node:crypto';
import type { RejectionName } from '@ctx/domain/rejections';
import { UUID } from '@ctx/domain/uuid';
import { confirmPage } from '../../ui/confirm.ts';
import { formKey, perform } from '../visit/changes.ts';
import { messageReply, notFound, type PostedForm, type Reply, type SignedInVisit } from '../visit/visit.ts';
import { accountAddress, accountReply, balancesOf, findAccount } from './account-pages.ts';
import { balanceFacts } from './check-view.ts';
import type { Account } from './stated-balance.ts';
import { BALANCES_TEXTS } from './texts/texts.ts';

/** Rejections that the pages explain. */
const EXPLAINED: readonly RejectionName[] = ['NOT_FOUND', 'YEAR_FROZEN'];

/** Asks before a balance is removed, or says why it cannot be. */
export async function confirmRemoveBalance(visit: SignedInVisit): Promise<Reply> {
  const { language, session } = visit;
  const balanceId = balanceIdOf(visit);
  const account = await findAccount(visit);
  if (account === null || balanceId === null) return notFound(visit);
  const { balances } = await balancesOf(visit, account);
  const balance = balances.find(({ id }) => id === balanceId);
  if (balance === undefined) return notFound(visit);
  const answer = await perform(visit, {
    id: 'removeBalance',
    input: { accountId: account.id, balanceId, dryRun: true },
    idempotencyKey: null,
    explained: EXPLAINED,
  });
  if ('rejected' in answer) return rejectedReply(visit, account, answer.rejected);
  const { check: texts } = BALANCES_TEXTS[language];
  const page = confirmPage({
    language,
    visitor: session,
    section: 'files',
    title: texts.removeTitle,
    question: texts.removeTitle,
    text: texts.removeText,
    details: balanceFacts(language, balance),
    confirm: texts.confirmRemove,
    hidden: { form: randomUUID() },
    action: `${accountAddress(account)}/balances/${balance.id}/remove`,
    back: accountAddress(account),
  });
  return { status: 200, page };
}

/** Removes a balance. The same form, sent again, removes nothing more. */
export async function removeBalance(visit: SignedInVisit & PostedForm): Promise<Reply> {
  const balanceId = balanceIdOf(visit);
  const account = await findAccount(visit);
  if (account === null || balanceId === null) return notFound(visit);
  const idempotencyKey = formKey(visit, 'remove balance form', account.id, balanceId);
  if (idempotencyKey === null) return messageReply(visit, 'formInvalid', 400);
  const answer = await perform(visit, {
    id: 'removeBalance',
    input: { accountId: account.id, balanceId },
    idempotencyKey,
    explained: EXPLAINED,
  });
  return 'rejected' in answer
    ? rejectedReply(visit, account, answer.rejected)
    : { seeOther: `${accountAddress(account)}?done=removed` };
}

function rejectedReply(
  visit: SignedInVisit,
  account: Account,
  rejected: RejectionName,
): Promise<Reply> | Reply {
  if (rejected === 'NOT_FOUND') return notFound(visit);
  const { removeFrozen } = BALANCES_TEXTS[visit.language].check;
  const faults = [{ field: null, text: removeFrozen }];
  return accountReply(visit, account, { status: 409, form: new Map(), faults });
}

/** Returns the id of the balance in the address, or null if it is not valid. */
function balanceIdOf({ request }: SignedInVisit): string | null {
  const { balance } = request.params;
  return typeof balance === 'string' && UUID.test(balance) ? balance.toLowerCase() : null;
}
