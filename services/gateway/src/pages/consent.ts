/** The page on which a user allows an app to act for them, or not. */
import { presentText } from '@ctx/common/domain/third-party-text';
import { fill, html, type Html } from './html.ts';
import type { Language } from './language.ts';
import { csrfField, plainPage } from './layout.ts';
import { TEXTS, type Texts } from './texts/texts.ts';

export interface ConsentView {
  readonly language: Language;
  readonly csrfToken: string;
  /** Where the answer is posted: `decision` is `allow` or `deny`, `write` is `yes` where it stays ticked. */
  readonly action: string;
  /** Where to come back to after signing in as somebody else. */
  readonly returnTo: string;
  /** As the app names itself. */
  readonly appName: string;
  /** Host of the address the browser goes to after the answer, or its scheme where that is the app's own. */
  readonly redirectHost: string;
  readonly redirectKind: 'web' | 'loopback' | 'custom-scheme';
  readonly email: string;
  /** Whether the app asks for `write` besides `read`. */
  readonly asksWrite: boolean;
}

const APP_NAME_CHARACTERS_MAX = 100;
const HOST_CHARACTERS_MAX = 255;

/** Sent without `form-action` (`sendPage(…, 'apps')`): the answer leads back to the app. */
export function consentPage(view: ConsentView): string {
  const { language, csrfToken, action } = view;
  const texts = TEXTS[language].consent;
  const name = presentText(view.appName, APP_NAME_CHARACTERS_MAX);
  const app = html`<bdi>${name}</bdi>`;
  const title = texts.title.replace('{app}', () => name);
  // Denying is the form's first button: it is what Enter does in a field.
  const content = html`<h1>${fill(texts.title, { app })}</h1>
    <form method="post" action="${action}">
      ${csrfField(csrfToken)}
      <fieldset class="scopes">
        <legend>${texts.asks}</legend>
        ${scopes(TEXTS[language], view.asksWrite)}
      </fieldset>
      <div class="note">
        <p>${returning(view, texts)}</p>
        <p>${texts.unknownMaker}</p>
      </div>
      <p class="actions even">
        <button class="secondary" type="submit" name="decision" value="deny">${texts.deny}</button>
        <button class="guarded" type="submit" name="decision" value="allow">${texts.allow}</button>
      </p>
      <p class="small after">${texts.revocable}</p>
    </form>
    ${someoneElse(view)}`;
  return plainPage({ language, title, content });
}

function scopes({ scopes: texts, consent }: Texts, asksWrite: boolean): Html {
  const write = html`<div class="choice">
    <input
      type="checkbox"
      id="write"
      name="write"
      value="yes"
      checked
      aria-describedby="write-meaning write-hint"
    />
    <label for="write">${texts.write}</label>
    <p id="write-meaning">${texts.writeMeaning}</p>
    <p id="write-hint" class="small">${consent.mayUntick}</p>
  </div>`;
  return html`<div class="choice">
      ${TICK}
      <p class="choice-name">${texts.read}</p>
      <p>${texts.readMeaning}</p>
      <p class="small">${consent.alwaysIncluded}</p>
    </div>
    ${asksWrite ? write : null}`;
}

function returning({ redirectHost, redirectKind }: ConsentView, texts: Texts['consent']): Html {
  const host = html`<strong><bdi>${presentText(redirectHost, HOST_CHARACTERS_MAX)}</bdi></strong>`;
  const text = { web: texts.returnsTo, loopback: texts.loopback, 'custom-scheme': texts.customScheme };
  return fill(text[redirectKind], { host });
}

function someoneElse({ language, csrfToken, email, returnTo }: ConsentView): Html {
  const { signedInAs, consent } = TEXTS[language];
  return html`<form class="someone-else" method="post" action="/sign-out">
    ${csrfField(csrfToken)}
    <input type="hidden" name="next" value="${returnTo}" />
    <p>${fill(signedInAs, { email: html`<bdi>${email}</bdi>` })}. ${consent.notYou}</p>
    <button class="quiet" type="submit">${consent.useAnother}</button>
  </form>`;
}

/** In the place of a checkbox, for what is not to be chosen. */
const TICK = html`<svg
  class="tick"
  viewBox="0 0 20 20"
  width="20"
  height="20"
  aria-hidden="true"
  focusable="false"
>
  <path d="M4 10.5l4 4 8-9" fill="none" stroke="currentColor" stroke-width="2" />
</svg>`;
