/** Passkeys and recovery codes: the list, another one, the end of one, another set of codes. Each change asks for the password. */
import { LIMITS } from '@ctx/common/domain/limits';
import { cleanText } from '@ctx/common/domain/third-party-text';
import { listPasskeys, removePasskeys, renewRecoveryCodes } from '../identity/passkeys.ts';
import { type Fault, name as nameHtml, nameText } from '../pages/components.ts';
import { fill } from '../pages/html.ts';
import { confirmedPage, makePasskeyPage, passkeysPage, recoveryCodesPage } from '../pages/passkeys.ts';
import {
  type Done,
  doneText,
  hasPassword,
  idOf,
  notFound,
  type Posted,
  type Reply,
  type SignedInVisit,
} from './visit.ts';

const PATH = '/settings/passkeys';
const NAME_CHARACTERS_MAX = 100;

const DONE: Readonly<Record<string, Done>> = {
  added: ({ passkeys }) => passkeys.added,
  removed: ({ passkeys }) => passkeys.removed,
};

/** The list, and the form for another. */
export function showPasskeys(visit: SignedInVisit): Promise<Reply> {
  return page(visit, { status: 200, name: '', faults: [] });
}

/** Begins to add a passkey: the next page has the browser make it. */
export async function beginPasskey(visit: SignedInVisit & Posted): Promise<Reply> {
  const { parts, session, language, texts, form } = visit;
  if (!hasPassword(visit)) return notFound(visit);
  const name = cleanText(form.get('name') ?? '').trim();
  const fault = faultOfName(name, visit);
  if (fault !== null) return page(visit, { status: 422, name, faults: [fault] });
  const { passkeys } = await listPasskeys(parts.pool, session.userId);
  if (passkeys.length >= LIMITS.passkeysMax) return tooMany(visit);
  const unconfirmed = await faultOfPassword(visit);
  if (unconfirmed !== null)
    return page(visit, { status: statusOf(unconfirmed), name, faults: [unconfirmed] });
  const adding = await parts.passkeys.beginAdding(session, name, texts.product);
  if (adding === null) return page(visit, { status: 422, name, faults: [] });
  return { status: 200, page: makePasskeyPage({ language, visitor: session, name, ...adding }) };
}

/** Adds the passkey that the browser made; recovery codes of the first one show in this answer alone. */
export async function addPasskey(visit: SignedInVisit & Posted): Promise<Reply> {
  const { parts, session, language, texts, form } = visit;
  if (!hasPassword(visit)) return notFound(visit);
  const [secret = '', credential = ''] = [form.get('step'), form.get('credential')];
  const outcome = await parts.passkeys.finishAdding(session.userId, secret, credential);
  if (outcome === 'TOO_MANY') return tooMany(visit);
  if (outcome === 'REJECTED') {
    const text = credential === '' ? texts.passkeys.noBrowser : texts.passkeys.notMade;
    return page(visit, { status: 422, name: '', faults: [{ field: null, text }] });
  }
  const { codes } = outcome;
  if (codes === null) return { seeOther: `${PATH}?done=added` };
  return { status: 200, page: recoveryCodesPage({ language, visitor: session, codes, isFirst: true }) };
}

/** Asks before a passkey is removed. */
export function askToRemovePasskey(visit: SignedInVisit): Promise<Reply> {
  return removalPage(visit, []);
}

/** Removes a passkey; the last one takes the recovery codes along. */
export async function removePasskey(visit: SignedInVisit & Posted): Promise<Reply> {
  const { parts, session } = visit;
  const passkeyId = idOf(visit);
  const fault = await faultOfPassword(visit);
  if (fault !== null) return removalPage(visit, [fault]);
  const removed =
    passkeyId === null ? 0 : await removePasskeys(parts.pool, session.userId, { passkeyId }, 'settings');
  return removed === 0 ? notFound(visit) : { seeOther: `${PATH}?done=removed` };
}

/** Asks before recovery codes are replaced. */
export async function askForCodes(visit: SignedInVisit): Promise<Reply> {
  return codesPage(visit, []);
}

/** Makes other recovery codes, and shows them in this answer alone. */
export async function makeCodes(visit: SignedInVisit & Posted): Promise<Reply> {
  const { parts, session, language } = visit;
  const fault = await faultOfPassword(visit);
  if (fault !== null) return codesPage(visit, [fault]);
  const codes = await renewRecoveryCodes(parts.pool, session.userId);
  if (codes.length === 0) return notFound(visit);
  return { status: 200, page: recoveryCodesPage({ language, visitor: session, codes, isFirst: false }) };
}

async function page(
  visit: SignedInVisit,
  shown: { readonly status: number; readonly name: string; readonly faults: readonly Fault[] },
): Promise<Reply> {
  const { parts, session, language } = visit;
  const { status, name, faults } = shown;
  const view = {
    ...{ language, visitor: session, name, faults },
    ...(await listPasskeys(parts.pool, session.userId)),
    closed: closedFor(visit),
    done: faults.length === 0 ? doneText(visit, DONE) : null,
  };
  return { status, page: passkeysPage(view) };
}

async function removalPage(visit: SignedInVisit, faults: readonly Fault[]): Promise<Reply> {
  const { parts, session, language, texts } = visit;
  const { passkeys } = await listPasskeys(parts.pool, session.userId);
  const passkey = passkeys.find(({ passkeyId }) => passkeyId === idOf(visit));
  if (passkey === undefined) return notFound(visit);
  const { removeTitle, removeText, removeLastText, remove } = texts.passkeys;
  const [fault] = faults;
  return {
    status: fault === undefined ? 200 : statusOf(fault),
    page: confirmedPage({
      ...{ language, visitor: session, faults, confirm: remove, isDanger: true },
      title: removeTitle.replace('{name}', () => nameText(passkey.name)),
      question: fill(removeTitle, { name: nameHtml(passkey.name) }),
      text: passkeys.length === 1 ? removeLastText : removeText,
      action: `${PATH}/${passkey.passkeyId}/remove`,
    }),
  };
}

async function codesPage(visit: SignedInVisit, faults: readonly Fault[]): Promise<Reply> {
  const { parts, session, language, texts } = visit;
  const { passkeys } = await listPasskeys(parts.pool, session.userId);
  if (passkeys.length === 0) return notFound(visit);
  const { newCodesTitle: title, newCodesText: text, newCodes: confirm } = texts.passkeys;
  const [fault] = faults;
  return {
    status: fault === undefined ? 200 : statusOf(fault),
    page: confirmedPage({
      ...{ language, visitor: session, title, question: title, text, confirm, isDanger: false, faults },
      action: `${PATH}/codes`,
    }),
  };
}

function faultOfName(name: string, { texts }: SignedInVisit): Fault | null {
  if (name === '') return { field: 'name', text: texts.passkeys.nameMissing };
  if ([...name].length <= NAME_CHARACTERS_MAX) return null;
  return { field: 'name', text: texts.tokens.nameTooLong.replace('{max}', String(NAME_CHARACTERS_MAX)) };
}

/** What is wrong with the password that a form confirms with; where people sign in elsewhere none is asked. */
async function faultOfPassword(visit: SignedInVisit & Posted): Promise<Fault | null> {
  const { parts, session, texts, form } = visit;
  if (!hasPassword(visit)) return null;
  const current = form.get('current') ?? '';
  if (current === '') return { field: 'current', text: texts.password.currentMissing };
  const confirmed = await parts.signIn.confirmPassword(session, current);
  if (confirmed === 'RIGHT') return null;
  if (confirmed === 'WRONG') return { field: 'current', text: texts.password.currentWrong };
  return { field: null, text: texts.password.tooMany };
}

function statusOf({ field }: Fault): number {
  return field === null ? 429 : 422;
}

function tooMany(visit: SignedInVisit): Promise<Reply> {
  const text = visit.texts.passkeys.tooMany.replace('{max}', String(LIMITS.passkeysMax));
  return page(visit, { status: 422, name: '', faults: [{ field: null, text }] });
}

function closedFor(visit: SignedInVisit): 'NO_PASSWORD' | 'NO_NAME' | null {
  if (!hasPassword(visit)) return 'NO_PASSWORD';
  return visit.parts.passkeys.isPossible ? null : 'NO_NAME';
}
