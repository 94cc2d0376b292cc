/** The page for the second step of a sign-in with a password, for accounts with passkeys. */
import { countSignIn } from '../../metrics.ts';
import type { WaitingSignIn } from '../../sign-in/passkeys.ts';
import type { Fault } from '../../ui/components.ts';
import type { PostedForm, Reply, Visit } from '../visit/visit.ts';
import { addressAfter } from './address-after.ts';
import { allowedNext, signInPath } from './next.ts';
import { secondStepPage } from './second-step-view.ts';
import { rememberBrowser } from './sign-in-pages.ts';
import { SIGN_IN_TEXTS } from './texts/texts.ts';
import { waitText } from './wait-text.ts';

/** Shows the page that asks for the passkey, each time with a new challenge. */
export async function showSecondStep(visit: Visit): Promise<Reply> {
  const { parts, request } = visit;
  const next = allowedNext(request.query['next']);
  const waiting = await parts.passkeys.findWaiting(request);
  return waiting === null ? expired(next) : page(visit, waiting, { status: 200, next, faults: [] });
}

/** Signs in with the response of a passkey, or with a recovery code. Each sign-in has ten attempts. */
export async function finishSecondStep(visit: Visit & PostedForm): Promise<Reply> {
  const { parts, request, response, language, form } = visit;
  const next = allowedNext(form.get('next'));
  const waiting = await parts.passkeys.findWaiting(request);
  if (waiting === null) return expired(next);
  const [code, credential = ''] = [form.get('code')?.trim(), form.get('credential')];
  const fault = faultOfEmpty(code, credential, visit);
  if (fault !== null) return page(visit, waiting, { status: 422, next, faults: [fault] });
  const way = code === undefined ? 'passkey' : 'recovery-code';
  const address = parts.addressOf(request);
  const browser = parts.browserCookie.read(request);
  const secondsLeft = await parts.signIn.attemptSecondStep(waiting, address, browser);
  if (secondsLeft !== null) {
    countSignIn(way, 'TOO_MANY');
    const faults = [{ field: null, text: waitText(language, secondsLeft) }];
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
    const { failed, codeWrong } = SIGN_IN_TEXTS[language].secondStep;
    const wrong = code === undefined ? { field: null, text: failed } : { field: 'code', text: codeWrong };
    return page(visit, waiting, { status: 422, next, faults: [wrong] });
  }
  if (!(await parts.passkeys.finishSignIn(response, waiting))) return expired(next);
  await parts.signIn.takeBackSecondStep(waiting, address, browser);
  await rememberBrowser(visit, waiting.email);
  await parts.sessions.start(request, response, waiting.userId, way);
  return { seeOther: await addressAfter(visit, waiting.userId, next) };
}

/** Returns why a form without a code or a passkey's response cannot be used. Without scripts, the passkey's button sends no response. */
function faultOfEmpty(code: string | undefined, credential: string, { language }: Visit): Fault | null {
  const { codeMissing, needsScript } = SIGN_IN_TEXTS[language].secondStep;
  if (code === '') return { field: 'code', text: codeMissing };
  if (code === undefined && credential === '') return { field: null, text: needsScript };
  return null;
}

function expired(next: string | null): Reply {
  return { seeOther: signInPath(next, { problem: 'expired' }) };
}

async function page(
  visit: Visit,
  waiting: WaitingSignIn,
  content: { readonly status: number; readonly next: string | null; readonly faults: readonly Fault[] },
): Promise<{ readonly status: number; readonly page: string }> {
  const { parts, request, response, language } = visit;
  const { status, next, faults } = content;
  const view = {
    language,
    next,
    faults,
    csrfToken: parts.sessions.formToken(request, response),
    options: await parts.passkeys.createChallenge(waiting),
  };
  return { status, page: secondStepPage(view) };
}
