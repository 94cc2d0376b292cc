/** The page on which a user changes the password. */
import { LIMITS } from '@ctx/domain/limits';
import { announceAccess } from '../../identity/access-log.ts';
import type { Fault } from '../../ui/components.ts';
import { PATHS } from '../../ui/paths.ts';
import { rememberBrowser } from '../sign-in/sign-in-pages.ts';
import { hasPassword, notFound, type PostedForm, type Reply, type SignedInVisit } from '../visit/visit.ts';
import { faultOfChange, faultsOfFields } from './password-faults.ts';
import { passwordPage } from './password-view.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';

/** Shows the form, or why the user has no password. */
export function showPassword(visit: SignedInVisit): Reply {
  return page(visit, 200, []);
}

/** Changes the password, and redirects to the connected apps, which keep their access. */
export async function changePassword(visit: SignedInVisit & PostedForm): Promise<Reply> {
  const { parts, request, session, language, form } = visit;
  if (!hasPassword(visit)) return notFound(visit);
  const [current = '', next = '', again = ''] = ['current', 'next', 'again'].map((name) => form.get(name));
  const { password: texts } = ACCOUNT_TEXTS[language];
  const faults = faultsOfFields({ current, next, again }, texts);
  if (faults.length > 0) return page(visit, 422, faults);
  const origin = parts.originOf(request);
  const change = await parts.signIn.changePassword(session, current, next, origin);
  if (change === 'CHANGED') {
    announceAccess(parts.log, session.userId, 'PASSWORD_CHANGED', 'settings', origin);
    // The proof that makes this browser known was derived from the old password.
    await rememberBrowser(visit, session.email);
    return { seeOther: `${PATHS.apps}?done=password-changed` };
  }
  const isTooMany = typeof change === 'object' && change.fault === 'TOO_MANY';
  return page(visit, isTooMany ? 429 : 422, [faultOfChange(change, texts)]);
}

function page(visit: SignedInVisit, status: number, faults: readonly Fault[]): Reply {
  const { parts, session, language } = visit;
  const view = {
    language,
    visitor: session,
    faults,
    hasPassword: hasPassword(visit),
    providerLabel: parts.external?.label ?? null,
    charactersMin: LIMITS.passwordCharactersMin,
    charactersAdvised: LIMITS.passwordCharactersAdvised,
  };
  return { status, page: passwordPage(view) };
}
