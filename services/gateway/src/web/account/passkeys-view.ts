/** The pages of passkeys and recovery codes. */
import type { Visitor } from '../../http/visitor.ts';
import {
  copyActions,
  type Fault,
  faultList,
  field,
  name,
  nameText,
  notice,
  table,
  titleOf,
} from '../../ui/components.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import { type Language, time, timeAgo } from '../../ui/language.ts';
import { accountField, csrfField, settingsPage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { SIGN_IN_TEXTS } from '../sign-in/texts/texts.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';

/** Instants are RFC 3339. */
export interface PasskeyView {
  readonly passkeyId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

interface Frame {
  readonly language: Language;
  readonly visitor: Visitor;
}

export interface PasskeysView extends Frame {
  readonly passkeys: readonly PasskeyView[];
  readonly codesLeft: number;
  /**
   * Why no passkey can be added. NO_PASSWORD: the user signs in at an external provider. NO_HOST_NAME: the service's address is an IP
   * address.
   */
  readonly unavailable: 'NO_PASSWORD' | 'NO_HOST_NAME' | null;
  /** Value of the form's name field. */
  readonly name: string;
  readonly faults: readonly Fault[];
  readonly done: string | null;
}

/** Returns the page with the passkeys, the number of unused recovery codes, and the form for a new passkey. */
export function passkeysPage(view: PasskeysView): string {
  const { language, visitor, passkeys, unavailable, faults } = view;
  const texts = ACCOUNT_TEXTS[language].passkeys;
  const content = html`<h1>${texts.title}</h1>
    ${notice(view.done)}
    <p class="lead">${unavailable === 'NO_PASSWORD' ? texts.noPassword : texts.lead}</p>
    ${unavailable === 'NO_PASSWORD' && passkeys.length === 0 ? null : listCard(view)}
    ${passkeys.length === 0 ? null : codesCard(view)} ${unavailable === 'NO_PASSWORD' ? null : newCard(view)}`;
  return settingsPage({
    language,
    visitor,
    section: null,
    content,
    title: titleOf(texts.title, faults, language),
  });
}

function listCard({ language, passkeys, unavailable }: PasskeysView): Html {
  const { passkeys: texts, firstSteps } = ACCOUNT_TEXTS[language];
  const { general } = TEXTS[language];
  const isPossible = unavailable === null;
  const rows = passkeys.map((passkey) => [
    name(passkey.name),
    time(language, passkey.createdAt, 'day'),
    passkey.lastUsedAt === null ? general.never : timeAgo(language, passkey.lastUsedAt),
    html`<a
      href="${PATHS.passkeys}/${passkey.passkeyId}/remove"
      aria-label="${texts.removeNamed.replace('{name}', () => nameText(passkey.name))}"
      >${texts.remove}</a
    >`,
  ]);
  const columns = [texts.name, texts.created, texts.lastUsed, texts.action];
  return html`<section class="card" aria-labelledby="list">
    <h2 id="list">${texts.listTitle}</h2>
    ${
      rows.length === 0
        ? html`<p class="empty">
            ${texts.none} ${isPossible ? html`<a href="#name">${firstSteps.passkey}</a>` : null}
          </p>`
        : table({ caption: texts.listTitle, columns, rows })
    }
  </section>`;
}

function codesCard({ language, codesLeft }: PasskeysView): Html {
  const texts = ACCOUNT_TEXTS[language].passkeys;
  return html`<section class="card" aria-labelledby="codes">
    <h2 id="codes">${texts.codesTitle}</h2>
    <p>${texts.codesMeaning} ${texts.codesLeft.replace('{count}', String(codesLeft))}</p>
    <p><a href="${PATHS.passkeys}/codes">${texts.newCodes}</a></p>
  </section>`;
}

function newCard(view: PasskeysView): Html {
  const { language, visitor, faults, unavailable } = view;
  const texts = ACCOUNT_TEXTS[language].passkeys;
  const form = html`${faultList(faults, language)}
    <form method="post" action="${PATHS.passkeys}" novalidate>
      ${csrfField(visitor.csrfToken)} ${accountField(visitor)}
      ${field(
        {
          id: 'name',
          label: texts.name,
          type: 'text',
          value: view.name,
          hint: texts.nameHint,
          autocomplete: 'off',
        },
        faults,
        language,
      )}
      ${passwordField(view)}
      <p class="actions"><button type="submit">${texts.add}</button></p>
    </form>`;
  return html`<section class="card" aria-labelledby="new">
    <h2 id="new">${texts.newTitle}</h2>
    ${unavailable === 'NO_HOST_NAME' ? html`<p class="note">${texts.noName}</p>` : form}
  </section>`;
}

/** Returns the page whose button lets the browser create the passkey and then posts it. */
export function createPasskeyPage(
  view: Frame & { readonly name: string; readonly secret: string; readonly options: string },
): string {
  const { language, visitor, secret, options } = view;
  const { passkeys: texts } = ACCOUNT_TEXTS[language];
  const { general } = TEXTS[language];
  const title = texts.makeTitle.replace('{name}', () => nameText(view.name));
  const content = html`<h1>${fill(texts.makeTitle, { name: name(view.name) })}</h1>
    <p class="lead">${texts.makeText}</p>
    <form
      method="post"
      action="${PATHS.passkeys}/new"
      data-passkey="create"
      data-options="${options}"
      data-failed="${texts.notMade}"
      data-unknown="${SIGN_IN_TEXTS[language].secondStep.noBrowser}"
    >
      ${csrfField(visitor.csrfToken)}
      <input type="hidden" name="step" value="${secret}" />
      <input type="hidden" name="credential" value="" />
      <p role="status"></p>
      <p class="actions">
        <button type="submit">${texts.make}</button>
        <a class="button secondary" href="${PATHS.passkeys}">${general.cancel}</a>
      </p>
    </form>`;
  return settingsPage({ language, visitor, section: null, title, content });
}

/** Returns the page that shows new recovery codes, once. They can be printed and selected, and copied with a button if scripts run. */
export function recoveryCodesPage(
  view: Frame & { readonly codes: readonly string[]; readonly isFirst: boolean },
): string {
  const { language, visitor, codes, isFirst } = view;
  const { passkeys: texts } = ACCOUNT_TEXTS[language];
  const content = html`<h1>${texts.codesTitle}</h1>
    <section class="card">
      <p class="note good" role="status">${isFirst ? texts.addedFirst : texts.codesNew}</p>
      <p>${texts.codesKeep}</p>
      <div class="field secret-field">
        <label for="codes">${texts.codesLabel}</label>
        <textarea
          class="secret"
          id="codes"
          rows="${codes.length}"
          readonly
          autocomplete="off"
          spellcheck="false"
        >
${codes.join('\n')}</textarea>
      </div>
      ${copyActions('codes', PATHS.passkeys, TEXTS[language].codeBlock)}
    </section>`;
  return settingsPage({ language, title: texts.codesTitle, visitor, section: null, content });
}

/** Returns a page that asks for the password before a passkey is removed or recovery codes are replaced. */
export function confirmWithPasswordPage(
  view: Frame & {
    readonly title: string;
    readonly question: Html | string;
    readonly text: string;
    readonly confirm: string;
    readonly isDanger: boolean;
    readonly action: string;
    readonly faults: readonly Fault[];
  },
): string {
  const { language, visitor, title, question, text, confirm, isDanger, action, faults } = view;
  const content = html`<h1>${question}</h1>
    <p class="lead">${text}</p>
    ${faultList(faults, language)}
    <form class="card" method="post" action="${action}" novalidate>
      ${csrfField(visitor.csrfToken)} ${accountField(visitor)} ${passwordField(view)}
      <p class="actions">
        <button ${isDanger ? html`class="danger"` : null} type="submit">${confirm}</button>
        <a class="button secondary" href="${PATHS.passkeys}">${TEXTS[language].general.cancel}</a>
      </p>
    </form>`;
  return settingsPage({
    language,
    visitor,
    section: null,
    content,
    title: titleOf(title, faults, language),
  });
}

function passwordField({ language, faults }: { language: Language; faults: readonly Fault[] }): Html {
  const label = ACCOUNT_TEXTS[language].password.current;
  return field(
    { id: 'current', label, type: 'password', autocomplete: 'current-password' },
    faults,
    language,
  );
}
