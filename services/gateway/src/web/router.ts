/** Serves the pages. The file `routes.ts` of each feature lists what each address serves. */
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { failureOf } from '../http/failures.ts';
import { prefersPage } from '../http/prefers-page.ts';
import { rejectionOf } from '../http/rejection-of-status.ts';
import { setRetryAfter } from '../http/rejections.ts';
import { locals } from '../http/steps.ts';
import type { Session } from '../sign-in/sessions.ts';
import { ONE_FILE, receiveFileForm, receiveReturnedFile, SEVERAL_FILES } from '../ui/file-form.ts';
import { isCrossSite, receiveForm } from '../ui/form.ts';
import { sendPage } from '../ui/headers.ts';
import { languageOf } from '../ui/language.ts';
import { PATHS } from '../ui/paths.ts';
import { sendMessage } from '../ui/send-message.ts';
import { ACCOUNT_ROUTES } from './account/routes.ts';
import { ANSWERS_ROUTES } from './answers/routes.ts';
import { BALANCES_ROUTES } from './balances/routes.ts';
import { ENTRY_ROUTES } from './entry/routes.ts';
import { CHANGING_ROUTES, FIGURES_ROUTES } from './figures/routes.ts';
import { FILES_ROUTES } from './files/routes.ts';
import { INBOX_ROUTES, PAIRS_ROUTES } from './inbox/routes.ts';
import { LOG_ROUTES } from './log/routes.ts';
import { PRICES_ROUTES } from './prices/routes.ts';
import { PUBLIC_ROUTES } from './public/routes.ts';
import { keepForm, pageOfForm, withFormAgain } from './sign-in/form-again.ts';
import { pageOf, signInPath } from './sign-in/next.ts';
import { RULES_ROUTES } from './rules/routes.ts';
import { SIGN_IN_ROUTES } from './sign-in/routes.ts';
import { FiguresBudget, rejectFreePlan, upgradeReply } from './visit/admit-visit.ts';
import { figuresVisit, InvalidParameters } from './visit/figures-visit.ts';
import type { FiguresRoute, Handler, Route } from './visit/route.ts';
import {
  notFound,
  type PagesParts,
  type PostedForm,
  type Reply,
  type SignedInVisit,
  type Visit,
} from './visit/visit.ts';
import { SUBMISSION_ROUTES, WAY_ROUTES } from './way/routes.ts';

/** The pages that show figures. */
const ALL_FIGURES_ROUTES = [...FIGURES_ROUTES, ...INBOX_ROUTES, ...WAY_ROUTES];

const ROUTES: readonly Route[] = [
  ...PUBLIC_ROUTES,
  ...SIGN_IN_ROUTES,
  ...ACCOUNT_ROUTES,
  ...ANSWERS_ROUTES,
  ...BALANCES_ROUTES,
  ...ENTRY_ROUTES,
  ...FILES_ROUTES,
  ...LOG_ROUTES,
  ...PAIRS_ROUTES,
  ...PRICES_ROUTES,
  ...RULES_ROUTES,
  ...CHANGING_ROUTES,
  ...SUBMISSION_ROUTES,
];

/** Paths of all pages, with parameters as `:name`. */
export const PAGE_PATHS: readonly string[] = [...ROUTES, ...ALL_FIGURES_ROUTES].map(({ path }) => path);

/** Returns the router of the pages. It responds to all paths below /sign-in, /sign-out and /settings, and to errors, with pages. */
export function pagesRouter(parts: PagesParts): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const budget = new FiguresBudget();
  const figuresRoutes = ALL_FIGURES_ROUTES.map((route) => figuresRoute(route, budget));
  for (const route of [...ROUTES, ...figuresRoutes]) {
    const expressRoute = router.route(route.path);
    const isShown = route.get !== undefined || 'again' in route;
    if (isShown) expressRoute.get(handlerOf(parts, budget, route, 'get'));
    if (route.post !== undefined) expressRoute.post(handlerOf(parts, budget, route, 'post'));
    const allow = [...(isShown ? ['GET', 'HEAD'] : []), ...(route.post === undefined ? [] : ['POST'])];
    expressRoute.all((request, response) => {
      response.set('Allow', allow.join(', '));
      sendMessage(request, response, 'methodNotAllowed', 405);
    });
  }
  router.get(`${PATHS.settings}/`, (_request, response) => {
    response.redirect(308, PATHS.settings);
  });
  for (const path of [PATHS.settings, PATHS.signIn, PATHS.signOut])
    router.all(`${path}/*rest`, findVisitor(parts), (request, response) => {
      sendMessage(request, response, 'notFound', 404);
    });
  // The application responds to all other paths.
  router.use(findVisitor(parts), errorHandler(parts));
  return router;
}

/** Returns a middleware for paths without a page: their message keeps the navigation of a signed-in user. */
function findVisitor({ sessions }: PagesParts): RequestHandler {
  return async (request, response, next) => {
    const session = prefersPage(request) ? await sessions.find(request) : null;
    if (session !== null) locals(response).visitor = session;
    next();
  };
}

/** Returns the route of a page of figures: it checks plan, beta and budget, and shows rejections of the services as pages. */
function figuresRoute(route: FiguresRoute, budget: FiguresBudget): Route {
  return {
    path: route.path,
    for: 'signed-in',
    get: async (visit) => {
      const rejection = budget.reject(visit, route);
      if (rejection !== null) return rejection;
      try {
        return await route.get(figuresVisit(visit));
      } catch (error) {
        const reply = replyOf(error, visit, route);
        if (reply === null) throw error;
        return reply;
      }
    },
  };
}

/** Returns the page for an error that the user can do something about; null for any other. */
function replyOf(error: unknown, visit: SignedInVisit, { section }: FiguresRoute): Reply | null {
  if (error instanceof InvalidParameters) return notFound(visit);
  const rejected = rejectionOf(error)?.rejected;
  if (rejected === 'NOT_FOUND') return notFound(visit);
  const isLocked = rejected === 'YEAR_LOCKED' || rejected === 'REPORT_YEAR_LOCKED';
  return isLocked ? upgradeReply(visit, 'yearLocked', section) : null;
}

/** Returns the request handler of a route: it finds the session, reads the form, calls the route's handler and sends the reply. */
function handlerOf(parts: PagesParts, budget: FiguresBudget, route: Route, method: 'get' | 'post') {
  return async (request: Request, response: Response): Promise<void> => {
    const language = languageOf(request);
    const { requestId } = locals(response);
    const visit: Visit = { parts, request, response, requestId, language };
    const session = route.for === 'anyone' ? null : await parts.sessions.find(request);
    if (session !== null) locals(response).visitor = session;
    if (route.for === 'signed-in' && session === null) {
      response.redirect(303, await signInAddress(visit, route, method));
      return;
    }
    const visitWithSession = session === null ? visit : { ...visit, session };
    const reject = (): Reply | null =>
      session === null ? null : rejectVisit({ ...visit, session }, budget, route);
    // A form is checked first, so that forms of other sites do not use up the budget. One with a file is counted before it is read.
    const isCountedFirst = method === 'post' && 'receives' in route && !isCrossSite(request);
    const early = isCountedFirst ? reject() : null;
    if (early !== null) {
      send(response, early);
      return;
    }
    const posted = method === 'get' ? {} : await receiveGenuineForm(visit, session, route);
    if (posted === null) return;
    const handler = (method === 'get' ? withFormAgain(route) : route.post) as Handler<Visit>;
    const rejection = isCountedFirst ? rejectFurtherFiles(visitWithSession, budget, posted) : reject();
    send(response, rejection ?? (await handler({ ...visitWithSession, ...posted })));
  };
}

/** Counts each file after the first as one more visit. Returns the reply for one too many; null for files that are allowed. */
function rejectFurtherFiles(
  visit: Visit | SignedInVisit,
  budget: FiguresBudget,
  { files = [] }: Partial<PostedForm>,
): Reply | null {
  return 'session' in visit && files.length > 1 ? budget.take(visit, files.length - 1) : null;
}

/** Returns the address of the sign-in, which says that a session has ended and what became of a form, and leads back to the page. */
async function signInAddress(visit: Visit, route: Route, method: 'get' | 'post'): Promise<string> {
  const { parts, request } = visit;
  const { originalUrl, path } = request;
  const isForm = method === 'post' && !path.startsWith(PATHS.signOut);
  const ended = !isForm ? 'page' : (await keepForm(visit, route)) ? 'kept' : 'form';
  const page = method === 'get' ? pageOf(originalUrl) : pageOfForm(path, route);
  return signInPath(page, parts.sessions.hasCookie(request) ? { ended } : {});
}

/** Returns the reply for a visit that the route does not allow now, or with this plan. Null for one that it allows. */
function rejectVisit(visit: SignedInVisit, budget: FiguresBudget, route: Route): Reply | null {
  if (route.for !== 'signed-in' || route.counts === undefined) return null;
  return (
    budget.take(visit) ?? (route.proSection === undefined ? null : rejectFreePlan(visit, route.proSection))
  );
}

/** Returns the form if our own page posted it in this session. Otherwise sends a message and returns null. */
async function receiveGenuineForm(
  visit: Visit,
  session: Session | null,
  route: Route,
): Promise<PostedForm | null> {
  const { request, response } = visit;
  const posted = await receivePosted(request, response, route);
  if (posted === null) return null;
  if (isGenuine(visit, session, posted.form.get('csrf'))) return posted;
  sendMessage(request, response, 'formStale', 403);
  return null;
}

async function receivePosted(request: Request, response: Response, route: Route): Promise<PostedForm | null> {
  const receives = route.for === 'signed-in' ? route.receives : undefined;
  if (receives === 'file' || receives === 'files')
    return receiveFileForm(request, response, receives === 'file' ? ONE_FILE : SEVERAL_FILES);
  const receive = receives === 'returned-file' ? receiveReturnedFile : receiveForm;
  const form = await receive(request, response);
  return form === null ? null : { form };
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

/** Returns the error handler of the pages: 503 if a service or the database is down, else 500 with the request id to report. */
function errorHandler({ log }: PagesParts) {
  // Express recognizes an error handler by its four parameters.
  return (error: unknown, request: Request, response: Response, next: NextFunction): void => {
    if (response.destroyed) return;
    if (response.headersSent) {
      next(error);
      return;
    }
    // The percent-encoding of the address is not valid.
    if (error instanceof URIError || (error as { status?: unknown }).status === 400) {
      sendMessage(request, response, 'notFound', 404);
      return;
    }
    const { requestId } = locals(response);
    const { rejected } = failureOf(error, log, requestId);
    setRetryAfter(response, rejected);
    if (rejected === 'UNAVAILABLE') sendMessage(request, response, 'unavailable', 503);
    else if (rejected === 'DOCUMENTS_BUSY') sendMessage(request, response, 'documentsBusy', 503);
    else if (rejected === 'REPORT_CHANGED') sendMessage(request, response, 'reportChanged', 409);
    else if (rejected === 'REPORT_TOO_LARGE') sendMessage(request, response, 'reportTooLarge', 409);
    else sendMessage(request, response, 'failed', 500, { requestId });
  };
}
