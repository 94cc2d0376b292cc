/**
 * Error pages of the OAuth server, for errors that are not redirected to the app: the app or its redirect URI is unknown, or nobody is
 * connected to it.
 */
import { presentText } from '@ctx/domain/third-party-text';
import type { Pool } from '@ctx/platform/postgres';
import type { Response } from 'express';
import type Provider from 'oidc-provider';
import { type ErrorOut, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { locals } from '../http/steps.ts';
import { isClientConnected } from '../identity/connections.ts';
import { pageHeaders } from '../ui/headers.ts';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import type { Language } from '../ui/language.ts';
import { chosenLanguage } from '../ui/language-cookie.ts';
import { namedMessagePage } from '../ui/message.ts';
import { TEXTS } from '../ui/texts/texts.ts';
import { ROUTES } from './configuration.ts';
import { redirectHostOf } from './registration.ts';

const REASON_CHARACTERS_MAX = 300;
const HOST_CHARACTERS_MAX = 255;

/**
 * Prevents open redirects (RFC 9700 §4.11.2). An authorization request with an error redirects the browser only to an app that some user
 * is connected to. For any other app, `renderError` shows a page with a link.
 */
export function restrictErrorRedirects(provider: Provider, pool: Pool): void {
  provider.use(async (context, next) => {
    const { client_id: clientId } = context.query;
    if (context.path === ROUTES.authorization && typeof clientId === 'string')
      context.state['mayRedirect'] = await isClientConnected(pool, clientId);
    await next();
  });
  const preventRedirect = (context: KoaContextWithOIDC, error: Error): void => {
    // Errors after the user's decision, on another route, are redirected to the app.
    if (context.path === ROUTES.authorization && context.state['mayRedirect'] !== true)
      Object.assign(error, { allow_redirect: false });
  };
  provider.on('authorization.error', preventRedirect);
  provider.on('server_error', preventRedirect);
}

/** Sets the error page as the response. */
export function renderError(context: KoaContextWithOIDC, out: ErrorOut, error: Error): void {
  const language =
    chosenLanguage(context.req) ?? ((context.acceptsLanguages([...LANGUAGES]) || 'en') as Language);
  // For an error that it would redirect, the library has already set the status of a redirect.
  if (context.status < 400) context.status = 400;
  context.set(pageHeaders());
  context.vary('Accept-Language');
  context.type = 'html';
  context.body = pageOf(context, language, out, error);
}

function pageOf(context: KoaContextWithOIDC, language: Language, out: ErrorOut, error: Error): string {
  const { status } = context;
  const reader = { language, visitor: null };
  if (error instanceof errors.SessionNotFound) return namedMessagePage(reader, 'requestExpired', status);
  if (error instanceof errors.OIDCProviderError && error.expose) {
    const reason = presentText(error.error_description ?? error.error, REASON_CHARACTERS_MAX);
    const back = errorRedirect(context, out, error);
    if (back === null) return namedMessagePage(reader, 'requestInvalid', status, { reason });
    const host = presentText(redirectHostOf(back), HOST_CHARACTERS_MAX);
    const label = TEXTS[language].messages.backToApp.replace('{host}', () => host);
    return namedMessagePage(reader, 'requestHeldBack', status, { reason, host }, { href: back, label });
  }
  const { requestId } = locals(context.res as Response);
  return namedMessagePage(reader, 'failed', status, { requestId });
}

/** Returns the app's redirect URI with the error in its query, or in its fragment if the app asks for that. Null without a valid URI. */
function errorRedirect({ oidc, query }: KoaContextWithOIDC, out: ErrorOut, error: Error): string | null {
  const { Client: client } = oidc.entities;
  const { redirect_uri: uri, response_mode: mode } = query;
  if (client === undefined || typeof uri !== 'string' || error instanceof errors.InvalidRedirectUri)
    return null;
  if (!client.redirectUriAllowed(uri)) return null;
  const url = new URL(uri);
  const parameters = mode === 'fragment' ? new URLSearchParams() : url.searchParams;
  for (const [name, value] of Object.entries(out))
    if (value !== undefined) parameters.set(name, String(value));
  if (mode === 'fragment') url.hash = parameters.toString();
  return url.href;
}
