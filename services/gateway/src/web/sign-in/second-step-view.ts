/** The page for the second step of a sign-in: a passkey, or a recovery code. */
import { type Fault, faultList, field, titleOf } from '../../ui/components.ts';
import { html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { csrfField, plainPage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { SIGN_IN_TEXTS } from './texts/texts.ts';

export interface SecondStepView {
  readonly language: Language;
  readonly csrfToken: string;
  /** Path to redirect to afterwards; null for the settings. */
  readonly next: string | null;
  /** Request options for the browser, as JSON; null if passkeys cannot be used at this address. */
  readonly options: string | null;
  readonly faults: readonly Fault[];
}

/** Returns the page: first the passkey, then the recovery code, which also works without scripts. */
export function secondStepPage(view: SecondStepView): string {
  const { language, faults, options } = view;
  const texts = SIGN_IN_TEXTS[language].secondStep;
  const content = html`<h1>${texts.title}</h1>
    ${faultList(faults, language)} ${options === null ? null : passkeyForm(view, options)}
    <h2>${texts.codeTitle}</h2>
    <form method="post" action="${PATHS.secondStep}" novalidate>
      ${hiddenFields(view)}
      ${field(
        { id: 'code', label: texts.code, type: 'text', hint: texts.codeHint, autocomplete: 'off' },
        faults,
        language,
      )}
      <p class="actions even"><button class="secondary" type="submit">${texts.useCode}</button></p>
    </form>
    <p class="small after">${texts.lost}</p>
    <p class="small"><a href="${PATHS.signIn}">${texts.back}</a></p>`;
  return plainPage({ language, title: titleOf(texts.title, faults, language), content });
}

function passkeyForm(view: SecondStepView, options: string): Html {
  const { secondStep: texts } = SIGN_IN_TEXTS[view.language];
  return html`<p class="lead">${texts.lead}</p>
    <form
      method="post"
      action="${PATHS.secondStep}"
      data-passkey="get"
      data-options="${options}"
      data-failed="${texts.failed}"
      data-unknown="${texts.noBrowser}"
    >
      ${hiddenFields(view)}
      <input type="hidden" name="credential" value="" />
      <p role="status"></p>
      <p class="actions even"><button type="submit">${texts.usePasskey}</button></p>
    </form>`;
}

function hiddenFields({ csrfToken, next }: SecondStepView): Html {
  return html`${csrfField(csrfToken)}
  ${next === null ? null : html`<input type="hidden" name="next" value="${next}" />`}`;
}
