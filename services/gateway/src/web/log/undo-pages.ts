/**
 * Undoing an entry of the log: the page that shows what it would change, and the undo itself. Both are the operation of the API,
 * with its guards.
 */
import { randomUUID } from 'node:crypto';
import type { FieldError, Rejection, RejectionName } from '@ctx/domain/rejections';
import { LIMITS } from '@ctx/domain/limits';
import { type AnswerOf, type Digits, digitsOf } from '../../answers/digits.ts';
import { nameText } from '../../ui/components.ts';
import { FIELDS } from '../../ui/corrected-fields.ts';
import type { Language } from '../../ui/language.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { formKey, perform } from '../visit/changes.ts';
import { unknownEffectOf } from '../visit/effect-view.ts';
import { figuresVisit } from '../visit/figures-visit.ts';
import {
  idOf,
  messageReply,
  notFound,
  nullIfDown,
  type PostedForm,
  type Reply,
  type SignedInVisit,
} from '../visit/visit.ts';
import { closedYears, type Entry, type KnownYears } from './log-entry.ts';
import { logAddress } from './log-filters.ts';
import { LOG_TEXTS } from './texts/texts.ts';
import { noUndoPage, type NoUndoView, type UndoPreview, undoPage } from './undo-view.ts';

type UndoAnswer = Digits<AnswerOf<'undoCorrection'>>;

/** Shows what undoing an entry would change, with the form that confirms it; or why it cannot be undone. */
export async function confirmUndo(visit: SignedInVisit): Promise<Reply> {
  const { language, session } = visit;
  const found = await findEntry(visit);
  if (found === null) return notFound(visit);
  const { entry, years } = found;
  if (entry.undoneBy != null) return alreadyUndone(visit, found);
  const outcome = await undo(visit, entry.id, { dryRun: true }, null);
  const preview = previewOf(outcome);
  if (preview === null) return noUndo(visit, found, outcome as Rejection);
  const page = undoPage({ language, visitor: session, entry, years, preview, formId: randomUUID() });
  return { status: 200, page };
}

/** Undoes an entry. A second form, or the same form again, undoes nothing more and gets the same reply. */
export async function undoEntry(visit: SignedInVisit & PostedForm): Promise<Reply> {
  const key = formKey(visit, 'undo', idOf(visit) ?? '');
  if (key === null) return messageReply(visit, 'formInvalid', 400);
  const found = await findEntry(visit);
  if (found === null) return notFound(visit);
  const outcome = await undo(visit, found.entry.id, {}, key);
  return 'rejected' in outcome
    ? noUndo(visit, found, outcome)
    : { seeOther: `${PATHS.log}?done=undone#corrections` };
}

interface FoundEntry {
  readonly entry: Entry;
  readonly years: KnownYears;
}

/** Finds the entry in the address among those of the user, with the user's years. */
async function findEntry(visit: SignedInVisit): Promise<FoundEntry | null> {
  const entryId = idOf(visit);
  if (entryId === null) return null;
  const figures = figuresVisit(visit);
  const [{ entries }, years] = await Promise.all([
    figures.readDigits('listHistory', { entryId, size: '1' }),
    nullIfDown(visit, figures.read('listYears')),
  ]);
  const entry = entries.find(({ id }) => id === entryId);
  return entry === undefined ? null : { entry, years: years?.years ?? null };
}

async function undo(
  visit: SignedInVisit,
  entryId: string,
  options: { readonly dryRun?: true },
  idempotencyKey: string | null,
): Promise<UndoAnswer | Rejection> {
  const explained = Object.keys(REASONS);
  const input = { entryId, ...options };
  const outcome = await perform(visit, { id: 'undoCorrection', input, idempotencyKey, explained });
  return 'rejected' in outcome ? outcome : digitsOf<'undoCorrection'>(outcome);
}

/** Returns the preview, or why it is not known although the undo is possible. Null if the undo is rejected. */
function previewOf(outcome: UndoAnswer | Rejection): UndoPreview | null {
  if (!('rejected' in outcome)) return { answer: outcome };
  const unknown = unknownEffectOf(outcome);
  return unknown === null ? null : { unknown };
}

type Link = NoUndoView['link'];
type Reason = (visit: SignedInVisit, found: FoundEntry, rejection: Rejection) => string;

/** Fills in the years, or leaves them out where the log does not know which. */
function withYears(text: string, years: readonly number[]): string {
  return text.replace(' ({years})', years.length === 0 ? '' : ` (${years.join(', ')})`);
}

/** What the page says about each rejection of the operation. */
const REASONS: Readonly<Partial<Record<RejectionName, Reason>>> = {
  YEAR_LOCKED: ({ language }, { entry, years }) =>
    withYears(LOG_TEXTS[language].undo.locked, closedYears(entry, years).locked),
  YEAR_FROZEN: ({ language }, { entry, years }) =>
    withYears(LOG_TEXTS[language].undo.frozen, closedYears(entry, years).frozen),
  CHANGED_SINCE: ({ language }, _found, { fieldErrors = [] }) => changedSince(language, fieldErrors),
  ALREADY_MATCHED: ({ language }) => LOG_TEXTS[language].undo.alreadyMatched,
  TOO_MANY_RULES: ({ language }) =>
    LOG_TEXTS[language].undo.tooManyRules.replace('{max}', String(LIMITS.rulesMax)),
  TOO_MANY_PRICES: ({ language }) =>
    LOG_TEXTS[language].undo.tooManyPrices.replace('{max}', String(LIMITS.pricesMax)),
  UNDO_UNAVAILABLE: ({ language }) => LOG_TEXTS[language].undo.unavailable,
  IDEMPOTENCY_IN_PROGRESS: ({ language }) => LOG_TEXTS[language].undo.inProgress,
  RECALC_RUNNING: ({ language }) => TEXTS[language].effect.running,
  PREVIEW_TOO_LARGE: ({ language }) => TEXTS[language].effect.tooLarge,
};

function changedSince(language: Language, errors: readonly FieldError[]): string {
  const { undo: texts } = LOG_TEXTS[language];
  const { words } = TEXTS[language];
  const names = new Set(errors.map(({ field }) => field));
  if (names.has('rule')) return texts.ruleChanged;
  if (names.has('match')) return texts.matchChanged;
  const fields = [...names].filter((field) => Object.hasOwn(FIELDS, field));
  if (fields.length > 0) {
    const labels = fields.map(
      (field) => (words.fields as Readonly<Record<string, string>>)[field] ?? nameText(field),
    );
    return texts.changedSince.replace('{fields}', () => labels.join(', '));
  }
  // The other name is the id of an event.
  return names.size > 0 ? texts.eventGone : texts.changedAgain;
}

/** Returns the page that says why an entry cannot be undone, with a link that helps. */
function noUndo(visit: SignedInVisit, found: FoundEntry, rejection: Rejection): Reply {
  const { language, session } = visit;
  const { entry, years } = found;
  const reason =
    REASONS[rejection.rejected]?.(visit, found, rejection) ?? LOG_TEXTS[language].undo.changedAgain;
  const link = linkOf(visit, entry, rejection);
  const page = noUndoPage({ language, visitor: session, entry, years, reason, link });
  return { status: rejection.rejected === 'YEAR_LOCKED' ? 402 : 409, page };
}

function alreadyUndone({ language, session }: SignedInVisit, { entry, years }: FoundEntry): Reply {
  const reason = LOG_TEXTS[language].undo.alreadyUndone;
  return {
    status: 409,
    page: noUndoPage({ language, visitor: session, entry, years, reason, link: null }),
  };
}

function linkOf({ parts, language }: SignedInVisit, entry: Entry, { rejected }: Rejection): Link {
  if (rejected === 'YEAR_LOCKED')
    return { href: parts.settings.upgradeUrl, label: TEXTS[language].general.unlock };
  const [transaction] = entry.eventIds;
  const isOfLater = rejected === 'CHANGED_SINCE' || rejected === 'ALREADY_MATCHED';
  if (!isOfLater || transaction === undefined || entry.changeCount !== '1') return null;
  const href = logAddress({ filters: { transaction } }, 'corrections');
  return { href, label: LOG_TEXTS[language].undo.laterCorrections };
}
