/** Entering a transaction by hand: the form, the page that shows what it would change, and the transaction itself. */
import { UUID } from '@ctx/domain/uuid';
import { LIMITS } from '@ctx/domain/limits';
import { rejectionOf } from '../../http/rejection-of-status.ts';
import type { Fault } from '../../ui/components.ts';
import type { Form } from '../../ui/form.ts';
import { PATHS } from '../../ui/paths.ts';
import { callerOf, logFile, unlessRunning } from '../files/file-visit.ts';
import { withRecalculation } from '../visit/changes.ts';
import { eventNamesOf } from '../visit/event-names.ts';
import { figuresVisit } from '../visit/figures-visit.ts';
import {
  doneText,
  notFound,
  type PostedForm,
  type Reply,
  type SignedInVisit,
  textOf,
} from '../visit/visit.ts';
import { type Accounts, entryPage } from './entry-view.ts';
import { checkEntryPage, nameOfEntry } from './check-view.ts';
import { ENTRY_TEXTS } from './texts/texts.ts';
import { ENTRY_FIELDS, entryOfForm, faultsOfParts, type TypedEntry } from './typed-entry.ts';

type FormVisit = SignedInVisit & PostedForm;

/** Shows the form with what the address says of the transaction; after one was saved, with a link that removes it. */
export async function showEntry(visit: SignedInVisit): Promise<Reply> {
  const { query } = visit.request;
  const known = ENTRY_FIELDS.map((field) => [field, textOf(query[field])] as const);
  const form = new Map(
    known.filter(([, value]) => value !== '' && value.length <= LIMITS.assetKeyCharactersMax),
  );
  const saved = doneText(visit, { saved: ENTRY_TEXTS[visit.language].entry.saved });
  const fileId = textOf(query['file']);
  const done =
    saved === null
      ? null
      : { text: await withRecalculation(visit, saved), fileId: UUID.test(fileId) ? fileId : null };
  return formReply(visit, { status: 200, form, faults: [], done });
}

/** Shows the transaction of a form, and what it would change. Nothing is stored. */
export async function checkEntry(visit: FormVisit): Promise<Reply> {
  const { form, language, session } = visit;
  const entry = entryOfForm(form, language);
  if ('faults' in entry) return formReply(visit, { status: 422, form, faults: entry.faults });
  const accounts = await accountsOf(visit);
  const preview = await called(visit, entry, () =>
    visit.parts.files.previewEntry(callerOf(visit), requestOf(visit, entry)),
  );
  if ('reply' in preview) return preview.reply;
  if (preview.faults.length > 0)
    return formReply(visit, { status: 422, form, faults: faultsOfParts(preview.faults, language) });
  return {
    status: 200,
    page: checkEntryPage({
      language,
      visitor: session,
      entry,
      accounts,
      preview,
      names: await eventNamesOf(visit, preview.effect),
    }),
  };
}

/** Stores the transaction that the form sends back. The same transaction, sent again, adds nothing. */
export async function saveEntry(visit: FormVisit): Promise<Reply> {
  const { form, language } = visit;
  const entry = entryOfForm(form, language);
  if ('faults' in entry) return formReply(visit, { status: 422, form, faults: entry.faults });
  const request = requestOf(visit, entry);
  const answer = await called(
    visit,
    entry,
    async () =>
      (await visit.parts.files.addEntry(callerOf(visit), request)) ?? { reply: await checkEntry(visit) },
  );
  if ('reply' in answer) return answer.reply;
  if (answer.fileId == null) throw new Error('the import rejected a transaction that was read before');
  await logFile(visit, 'FILE_ADDED', request.name);
  return { seeOther: `${PATHS.entry}?done=saved&file=${answer.fileId}` };
}

function requestOf({ language }: SignedInVisit, entry: TypedEntry) {
  return { ...entry.request, name: nameOfEntry(language, entry) };
}

/** Returns the answer of the service, or the page that says why there is none. */
async function called<Answer extends object>(
  visit: FormVisit,
  entry: TypedEntry,
  call: () => Promise<Answer>,
): Promise<Answer | { readonly reply: Reply }> {
  try {
    const answer = await unlessRunning(visit, call);
    return 'page' in answer ? { reply: answer as Reply } : answer;
  } catch (error) {
    const rejected = rejectionOf(error)?.rejected;
    if (rejected === 'NOT_FOUND') return { reply: notFound(visit) };
    if (rejected !== 'YEAR_FROZEN') throw error;
    const faults = [{ field: 'day', text: ENTRY_TEXTS[visit.language].faults.frozen }];
    return {
      reply: await formReply(visit, { status: 409, form: new Map(Object.entries(entry.fields)), faults }),
    };
  }
}

async function accountsOf(visit: SignedInVisit): Promise<Accounts> {
  return (await figuresVisit(visit).read('listAccounts')).accounts;
}

interface ShownForm {
  readonly status: number;
  readonly form: Form;
  readonly faults: readonly Fault[];
  readonly done?: { readonly text: string; readonly fileId: string | null } | null;
}

async function formReply(
  visit: SignedInVisit,
  { status, form, faults, done = null }: ShownForm,
): Promise<Reply> {
  const { language, session } = visit;
  const accounts = await accountsOf(visit);
  return { status, page: entryPage({ language, visitor: session, accounts, typed: form, faults, done }) };
}
