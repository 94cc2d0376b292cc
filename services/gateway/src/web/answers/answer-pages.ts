/** Answering a question: the page that shows what an answer would change, and the answer itself. Both are an operation of the API. */
import { randomUUID } from 'node:crypto';
import type { Rejection, RejectionName } from '@ctx/domain/rejections';
import { digitsOf } from '../../answers/digits.ts';
import { rejectionOf } from '../../http/rejection-of-status.ts';
import type { Fault } from '../../ui/components.ts';
import { formKey, perform, waitForOthers } from '../visit/changes.ts';
import { unknownEffectOf } from '../visit/effect-view.ts';
import { withEventNames } from '../visit/event-names.ts';
import { figuresVisit } from '../visit/figures-visit.ts';
import { messageReply, notFound, type PostedForm, type Reply, type SignedInVisit } from '../visit/visit.ts';
import { type AnsweredEvent, eventOfExplained } from './answered-event.ts';
import { backAfter, backOvertaken, newestEntry } from './back.ts';
import { checkPage, closedPage, formPage, type Sides } from './check-view.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { type AnswerSubject, type Proposal, proposalOf, subjectOf } from './proposal.ts';
import { type AnswerField, type AnswerOperation, needsCounterparts } from './readings.ts';
import { ANSWERS_TEXTS } from './texts/texts.ts';

type FormVisit = SignedInVisit & PostedForm;

/** Rejections that the pages explain. */
const EXPLAINED: readonly RejectionName[] = [
  'NOT_FOUND',
  'YEAR_LOCKED',
  'YEAR_FROZEN',
  'MONEY_IS_NO_ASSET',
  'NOT_A_DISPOSITION',
  'NOT_AN_ACQUISITION',
  'OWN_WALLET_REQUIRED',
  'ASSETS_DIFFER',
  'CANNOT_JOIN',
  'ALREADY_MATCHED',
  'RECALC_RUNNING',
  'PREVIEW_TOO_LARGE',
  'IDEMPOTENCY_IN_PROGRESS',
];

/** Shows an answer and what it would change. */
export async function checkAnswer(visit: FormVisit): Promise<Reply> {
  const read = await readForm(visit);
  return 'reply' in read ? read.reply : check(visit, read, null);
}

/**
 * Saves the answer that the form sends back. The same form, sent again, changes nothing more. Where something else was corrected since the
 * effect was shown, the effect is shown again instead.
 */
export async function saveAnswer(visit: FormVisit): Promise<Reply> {
  const read = await readForm(visit);
  if ('reply' in read) return (await overtakenReply(visit, read.reply)) ?? read.reply;
  const { proposal } = read;
  const { id, input } = proposal.operation;
  const idempotencyKey = formKey(visit, 'answer form', id, JSON.stringify(input));
  if (idempotencyKey === null) return messageReply(visit, 'formInvalid', 400);
  if (visit.form.get('seen') !== (await newestEntry(visit))) {
    await waitForOthers(visit);
    return check(visit, read, 'STALE');
  }
  const answer = await perform(visit, { id, input, idempotencyKey, explained: EXPLAINED });
  if ('rejected' in answer) return rejectedReply(visit, read, answer.rejected);
  const outcome = outcomeOf(digitsOf<AnswerOperation>(answer));
  if (isRejectedForAll(proposal, outcome)) return rejectedReply(visit, read, outcome.left[0] ?? 'NOT_FOUND');
  return { seeOther: backAfter(proposal.back, await newestEntry(visit)) };
}

/**
 * Returns the reply to a form whose answer is no longer possible because something was corrected since its effect was shown, for example by
 * its own first sending: the question as it stands now. Null for a form that is rejected for another reason.
 */
async function overtakenReply(visit: FormVisit, reply: Reply): Promise<Reply | null> {
  const subject = subjectOf(visit.form);
  const seen = visit.form.get('seen');
  const isUnreadable = typeof reply !== 'string' && 'status' in reply && UNREADABLE.includes(reply.status);
  if (!isUnreadable || subject === null || seen === undefined) return null;
  return seen === (await newestEntry(visit)) ? null : { seeOther: backOvertaken(subject.back) };
}

/** A form that no page made, and one with a field that is not accepted. */
const UNREADABLE: readonly number[] = [400, 422];

/** An answer that can be checked or saved, and its transaction if it is about one. */
interface ReadAnswer {
  readonly proposal: Proposal;
  readonly event: AnsweredEvent | null;
  readonly sides: Sides | null;
}

/** Reads the form. Returns the reply where it says nothing that can be saved. */
async function readForm(visit: FormVisit): Promise<ReadAnswer | { readonly reply: Reply }> {
  const { form, language } = visit;
  const subject = subjectOf(form);
  if (subject === null) return { reply: messageReply(visit, 'formInvalid', 400) };
  const event = subject.events.length === 1 ? await findEvent(visit, subject.events[0]) : null;
  if (event === null && subject.events.length === 1) return { reply: notFound(visit) };
  if (event !== null && event.closed !== null) return { reply: closedReply(visit, subject, event) };
  const sides = needsCounterparts(subject.answer) ? await findSides(visit, subject.events[0]) : null;
  const proposal = proposalOf(form, subject, language, sides?.counterparts ?? null);
  if (proposal === null) return { reply: messageReply(visit, 'formInvalid', 400) };
  if (!('faults' in proposal)) return { proposal, event, sides };
  if (event === null) return { reply: messageReply(visit, 'formInvalid', 400) };
  return { reply: faultyReply(visit, { subject, event, sides }, proposal.faults) };
}

/** Returns the transaction as it counts now; null if it is not the user's. */
async function findEvent(visit: SignedInVisit, taxEventId: string): Promise<AnsweredEvent | null> {
  try {
    return eventOfExplained(await figuresVisit(visit).readDigits('explainTransaction', { taxEventId }));
  } catch (error) {
    if (rejectionOf(error)?.rejected === 'NOT_FOUND') return null;
    throw error;
  }
}

/** Returns what a transaction can be matched with, and the accounts. */
export async function findSides(visit: SignedInVisit, taxEventId: string): Promise<Sides> {
  const figures = figuresVisit(visit);
  const [counterparts, { accounts }] = await Promise.all([
    figures.readDigits('findTransferCandidates', { taxEventId }),
    figures.read('listAccounts'),
  ]);
  return { counterparts, accounts };
}

/** Shows an answer, and what a dry run says about it. STALE: something else was corrected meanwhile. */
async function check(visit: FormVisit, read: ReadAnswer, state: 'STALE' | null): Promise<Reply> {
  const { language, session } = visit;
  const { proposal, event, sides } = read;
  const { id, input } = proposal.operation;
  // Read first: a correction between the two is then noticed when the answer is saved.
  const seen = await newestEntry(visit);
  const answer = await perform(visit, {
    id,
    input: { ...input, dryRun: true },
    idempotencyKey: null,
    explained: EXPLAINED,
  });
  const outcome =
    'rejected' in answer ? unknownEffectOf(answer) : outcomeOf(digitsOf<AnswerOperation>(answer));
  if (outcome === null) return rejectedReply(visit, read, (answer as Rejection).rejected);
  if (typeof outcome !== 'string') {
    if (isRejectedForAll(proposal, outcome))
      return rejectedReply(visit, read, outcome.left[0] ?? 'NOT_FOUND');
    // Sent again: it is saved already.
    if (state === 'STALE' && outcome.isUnchanged) return { seeOther: backAfter(proposal.back, seen) };
  }
  const page = checkPage({
    language,
    visitor: session,
    proposal,
    event,
    sides,
    outcome: await withEventNames(visit, outcome),
    isStale: state === 'STALE',
    seen,
    formId: randomUUID(),
  });
  return { status: state === 'STALE' ? 409 : 200, page };
}

function isRejectedForAll({ events }: Proposal, { left }: Outcome): boolean {
  return left.length > 0 && left.length === events.length;
}

/** Returns the page for an answer that the API rejects. */
function rejectedReply(
  visit: FormVisit,
  { proposal, event, sides }: ReadAnswer,
  rejected: RejectionName | 'OTHER',
): Reply {
  const { faults: texts } = ANSWERS_TEXTS[visit.language];
  if (rejected === 'NOT_FOUND') return notFound(visit);
  if (event === null) return messageReply(visit, 'formInvalid', 400);
  if (rejected === 'YEAR_LOCKED') return closedReply(visit, proposal, { ...event, closed: 'locked' });
  if (rejected === 'YEAR_FROZEN') return closedReply(visit, proposal, { ...event, closed: 'frozen' });
  if (rejected === 'IDEMPOTENCY_IN_PROGRESS') return { seeOther: backAfter(proposal.back, null) };
  const [field, text]: [AnswerField | null, string] = needsCounterparts(proposal.answer)
    ? ['other', rejected === 'OWN_WALLET_REQUIRED' ? texts.ownWallet : texts.noMatch]
    : ['asset', texts.money];
  return faultyReply(visit, { subject: proposal, event, sides }, [{ field, text }]);
}

function closedReply(visit: SignedInVisit, subject: AnswerSubject, event: AnsweredEvent): Reply {
  const { language, session, parts } = visit;
  const page = closedPage({
    language,
    visitor: session,
    subject,
    event,
    sides: null,
    upgradeUrl: parts.settings.upgradeUrl,
  });
  return { status: event.closed === 'locked' ? 402 : 409, page };
}

function faultyReply(
  visit: FormVisit,
  about: { readonly subject: AnswerSubject; readonly event: AnsweredEvent; readonly sides: Sides | null },
  faults: readonly Fault[],
): Reply {
  const { language, session, form, parts } = visit;
  const { upgradeUrl } = parts.settings;
  const page = formPage({ language, visitor: session, ...about, upgradeUrl, typed: form, faults });
  return { status: 422, page };
}
