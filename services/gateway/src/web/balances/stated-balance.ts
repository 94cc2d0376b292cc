/** A balance that a form states: typed, and sent back by the form that confirms it. Pure. */
import { BalanceInput } from '@ctx/contract/balances';
import { ExactNumber, type ParsedInput, parseRequest, type RequestOf } from '@ctx/contract/parse-input';
import { LIMITS } from '@ctx/domain/limits';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Fault } from '../../ui/components.ts';
import type { Form } from '../../ui/form.ts';
import type { Language } from '../../ui/language.ts';
import { fieldAmount, typedAmount } from '../../ui/typed-amount.ts';
import { instantOfTyped, typedOfInstant } from '../../ui/typed-moment.ts';
import { BALANCES_TEXTS } from './texts/texts.ts';

export type Account = AnswerOf<'listAccounts'>['accounts'][number];
/** What the API lists of an account. */
export type Balances = Digits<AnswerOf<'listBalances'>>;
/** What came in and went out of an account, by year, currency and direction. */
export type MoneySums = Digits<AnswerOf<'listMoney'>>['sums'];
export type StatedBalance = Balances['balances'][number];

/** A balance that is not stored yet. */
export interface ProposedBalance {
  readonly assetId: string;
  readonly at: string;
  /** As digits. */
  readonly amount: string;
  readonly notes: string;
}

/** The request of the API. */
export type BalanceCommand = RequestOf<typeof BalanceInput>;

/** Returns the balance of a form, or what is wrong with it. */
export function balanceOfForm(
  form: Form,
  accountId: string,
  language: Language,
):
  | { readonly proposed: ProposedBalance; readonly input: BalanceCommand; readonly isAmbiguous: boolean }
  | { readonly faults: readonly Fault[] } {
  const { form: texts } = BALANCES_TEXTS[language];
  const text = (field: string): string => (form.get(field) ?? '').trim();
  const moment = instantOfTyped({ day: text('day'), time: text('time') });
  const amount = typedAmount(text('amount'), language);
  const faults: Fault[] = [];
  if (text('asset') === '') faults.push({ field: 'asset', text: texts.noAsset });
  if ('faulty' in moment) {
    const { faulty } = moment;
    faults.push({ field: faulty, text: faulty === 'day' ? texts.noDay : texts.noTime });
  }
  if (amount === null) faults.push({ field: 'amount', text: texts.noAmount });
  if (faults.length > 0 || 'faulty' in moment || amount === null) return { faults };
  const proposed = { assetId: text('asset'), at: moment.at, amount: amount.digits, notes: text('notes') };
  const parsed = requestOf(proposed, accountId);
  if ('input' in parsed) return { proposed, input: parsed.input, isAmbiguous: amount.isAmbiguous };
  return { faults: parsed.fieldErrors.map(({ field }) => faultOf(field, language)) };
}

function faultOf(field: string, language: Language): Fault {
  const { form: texts } = BALANCES_TEXTS[language];
  if (field === 'amount') return { field, text: texts.outOfBounds };
  if (field === 'assetId') return { field: 'asset', text: texts.noAsset };
  const max = String(LIMITS.overrideNotesCharactersMax);
  return field === 'notes'
    ? { field, text: texts.longNotes.replace('{max}', max) }
    : { field: 'day', text: texts.noDay };
}

/** Returns the balance that the form which confirms it sends back. */
export function returnedBalance(form: Form): ProposedBalance {
  const text = (field: string): string => form.get(field) ?? '';
  return { assetId: text('asset'), at: text('at'), amount: text('amount'), notes: text('notes') };
}

/** Returns the request of the API, or the errors of its fields. */
export function requestOf(
  { assetId, at, amount, notes }: ProposedBalance,
  accountId: string,
): ParsedInput<BalanceCommand> {
  return parseRequest(BalanceInput, {
    accountId,
    assetId,
    at,
    amount: /^-?\d+(\.\d+)?$/.test(amount) ? new ExactNumber(amount) : amount,
    ...(notes !== '' && { notes }),
  });
}

/** Returns a balance as the fields of the form, to be changed there. */
export function fieldsOf({ assetId, at, amount, notes }: ProposedBalance, language: Language): Form {
  const { day, time } = typedOfInstant(at);
  return new Map(Object.entries({ asset: assetId, day, time, amount: fieldAmount(amount, language), notes }));
}
