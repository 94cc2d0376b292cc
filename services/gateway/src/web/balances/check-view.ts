/** The page that shows a balance as it was read, beside what the transactions add up to, before it is saved. */
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { facts, name } from '../../ui/components.ts';
import { type Content, html, type Html } from '../../ui/html.ts';
import { type Language, time } from '../../ui/language.ts';
import { csrfField, hiddenFields, settingsPage } from '../../ui/layout.ts';
import { exactUnits } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { accountName } from '../visit/account-name.ts';
import { differenceText } from './account-view.ts';
import type { Account, ProposedBalance, StatedBalance } from './stated-balance.ts';
import { BALANCES_TEXTS } from './texts/texts.ts';

export interface CheckView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly account: Account;
  readonly proposed: ProposedBalance;
  /** Whether what was typed can be read in two ways. */
  readonly isAmbiguous: boolean;
  /** What a dry run says. */
  readonly outcome: Digits<AnswerOf<'stateBalance'>>;
  /** Identifies the form, so that it is carried out once. */
  readonly formId: string;
}

/** Returns the page, with a form that saves the balance unless it is stored already. */
export function checkPage(view: CheckView): string {
  const { language, visitor, account, proposed, outcome } = view;
  const { check: texts } = BALANCES_TEXTS[language];
  const content = html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    <div class="card about">
      ${facts([
        [texts.account, html`<bdi>${accountName(account)}</bdi>`],
        ...balanceFacts(language, { ...outcome.balance, ...proposed }, view.isAmbiguous),
      ])}
    </div>
    ${meaning(view)} ${saveForm(view)}`;
  return settingsPage({ language, title: texts.title, visitor, section: 'files', content });
}

/** Returns a balance beside what the transactions add up to, as terms and values. */
export function balanceFacts(
  language: Language,
  { assetId, at, amount, expected, difference }: Omit<StatedBalance, 'notes'>,
  isAmbiguous = false,
): (readonly [term: string, value: Content])[] {
  const { account: texts, check: words } = BALANCES_TEXTS[language];
  return [
    [words.asset, name(assetId)],
    [words.moment, time(language, at, 'second')],
    [
      texts.amount,
      html`<strong>${exactUnits(language, amount)}</strong>
        ${isAmbiguous && html`<p class="small">${words.ambiguous}</p>`}`,
    ],
    [texts.expected, exactUnits(language, expected)],
    [texts.difference, differenceText(language, difference)],
  ];
}

/** Returns what the difference means, and what saving does. */
function meaning({ language, outcome: { balance, created, changed } }: CheckView): Html {
  const { check: texts } = BALANCES_TEXTS[language];
  const { difference, expected } = balance;
  if (difference === '0')
    return html`<p class="note good">${texts.fits} ${changed && !created && texts.replaces}</p>`;
  return html`<p class="note">
    ${difference.startsWith('-') ? texts.tooMany : texts.tooFew} ${expected === '0' && texts.noTransactions}
    ${changed && texts.inboxAsks} ${changed && !created && texts.replaces}
  </p>`;
}

function saveForm({ language, visitor, account, proposed, outcome, formId }: CheckView): Html {
  const { check: texts } = BALANCES_TEXTS[language];
  const address = `${PATHS.accounts}/${account.id}`;
  const back = html`<a class="button secondary" href="${address}#state">${texts.change}</a>`;
  if (!outcome.changed)
    return html`<p class="note">${texts.unchanged}</p>
      <p class="actions">${back}</p>`;
  const { assetId, at, amount, notes } = proposed;
  const fields = { form: formId, asset: assetId, at, amount, notes };
  return html`<form class="actions" method="post" action="${address}/save">
    ${csrfField(visitor.csrfToken)} ${hiddenFields(fields)}
    <button type="submit">${texts.save}</button>
    ${back}
  </form>`;
}
