/** The form that enters a transaction by hand. */
import { LIMITS } from '@ctx/domain/limits';
import type { AnswerOf } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { type Fault, faultList, field, notice, type Option, select, titleOf } from '../../ui/components.ts';
import { type Content, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { csrfField, sitePage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { accountName } from '../visit/account-name.ts';
import { ENTRY_TEXTS } from './texts/texts.ts';
import { ENTRY_KINDS } from './typed-entry.ts';

export type Accounts = AnswerOf<'listAccounts'>['accounts'];

export interface EntryView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly accounts: Accounts;
  /** What was typed, by field. */
  readonly typed: ReadonlyMap<string, string>;
  readonly faults: readonly Fault[];
  /** What the user has just done, with the file that has the transaction; null after nothing. */
  readonly done: { readonly text: string; readonly fileId: string | null } | null;
}

/** Returns the page. */
export function entryPage(view: EntryView): string {
  const { language, visitor, faults } = view;
  const { entry: texts } = ENTRY_TEXTS[language];
  const { enterTransaction: title } = TEXTS[language].general;
  const content = html`<p class="small back"><a href="${PATHS.transactions}">${texts.back}</a></p>
    <h1>${title}</h1>
    ${doneNotice(view)}
    <p class="lead">${texts.lead}</p>
    ${faultList(faults, language)} ${form(view)}`;
  return sitePage({
    language,
    title: titleOf(title, faults, language),
    visitor,
    section: 'transactions',
    content,
  });
}

function doneNotice({ language, done }: EntryView): Content {
  if (done === null) return null;
  const { entry: texts } = ENTRY_TEXTS[language];
  const file = `${PATHS.files}/${done.fileId ?? ''}`;
  return html`${notice(done.text)}
    <p>
      ${done.fileId !== null && html`<a href="${file}">${texts.toFile}</a> · <a href="${file}/remove">${texts.undo}</a> · `}
      <a href="${PATHS.inbox}">${texts.toInbox}</a>
    </p>`;
}

const DECIMAL = html`inputmode="decimal"`;
const ASSET = html`maxlength="${LIMITS.assetKeyCharactersMax}" spellcheck="false"`;
const ACCOUNT = html`maxlength="${LIMITS.accountNameCharactersMax}"`;
const NOTE = html`maxlength="${LIMITS.descriptionCharactersMax}"`;

function form(view: EntryView): Html {
  const { language, visitor, accounts, typed, faults } = view;
  const { entry: texts, kinds } = ENTRY_TEXTS[language];
  const value = (id: string): string => typed.get(id) ?? '';
  const kindOptions: Option[] = ENTRY_KINDS.map((kind) => [kind, kinds[kind]]);
  const accountOptions: Option[] = [
    ...accounts.map((account): Option => [account.id, accountName(account)]),
    ['', texts.otherAccount],
  ];
  const input = (
    id: string,
    label: string,
    more: {
      readonly hint?: string;
      readonly more?: Html;
      readonly type?: 'date';
      readonly isOptional?: true;
    } = {},
  ): Html =>
    field({ type: 'text', ...more, id, label, autocomplete: 'off', value: value(id) }, faults, language);
  const optional = { isOptional: true } as const;
  const side = (name: string, legend: string, hint: string, amount: string, asset: string): Html =>
    html`<fieldset>
      <legend>${legend}</legend>
      <p class="hint">${hint}</p>
      ${input(`${name}-amount`, amount, { ...optional, more: DECIMAL })}
      ${input(`${name}-asset`, asset, { ...optional, more: ASSET })}
    </fieldset>`;
  return html`<section class="card" aria-label="${TEXTS[language].general.enterTransaction}">
    <form method="post" action="${PATHS.entry}/check" novalidate>
      ${csrfField(visitor.csrfToken)} ${select('kind', texts.kind, kindOptions, value('kind'))}
      ${accounts.length > 0 && select('account', texts.account, accountOptions, value('account'))}
      ${input('new-account', texts.newAccount, { ...optional, hint: texts.newAccountHint, more: ACCOUNT })}
      ${input('day', texts.day, { type: 'date', hint: texts.dayHint })}
      ${input('time', texts.time, { ...optional, hint: texts.timeHint })}
      ${side('received', texts.received, texts.receivedHint, texts.receivedAmount, texts.receivedAsset)}
      ${side('given', texts.given, texts.givenHint, texts.givenAmount, texts.givenAsset)}
      ${side('fee', texts.fee, texts.feeHint, texts.feeAmount, texts.feeAsset)}
      ${input('value', texts.value, { ...optional, hint: texts.valueHint, more: DECIMAL })}
      ${input('note', texts.note, { ...optional, hint: texts.noteHint, more: NOTE })}
      <p class="actions"><button type="submit">${texts.check}</button></p>
    </form>
  </section>`;
}
