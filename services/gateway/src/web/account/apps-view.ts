/** The page of connected apps. */
import { LIMITS } from '@ctx/domain/limits';
import type { Scope } from '@ctx/domain/vocabulary';
import type { Visitor } from '../../http/visitor.ts';
import { name, nameText, notice, scopesText, table } from '../../ui/components.ts';
import { type Content, html, type Html } from '../../ui/html.ts';
import { type Language, time, timeAgo } from '../../ui/language.ts';
import { settingsPage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { addressField } from './connect-view.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';

/** Instants are RFC 3339. */
export interface ConnectionView {
  readonly connectionId: string;
  readonly appName: string;
  /** Hosts of the app's redirect URIs; empty for a program on the user's own device, or if they are not known. */
  readonly hosts: readonly string[];
  readonly isOwnDevice: boolean;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
}

export interface AppsView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly live: readonly ConnectionView[];
  readonly ended: readonly ConnectionView[];
  readonly done: string | null;
  /** The address at which assistants connect. */
  readonly address: string;
  /** Days without use after which a connection ends. */
  readonly idleDaysMax: number;
}

/** Returns the page with connected apps, how to connect one, and former apps. */
export function appsPage(view: AppsView): string {
  const { language, visitor, live, ended } = view;
  const { apps: texts, connect } = ACCOUNT_TEXTS[language];
  const countText = texts.count
    .replace('{count}', String(live.length))
    .replace('{max}', String(LIMITS.connectionsPerUserMax));
  const content = html`<h1>${texts.title}</h1>
    ${notice(view.done)}
    <p class="lead">${texts.lead.replace('{days}', String(view.idleDaysMax))}</p>
    <section class="card" aria-labelledby="list">
      <h2 id="list">${texts.listTitle}</h2>
      ${
        live.length === 0
          ? html`<p class="empty">
              ${texts.none} <a href="${PATHS.connect}">${TEXTS[language].general.toConnect}</a>
            </p>`
          : html`<p>${countText}</p>`
      }
      ${live.length === 0 ? null : liveTable(live, language)}
      ${live.length < 2 ? null : html`<p><a href="${PATHS.apps}/revoke-all">${texts.revokeAll}</a></p>`}
    </section>
    <section class="card">
      <p>${texts.how}</p>
      ${addressField(view.address, language)}
      <p><a href="${PATHS.connect}">${connect.whichTitle}</a></p>
    </section>
    ${ended.length === 0 ? null : endedApps(ended, language)}`;
  return settingsPage({ language, title: texts.title, visitor, section: 'apps', content });
}

function liveTable(apps: readonly ConnectionView[], language: Language): Html {
  const texts = TEXTS[language];
  const { general } = texts;
  const { apps: own } = ACCOUNT_TEXTS[language];
  return table({
    caption: own.listTitle,
    columns: [own.app, own.host, own.access, own.since, own.lastUsed, own.action],
    rows: apps.map((app) => [
      name(app.appName),
      hostsOf(app, language),
      scopesText(texts, app.scopes),
      time(language, app.createdAt, 'day'),
      app.lastUsedAt === null ? general.never : timeAgo(language, app.lastUsedAt),
      html`<a
        href="${PATHS.apps}/${app.connectionId}/revoke"
        aria-label="${own.revokeNamed.replace('{name}', () => nameText(app.appName))}"
        >${own.revoke}</a
      >`,
    ]),
  });
}

/** Returns where an app is, its access, and when it was connected and last used. */
export function appDetails(
  app: ConnectionView,
  language: Language,
): (readonly [term: string, value: Content])[] {
  const texts = TEXTS[language];
  const { general } = texts;
  const { apps: own } = ACCOUNT_TEXTS[language];
  return [
    [own.host, hostsOf(app, language)],
    [own.access, scopesText(texts, app.scopes)],
    [own.since, time(language, app.createdAt, 'day')],
    [own.lastUsed, app.lastUsedAt === null ? general.never : timeAgo(language, app.lastUsedAt)],
  ];
}

function endedApps(apps: readonly ConnectionView[], language: Language): Html {
  const texts = TEXTS[language];
  const { general } = texts;
  const { apps: own } = ACCOUNT_TEXTS[language];
  return html`<section class="card" aria-labelledby="ended">
    <h2 id="ended">${own.endedTitle}</h2>
    <p class="lead">${own.endedLead}</p>
    ${table({
      caption: own.endedTitle,
      columns: [own.app, own.host, own.access, own.since, own.lastUsed, own.ended],
      rows: apps.map((app) => [
        name(app.appName),
        hostsOf(app, language),
        scopesText(texts, app.scopes),
        time(language, app.createdAt, 'day'),
        app.lastUsedAt === null ? general.never : timeAgo(language, app.lastUsedAt),
        app.revokedAt === null
          ? html`${own.endedExpired}, ${time(language, app.expiresAt)}`
          : html`${own.endedRevoked}, ${time(language, app.revokedAt)}`,
      ]),
    })}
  </section>`;
}

function hostsOf({ hosts, isOwnDevice }: ConnectionView, language: Language): Html {
  if (isOwnDevice) return html`${ACCOUNT_TEXTS[language].apps.ownDevice}`;
  return hosts.length === 0 ? html`–` : html`${hosts.map((host) => html`<div>${name(host)}</div>`)}`;
}
