/** The page on which a user allows or denies an app access to their data (service.md, "Authentication" 8). */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '@ctx/domain/limits';
import type { Scope } from '@ctx/domain/vocabulary';
import type { Logger } from '@ctx/platform/log';
import type { Pool } from '@ctx/platform/postgres';
import express, { type Request, type Response, type Router } from 'express';
import type Provider from 'oidc-provider';
import { errors, type Interaction } from 'oidc-provider';
import { locals } from '../http/steps.ts';
import { announceAccess } from '../identity/access-log.ts';
import type { AccessOrigin } from '../identity/access-origin.ts';
import { countConnections, insertConnection } from '../identity/connections.ts';
import { consumeOAuthRow } from '../identity/oauth-rows.ts';
import type { Session, Sessions } from '../sign-in/sessions.ts';
import { type Form, receiveForm } from '../ui/form.ts';
import { sendPage } from '../ui/headers.ts';
import { languageOf } from '../ui/language.ts';
import { PATHS } from '../ui/paths.ts';
import { sendMessage } from '../ui/send-message.ts';
import { INTERACTION_PATH, resourcesOf } from './configuration.ts';
import { consentPage } from './consent-view.ts';
import { isOnUserDevice, nameOf, redirectHostOf } from './registration.ts';

export interface ConsentParts {
  readonly provider: Provider;
  readonly pool: Pool;
  readonly sessions: Sessions;
  readonly baseUrl: string;
  /** Returns the browser and network of a request, for the access log. */
  readonly originOf: (request: Request) => AccessOrigin;
  readonly log: Logger;
}

/** An app's request for access, as far as the user must know it. */
interface AccessRequest {
  readonly interaction: Interaction;
  readonly clientId: string;
  readonly appName: string;
  readonly redirectUri: string;
  readonly wantsWrite: boolean;
}

/** Returns the routes of an interaction: the page, and the user's decision. */
export function consentRouter(parts: ConsentParts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const path = `${INTERACTION_PATH}/:uid`;
  router.get(path, async (request, response) => {
    const session = await requireSession(parts, request, response);
    if (session === null) return;
    const access = await findAccessRequest(parts, request, response);
    if (access === null) return;
    if (access.interaction.result === undefined) showConsent(session, access, request, response);
    else sendMessage(request, response, 'requestAnswered', 400);
  });
  router.post(path, async (request, response) => {
    const form = await receiveForm(request, response);
    if (form === null) return;
    const session = await requireSession(parts, request, response);
    if (session === null) return;
    if (!parts.sessions.isGenuine(request, session, form.get('csrf'))) {
      sendMessage(request, response, 'formStale', 403);
      return;
    }
    const access = await findAccessRequest(parts, request, response);
    if (access === null) return;
    await decide(parts, session, access, form, request, response);
  });
  return router;
}

/** Returns the session. A visitor who is not signed in is redirected to sign in first; then this returns null. */
async function requireSession(
  { sessions }: ConsentParts,
  request: Request,
  response: Response,
): Promise<Session | null> {
  const session = await sessions.find(request);
  if (session === null) response.redirect(303, `${PATHS.signIn}?next=${encodeURIComponent(request.path)}`);
  else locals(response).visitor = session;
  return session;
}

/** Returns the pending request for access. If it has expired, sends a message and returns null. */
async function findAccessRequest(
  { provider }: ConsentParts,
  request: Request,
  response: Response,
): Promise<AccessRequest | null> {
  let interaction: Interaction;
  try {
    interaction = await provider.interactionDetails(request, response);
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    sendMessage(request, response, 'requestExpired', 400);
    return null;
  }
  const {
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
  } = interaction.params as Record<string, string>;
  const client = clientId === undefined ? undefined : await provider.Client.find(clientId);
  if (client === undefined || clientId === undefined || redirectUri === undefined) {
    sendMessage(request, response, 'requestExpired', 400);
    return null;
  }
  return {
    interaction,
    clientId,
    redirectUri,
    appName: nameOf(client.clientName, [redirectUri]),
    wantsWrite: (scope ?? '').split(' ').includes('write'),
  };
}

function showConsent(session: Session, access: AccessRequest, request: Request, response: Response): void {
  const { redirectUri, appName, wantsWrite } = access;
  const page = consentPage({
    language: languageOf(request),
    csrfToken: session.csrfToken,
    action: request.path,
    returnTo: request.path,
    appName,
    redirectHost: redirectHostOf(redirectUri),
    redirectKind: kindOf(redirectUri),
    email: session.email,
    wantsWrite,
  });
  sendPage(response, 200, page, 'apps');
}

function kindOf(redirectUri: string): 'web' | 'loopback' | 'custom-scheme' {
  if (!isOnUserDevice(redirectUri)) return 'web';
  return redirectUri.startsWith('http:') ? 'loopback' : 'custom-scheme';
}

/** Applies the user's decision. Only the first one counts: a second click is redirected as the first was. */
async function decide(
  parts: ConsentParts,
  session: Session,
  access: AccessRequest,
  form: Form,
  request: Request,
  response: Response,
): Promise<void> {
  const { provider, pool } = parts;
  const { interaction } = access;
  const isAllowed = form.get('decision') === 'allow';
  if (!isAllowed && form.get('decision') !== 'deny') {
    sendMessage(request, response, 'formInvalid', 400);
    return;
  }
  // Checked before the request is consumed, so that a user who revokes an app can come back and allow this one.
  if (isAllowed && (await countConnections(pool, session.userId)) >= LIMITS.connectionsPerUserMax) {
    sendTooManyApps(request, response);
    return;
  }
  if (!(await consumeOAuthRow(pool, 'Interaction', interaction.uid))) {
    if (interaction.result === undefined) sendMessage(request, response, 'requestAnswered', 400);
    else response.redirect(303, interaction.returnTo);
    return;
  }
  const grantId = isAllowed
    ? await connect(parts, session, access, form.get('write') === 'yes', parts.originOf(request))
    : null;
  if (isAllowed && grantId === null) {
    sendTooManyApps(request, response);
    return;
  }
  const result =
    grantId === null
      ? { error: 'access_denied', error_description: 'the user denied access' }
      : { login: { accountId: String(session.userId), remember: false }, consent: { grantId } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

function sendTooManyApps(request: Request, response: Response): void {
  sendMessage(request, response, 'tooManyApps', 409, { max: String(LIMITS.connectionsPerUserMax) });
}

/**
 * Creates a new connection with its own grant, so that the user can end each connection separately, and returns the grant's id.
 * Returns null if the user already has `LIMITS.connectionsPerUserMax` connected apps.
 */
async function connect(
  { provider, pool, baseUrl, log }: ConsentParts,
  { userId }: Session,
  { clientId, appName, wantsWrite, interaction }: AccessRequest,
  mayWrite: boolean,
  origin: AccessOrigin,
): Promise<string | null> {
  const scopes: readonly Scope[] = wantsWrite && mayWrite ? ['read', 'write'] : ['read'];
  const grantId = randomBytes(32).toString('base64url');
  if (!(await insertConnection(pool, { userId, grantId, clientId, appName, scopes, origin }))) return null;
  announceAccess(log, userId, 'APP_CONNECTED', 'settings', origin);
  const grant = new provider.Grant({ accountId: String(userId), clientId });
  grant.jti = grantId;
  // The library knows each scope twice, of the server and of the resource. An unticked scope is rejected as both.
  grant.addOIDCScope(`offline_access ${scopes.join(' ')}`);
  const rejected = wantsWrite && !mayWrite;
  if (rejected) grant.rejectOIDCScope('write');
  for (const resource of resourcesNamed(interaction, baseUrl)) {
    grant.addResourceScope(resource, scopes.join(' '));
    if (rejected) grant.rejectResourceScope(resource, 'write');
  }
  await grant.save();
  return grantId;
}

function resourcesNamed({ params }: Interaction, baseUrl: string): readonly string[] {
  const named = params['resource'];
  if (typeof named === 'string') return [named];
  return Array.isArray(named) ? named.map(String) : [resourcesOf(baseUrl)[0]];
}
