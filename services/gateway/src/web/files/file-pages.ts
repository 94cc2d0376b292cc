/** The pages of files: the list, adding a file after a preview, and removing one. The corrections service converts and stores them. */
import { brusselsDate } from '@ctx/domain/brussels';
import { LIMITS } from '@ctx/domain/limits';
import { cleanText } from '@ctx/domain/third-party-text';
import type { FilePreview, StoredFile } from '@ctx/proto/gen/ctx/v1/corrections';
import { isSameSecret } from '../../identity/auth/secret.ts';
import { type Fault, name as nameHtml, nameText } from '../../ui/components.ts';
import { confirmPage } from '../../ui/confirm.ts';
import type { PostedFile } from '../../ui/file-form.ts';
import type { Form } from '../../ui/form.ts';
import { fill } from '../../ui/html.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { withRecalculation } from '../visit/changes.ts';
import {
  doneText,
  idOf,
  messageReply,
  notFound,
  type PostedForm,
  type Reply,
  type SignedInVisit,
} from '../visit/visit.ts';
import type { ColumnsView } from './columns-view.ts';
import { filePreviewPage } from './file-preview.ts';
import { type FileChoices, requestOf } from '../../answers/files/file-request.ts';
import { callerOf, logFile, unlessRunning } from './file-visit.ts';
import { fileDetails, filePage, filesPage, type RejectedFile } from './files-view.ts';
import { platformsOf } from './platforms-view.ts';
import { packed, sha256Of, unpacked } from './returned-file.ts';
import { addSeveral, previewSeveral } from './several-pages.ts';
import { FILES_TEXTS } from './texts/texts.ts';

/** Shows the files and the form that adds one. */
export async function showFiles(visit: SignedInVisit): Promise<Reply> {
  const { removed, severalAdded: several } = FILES_TEXTS[visit.language].files;
  const done = doneText(visit, { removed, several });
  return listPage(visit, {
    status: 200,
    choices: choicesOf(new Map()),
    faults: [],
    rejected: [],
    done: done === null ? null : await withRecalculation(visit, done),
    areAdded: visit.request.query['done'] === 'several',
  });
}

/** Shows what a file would bring in. Nothing is stored: the form of that page holds the file. */
export async function previewFile(visit: SignedInVisit & PostedForm): Promise<Reply> {
  const { parts, form, file, files = [], mapping } = visit;
  const choices = choicesOf(form, mapping?.bytes.toString('utf8'));
  const faults = faultsOf(choices, file != null, visit);
  if (faults.length > 0 || file == null) return listPage(visit, { status: 422, choices, faults });
  if (files.length > 1) {
    const rejected = await previewSeveral(visit, files, choices);
    return 'reply' in rejected ? rejected.reply : listPage(visit, { status: 422, choices, ...rejected });
  }
  const name = cleanText(file.name);
  const answer = await unlessRunning(visit, () =>
    parts.files.preview(callerOf(visit), requestOf(name, file.bytes, choices)),
  );
  if ('page' in answer) return answer;
  if (answer.preview == null) {
    const rejected = [{ name, faults: answer.faults }];
    const returned = { name, sha256: sha256Of(file.bytes), content: await packed(file.bytes) };
    const { columns } = answer;
    const asked = columns.length === 0 ? null : { returned, columns, choices: null, faults: [] };
    return listPage(visit, { status: 422, choices, rejected, columns: asked });
  }
  return previewReply(visit, { name, bytes: file.bytes }, choices, answer.preview);
}

/** Returns the page that shows what a file would bring in, with a form that holds the file. */
export async function previewReply(
  visit: SignedInVisit,
  { name, bytes }: PostedFile,
  choices: FileChoices,
  preview: FilePreview,
  keptMapping: string | null = null,
): Promise<Reply> {
  const { language, session } = visit;
  const shown = {
    name,
    sha256: sha256Of(bytes),
    format: choices.format,
    account: choices.account,
    'new-account': choices.newAccount,
    'time-zone': choices.timeZone,
    mapping: Buffer.from(choices.mapping).toString('base64url'),
    year: preview.to == null ? '' : String(brusselsDate(Date.parse(preview.to)).year),
  };
  const page = filePreviewPage({
    language,
    visitor: session,
    name: name === '' ? FILES_TEXTS[language].files.file : name,
    preview,
    keptMapping,
    returned: {
      ...shown,
      content: await packed(bytes),
      signature: signatureOf(visit, (field) => shown[field]) ?? '',
    },
  });
  return { status: 200, page };
}

/** Stores the file that the form sends back. The same form, sent again, adds nothing. */
export async function addFile(visit: SignedInVisit & PostedForm): Promise<Reply> {
  const { parts, form } = visit;
  const mapping = Buffer.from(form.get('mapping') ?? '', 'base64url').toString('utf8');
  const choices = choicesOf(form, mapping);
  const bytes = await unpacked(form.get('content') ?? '', form.get('sha256') ?? '');
  const signature = signatureOf(visit, (field) => form.get(field));
  const isAsShown = signature !== null && isSameSecret(form.get('signature'), signature);
  if (bytes === null || !isAsShown || faultsOf(choices, true, visit).length > 0)
    return messageReply(visit, 'formInvalid', 400);
  const name = cleanText(form.get('name') ?? '');
  const answer = await unlessRunning(visit, () =>
    parts.files.add(callerOf(visit), requestOf(name, bytes, choices)),
  );
  if ('page' in answer) return answer;
  if (answer.fileId == null)
    return listPage(visit, { status: 422, choices, rejected: [{ name, faults: answer.faults }] });
  await logFile(visit, 'FILE_ADDED', name);
  const year = form.get('year') ?? '';
  const ofYear = isYear(year) ? `&year=${year}` : '';
  return { seeOther: `${PATHS.files}/${answer.fileId}?done=added${ofYear}` };
}

/** Stores the ticked files of the form; shows why one was not stored. */
export function addSeveralFiles(visit: SignedInVisit & PostedForm): Promise<Reply> {
  return addSeveral(visit, (rejected) =>
    listPage(visit, { status: 422, choices: choicesOf(new Map()), rejected }),
  );
}

/** Shows one file, and what its import did. */
export async function showFile(visit: SignedInVisit): Promise<Reply> {
  const { language, session, request } = visit;
  const file = await findFile(visit);
  if (file === null) return notFound(visit);
  const done = doneText(visit, { added: `${TEXTS[language].words.access.FILE_ADDED}.` });
  const { year } = request.query;
  const page = filePage({
    language,
    visitor: session,
    file,
    done: done === null ? null : await withRecalculation(visit, done),
    year: done !== null && typeof year === 'string' && isYear(year) ? Number(year) : null,
  });
  return { status: 200, page };
}

/** Shows the page that confirms the removal of a file. */
export async function confirmRemoveFile(visit: SignedInVisit): Promise<Reply> {
  const { language, session } = visit;
  const file = await findFile(visit);
  if (file === null) return notFound(visit);
  const { removeTitle, removeText, confirmRemove, leaving, staying } = FILES_TEXTS[language].files;
  const own = file.ownEvents ?? 0;
  const page = confirmPage({
    language,
    visitor: session,
    section: 'files',
    title: removeTitle.replace('{name}', () => nameText(file.name)),
    question: fill(removeTitle, { name: nameHtml(file.name) }),
    text: removeText,
    details: [...fileDetails(file, language), [leaving, own], [staying, Math.max(0, file.events - own)]],
    confirm: confirmRemove,
    action: `${PATHS.files}/${file.id}/remove`,
    back: PATHS.files,
  });
  return { status: 200, page };
}

/** Removes a file with the events that no other file holds. */
export async function removeFile(visit: SignedInVisit): Promise<Reply> {
  const fileId = idOf(visit);
  if (fileId === null) return notFound(visit);
  const answer = await unlessRunning(visit, async () => ({
    removed: await visit.parts.files.remove(callerOf(visit), fileId),
  }));
  if ('page' in answer) return answer;
  const { removed } = answer;
  if (removed === null) return notFound(visit);
  await logFile(visit, 'FILE_REMOVED', removed.name);
  return { seeOther: `${PATHS.files}?done=removed` };
}

/** Notes that transactions which look imported twice are different. The inbox asks no more about them. */
export async function keepDuplicates(visit: SignedInVisit): Promise<Reply> {
  const duplicateId = idOf(visit);
  if (duplicateId === null) return notFound(visit);
  const answer = await unlessRunning(visit, async () => ({
    isKept: await visit.parts.files.keepDuplicates(callerOf(visit), duplicateId),
  }));
  if ('page' in answer) return answer;
  return answer.isKept ? { seeOther: `${PATHS.inbox}?done=kept` } : notFound(visit);
}

async function findFile(visit: SignedInVisit): Promise<StoredFile | null> {
  const fileId = idOf(visit);
  if (fileId === null) return null;
  const { files } = await visit.parts.files.list(callerOf(visit), fileId);
  return files[0] ?? null;
}

/** Returns the page of files: the list, and what was wrong with a form. */
export async function listPage(
  visit: SignedInVisit,
  content: {
    readonly status: number;
    readonly choices: FileChoices;
    readonly faults?: readonly Fault[];
    readonly rejected?: readonly RejectedFile[];
    /** Asks what the columns of a file are. */
    readonly columns?: ColumnsView | null;
    readonly done?: string | null;
    readonly areAdded?: boolean;
  },
): Promise<Reply> {
  const { parts, language, session } = visit;
  const {
    status,
    choices,
    faults = [],
    rejected = [],
    columns = null,
    done = null,
    areAdded = false,
  } = content;
  const listed = await parts.files.list(callerOf(visit), null);
  const platforms = platformsOf(visit.request.query['platform'], listed.formats);
  const page = filesPage({
    language,
    visitor: session,
    done,
    areAdded,
    choices,
    faults,
    rejected,
    columns,
    platforms,
    ...listed,
  });
  return { status, page };
}

/** Returns what a form says beside its file. */
export function choicesOf(form: Form, mapping = ''): FileChoices {
  const text = (field: string): string => cleanText(form.get(field) ?? '').trim();
  return {
    format: text('format'),
    account: text('account'),
    newAccount: text('new-account'),
    timeZone: text('time-zone'),
    mapping,
  };
}

/** Bounds what the service rejects as too long. */
const CHOICE_CHARACTERS_MAX = 200;

function faultsOf(choices: FileChoices, hasFile: boolean, { language }: SignedInVisit): Fault[] {
  const max = LIMITS.accountNameCharactersMax;
  const { missing, nameTooLong, eitherMapping } = FILES_TEXTS[language].files;
  const faults: Fault[] = [];
  if (!hasFile) faults.push({ field: 'file', text: missing });
  if (choices.mapping !== '' && choices.format !== '') faults.push({ field: 'mapping', text: eitherMapping });
  if (choices.newAccount.length > max)
    faults.push({ field: 'new-account', text: nameTooLong.replace('{max}', String(max)) });
  for (const [field, value] of [
    ['format', choices.format],
    ['account', choices.account],
    ['time-zone', choices.timeZone],
  ] as const)
    if (value.length > CHOICE_CHARACTERS_MAX)
      faults.push({ field, text: nameTooLong.replace('{max}', String(CHOICE_CHARACTERS_MAX)) });
  return faults;
}

/** What the page showed of a file, or what followed from it. The hash stands for the content. */
const SIGNED_FIELDS = [
  'name',
  'sha256',
  'format',
  'account',
  'new-account',
  'time-zone',
  'mapping',
  'year',
] as const;

/** Signs the fields of a returned form, so that exactly the file, name and account that were shown can be added. */
function signatureOf(
  { parts, request }: SignedInVisit,
  valueOf: (field: (typeof SIGNED_FIELDS)[number]) => string | undefined,
): string | null {
  const values = SIGNED_FIELDS.map((field) => valueOf(field) ?? null);
  return parts.sessions.sign(request, `file ${JSON.stringify(values)}`);
}

function isYear(text: string): boolean {
  return /^\d{4}$/.test(text) && Number(text) >= LIMITS.yearMin && Number(text) <= LIMITS.yearMax;
}
