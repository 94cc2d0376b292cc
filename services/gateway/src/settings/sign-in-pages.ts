/** Signing in and out. */
import { announceAccess, logFailedSignIn } from '../identity/access-log.ts';
import { foldEmail } from '../identity/email.ts';
import { isShort } from '../identity/passwords.ts';
import { countSignIn } from '../metrics.ts';
import type { Fault } from '../pages/components.ts';
import { signInPage } from '../pages/sign-in.ts';
import type { Texts } from '../pages/texts/texts.ts';
import type { ExternalResult } from '../sign-in/external.ts';
import { allowedNext, isForApp, SECOND_STEP_PATH, signInPath, START } from './next.ts';
import { waitText } from './wait-text.ts';
import {
  type Done,
  doneText,
  notFound,
  type Posted,
  type Reply,
  type SignedInVisit,
  type Visit,
} from './visit.ts';

const DONE: Readonly<Record<string, Done>> = {
  'signed-out': ({ signIn }) => signIn.signedOut,
  'signed-out-everywhere': ({ signIn }) => signIn.signedOutEverywhere,
};

/** What `?problem=` may say of a sign-in at the provider. */
const PROBLEMS: Readonly<Record<string, (texts: Texts['signIn']) => string>> = {
  stranger: ({ stranger }) => stranger,
  other_login: ({ otherLogin }) => otherLogin,
  denied: ({ denied }) => denied,
  expired: ({ expired }) => expired,
  unavailable: ({ unavailable }) => unavailable,
};

/** The form, or the way to the provider; whoever is signed in already goes on. */
export async function showSignIn(visit: Visit): Promise<Reply> {
  const { parts, request, texts } = visit;
  const next = allowedNext(request.query['next']);
  if ((await parts.sessions.find(request)) !== null) return { seeOther: next ?? START };
  const { problem } = request.query;
  const text =
    typeof problem === 'string' && Object.hasOwn(PROBLEMS, problem) ? PROBLEMS[problem] : undefined;
  const label = parts.external?.label ?? '';
  const faults = text === undefined ? [] : [whole(text(texts.signIn).replace('{label}', () => label))];
  return page(visit, { status: 200, next, faults });
}

/** Signs in by e-mail address and password. An unknown account and a wrong password read alike. */
export async function signIn(visit: Visit & Posted): Promise<Reply> {
  const { parts, request, response, texts, form } = visit;
  // Where the provider decides who may enter, passwords do not.
  if (parts.external !== null) return notFound(visit);
  const next = allowedNext(form.get('next'));
  const [email = '', password = ''] = [form.get('email')?.trim(), form.get('password')];
  const missing: Fault[] = [
    ...(email === '' ? [{ field: 'email', text: texts.signIn.emailMissing }] : []),
    ...(password === '' ? [{ field: 'password', text: texts.signIn.passwordMissing }] : []),
  ];
  if (missing.length > 0) return page(visit, { status: 422, next, faults: missing, email });
  const browser = parts.browserCookie.read(request);
  const result = await parts.signIn.withPassword(email, password, parts.addressOf(request), browser);
  countSignIn('password', result.outcome);
  if (result.outcome === 'SIGNED_IN') {
    await rememberBrowser(visit, email);
    await parts.sessions.start(request, response, result.userId, 'password');
    // From before there was a longer minimum: it works, and the overview advises another.
    return { seeOther: next ?? (isShort(password) ? `${START}?advice=password` : START) };
  }
  if (result.outcome === 'SECOND_STEP') {
    await parts.passkeys.beginSignIn(response, result.userId);
    return {
      seeOther: next === null ? SECOND_STEP_PATH : `${SECOND_STEP_PATH}?next=${encodeURIComponent(next)}`,
    };
  }
  if (result.outcome === 'REJECTED') {
    noteFailure(visit, email);
    return page(visit, { status: 422, next, faults: [whole(texts.signIn.refused)], email });
  }
  const { retryAfterSeconds } = result;
  return {
    ...page(visit, { status: 429, next, faults: [whole(waitText(texts, retryAfterSeconds))], email }),
    headers: { 'Retry-After': String(retryAfterSeconds) },
  };
}

/** In the log of the user. Nobody waits for it: the time of the answer does not tell whether there is such a user. */
function noteFailure({ parts, request, requestId }: Visit, email: string): void {
  const { pool, log } = parts;
  const folded = foldEmail(email);
  if (folded === null) return;
  const origin = parts.originOf(request);
  logFailedSignIn(pool, folded, 'password', origin).then(
    (userId) => {
      if (userId !== null) announceAccess(log, userId, 'SIGN_IN_FAILED', 'password', origin);
    },
    (error: unknown) => {
      log.warn({ err: error, requestId }, 'failed sign-in could not be recorded');
    },
  );
}

/** From now on failures in this browser count apart from those of strangers; call it when the password was right. */
export async function rememberBrowser({ parts, request, response }: Visit, email: string): Promise<void> {
  const known = await parts.signIn.knownBrowser(email, parts.browserCookie.read(request));
  if (known !== null) parts.browserCookie.set(response, known);
}

/** Sends the browser to the platform's own provider. */
export async function beginExternal(visit: Visit): Promise<Reply> {
  const { parts, request, response } = visit;
  if (parts.external === null) return notFound(visit);
  await parts.external.begin(request, response, allowedNext(request.query['next']) ?? START);
  return 'SENT';
}

/** Takes the browser back from the provider; the address with its code does not stay. */
export async function finishExternal(visit: Visit): Promise<Reply> {
  const { parts, request, response } = visit;
  if (parts.external === null) return notFound(visit);
  const result: ExternalResult = await parts.external.finish(request, parts.originOf(request));
  countSignIn('provider', result.outcome);
  const next = allowedNext(result.next);
  if (result.outcome !== 'SIGNED_IN')
    return { seeOther: signInPath(next, { problem: result.outcome.toLowerCase() }) };
  await parts.sessions.start(request, response, result.userId, 'provider');
  return { seeOther: next ?? START };
}

/** Signs out here; `next` lets somebody else sign in for the same matter. */
export async function signOut({ parts, request, response, form }: SignedInVisit & Posted): Promise<Reply> {
  await parts.sessions.end(request, response);
  return { seeOther: signInPath(allowedNext(form.get('next')), { done: 'signed-out' }) };
}

/** Signs out in every browser. */
export async function signOutEverywhere({
  parts,
  request,
  response,
  session,
}: SignedInVisit): Promise<Reply> {
  await parts.sessions.endAll(request, response, session.userId);
  return { seeOther: signInPath(null, { done: 'signed-out-everywhere' }) };
}

function page(
  visit: Visit,
  shown: {
    readonly status: number;
    readonly next: string | null;
    readonly faults: readonly Fault[];
    readonly email?: string;
  },
): { readonly status: number; readonly page: string } {
  const { parts, request, response, language } = visit;
  const { status, next, faults, email = '' } = shown;
  const external = next === null ? '/sign-in/external' : `/sign-in/external?next=${encodeURIComponent(next)}`;
  return {
    status,
    page: signInPage({
      ...{ language, next, faults, email, isForApp: isForApp(next) },
      csrfToken: parts.sessions.formToken(request, response),
      done: faults.length === 0 ? doneText(visit, DONE) : null,
      provider: parts.external === null ? null : { label: parts.external.label, href: external },
    }),
  };
}

function whole(text: string): Fault {
  return { field: null, text };
}
