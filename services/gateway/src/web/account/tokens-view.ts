/** The page of personal tokens. */
import { brusselsDate } from '@ctx/domain/brussels';
import { LIMITS } from '@ctx/domain/limits';
import { isTokenUnused } from '@ctx/domain/token-age';
import type { Scope } from '@ctx/domain/vocabulary';
import { faultList, name, nameText, notice, scopesText, table, titleOf } from '../../ui/components.ts';
import { html, type Html } from '../../ui/html.ts';
import { type Language, time, timeAgo } from '../../ui/language.ts';
import { settingsPage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';
import { type NewTokenForm, newTokenForm } from './token-form.ts';

/** Instants are RFC 3339. */
export interface TokenView {
  readonly tokenId: string;
  readonly name: string;
  /** Its first characters. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

export interface TokensView extends NewTokenForm {
  readonly live: readonly TokenView[];
  readonly ended: readonly TokenView[];
  readonly done: string | null;
}

/** Returns the page with live tokens, the form for a new one, and former tokens. */
export function tokensPage(view: TokensView): string {
  const { language, visitor, faults, live } = view;
  const { tokens: texts, firstSteps } = ACCOUNT_TEXTS[language];
  const countText = texts.count
    .replace('{count}', String(live.length))
    .replace('{max}', String(LIMITS.tokensPerUserMax));
  const content = html`<h1>${texts.title}</h1>
    ${notice(view.done)}
    <p class="lead">${texts.lead}</p>
    <section class="card" aria-labelledby="list">
      <h2 id="list">${texts.listTitle}</h2>
      ${
        live.length === 0
          ? html`<p class="empty">${texts.none} <a href="#name">${firstSteps.token}</a></p>`
          : html`<p>${countText}</p>`
      }
      ${live.length === 0 ? null : liveTable(live, language)}
    </section>
    <section class="card" aria-labelledby="new">
      <h2 id="new">${texts.newTitle}</h2>
      ${faultList(faults, language)} ${newTokenForm(view)}
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
  const { tokens: own } = ACCOUNT_TEXTS[language];
  return table({
    caption: own.listTitle,
    columns: [own.name, own.access, own.created, own.lastUsed, own.expires, own.action],
    rows: tokens.map((token) => [
      nameAndPrefix(token),
      scopesText(TEXTS[language], token.scopes),
      time(language, token.createdAt, 'day'),
      lastUse(token, language),
      tokenEnd(token, language),
      html`<a
        href="${PATHS.tokens}/${token.tokenId}/revoke"
        aria-label="${own.revokeNamed.replace('{name}', () => nameText(token.name))}"
        >${own.revoke}</a
      >`,
    ]),
  });
}

function nameAndPrefix(token: TokenView): Html {
  return html`${name(token.name)}
    <p class="small">${prefixText(token)}</p>`;
}

/** Returns the first characters of a token, such as `ctx_uxYk…`. */
export function prefixText({ prefix }: TokenView): Html {
  return html`<code>${prefix}…</code>`;
}

/** Returns the last use of a token, marked if it is long ago. */
export function lastUse(token: TokenView, language: Language): Html {
  const { general } = TEXTS[language];
  const { tokens: texts } = ACCOUNT_TEXTS[language];
  const { lastUsedAt } = token;
  const unused = texts.unused.replace('{days}', String(LIMITS.tokenUnusedDays));
  return html`${lastUsedAt === null ? general.never : timeAgo(language, lastUsedAt)}
  ${isTokenUnused(token, Date.now()) ? html` <span class="tag">${unused}</span>` : null}`;
}

const LONG_MS = 366 * 86_400_000;

/** Returns when a token ends, marked if the token can correct and works for more than a year. */
export function tokenEnd({ expiresAt, scopes }: TokenView, language: Language): Html {
  const { general } = TEXTS[language];
  const { tokenEnds: texts } = ACCOUNT_TEXTS[language];
  const mark = (text: string): Html | null =>
    scopes.includes('write') ? html` <span class="tag review">${text}</span>` : null;
  if (expiresAt === null) return html`${general.always} ${mark(texts.neverEnds)}`;
  const isLong = Date.parse(expiresAt) - Date.now() > LONG_MS;
  return html`${endTime(expiresAt, language)} ${isLong ? mark(texts.endsLate) : null}`;
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

function endedTokens(tokens: readonly TokenView[], language: Language): Html {
  const { general } = TEXTS[language];
  const { tokens: own } = ACCOUNT_TEXTS[language];
  return html`<section class="card" aria-labelledby="ended">
    <h2 id="ended">${own.endedTitle}</h2>
    <p class="lead">${own.endedLead}</p>
    ${table({
      caption: own.endedTitle,
      columns: [own.name, own.access, own.created, own.lastUsed, own.ended],
      rows: tokens.map((token) => [
        nameAndPrefix(token),
        scopesText(TEXTS[language], token.scopes),
        time(language, token.createdAt, 'day'),
        token.lastUsedAt === null ? general.never : timeAgo(language, token.lastUsedAt),
        endOf(token, language),
      ]),
    })}
  </section>`;
}

function endOf({ revokedAt, expiresAt }: TokenView, language: Language): Html {
  const { endedRevoked, endedExpired } = ACCOUNT_TEXTS[language].tokens;
  return revokedAt === null
    ? html`${endedExpired}, ${time(language, expiresAt ?? '')}`
    : html`${endedRevoked}, ${time(language, revokedAt)}`;
}
