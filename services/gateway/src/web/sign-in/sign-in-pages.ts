/** The pages for signing in and out. */
import { announceAccess, logFailedSignIn } from '../../identity/access-log.ts';
import { foldEmail } from '../../identity/email.ts';
import { isShort } from '../../identity/passwords.ts';
import { countSignIn } from '../../metrics.ts';
import type { ExternalResult } from '../../sign-in/external.ts';
import type { SignInResult } from '../../sign-in/sign-in.ts';
import type { Fault } from '../../ui/components.ts';
import { confirmPage } from '../../ui/confirm.ts';
import { PATHS } from '../../ui/paths.ts';
import {
  doneText,
  notFound,
  type PostedForm,
  type Reply,
  type SignedInVisit,
  type Visit,
} from '../visit/visit.ts';
import { addressAfter } from './address-after.ts';
import { allowedNext, isForApp, signInPath, START } from './next.ts';
import { signInPage } from './sign-in-view.ts';
import { SIGN_IN_TEXTS, type SignInTexts } from './texts/texts.ts';
import { waitText } from './wait-text.ts';

/** The text for each value of `?problem=`, after a sign-in at the provider. */
const PROBLEM_TEXTS: Readonly<Record<string, (texts: SignInTexts['signIn']) => string>> = {
  stranger: ({ stranger }) => stranger,
  other_login: ({ otherLogin }) => otherLogin,
  denied: ({ denied }) => denied,
  expired: ({ expired }) => expired,
  unavailable: ({ unavailable }) => unavailable,
};

/** Shows the sign-in form or the link to the provider. Redirects a user who is already signed in. */
export async function showSignIn(visit: Visit): Promise<Reply> {
  const { parts, request, language } = visit;
  const next = allowedNext(request.query['next']);
  const session = await parts.sessions.find(request);
  if (session !== null) return { seeOther: await addressAfter(visit, session.userId, next) };
  const { problem } = request.query;
  const text =
    typeof problem === 'string' && Object.hasOwn(PROBLEM_TEXTS, problem) ? PROBLEM_TEXTS[problem] : undefined;
  const label = parts.external?.label ?? '';
  const faults =
    text === undefined
      ? []
      : [faultOfForm(text(SIGN_IN_TEXTS[language].signIn).replace('{label}', () => label))];
  return page(visit, { status: 200, next, faults });
}

/** Signs in with e-mail address and password. The page shows no difference between an unknown account and a wrong password. */
export async function signIn(visit: Visit & PostedForm): Promise<Reply> {
  const { parts, language, form } = visit;
  // With a provider, nobody signs in with a password.
  if (parts.external !== null) return notFound(visit);
  const next = allowedNext(form.get('next'));
  const [email = '', password = ''] = [form.get('email')?.trim(), form.get('password')];
  const { signIn: texts } = SIGN_IN_TEXTS[language];
  const emptyFields: Fault[] = [
    ...(email === '' ? [{ field: 'email', text: texts.emailMissing }] : []),
    ...(password === '' ? [{ field: 'password', text: texts.passwordMissing }] : []),
  ];
  if (emptyFields.length > 0) return page(visit, { status: 422, next, faults: emptyFields, email });
  const result = await enterWithPassword(visit, email, password);
  if (result.outcome === 'SIGNED_IN') {
    // A password from before the longer minimum still works; the overview advises a longer one.
    const start = isShort(password) ? `${PATHS.settings}?advice=password` : START;
    return { seeOther: await addressAfter(visit, result.userId, next, start) };
  }
  if (result.outcome === 'SECOND_STEP')
    return {
      seeOther: next === null ? PATHS.secondStep : `${PATHS.secondStep}?next=${encodeURIComponent(next)}`,
    };
  if (result.outcome === 'REJECTED') {
    logFailure(visit, email);
    return page(visit, { status: 422, next, faults: [faultOfForm(texts.rejected)], email });
  }
  const { retryAfterSeconds } = result;
  return {
    ...page(visit, {
      status: 429,
      next,
      faults: [faultOfForm(waitText(language, retryAfterSeconds))],
      email,
    }),
    headers: { 'Retry-After': String(retryAfterSeconds) },
  };
}

/**
 * Writes a failed sign-in to the user's access log. The response does not wait for it, so that its time does not show whether the account
 * exists.
 */
function logFailure({ parts, request, requestId }: Visit, email: string): void {
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

/** Signs in with a password, or begins the second step where the account has one. The outcome says which, or why neither. */
export async function enterWithPassword(
  visit: Visit,
  email: string,
  password: string,
): Promise<SignInResult> {
  const { parts, request, response } = visit;
  const browser = parts.browserCookie.read(request);
  const result = await parts.signIn.withPassword(email, password, parts.addressOf(request), browser);
  countSignIn('password', result.outcome);
  if (result.outcome === 'SIGNED_IN') {
    await rememberBrowser(visit, email);
    await parts.sessions.start(request, response, result.userId, 'password');
  } else if (result.outcome === 'SECOND_STEP') await parts.passkeys.beginSignIn(response, result.userId);
  return result;
}

/** Makes this browser a known browser of the account, whose failures count separately. Call it after the right password. */
export async function rememberBrowser({ parts, request, response }: Visit, email: string): Promise<void> {
  const cookie = await parts.signIn.addKnownBrowser(email, parts.browserCookie.read(request));
  if (cookie !== null) parts.browserCookie.set(response, cookie);
}

/** Sends the browser to the platform's own provider. */
export async function beginExternal(visit: Visit): Promise<Reply> {
  const { parts, request, response } = visit;
  if (parts.external === null) return notFound(visit);
  await parts.external.begin(request, response, allowedNext(request.query['next']) ?? START);
  return 'SENT';
}

/** Finishes a sign-in at the provider, and redirects away from the address that holds the code. */
export async function finishExternal(visit: Visit): Promise<Reply> {
  const { parts, request, response } = visit;
  if (parts.external === null) return notFound(visit);
  const result: ExternalResult = await parts.external.finish(request, parts.originOf(request));
  countSignIn('provider', result.outcome);
  const next = allowedNext(result.next);
  if (result.outcome !== 'SIGNED_IN')
    return { seeOther: signInPath(next, { problem: result.outcome.toLowerCase() }) };
  await parts.sessions.start(request, response, result.userId, 'provider');
  return { seeOther: await addressAfter(visit, result.userId, next) };
}

/** Signs out in this browser. With `next`, another user can sign in for the same request of an app. */
export async function signOut({
  parts,
  request,
  response,
  form,
}: SignedInVisit & PostedForm): Promise<Reply> {
  await parts.sessions.end(request, response);
  parts.keptForms.clear(request, response);
  return { seeOther: signInPath(allowedNext(form.get('next')), { done: 'signed-out' }) };
}

/** Shows the page that asks before all sessions end. */
export function confirmSignOutEverywhere({ session, language }: SignedInVisit): Reply {
  const { title, text, submit } = SIGN_IN_TEXTS[language].everywhere;
  return {
    status: 200,
    page: confirmPage({
      language,
      visitor: session,
      section: 'overview',
      title,
      question: title,
      text,
      confirm: submit,
      action: PATHS.signOutEverywhere,
      back: PATHS.settings,
    }),
  };
}

/** Signs out in every browser. */
export async function signOutEverywhere({
  parts,
  request,
  response,
  session,
}: SignedInVisit): Promise<Reply> {
  await parts.sessions.endAll(request, response, session.userId);
  parts.keptForms.clear(request, response);
  return { seeOther: signInPath(null, { done: 'signed-out-everywhere' }) };
}

function page(
  visit: Visit,
  content: {
    readonly status: number;
    readonly next: string | null;
    readonly faults: readonly Fault[];
    readonly email?: string;
  },
): { readonly status: number; readonly page: string } {
  const { parts, request, response, language } = visit;
  const { status, next, faults, email = '' } = content;
  const { signedOut, signedOutEverywhere } = SIGN_IN_TEXTS[language].signIn;
  const done = { 'signed-out': signedOut, 'signed-out-everywhere': signedOutEverywhere };
  const external = next === null ? PATHS.external : `${PATHS.external}?next=${encodeURIComponent(next)}`;
  return {
    status,
    page: signInPage({
      language,
      next,
      faults,
      email,
      isForApp: isForApp(next),
      csrfToken: parts.sessions.formToken(request, response),
      done: faults.length === 0 ? doneText(visit, done) : null,
      ended: faults.length === 0 ? endedText(visit) : null,
      provider: parts.external === null ? null : { label: parts.external.label, href: external },
    }),
  };
}

/** Returns that the session has ended, after a visit that it was too late for, and whether what was posted is kept. */
function endedText({ request, language }: Visit): string | null {
  const { ended, endedForm, endedKept } = SIGN_IN_TEXTS[language].signIn;
  const texts: Readonly<Record<string, string>> = { page: ended, form: endedForm, kept: endedKept };
  const { ended: what } = request.query;
  return typeof what === 'string' && Object.hasOwn(texts, what) ? (texts[what] ?? null) : null;
}

function faultOfForm(text: string): Fault {
  return { field: null, text };
}
