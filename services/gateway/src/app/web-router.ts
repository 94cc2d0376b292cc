/** Routes of the HTML pages, and of the OAuth server, which sends people to them. */
import type { IncomingMessage } from 'node:http';
import type { Logger } from '@ctx/platform/log';
import type { Pool } from '@ctx/platform/postgres';
import express, { type Router } from 'express';
import Provider from 'oidc-provider';
import { rejectMethod, type RejectionSettings } from '../http/rejections.ts';
import { originReader } from '../identity/access-origin.ts';
import { siteOf } from '../identity/auth/client-address.ts';
import { createAdapters } from '../oauth/adapter.ts';
import { consentRouter } from '../oauth/consent.ts';
import { renderError } from '../oauth/error-page.ts';
import { deriveKeys } from '../oauth/keys.ts';
import { createProvider, oauthRouter } from '../oauth/server.ts';
import type { Documents } from '../reports/documents.ts';
import { ExternalSignIn, type ExternalSettings } from '../sign-in/external.ts';
import { Invitations } from '../sign-in/invitations.ts';
import { knownBrowserCookie } from '../sign-in/known-browser.ts';
import { KeptForms } from '../sign-in/kept-forms.ts';
import { Passkeys } from '../sign-in/passkeys.ts';
import { Sessions } from '../sign-in/sessions.ts';
import { SignIn } from '../sign-in/sign-in.ts';
import { assetsRouter } from '../ui/assets.ts';
import type { OperatorLinks } from '../ui/operator.ts';
import type { PagesBackends } from '../web/backends/backends.ts';
import { pagesRouter } from '../web/router.ts';
import { uploadRouter } from '../web/upload/upload-router.ts';

/** What the pages and the OAuth server are built from. */
export interface WebParts {
  /** The database of users, sessions and OAuth rows. */
  readonly pool: Pool;
  readonly settings: RejectionSettings;
  readonly operator: OperatorLinks;
  readonly log: Logger;
  /** Secrets of the OAuth server, the newest first. */
  readonly oauthSecrets: readonly Buffer[];
  /** Hosts from which client id metadata documents may be fetched. */
  readonly clientMetadataHosts: readonly string[];
  /** The pages' calls to the services behind the gateway. */
  readonly backends: PagesBackends;
  /** Limits how many whole documents are prepared at the same time. */
  readonly documents: Documents;
  /** Who submits a year. */
  readonly yearSubmission: 'operator' | 'user';
  /** The platform's own OpenID provider, which replaces passwords; null where none is configured. */
  readonly external: ExternalSettings | null;
  /** Returns the client address of a request, for rate limits. */
  readonly addressOf: (request: IncomingMessage) => string;
}

/** Returns the router for /oauth, the OAuth metadata, and the pages. */
export function webRouter(parts: WebParts): Router {
  const { settings, pool, log, addressOf } = parts;
  const { baseUrl } = settings;
  const siteOfCaller = (): string | null =>
    Provider.ctx === undefined ? null : siteOf(addressOf(Provider.ctx.req));
  const keys = deriveKeys(parts.oauthSecrets);
  const oauth = { ...parts, keys, baseUrl, adapters: createAdapters(pool, siteOfCaller), renderError };
  const provider = createProvider(oauth);
  const originOf = originReader(parts.addressOf);
  const sessions = new Sessions(pool, { baseUrl, originOf, log });
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(oauthRouter(provider, oauth));
  router.use(consentRouter({ provider, pool, sessions, baseUrl, originOf, log }));
  router.use(
    assetsRouter((_request, response) => {
      rejectMethod(response, settings, ['GET']);
    }),
  );
  router.use(uploadRouter(parts));
  const external = parts.external === null ? null : new ExternalSignIn(pool, parts.external, log);
  const signIn = new SignIn(pool);
  const browserCookie = knownBrowserCookie(baseUrl);
  const keptForms = new KeptForms(pool, baseUrl, parts.oauthSecrets);
  const passkeys = new Passkeys(pool, settings, log);
  router.use(
    pagesRouter({
      ...parts,
      ...parts.backends,
      originOf,
      sessions,
      keptForms,
      signIn,
      invitations: new Invitations(pool),
      passkeys,
      browserCookie,
      external,
    }),
  );
  return router;
}
