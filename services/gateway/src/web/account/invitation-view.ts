/** The page on which a user sets a password with a link of the operator. */
import { LIMITS } from '@ctx/domain/limits';
import { type Fault, faultList, field, name, titleOf } from '../../ui/components.ts';
import { fill, html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { csrfField, plainPage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';

/** The parameter of the address, and the field of the form, with the secret of the link. */
export const LINK = 'link';

export interface InvitationView {
  readonly language: Language;
  /** E-mail address of the user of the link. */
  readonly email: string;
  readonly secret: string;
  readonly csrfToken: string;
  readonly faults: readonly Fault[];
}

/** Returns the page with the form. It is posted to an address without the secret, so that what is kept of addresses does not have it twice. */
export function invitationPage({ language, email, secret, csrfToken, faults }: InvitationView): string {
  const { invitation: texts, password } = ACCOUNT_TEXTS[language];
  const hint = password.nextHint
    .replace('{min}', String(LIMITS.passwordCharactersMin))
    .replace('{advised}', String(LIMITS.passwordCharactersAdvised));
  const content = html`<h1>${texts.title}</h1>
    <p class="lead">${fill(texts.lead, { email: name(email) })}</p>
    ${faultList(faults, language)}
    <form method="post" action="${PATHS.invitation}" novalidate>
      ${csrfField(csrfToken)}<input type="hidden" name="${LINK}" value="${secret}" />
      <input type="text" name="account" value="${email}" autocomplete="username" readonly hidden />
      ${field(
        { id: 'next', label: texts.next, type: 'password', autocomplete: 'new-password', hint },
        faults,
        language,
      )}
      ${field({ id: 'again', label: texts.again, type: 'password', autocomplete: 'new-password' }, faults, language)}
      <p class="actions even"><button type="submit">${texts.submit}</button></p>
    </form>`;
  return plainPage({ language, title: titleOf(texts.title, faults, language), content });
}

/** Returns the page of a link that does not work. It says nothing about whether the link ever did. */
export function unusableInvitationPage({
  language,
  text,
}: {
  readonly language: Language;
  readonly text: string;
}): string {
  const { invitation: texts } = ACCOUNT_TEXTS[language];
  const content = html`<h1>${texts.unusableTitle}</h1>
    <p class="lead" role="alert">${text}</p>
    <p class="actions even"><a class="button secondary" href="${PATHS.signIn}">${texts.signIn}</a></p>`;
  return plainPage({ language, title: texts.unusableTitle, content });
}
