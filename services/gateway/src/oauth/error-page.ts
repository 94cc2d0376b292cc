/** Pages for errors of the OAuth server that do not go to the app: it is unknown, its address is not its own, or nobody uses it. */
import { presentText } from '@ctx/common/domain/third-party-text';
import type { Pool } from '@ctx/common/platform/postgres';
import type { Response } from 'express';
import type Provider from 'oidc-provider';
import { type ErrorOut, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { locals } from '../front/steps.ts';
import { isClientConnected } from '../identity/connections.ts';
import { pageHeaders } from '../pages/headers.ts';
import { type Language, LANGUAGES } from '../pages/language.ts';
import { namedMessagePage } from '../pages/message.ts';
import { TEXTS } from '../pages/texts/texts.ts';
import { ROUTES } from './configuration.ts';
import { redirectHostOf } from './registration.ts';

const REASON_CHARACTERS_MAX = 300;
const HOST_CHARACTERS_MAX = 255;

/**
 * Keeps strangers from using us to send people to an address of theirs (RFC 9700 §4.11.2): an authorization request with an error
 * sends the browser back only to an app that somebody is connected to. For any other app, `renderError` shows a page with a link.
 */
export function holdBackErrors(provider: Provider, pool: Pool): void {
  provider.use(async (context, next) => {
    const { client_id: clientId } = context.query;
    if (context.path === ROUTES.authorization && typeof clientId === 'string')
      context.state['mayRedirect'] = await isClientConnected(pool, clientId);
    await next();
  });
  const holdBack = (context: KoaContextWithOIDC, error: Error): void => {
    // Errors of the route that continues after the person's answer go to the app.
    if (context.path === ROUTES.authorization && context.state['mayRedirect'] !== true)
      Object.assign(error, { allow_redirect: false });
  };
  provider.on('authorization.error', holdBack);
  provider.on('server_error', holdBack);
}

/** Sets the page as the response. */
export function renderError(context: KoaContextWithOIDC, out: ErrorOut, error: Error): void {
  const language = (context.acceptsLanguages([...LANGUAGES]) || 'en') as Language;
  // The status of an error that the library meant to redirect with is that of a redirect.
  if (context.status < 400) context.status = 400;
  context.set(pageHeaders());
  context.vary('Accept-Language');
  context.type = 'html';
  context.body = pageOf(context, language, out, error);
}

function pageOf(context: KoaContextWithOIDC, language: Language, out: ErrorOut, error: Error): string {
  const { status } = context;
  if (error instanceof errors.SessionNotFound) return namedMessagePage(language, 'requestExpired', status);
  if (error instanceof errors.OIDCProviderError && error.expose) {
    const reason = presentText(error.error_description ?? error.error, REASON_CHARACTERS_MAX);
    const back = wayBack(context, out, error);
    if (back === null) return namedMessagePage(language, 'requestInvalid', status, { reason });
    const host = presentText(redirectHostOf(back), HOST_CHARACTERS_MAX);
    const label = TEXTS[language].messages.backToApp.replace('{host}', () => host);
    return namedMessagePage(language, 'requestHeldBack', status, { reason, host }, { href: back, label });
  }
  const { requestId } = locals(context.res as Response);
  return namedMessagePage(language, 'failed', status, { requestId });
}

/** The app's own address with the error in its query, or its fragment where the app asks for that; null without such an address. */
function wayBack({ oidc, query }: KoaContextWithOIDC, out: ErrorOut, error: Error): string | null {
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
