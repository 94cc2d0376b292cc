/** The page on which a user allows or denies an app access to their data. */
import { presentText } from '@ctx/domain/third-party-text';
import { fill, html, type Html } from '../ui/html.ts';
import type { Language } from '../ui/language.ts';
import { csrfField, plainPage } from '../ui/layout.ts';
import { PATHS } from '../ui/paths.ts';
import { TEXTS } from '../ui/texts/texts.ts';
import { OAUTH_TEXTS } from './texts/texts.ts';

export interface ConsentView {
  readonly language: Language;
  readonly csrfToken: string;
  /** Where the form is posted: `decision` is `allow` or `deny`, `write` is `yes` if it is ticked. */
  readonly action: string;
  /** Path to return to after signing in as another user. */
  readonly returnTo: string;
  /** The name that the app gave itself. */
  readonly appName: string;
  /** Host of the app's redirect URI, or its scheme if that is the app's own. */
  readonly redirectHost: string;
  readonly redirectKind: 'web' | 'loopback' | 'custom-scheme';
  readonly email: string;
  /** Whether the app requests `write` in addition to `read`. */
  readonly wantsWrite: boolean;
}

const APP_NAME_CHARACTERS_MAX = 100;
const HOST_CHARACTERS_MAX = 255;

/** Returns the page. Send it without `form-action` (`sendPage(…, 'apps')`), as its form redirects to the app. */
export function consentPage(view: ConsentView): string {
  const { language, csrfToken, action } = view;
  const texts = OAUTH_TEXTS[language].consent;
  const name = presentText(view.appName, APP_NAME_CHARACTERS_MAX);
  const app = html`<bdi>${name}</bdi>`;
  const title = texts.title.replace('{app}', () => name);
  // Enter in a field presses the form's first button, which denies.
  const content = html`<h1>${fill(texts.title, { app })}</h1>
    <form method="post" action="${action}">
      ${csrfField(csrfToken)}
      <fieldset class="scopes">
        <legend>${texts.asks}</legend>
        ${scopes(view)}
      </fieldset>
      <div class="note">
        <p>${returning(view)}</p>
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

function scopes({ language, wantsWrite }: ConsentView): Html {
  const { scopes: texts } = TEXTS[language];
  const { consent } = OAUTH_TEXTS[language];
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
      <p>${texts.readMeaning} ${wantsWrite ? null : texts.nothingElse}</p>
      <p class="small">${consent.alwaysIncluded}</p>
    </div>
    ${wantsWrite ? write : null}`;
}

function returning({ language, redirectHost, redirectKind }: ConsentView): Html {
  const { consent: texts } = OAUTH_TEXTS[language];
  const host = html`<strong><bdi>${presentText(redirectHost, HOST_CHARACTERS_MAX)}</bdi></strong>`;
  const text = { web: texts.returnsTo, loopback: texts.loopback, 'custom-scheme': texts.customScheme };
  return fill(text[redirectKind], { host });
}

function someoneElse({ language, csrfToken, email, returnTo }: ConsentView): Html {
  const { signedInAs } = TEXTS[language];
  const { consent } = OAUTH_TEXTS[language];
  return html`<form class="someone-else" method="post" action="${PATHS.signOut}">
    ${csrfField(csrfToken)}
    <input type="hidden" name="next" value="${returnTo}" />
    <p>${fill(signedInAs, { email: html`<bdi>${email}</bdi>` })}. ${consent.notYou}</p>
    <button class="quiet" type="submit">${consent.useAnother}</button>
  </form>`;
}

/** Replaces the checkbox of a scope that is always included. */
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
