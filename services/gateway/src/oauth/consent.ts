/** The page on which a person allows an app to act for them, or not (service.md, "Authentication" 8). */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '@ctx/common/domain/limits';
import type { Scope } from '@ctx/common/domain/vocabulary';
import type { Logger } from '@ctx/common/platform/log';
import type { Pool } from '@ctx/common/platform/postgres';
import express, { type Request, type Response, type Router } from 'express';
import type Provider from 'oidc-provider';
import { errors, type Interaction } from 'oidc-provider';
import { announceAccess } from '../identity/access-log.ts';
import type { AccessOrigin } from '../identity/access-origin.ts';
import { countConnections, insertConnection } from '../identity/connections.ts';
import { consumeOAuthRow } from '../identity/oauth-rows.ts';
import { consentPage } from '../pages/consent.ts';
import { type Form, takeForm } from '../pages/form.ts';
import { sendPage } from '../pages/headers.ts';
import { languageOf } from '../pages/language.ts';
import { sendMessage } from '../pages/send-message.ts';
import type { Session, Sessions } from '../sign-in/sessions.ts';
import { INTERACTION_PATH, resourcesOf } from './configuration.ts';
import { isOfThisMachine, nameOf, redirectHostOf } from './registration.ts';

export interface ConsentParts {
  readonly provider: Provider;
  readonly pool: Pool;
  readonly sessions: Sessions;
  readonly baseUrl: string;
  /** Where a request comes from, for the log of access. */
  readonly originOf: (request: Request) => AccessOrigin;
  readonly log: Logger;
}

/** What an app asks for, as far as the person must know. */
interface Asked {
  readonly interaction: Interaction;
  readonly clientId: string;
  readonly appName: string;
  readonly redirectUri: string;
  readonly asksWrite: boolean;
}

/** The routes of an interaction: the page, and the answer given on it. */
export function consentRouter(parts: ConsentParts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const path = `${INTERACTION_PATH}/:uid`;
  router.get(path, async (request, response) => {
    const session = await signedIn(parts, request, response);
    if (session === null) return;
    const asked = await askedOf(parts, request, response);
    if (asked === null) return;
    if (asked.interaction.result === undefined) showConsent(session, asked, request, response);
    else sendMessage(request, response, 'requestAnswered', 400);
  });
  router.post(path, async (request, response) => {
    const form = await takeForm(request, response);
    if (form === null) return;
    const session = await signedIn(parts, request, response);
    if (session === null) return;
    if (!parts.sessions.isGenuine(request, session, form.get('csrf'))) {
      sendMessage(request, response, 'formStale', 403);
      return;
    }
    const asked = await askedOf(parts, request, response);
    if (asked === null) return;
    await decide(parts, session, asked, form, request, response);
  });
  return router;
}

/** Whoever is not signed in does so first, and comes back. */
async function signedIn(
  { sessions }: ConsentParts,
  request: Request,
  response: Response,
): Promise<Session | null> {
  const session = await sessions.find(request);
  if (session === null) response.redirect(303, `/sign-in?next=${encodeURIComponent(request.path)}`);
  return session;
}

async function askedOf(
  { provider }: ConsentParts,
  request: Request,
  response: Response,
): Promise<Asked | null> {
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
    asksWrite: (scope ?? '').split(' ').includes('write'),
  };
}

function showConsent(session: Session, asked: Asked, request: Request, response: Response): void {
  const { redirectUri, appName, asksWrite } = asked;
  const page = consentPage({
    language: languageOf(request),
    csrfToken: session.csrfToken,
    action: request.path,
    returnTo: request.path,
    appName,
    redirectHost: redirectHostOf(redirectUri),
    redirectKind: kindOf(redirectUri),
    email: session.email,
    asksWrite,
  });
  sendPage(response, 200, page, 'apps');
}

function kindOf(redirectUri: string): 'web' | 'loopback' | 'custom-scheme' {
  if (!isOfThisMachine(redirectUri)) return 'web';
  return redirectUri.startsWith('http:') ? 'loopback' : 'custom-scheme';
}

/** The first answer counts: a second click goes the way of the first. */
async function decide(
  parts: ConsentParts,
  session: Session,
  asked: Asked,
  form: Form,
  request: Request,
  response: Response,
): Promise<void> {
  const { provider, pool } = parts;
  const { interaction } = asked;
  const isAllowed = form.get('decision') === 'allow';
  if (!isAllowed && form.get('decision') !== 'deny') {
    sendMessage(request, response, 'formInvalid', 400);
    return;
  }
  // Before the request is claimed: a person who revokes an app can come back and allow this one.
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
    ? await grant(parts, session, asked, form.get('write') === 'yes', parts.originOf(request))
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
 * A connection of its own each time: what was refused once is asked again, and each can be ended alone. Null when the user has
 * as many as there can be.
 */
async function grant(
  { provider, pool, baseUrl, log }: ConsentParts,
  { userId }: Session,
  { clientId, appName, asksWrite, interaction }: Asked,
  mayWrite: boolean,
  origin: AccessOrigin,
): Promise<string | null> {
  const scopes: readonly Scope[] = asksWrite && mayWrite ? ['read', 'write'] : ['read'];
  const grantId = randomBytes(32).toString('base64url');
  if (!(await insertConnection(pool, { userId, grantId, clientId, appName, scopes, origin }))) return null;
  announceAccess(log, userId, 'APP_CONNECTED', 'settings', origin);
  const made = new provider.Grant({ accountId: String(userId), clientId });
  made.jti = grantId;
  // A scope counts twice, as one of the server and as one of the resource; what is unticked is refused as both.
  made.addOIDCScope(`offline_access ${scopes.join(' ')}`);
  const refused = asksWrite && !mayWrite;
  if (refused) made.rejectOIDCScope('write');
  for (const resource of resourcesNamed(interaction, baseUrl)) {
    made.addResourceScope(resource, scopes.join(' '));
    if (refused) made.rejectResourceScope(resource, 'write');
  }
  await made.save();
  return grantId;
}

function resourcesNamed({ params }: Interaction, baseUrl: string): readonly string[] {
  const named = params['resource'];
  if (typeof named === 'string') return [named];
  return Array.isArray(named) ? named.map(String) : [resourcesOf(baseUrl)[0]];
}
