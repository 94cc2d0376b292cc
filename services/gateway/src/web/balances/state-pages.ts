/** Stating a balance: the page that compares it with the transactions, and the statement itself. */
import { randomUUID } from 'node:crypto';
import { LIMITS } from '@ctx/domain/limits';
import type { Rejection, RejectionName } from '@ctx/domain/rejections';
import { digitsOf } from '../../answers/digits.ts';
import type { Form } from '../../ui/form.ts';
import { formKey, perform } from '../visit/changes.ts';
import { messageReply, notFound, type PostedForm, type Reply, type SignedInVisit } from '../visit/visit.ts';
import { accountAddress, accountReply, findAccount } from './account-pages.ts';
import { checkPage } from './check-view.ts';
import { type Account, balanceOfForm, fieldsOf, requestOf, returnedBalance } from './stated-balance.ts';
import { BALANCES_TEXTS } from './texts/texts.ts';

type FormVisit = SignedInVisit & PostedForm;

/** Rejections that the pages explain. */
const EXPLAINED: readonly RejectionName[] = ['NOT_FOUND', 'YEAR_FROZEN', 'TOO_MANY_BALANCES'];

/** Shows the balance of a form beside what the transactions add up to. Nothing is stored. */
export async function checkBalance(visit: FormVisit): Promise<Reply> {
  const { form, language, session } = visit;
  const account = await findAccount(visit);
  if (account === null) return notFound(visit);
  const stated = balanceOfForm(form, account.id, language);
  if ('faults' in stated) return accountReply(visit, account, { status: 422, form, faults: stated.faults });
  const { proposed, input, isAmbiguous } = stated;
  const answer = await perform(visit, {
    id: 'stateBalance',
    input: { ...input, dryRun: true },
    idempotencyKey: null,
    explained: EXPLAINED,
  });
  if ('rejected' in answer) return rejectedReply(visit, account, form, answer);
  const outcome = digitsOf<'stateBalance'>(answer);
  const formId = randomUUID();
  const page = checkPage({ language, visitor: session, account, proposed, isAmbiguous, outcome, formId });
  return { status: 200, page };
}

/** Shows the balance that the form sends back beside what the transactions add up to. Nothing is stored. */
export function recheckBalance(visit: FormVisit): Promise<Reply> {
  return checkBalance({ ...visit, form: fieldsOf(returnedBalance(visit.form), visit.language) });
}

/** Saves the balance that the form sends back. The same form, sent again, changes nothing more. */
export async function saveBalance(visit: FormVisit): Promise<Reply> {
  const { form } = visit;
  const account = await findAccount(visit);
  if (account === null) return notFound(visit);
  const proposed = returnedBalance(form);
  const { assetId, at, amount, notes } = proposed;
  const parsed = requestOf(proposed, account.id);
  const idempotencyKey = formKey(visit, 'balance form', account.id, assetId, at, amount, notes);
  if (idempotencyKey === null || 'fieldErrors' in parsed) return messageReply(visit, 'formInvalid', 400);
  const answer = await perform(visit, {
    id: 'stateBalance',
    input: parsed.input,
    idempotencyKey,
    explained: EXPLAINED,
  });
  return 'rejected' in answer
    ? rejectedReply(visit, account, fieldsOf(proposed, visit.language), answer)
    : { seeOther: `${accountAddress(account)}?done=saved` };
}

function rejectedReply(
  visit: SignedInVisit,
  account: Account,
  form: Form,
  { rejected }: Rejection,
): Promise<Reply> | Reply {
  const { form: texts } = BALANCES_TEXTS[visit.language];
  if (rejected === 'NOT_FOUND') return notFound(visit);
  const fault =
    rejected === 'YEAR_FROZEN'
      ? { field: 'day', text: texts.frozen }
      : { field: null, text: texts.full.replace('{max}', String(LIMITS.balancesOfAccountMax)) };
  return accountReply(visit, account, { status: 409, form, faults: [fault] });
}
