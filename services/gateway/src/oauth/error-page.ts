/** What a browser shows where the OAuth server can send nobody back: the app is unknown, or its address is not its own. */
import { presentText } from '@ctx/common/domain/third-party-text';
import type { Response } from 'express';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { locals } from '../front/steps.ts';
import { pageHeaders } from '../pages/headers.ts';
import { type Language, LANGUAGES } from '../pages/language.ts';
import { namedMessagePage } from '../pages/message.ts';

const REASON_CHARACTERS_MAX = 300;

/** Sets the page as the answer; the status is there already. */
export function renderError(context: KoaContextWithOIDC, error: Error): void {
  const language = (context.acceptsLanguages([...LANGUAGES]) || 'en') as Language;
  const { status } = context;
  context.set(pageHeaders());
  context.vary('Accept-Language');
  context.type = 'html';
  context.body = pageOf(context, language, status, error);
}

function pageOf({ res }: KoaContextWithOIDC, language: Language, status: number, error: Error): string {
  if (error instanceof errors.SessionNotFound) return namedMessagePage(language, 'requestExpired', status);
  if (error instanceof errors.OIDCProviderError && error.expose) {
    const reason = presentText(error.error_description ?? error.error, REASON_CHARACTERS_MAX);
    return namedMessagePage(language, 'requestInvalid', status, { reason });
  }
  const { requestId } = locals(res as Response);
  return namedMessagePage(language, 'failed', status, { requestId });
}
