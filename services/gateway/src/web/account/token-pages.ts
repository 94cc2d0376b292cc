/** The pages of personal tokens: the list, a new token, and revoking one. */
import { randomUUID } from 'node:crypto';
import { LIMITS } from '@ctx/domain/limits';
import { stableId } from '@ctx/domain/stable-id';
import { announceAccess } from '../../identity/access-log.ts';
import { createToken as createSecret } from '../../identity/auth/token.ts';
import { credentialName } from '../../identity/credential-name.ts';
import {
  findLiveToken,
  insertToken,
  listLiveAndEndedTokens,
  revokeToken as revokeOwnToken,
} from '../../identity/tokens.ts';
import { type Fault, name as nameHtml, nameText, scopesText } from '../../ui/components.ts';
import { confirmPage } from '../../ui/confirm.ts';
import type { Form } from '../../ui/form.ts';
import { fill } from '../../ui/html.ts';
import { time } from '../../ui/language.ts';
import { messagePage } from '../../ui/message.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import {
  doneText,
  idOf,
  messageReply,
  notFound,
  type PostedForm,
  type Reply,
  type SignedInVisit,
} from '../visit/visit.ts';
import { todayText } from './last-day.ts';
import { newTokenPage } from './new-token.ts';
import { parseToken } from './parse-token.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';
import { END_CHOICES_DAYS, lastDayOf } from './token-end.ts';
import type { TokenForm } from './token-form.ts';
import { lastUse, prefixText, tokenEnd, tokensPage } from './tokens-view.ts';

const DEFAULT_END = String(LIMITS.tokenDaysDefault);
const FORM_ID = /^[0-9a-f-]{36}$/;

/** Shows the tokens and the form for a new one. */
export function showTokens(visit: SignedInVisit): Promise<Reply> {
  return page(visit, { status: 200, form: emptyForm(), faults: [], formId: randomUUID() });
}

/** Shows the tokens and the form for a new one with what was typed, which creates no token. */
export function showTypedToken(visit: SignedInVisit & PostedForm): Promise<Reply> {
  return page(visit, { status: 200, form: typedToken(visit.form), faults: [], formId: randomUUID() });
}

/** Creates a token and shows it, in this response only. The same form, posted again, creates no second token. */
export async function createToken(visit: SignedInVisit & PostedForm): Promise<Reply> {
  const { parts, request, session, language, form: posted } = visit;
  const form = typedToken(posted);
  const formId = posted.get('form') ?? '';
  if (!FORM_ID.test(formId)) return messageReply(visit, 'formInvalid', 400);
  const parsed = parseToken(form, ACCOUNT_TEXTS[language]);
  if ('faults' in parsed) return page(visit, { status: 422, form, faults: parsed.faults, formId });
  const token = createSecret('ctx_');
  const origin = parts.originOf(request);
  const outcome = await insertToken(parts.pool, {
    // Derived from the session and its form, so that a client cannot choose a token's id.
    tokenId: stableId('token', session.csrfToken, formId),
    userId: session.userId,
    token,
    via: 'settings',
    origin,
    ...parsed,
  });
  if (outcome === 'EXISTS') return alreadySent(visit);
  if (outcome === 'TOO_MANY') {
    const text = ACCOUNT_TEXTS[language].tokens.tooMany.replace('{max}', String(LIMITS.tokensPerUserMax));
    return page(visit, { status: 422, form, faults: [{ field: null, text }], formId });
  }
  announceAccess(parts.log, session.userId, 'TOKEN_CREATED', 'settings', origin);
  const { baseUrl } = parts.settings;
  const view = { language, visitor: session, name: parsed.name, token, baseUrl };
  return { status: 200, page: newTokenPage(view) };
}

/** Shows the page that confirms the revocation of a token. */
export async function confirmRevokeToken(visit: SignedInVisit): Promise<Reply> {
  const { parts, session, language } = visit;
  const tokenId = idOf(visit);
  const token = tokenId === null ? null : await findLiveToken(parts.pool, session.userId, tokenId);
  if (token === null) return notFound(visit);
  const { tokens: texts, tokenEnds } = ACCOUNT_TEXTS[language];
  const { revokeTitle, revokeText, revoke, access, created, lastUsed, expires } = texts;
  return {
    status: 200,
    page: confirmPage({
      language,
      visitor: session,
      section: 'tokens',
      text: revokeText,
      details: [
        [tokenEnds.token, prefixText(token)],
        [access, scopesText(TEXTS[language], token.scopes)],
        [created, time(language, token.createdAt, 'day')],
        [lastUsed, lastUse(token, language)],
        [expires, tokenEnd(token, language)],
      ],
      confirm: revoke,
      back: PATHS.tokens,
      title: revokeTitle.replace('{name}', () => nameText(token.name)),
      question: fill(revokeTitle, { name: nameHtml(token.name) }),
      action: `${PATHS.tokens}/${token.tokenId}/revoke`,
    }),
  };
}

/** Revokes a token. The next request with it is rejected. */
export async function revokeToken(visit: SignedInVisit): Promise<Reply> {
  const { parts, session } = visit;
  const tokenId = idOf(visit);
  const isOwn = tokenId !== null && (await revokeOwnToken(parts.pool, session.userId, tokenId));
  return isOwn ? { seeOther: `${PATHS.tokens}?done=revoked` } : notFound(visit);
}

async function page(
  visit: SignedInVisit,
  content: {
    readonly status: number;
    readonly form: TokenForm;
    readonly faults: readonly Fault[];
    readonly formId: string;
  },
): Promise<Reply> {
  const { parts, session, language } = visit;
  const { status, form, faults, formId } = content;
  const { revoked } = ACCOUNT_TEXTS[language].tokens;
  const { live, ended } = await listLiveAndEndedTokens(parts.pool, session.userId);
  const nowMs = Date.now();
  const today = todayText(nowMs);
  const endChoices = END_CHOICES_DAYS.map((days) => ({ days, lastDay: lastDayOf(days, nowMs) }));
  const done = faults.length === 0 ? doneText(visit, { revoked }) : null;
  const common = { language, visitor: session, form, faults, formId, today, endChoices };
  return { status, page: tokensPage({ ...common, live, ended, done }) };
}

function typedToken(posted: Form): TokenForm {
  return {
    name: credentialName(posted.get('name') ?? ''),
    scope: posted.get('scope') ?? '',
    ends: posted.get('ends') ?? DEFAULT_END,
    lastDay: posted.get('last-day')?.trim() ?? '',
  };
}

/** Returns the form for a new token, which works for a year unless another choice is made. */
function emptyForm(): TokenForm {
  return { name: '', scope: 'read', ends: DEFAULT_END, lastDay: '' };
}

function alreadySent({ language, session: visitor }: SignedInVisit): Reply {
  const { sentAlready: title, sentAlreadyText: text, backToTokens: label } = ACCOUNT_TEXTS[language].tokens;
  return {
    status: 409,
    page: messagePage({ language, visitor, title, text, status: 409, link: { href: PATHS.tokens, label } }),
  };
}
