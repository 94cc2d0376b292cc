/** The pages of passkeys and recovery codes. Each change asks for the password. */
import { LIMITS } from '@ctx/domain/limits';
import {
  CREDENTIAL_NAME_CHARACTERS_MAX as NAME_CHARACTERS_MAX,
  credentialName,
  hasHiddenCharacters,
} from '../../identity/credential-name.ts';
import { listPasskeys, removePasskeys, renewRecoveryCodes } from '../../identity/passkeys.ts';
import { type Fault, name as nameHtml, nameText } from '../../ui/components.ts';
import { fill } from '../../ui/html.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { SIGN_IN_TEXTS } from '../sign-in/texts/texts.ts';
import {
  doneText,
  hasPassword,
  idOf,
  notFound,
  type PostedForm,
  type Reply,
  type SignedInVisit,
} from '../visit/visit.ts';
import {
  confirmWithPasswordPage,
  createPasskeyPage,
  passkeysPage,
  recoveryCodesPage,
} from './passkeys-view.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';

/** Shows the passkeys and the form for a new one. */
export function showPasskeys(visit: SignedInVisit): Promise<Reply> {
  return page(visit, { status: 200, name: '', faults: [] });
}

/** Starts to add a passkey. The next page lets the browser create it. */
export async function beginPasskey(visit: SignedInVisit & PostedForm): Promise<Reply> {
  const { parts, session, language, form } = visit;
  if (!hasPassword(visit)) return notFound(visit);
  const name = credentialName(form.get('name') ?? '');
  const fault = faultOfName(name, visit);
  if (fault !== null) return page(visit, { status: 422, name, faults: [fault] });
  const { passkeys } = await listPasskeys(parts.pool, session.userId);
  if (passkeys.length >= LIMITS.passkeysMax) return tooMany(visit);
  const passwordFault = await faultOfPassword(visit);
  if (passwordFault !== null)
    return page(visit, { status: statusOf(passwordFault), name, faults: [passwordFault] });
  const adding = await parts.passkeys.beginAdding(session, name, TEXTS[language].product);
  if (adding === null) return page(visit, { status: 422, name, faults: [] });
  return { status: 200, page: createPasskeyPage({ language, visitor: session, name, ...adding }) };
}

/** Adds the passkey that the browser created. With the first passkey, shows the recovery codes, in this response only. */
export async function addPasskey(visit: SignedInVisit & PostedForm): Promise<Reply> {
  const { parts, session, language, form } = visit;
  if (!hasPassword(visit)) return notFound(visit);
  const [secret = '', credential = ''] = [form.get('step'), form.get('credential')];
  const outcome = await parts.passkeys.finishAdding(session.userId, secret, credential);
  if (outcome === 'TOO_MANY') return tooMany(visit);
  if (outcome === 'REJECTED') {
    const text =
      credential === ''
        ? SIGN_IN_TEXTS[language].secondStep.noBrowser
        : ACCOUNT_TEXTS[language].passkeys.notMade;
    return page(visit, { status: 422, name: '', faults: [{ field: null, text }] });
  }
  const { codes } = outcome;
  if (codes === null) return { seeOther: `${PATHS.passkeys}?done=added` };
  return { status: 200, page: recoveryCodesPage({ language, visitor: session, codes, isFirst: true }) };
}

/** Shows the page that confirms the removal of a passkey. */
export function confirmRemovePasskey(visit: SignedInVisit): Promise<Reply> {
  return removalPage(visit, []);
}

/** Removes a passkey. With the last one, the recovery codes are deleted too. */
export async function removePasskey(visit: SignedInVisit & PostedForm): Promise<Reply> {
  const { parts, session } = visit;
  const passkeyId = idOf(visit);
  const fault = await faultOfPassword(visit);
  if (fault !== null) return removalPage(visit, [fault]);
  const removed =
    passkeyId === null ? 0 : await removePasskeys(parts.pool, session.userId, { passkeyId }, 'settings');
  return removed === 0 ? notFound(visit) : { seeOther: `${PATHS.passkeys}?done=removed` };
}

/** Shows the page that confirms new recovery codes. */
export async function confirmNewCodes(visit: SignedInVisit): Promise<Reply> {
  return codesPage(visit, []);
}

/** Replaces the recovery codes, and shows the new ones in this response only. */
export async function createCodes(visit: SignedInVisit & PostedForm): Promise<Reply> {
  const { parts, session, language } = visit;
  const fault = await faultOfPassword(visit);
  if (fault !== null) return codesPage(visit, [fault]);
  const codes = await renewRecoveryCodes(parts.pool, session.userId);
  if (codes.length === 0) return notFound(visit);
  return { status: 200, page: recoveryCodesPage({ language, visitor: session, codes, isFirst: false }) };
}

async function page(
  visit: SignedInVisit,
  content: { readonly status: number; readonly name: string; readonly faults: readonly Fault[] },
): Promise<Reply> {
  const { parts, session, language } = visit;
  const { status, name, faults } = content;
  const { added, removed } = ACCOUNT_TEXTS[language].passkeys;
  const view = {
    language,
    visitor: session,
    name,
    faults,
    ...(await listPasskeys(parts.pool, session.userId)),
    unavailable: reasonUnavailable(visit),
    done: faults.length === 0 ? doneText(visit, { added, removed }) : null,
  };
  return { status, page: passkeysPage(view) };
}

async function removalPage(visit: SignedInVisit, faults: readonly Fault[]): Promise<Reply> {
  const { parts, session, language } = visit;
  const { passkeys } = await listPasskeys(parts.pool, session.userId);
  const passkey = passkeys.find(({ passkeyId }) => passkeyId === idOf(visit));
  if (passkey === undefined) return notFound(visit);
  const { removeTitle, removeText, removeLastText, remove } = ACCOUNT_TEXTS[language].passkeys;
  const [fault] = faults;
  return {
    status: fault === undefined ? 200 : statusOf(fault),
    page: confirmWithPasswordPage({
      language,
      visitor: session,
      faults,
      confirm: remove,
      isDanger: true,
      title: removeTitle.replace('{name}', () => nameText(passkey.name)),
      question: fill(removeTitle, { name: nameHtml(passkey.name) }),
      text: passkeys.length === 1 ? removeLastText : removeText,
      action: `${PATHS.passkeys}/${passkey.passkeyId}/remove`,
    }),
  };
}

async function codesPage(visit: SignedInVisit, faults: readonly Fault[]): Promise<Reply> {
  const { parts, session, language } = visit;
  const { passkeys } = await listPasskeys(parts.pool, session.userId);
  if (passkeys.length === 0) return notFound(visit);
  const { newCodesTitle: title, newCodesText: text, newCodes: confirm } = ACCOUNT_TEXTS[language].passkeys;
  const [fault] = faults;
  return {
    status: fault === undefined ? 200 : statusOf(fault),
    page: confirmWithPasswordPage({
      language,
      visitor: session,
      title,
      question: title,
      text,
      confirm,
      isDanger: false,
      faults,
      action: `${PATHS.passkeys}/codes`,
    }),
  };
}

function faultOfName(name: string, { language }: SignedInVisit): Fault | null {
  const { passkeys, tokens } = ACCOUNT_TEXTS[language];
  if (name === '') return { field: 'name', text: passkeys.nameMissing };
  if (hasHiddenCharacters(name)) return { field: 'name', text: tokens.nameHidden };
  if ([...name].length <= NAME_CHARACTERS_MAX) return null;
  return { field: 'name', text: tokens.nameTooLong.replace('{max}', String(NAME_CHARACTERS_MAX)) };
}

/** Returns why the password in a form does not confirm a change, or null. Users of an external provider need no password. */
async function faultOfPassword(visit: SignedInVisit & PostedForm): Promise<Fault | null> {
  const { parts, session, language, form } = visit;
  if (!hasPassword(visit)) return null;
  const { currentMissing, currentWrong, tooMany: text } = ACCOUNT_TEXTS[language].password;
  const current = form.get('current') ?? '';
  if (current === '') return { field: 'current', text: currentMissing };
  const confirmed = await parts.signIn.confirmPassword(session, current);
  if (confirmed === 'RIGHT') return null;
  if (confirmed === 'WRONG') return { field: 'current', text: currentWrong };
  return { field: null, text };
}

function statusOf({ field }: Fault): number {
  return field === null ? 429 : 422;
}

function tooMany(visit: SignedInVisit): Promise<Reply> {
  const { passkeys } = ACCOUNT_TEXTS[visit.language];
  const text = passkeys.tooMany.replace('{max}', String(LIMITS.passkeysMax));
  return page(visit, { status: 422, name: '', faults: [{ field: null, text }] });
}

function reasonUnavailable(visit: SignedInVisit): 'NO_PASSWORD' | 'NO_HOST_NAME' | null {
  if (!hasPassword(visit)) return 'NO_PASSWORD';
  return visit.parts.passkeys.isPossible ? null : 'NO_HOST_NAME';
}
