/** The pages of connected apps: the list, and revoking one or all. */
import { PATH_TO_CONNECT } from '../../api/mcp/paths.ts';
import { LIMITS } from '@ctx/domain/limits';
import {
  type ConnectionWithApp,
  findLiveConnection,
  listLiveAndEndedConnections,
  revokeConnection,
  revokeConnections,
} from '../../identity/connections.ts';
import { name as nameHtml, nameText } from '../../ui/components.ts';
import { confirmPage } from '../../ui/confirm.ts';
import { fill } from '../../ui/html.ts';
import { PATHS } from '../../ui/paths.ts';
import { doneText, idOf, notFound, type Reply, type SignedInVisit } from '../visit/visit.ts';
import { appDetails, appsPage, type ConnectionView } from './apps-view.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';

/** Shows the connected apps and how to connect one. */
export async function showApps(visit: SignedInVisit): Promise<Reply> {
  const { parts, session, language } = visit;
  const { live, ended } = await listLiveAndEndedConnections(parts.pool, session.userId);
  const { apps, password } = ACCOUNT_TEXTS[language];
  const done = {
    revoked: apps.revoked,
    'revoked-all': apps.revokedAll,
    'password-changed': `${password.changed} ${password.changedApps}`,
  };
  const view = {
    language,
    visitor: session,
    done: doneText(visit, done),
    idleDaysMax: LIMITS.connectionIdleDaysMax,
    live: live.map(connectionView),
    ended: ended.map(connectionView),
    address: `${parts.settings.baseUrl}${PATH_TO_CONNECT}`,
  };
  return { status: 200, page: appsPage(view) };
}

/** Shows the page that confirms the revocation of an app. */
export async function confirmRevokeApp(visit: SignedInVisit): Promise<Reply> {
  const { parts, session, language } = visit;
  const id = idOf(visit);
  const connection = id === null ? null : await findLiveConnection(parts.pool, session.userId, id);
  if (connection === null) return notFound(visit);
  const { revokeTitle, revokeText, revoke } = ACCOUNT_TEXTS[language].apps;
  const app = connectionView(connection);
  return {
    status: 200,
    page: confirmPage({
      language,
      visitor: session,
      section: 'apps',
      text: revokeText,
      details: appDetails(app, language),
      confirm: revoke,
      back: PATHS.apps,
      title: revokeTitle.replace('{name}', () => nameText(connection.appName)),
      question: fill(revokeTitle, { name: nameHtml(connection.appName) }),
      action: `${PATHS.apps}/${connection.connectionId}/revoke`,
    }),
  };
}

/** Revokes a connection. The app's next request is rejected. */
export async function revokeApp(visit: SignedInVisit): Promise<Reply> {
  const { parts, session } = visit;
  const id = idOf(visit);
  const isOwn = id !== null && (await revokeConnection(parts.pool, session.userId, id));
  return isOwn ? { seeOther: `${PATHS.apps}?done=revoked` } : notFound(visit);
}

/** Shows the page that confirms the revocation of all apps. */
export async function confirmRevokeAllApps(visit: SignedInVisit): Promise<Reply> {
  const { parts, session, language } = visit;
  const { live } = await listLiveAndEndedConnections(parts.pool, session.userId);
  const { revokeAllTitle: title, revokeAllText, revoke } = ACCOUNT_TEXTS[language].apps;
  return {
    status: 200,
    page: confirmPage({
      language,
      visitor: session,
      section: 'apps',
      title,
      question: title,
      confirm: revoke,
      back: PATHS.apps,
      text: revokeAllText.replace('{count}', String(live.length)),
      action: `${PATHS.apps}/revoke-all`,
    }),
  };
}

/** Revokes all connections of the user. */
export async function revokeAllApps({ parts, session }: SignedInVisit): Promise<Reply> {
  await revokeConnections(parts.pool, session.userId, 'ALL', 'settings');
  return { seeOther: `${PATHS.apps}?done=revoked-all` };
}

/** Returns a connection as the pages show it, with the hosts of its redirect URIs. */
export function connectionView(row: ConnectionWithApp): ConnectionView {
  const { connectionId, appName, scopes, createdAt, expiresAt, lastUsedAt, revokedAt } = row;
  const uris = row.redirectUris ?? (URL.canParse(row.clientId) ? [row.clientId] : []);
  const addresses = uris.filter((uri) => URL.canParse(uri)).map((uri) => new URL(uri));
  const hosts = new Set(addresses.filter(({ protocol }) => protocol === 'https:').map(({ host }) => host));
  return {
    connectionId,
    appName,
    scopes,
    createdAt,
    expiresAt,
    lastUsedAt,
    revokedAt,
    hosts: [...hosts].slice(0, HOSTS_MAX),
    isOwnDevice: addresses.length > 0 && hosts.size === 0,
  };
}

const HOSTS_MAX = 3;
