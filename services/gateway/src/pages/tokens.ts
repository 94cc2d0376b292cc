/** The page of personal tokens. */
import { brusselsDate } from '@ctx/domain/brussels';
import { LIMITS } from '@ctx/domain/limits';
import { isTokenUnused } from '@ctx/domain/token-age';
import type { Scope } from '@ctx/domain/vocabulary';
import {
  type Fault,
  faultList,
  field,
  name,
  nameText,
  notice,
  scopesText,
  table,
  titleOf,
} from './components.ts';
import { html, type Html } from './html.ts';
import { type Language, time } from './language.ts';
import { csrfField, settingsPage, type Visitor } from './layout.ts';
import { TEXTS } from './texts/texts.ts';

/** Instants are RFC 3339. */
export interface TokenView {
  readonly tokenId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** The values of the form for a new token. */
export interface TokenForm {
  readonly name: string;
  readonly scope: string;
  /** `2027-12-31`, or empty. */
  readonly lastDay: string;
}

export interface TokensView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly live: readonly TokenView[];
  readonly ended: readonly TokenView[];
  readonly form: TokenForm;
  readonly faults: readonly Fault[];
  readonly done: string | null;
  /** Random id of this form. Posted twice, the form creates one token. */
  readonly formId: string;
  /** The first day that may be chosen, for example `2026-11-21`. */
  readonly today: string;
}

/** Returns the page with live tokens, the form for a new one, and former tokens. */
export function tokensPage(view: TokensView): string {
  const { language, visitor, faults, live } = view;
  const texts = TEXTS[language].tokens;
  const countText = texts.count
    .replace('{count}', String(live.length))
    .replace('{max}', String(LIMITS.tokensPerUserMax));
  const content = html`<h1>${texts.title}</h1>
    ${notice(view.done)}
    <p class="lead">${texts.lead}</p>
    <section class="card" aria-labelledby="list">
      <h2 id="list">${texts.listTitle}</h2>
      ${live.length === 0 ? html`<p class="empty">${texts.none}</p>` : html`<p>${countText}</p>`}
      ${live.length === 0 ? null : liveTable(live, language)}
    </section>
    <section class="card" aria-labelledby="new">
      <h2 id="new">${texts.newTitle}</h2>
      ${faultList(faults, language)} ${newForm(view)}
    </section>
    ${view.ended.length === 0 ? null : endedTokens(view.ended, language)}`;
  return settingsPage({
    language,
    visitor,
    section: 'tokens',
    content,
    title: titleOf(texts.title, faults, language),
  });
}

function liveTable(tokens: readonly TokenView[], language: Language): Html {
  const texts = TEXTS[language];
  const { tokens: own, general } = texts;
  return table({
    caption: own.listTitle,
    columns: [own.name, own.access, own.created, own.lastUsed, own.expires, own.action],
    rows: tokens.map((token) => [
      name(token.name),
      scopesText(texts, token.scopes),
      time(language, token.createdAt, 'day'),
      lastUse(token, language),
      token.expiresAt === null ? general.always : endTime(token.expiresAt, language),
      html`<a
        href="/settings/tokens/${token.tokenId}/revoke"
        aria-label="${own.revokeNamed.replace('{name}', () => nameText(token.name))}"
        >${own.revoke}</a
      >`,
    ]),
  });
}

function lastUse(token: TokenView, language: Language): Html {
  const { general, tokens: texts } = TEXTS[language];
  const { lastUsedAt } = token;
  const unused = texts.unused.replace('{days}', String(LIMITS.tokenUnusedDays));
  return html`${lastUsedAt === null ? general.never : time(language, lastUsedAt)}
  ${isTokenUnused(token, Date.now()) ? html` <span class="tag">${unused}</span>` : null}`;
}

/** Returns when a token ends. A token that ends at midnight shows the day before, on which it still works. */
function endTime(expiresAt: string, language: Language): Html {
  const lastMs = Date.parse(expiresAt) - 1;
  const isMidnight = dayText(lastMs) !== dayText(lastMs + 1);
  return isMidnight ? time(language, new Date(lastMs).toISOString(), 'day') : time(language, expiresAt);
}

function dayText(ms: number): string {
  return Object.values(brusselsDate(ms)).join('-');
}

function newForm({ language, visitor, form, faults, formId, today }: TokensView): Html {
  const { tokens: texts, scopes } = TEXTS[language];
  const fault = faults.find((each) => each.field === 'scope');
  const choice = (value: Scope, label: string, meaning: string): Html =>
    html`<div class="choice">
      <input
        type="radio"
        id="scope-${value}"
        name="scope"
        value="${value}"
        required
        aria-describedby="scope-${value}-meaning"
        ${form.scope === value ? html`checked` : null}
        ${fault !== undefined && fault === faults[0] && value === 'read' ? html`autofocus` : null}
      />
      <label for="scope-${value}">${label}</label>
      <p id="scope-${value}-meaning">${meaning}</p>
    </div>`;
  return html`<form method="post" action="/settings/tokens" novalidate>
    ${csrfField(visitor.csrfToken)}
    <input type="hidden" name="form" value="${formId}" />
    ${field(
      {
        id: 'name',
        label: texts.name,
        type: 'text',
        value: form.name,
        hint: texts.nameHint,
        autocomplete: 'off',
      },
      faults,
      language,
    )}
    <fieldset ${fault === undefined ? null : html`aria-describedby="scope-fault"`} id="scope">
      <legend>${texts.scope}</legend>
      ${fault === undefined ? null : html`<p class="fault" id="scope-fault">${fault.text}</p>`}
      ${choice('read', scopes.readOnly, scopes.readMeaning)}
      ${choice('write', scopes.readAndWrite, scopes.writeMeaning)}
    </fieldset>
    ${field(
      {
        id: 'last-day',
        label: texts.lastDay,
        type: 'date',
        value: form.lastDay,
        hint: texts.lastDayHint,
        autocomplete: 'off',
        isOptional: true,
        more: html`min="${today}"`,
      },
      faults,
      language,
    )}
    <p class="actions"><button type="submit">${texts.create}</button></p>
  </form>`;
}

function endedTokens(tokens: readonly TokenView[], language: Language): Html {
  const texts = TEXTS[language];
  const { tokens: own, general } = texts;
  return html`<section class="card" aria-labelledby="ended">
    <h2 id="ended">${own.endedTitle}</h2>
    <p class="lead">${own.endedLead}</p>
    ${table({
      caption: own.endedTitle,
      columns: [own.name, own.access, own.created, own.lastUsed, own.ended],
      rows: tokens.map((token) => [
        name(token.name),
        scopesText(texts, token.scopes),
        time(language, token.createdAt, 'day'),
        token.lastUsedAt === null ? general.never : time(language, token.lastUsedAt),
        endOf(token, language),
      ]),
    })}
  </section>`;
}

function endOf({ revokedAt, expiresAt }: TokenView, language: Language): Html {
  const { endedRevoked, endedExpired } = TEXTS[language].tokens;
  return revokedAt === null
    ? html`${endedExpired}, ${time(language, expiresAt ?? '')}`
    : html`${endedRevoked}, ${time(language, revokedAt)}`;
}
