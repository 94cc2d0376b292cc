/** Signing in and the settings: pages for people. What each address serves stands in the table ROUTES. */
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { failureOf } from '../front/failures.ts';
import { locals } from '../front/steps.ts';
import { takeForm } from '../pages/form.ts';
import { sendPage } from '../pages/headers.ts';
import { languageOf } from '../pages/language.ts';
import { sendMessage } from '../pages/send-message.ts';
import { TEXTS } from '../pages/texts/texts.ts';
import type { Session } from '../sign-in/sessions.ts';
import { askToRevokeAllApps, askToRevokeApp, revokeAllApps, revokeApp, showApps } from './app-pages.ts';
import { showLog } from './log-page.ts';
import { pageOf, SECOND_STEP_PATH, signInPath } from './next.ts';
import { showOverview } from './overview-page.ts';
import {
  addPasskey,
  askForCodes,
  askToRemovePasskey,
  beginPasskey,
  makeCodes,
  removePasskey,
  showPasskeys,
} from './passkey-pages.ts';
import { changePassword, showPassword } from './password-page.ts';
import { showSecondStep, takeSecondStep } from './second-step-pages.ts';
import {
  beginExternal,
  finishExternal,
  showSignIn,
  signIn,
  signOut,
  signOutEverywhere,
} from './sign-in-pages.ts';
import { askToRevoke, makeToken, revoke, showTokens } from './token-pages.ts';
import { showUpgrade, UPGRADE_PATH } from './upgrade-page.ts';
import type { PagesParts, Posted, Reply, SignedInVisit, Visit } from './visit.ts';

export type { PagesParts } from './visit.ts';

type Handler<Of> = (visit: Of) => Promise<Reply> | Reply;

/** `anyone` needs no session. */
type Route = { readonly path: string } & (
  | { readonly for: 'anyone'; readonly get?: Handler<Visit>; readonly post?: Handler<Visit & Posted> }
  | {
      readonly for: 'signed-in';
      readonly get?: Handler<SignedInVisit>;
      readonly post?: Handler<SignedInVisit & Posted>;
    }
);

const ROUTES: readonly Route[] = [
  { path: '/sign-in', for: 'anyone', get: showSignIn, post: signIn },
  { path: SECOND_STEP_PATH, for: 'anyone', get: showSecondStep, post: takeSecondStep },
  { path: '/sign-in/external', for: 'anyone', get: beginExternal },
  { path: '/sign-in/callback', for: 'anyone', get: finishExternal },
  { path: '/sign-out', for: 'signed-in', post: signOut },
  { path: '/sign-out/everywhere', for: 'signed-in', post: signOutEverywhere },
  { path: '/settings', for: 'signed-in', get: showOverview },
  { path: '/settings/tokens', for: 'signed-in', get: showTokens, post: makeToken },
  { path: '/settings/tokens/:id/revoke', for: 'signed-in', get: askToRevoke, post: revoke },
  { path: '/settings/apps', for: 'signed-in', get: showApps },
  { path: '/settings/apps/revoke-all', for: 'signed-in', get: askToRevokeAllApps, post: revokeAllApps },
  { path: '/settings/apps/:id/revoke', for: 'signed-in', get: askToRevokeApp, post: revokeApp },
  { path: '/settings/log', for: 'signed-in', get: showLog },
  { path: '/settings/password', for: 'signed-in', get: showPassword, post: changePassword },
  { path: '/settings/passkeys', for: 'signed-in', get: showPasskeys, post: beginPasskey },
  { path: '/settings/passkeys/new', for: 'signed-in', post: addPasskey },
  { path: '/settings/passkeys/codes', for: 'signed-in', get: askForCodes, post: makeCodes },
  {
    path: '/settings/passkeys/:id/remove',
    for: 'signed-in',
    get: askToRemovePasskey,
    post: removePasskey,
  },
  { path: UPGRADE_PATH, for: 'anyone', get: showUpgrade },
];

/** Paths of all pages, parameters as `:name`. */
export const PAGE_PATHS: readonly string[] = ROUTES.map(({ path }) => path);

/** The router of /sign-in, /sign-out and /settings; it answers all below them, faults too, as pages. */
export function pagesRouter(parts: PagesParts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const route of ROUTES) {
    const served = router.route(route.path);
    if (route.get !== undefined) served.get(answer(parts, route, 'get'));
    if (route.post !== undefined) served.post(answer(parts, route, 'post'));
    const allow = [
      ...(route.get === undefined ? [] : ['GET', 'HEAD']),
      ...(route.post === undefined ? [] : ['POST']),
    ];
    served.all((request, response) => {
      response.set('Allow', allow.join(', '));
      sendMessage(request, response, 'methodNotAllowed', 405);
    });
  }
  router.get('/settings/', (_request, response) => {
    response.redirect(308, '/settings');
  });
  for (const below of ['/settings/*rest', '/sign-in/*rest', '/sign-out/*rest'])
    router.all(below, (request, response) => {
      sendMessage(request, response, 'notFound', 404);
    });
  router.use(faultHandler(parts));
  return router;
}

/** Session, form, handler, reply: in this order, whatever the page. */
function answer(parts: PagesParts, route: Route, method: 'get' | 'post') {
  return async (request: Request, response: Response): Promise<void> => {
    const language = languageOf(request);
    const { requestId } = locals(response);
    const visit: Visit = { parts, request, response, requestId, language, texts: TEXTS[language] };
    const session = route.for === 'anyone' ? null : await parts.sessions.find(request);
    if (route.for === 'signed-in' && session === null) {
      response.redirect(303, signInPath(pageOf(request.path)));
      return;
    }
    const asked = session === null ? visit : { ...visit, session };
    if (method === 'get') {
      send(response, await (route.get as Handler<Visit>)(asked));
      return;
    }
    const posted = await genuineForm(visit, session);
    if (posted !== null)
      send(response, await (route.post as Handler<Visit & Posted>)({ ...asked, ...posted }));
  };
}

/** The form where it was posted by our own page in this session; else it is answered, and null. */
async function genuineForm(visit: Visit, session: Session | null): Promise<Posted | null> {
  const { request, response } = visit;
  const form = await takeForm(request, response);
  if (form === null) return null;
  if (isGenuine(visit, session, form.get('csrf'))) return { form };
  sendMessage(request, response, 'formStale', 403);
  return null;
}

function isGenuine({ parts, request }: Visit, session: Session | null, csrf: string | undefined): boolean {
  const { sessions } = parts;
  return session === null
    ? sessions.isGenuineForm(request, csrf)
    : sessions.isGenuine(request, session, csrf);
}

function send(response: Response, reply: Reply): void {
  if (reply === 'SENT') return;
  if ('seeOther' in reply) response.redirect(303, reply.seeOther);
  else {
    response.set(reply.headers ?? {});
    sendPage(response, reply.status, reply.page);
  }
}

const RETRY_UNAVAILABLE_S = 2;

/** What a page threw: 503 where something behind it is down, else 500 with nothing but a number to name. */
function faultHandler({ log }: PagesParts) {
  // Express knows an error handler by its four parameters.
  return (error: unknown, request: Request, response: Response, next: NextFunction): void => {
    if (response.destroyed) return;
    if (response.headersSent) {
      next(error);
      return;
    }
    // An address whose percent-encoding is broken.
    if (error instanceof URIError || (error as { status?: unknown }).status === 400) {
      sendMessage(request, response, 'notFound', 404);
      return;
    }
    const { requestId } = locals(response);
    if (failureOf(error, log, requestId).refused === 'UNAVAILABLE') {
      response.set('Retry-After', String(RETRY_UNAVAILABLE_S));
      sendMessage(request, response, 'unavailable', 503);
    } else sendMessage(request, response, 'failed', 500, { requestId });
  };
}
