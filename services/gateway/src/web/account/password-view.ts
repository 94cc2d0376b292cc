/** The page on which a user changes the password. */
import type { Visitor } from '../../http/visitor.ts';
import { type Fault, faultList, field, type FieldView, titleOf } from '../../ui/components.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { accountField, csrfField, settingsPage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';

export interface PasswordView {
  readonly language: Language;
  readonly visitor: Visitor;
  /** Whether the account signs in with a password. */
  readonly hasPassword: boolean;
  /** Name of the platform's provider, which replaces passwords; null without one. */
  readonly providerLabel: string | null;
  readonly charactersMin: number;
  readonly charactersAdvised: number;
  readonly faults: readonly Fault[];
}

/** Returns the page with the form, or with the reason why the user has no password. */
export function passwordPage(view: PasswordView): string {
  const { language, visitor, faults, hasPassword } = view;
  const texts = ACCOUNT_TEXTS[language].password;
  const content = html`<h1>${texts.title}</h1>
    ${hasPassword ? form(view) : noPassword(view)}`;
  return settingsPage({
    language,
    visitor,
    section: null,
    content,
    title: titleOf(texts.title, faults, language),
  });
}

function form({ language, visitor, faults, charactersMin, charactersAdvised }: PasswordView): Html {
  const texts = ACCOUNT_TEXTS[language].password;
  const password = (id: string, label: string, autocomplete: string, hint?: string): Html => {
    const view: FieldView = { id, label, type: 'password', autocomplete };
    return field(hint === undefined ? view : { ...view, hint }, faults, language);
  };
  const hint = texts.nextHint
    .replace('{min}', String(charactersMin))
    .replace('{advised}', String(charactersAdvised));
  return html`<p class="lead">${texts.lead}</p>
    ${faultList(faults, language)}
    <form class="card" method="post" action="${PATHS.password}" novalidate>
      ${csrfField(visitor.csrfToken)} ${accountField(visitor)}
      ${password('current', texts.current, 'current-password')}
      ${password('next', texts.next, 'new-password', hint)} ${password('again', texts.again, 'new-password')}
      <p class="actions">
        <button type="submit">${texts.submit}</button>
        <a class="button secondary" href="${PATHS.settings}">${TEXTS[language].general.cancel}</a>
      </p>
    </form>`;
}

function noPassword({ language, providerLabel }: PasswordView): Html {
  const texts = ACCOUNT_TEXTS[language].password;
  if (providerLabel === null) return html`<p class="lead">${texts.noneAtAll}</p>`;
  return html`<p class="lead">${fill(texts.none, { label: html`<bdi>${providerLabel}</bdi>` })}</p>`;
}
