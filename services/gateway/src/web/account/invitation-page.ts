/** The page on which a user sets a password with a link of the operator (ADR 58). Only sending the form uses the link. */
import { announceAccess } from '../../identity/access-log.ts';
import type { Invitee } from '../../identity/invitations.ts';
import type { Fault } from '../../ui/components.ts';
import { PATHS } from '../../ui/paths.ts';
import { START } from '../sign-in/next.ts';
import { enterWithPassword } from '../sign-in/sign-in-pages.ts';
import { waitText } from '../sign-in/wait-text.ts';
import { notFound, type PostedForm, type Reply, textOf, type Visit } from '../visit/visit.ts';
import { invitationPage, LINK, unusableInvitationPage } from './invitation-view.ts';
import { faultOfChange, faultsOfNewPassword } from './password-faults.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';

/** Shows the form of a link that works; the same page for every other one. */
export function showInvitation(visit: Visit): Promise<Reply> {
  const secret = textOf(visit.request.query[LINK]);
  return withInvitee(visit, secret, (invitee) => page(visit, invitee, secret, 200, []));
}

/** Sets the password, and then signs in as the sign-in page does. */
export function acceptInvitation(visit: Visit & PostedForm): Promise<Reply> {
  const secret = textOf(visit.form.get(LINK));
  return withInvitee(visit, secret, async (invitee) => {
    const { parts, request, language, form } = visit;
    const { password: texts } = ACCOUNT_TEXTS[language];
    const [next = '', again = ''] = ['next', 'again'].map((name) => form.get(name));
    const faults = faultsOfNewPassword({ next, again }, texts);
    if (faults.length > 0) return page(visit, invitee, secret, 422, faults);
    const origin = parts.originOf(request);
    const choice = await parts.invitations.setPassword(invitee, secret, next, origin);
    if (choice === 'UNUSABLE') return unusable(visit);
    if (choice !== 'SET') {
      const isTooMany = choice.fault === 'TOO_MANY';
      return page(visit, invitee, secret, isTooMany ? 429 : 422, [faultOfChange(choice, texts)]);
    }
    announceAccess(parts.log, invitee.userId, 'PASSWORD_CHANGED', 'invitation', origin);
    return signIn(visit, invitee, next);
  });
}

/** Signs in with the new password: a second step and the limits on sign-ins stay. Where it cannot, the sign-in page says so when asked. */
async function signIn(visit: Visit, { email }: Invitee, password: string): Promise<Reply> {
  const { outcome } = await enterWithPassword(visit, email, password);
  if (outcome === 'SIGNED_IN') return { seeOther: START };
  return { seeOther: outcome === 'SECOND_STEP' ? PATHS.secondStep : PATHS.signIn };
}

async function withInvitee(
  visit: Visit,
  secret: string,
  reply: (invitee: Invitee) => Reply | Promise<Reply>,
): Promise<Reply> {
  const { parts, request, language } = visit;
  // With a provider, nobody has a password.
  if (parts.external !== null) return notFound(visit);
  const opened = await parts.invitations.open(secret, parts.addressOf(request));
  if (opened === 'UNUSABLE') return unusable(visit);
  if ('userId' in opened) return reply(opened);
  const { retryAfterSeconds } = opened;
  const text = waitText(language, retryAfterSeconds);
  return {
    status: 429,
    page: unusableInvitationPage({ language, text }),
    headers: { 'Retry-After': String(retryAfterSeconds) },
  };
}

function unusable({ language }: Visit): Reply {
  const { unusable: text } = ACCOUNT_TEXTS[language].invitation;
  return { status: 404, page: unusableInvitationPage({ language, text }) };
}

function page(
  { parts, request, response, language }: Visit,
  { email }: Invitee,
  secret: string,
  status: number,
  faults: readonly Fault[],
): Reply {
  const csrfToken = parts.sessions.formToken(request, response);
  return { status, page: invitationPage({ language, email, secret, csrfToken, faults }) };
}
