/** The second step of a sign-in with a password, for accounts with passkeys. */
import { countSignIn } from '../metrics.ts';
import type { Fault } from '../pages/components.ts';
import { secondStepPage } from '../pages/second-step.ts';
import type { WaitingSignIn } from '../sign-in/passkeys.ts';
import { allowedNext, signInPath, START } from './next.ts';
import { rememberBrowser } from './sign-in-pages.ts';
import { waitText } from './wait-text.ts';
import type { Posted, Reply, Visit } from './visit.ts';

/** The page that asks for the passkey, each time with another challenge. */
export async function showSecondStep(visit: Visit): Promise<Reply> {
  const { parts, request } = visit;
  const next = allowedNext(request.query['next']);
  const waiting = await parts.passkeys.waiting(request);
  return waiting === null ? expired(next) : page(visit, waiting, { status: 200, next, faults: [] });
}

/** Signs in with an answer of a passkey, or with a recovery code. Each sign-in has ten attempts at it. */
export async function takeSecondStep(visit: Visit & Posted): Promise<Reply> {
  const { parts, request, response, texts, form } = visit;
  const next = allowedNext(form.get('next'));
  const waiting = await parts.passkeys.waiting(request);
  if (waiting === null) return expired(next);
  const [code, credential = ''] = [form.get('code')?.trim(), form.get('credential')];
  const missing = faultOfEmpty(code, credential, visit);
  if (missing !== null) return page(visit, waiting, { status: 422, next, faults: [missing] });
  const way = code === undefined ? 'passkey' : 'recovery-code';
  const address = parts.addressOf(request);
  const browser = parts.browserCookie.read(request);
  const secondsLeft = await parts.signIn.attemptSecondStep(waiting, address, browser);
  if (secondsLeft !== null) {
    countSignIn(way, 'TOO_MANY');
    const faults = [{ field: null, text: waitText(texts, secondsLeft) }];
    return {
      ...(await page(visit, waiting, { status: 429, next, faults })),
      headers: { 'Retry-After': String(secondsLeft) },
    };
  }
  const isRight =
    code === undefined
      ? await parts.passkeys.isRightPasskey(waiting, credential)
      : await parts.passkeys.isRightCode(waiting, code);
  countSignIn(way, isRight ? 'SIGNED_IN' : 'REJECTED');
  if (!isRight) {
    const { failed, codeWrong } = texts.secondStep;
    const fault = code === undefined ? { field: null, text: failed } : { field: 'code', text: codeWrong };
    return page(visit, waiting, { status: 422, next, faults: [fault] });
  }
  if (!(await parts.passkeys.finishSignIn(response, waiting))) return expired(next);
  await parts.signIn.takeBackSecondStep(waiting, address, browser);
  await rememberBrowser(visit, waiting.email);
  await parts.sessions.start(request, response, waiting.userId, way);
  return { seeOther: next ?? START };
}

/** Where there is no script the button of the passkey sends nothing: the page says what works. */
function faultOfEmpty(code: string | undefined, credential: string, { texts }: Visit): Fault | null {
  if (code === '') return { field: 'code', text: texts.secondStep.codeMissing };
  if (code === undefined && credential === '') return { field: null, text: texts.secondStep.needsScript };
  return null;
}

function expired(next: string | null): Reply {
  return { seeOther: signInPath(next, { problem: 'expired' }) };
}

async function page(
  visit: Visit,
  waiting: WaitingSignIn,
  shown: { readonly status: number; readonly next: string | null; readonly faults: readonly Fault[] },
): Promise<{ readonly status: number; readonly page: string }> {
  const { parts, request, response, language } = visit;
  const { status, next, faults } = shown;
  const view = {
    ...{ language, next, faults },
    csrfToken: parts.sessions.formToken(request, response),
    options: await parts.passkeys.challenge(waiting),
  };
  return { status, page: secondStepPage(view) };
}
