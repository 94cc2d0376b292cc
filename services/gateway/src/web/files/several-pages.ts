/** Several files that are added together: each is looked at, and those that are ticked are stored one after the other. */
import { LIMITS } from '@ctx/domain/limits';
import { cleanText } from '@ctx/domain/third-party-text';
import { isSameSecret } from '../../identity/auth/secret.ts';
import type { Fault } from '../../ui/components.ts';
import type { PostedFile } from '../../ui/file-form.ts';
import type { Form } from '../../ui/form.ts';
import { PATHS } from '../../ui/paths.ts';
import { RunningImport } from '../../answers/files/file-calls.ts';
import { messageReply, type PostedForm, type Reply, type SignedInVisit } from '../visit/visit.ts';
import { type FileChoices, requestOf } from '../../answers/files/file-request.ts';
import { callerOf, logFile, unlessRunning } from './file-visit.ts';
import type { RejectedFile } from './files-view.ts';
import { packed, type ReturnedFile, sha256Of, unpacked } from './returned-file.ts';
import { type LookedAtFile, severalPage, type SeveralView } from './several-view.ts';
import { FILES_TEXTS } from './texts/texts.ts';

/** The page, or what is wrong with the files where no file can be added. */
type PreviewOutcome =
  | { readonly reply: Reply }
  | { readonly faults: readonly Fault[]; readonly rejected: readonly RejectedFile[] };

/** Shows what each file would bring in. Nothing is stored: the form of that page holds the files. */
export async function previewSeveral(
  visit: SignedInVisit,
  files: readonly PostedFile[],
  choices: FileChoices,
): Promise<PreviewOutcome> {
  const { severalOnlyOne, file: unnamed } = FILES_TEXTS[visit.language].files;
  const ofOneFile = [choices.format, choices.account, choices.newAccount, choices.mapping];
  if (ofOneFile.some((choice) => choice !== ''))
    return { faults: [{ field: 'file', text: severalOnlyOne }], rejected: [] };
  const named = files.map(({ name, bytes }) => ({ name: cleanText(name) || unnamed, bytes }));
  return look(visit, named, choices.timeZone);
}

/** Looks at the files for which there is time. The page keeps the others for its next step, so that no file has to be chosen again. */
async function look(
  visit: SignedInVisit,
  files: readonly PostedFile[],
  timeZone: string,
  before: Pick<SeveralView, 'rejected' | 'done'> = { rejected: [], done: null },
): Promise<PreviewOutcome> {
  const { language, session } = visit;
  const requests = files.map(({ name, bytes }) => requestOf(name, bytes, choicesIn(timeZone)));
  const answer = await unlessRunning(visit, () =>
    visit.parts.files.previewSeveral(callerOf(visit), requests),
  );
  if ('page' in answer) return { reply: answer };
  const read: LookedAtFile[] = [];
  const rejected = [...before.rejected];
  const waiting: ReturnedFile[] = [];
  for (const [place, { name, bytes }] of files.entries()) {
    const looked = answer.files[place];
    const returned = async (): Promise<ReturnedFile> => ({
      name,
      sha256: sha256Of(bytes),
      content: await packed(bytes),
    });
    if (looked === undefined) waiting.push(await returned());
    else if (looked.preview == null) rejected.push({ name, faults: looked.faults });
    else read.push({ preview: looked.preview, returned: await returned(), place });
  }
  if (read.length + waiting.length === 0) return { faults: [], rejected };
  const shown = [...read.map((file) => file.returned), ...waiting];
  const signature = signatureOf(visit, timeZone, shown, waiting.length) ?? '';
  const { done } = before;
  const view = { language, visitor: session, files: read, waiting, rejected, timeZone, signature, done };
  return { reply: { status: 200, page: severalPage(view) } };
}

function choicesIn(timeZone: string): FileChoices {
  return { format: '', account: '', newAccount: '', timeZone, mapping: '' };
}

/** Shows the list of files with what was not stored. */
export type RejectionPage = (rejected: readonly RejectedFile[]) => Promise<Reply>;

/**
 * Stores the ticked files that the form sends back, in their order, and then shows those that were not looked at. The same form, sent again, adds
 * nothing.
 */
export async function addSeveral(visit: SignedInVisit & PostedForm, show: RejectionPage): Promise<Reply> {
  const { form } = visit;
  const returned = returnedFiles(form);
  const timeZone = form.get('time-zone') ?? '';
  const waitingCount = Number(form.get('waiting') ?? 0);
  const signature = signatureOf(visit, timeZone, returned, waitingCount);
  const isAsShown = signature !== null && isSameSecret(form.get('signature'), signature);
  if (returned.length === 0 || !isAsShown) return messageReply(visit, 'formInvalid', 400);
  const lookedAt = returned.slice(0, returned.length - waitingCount);
  const ticked = lookedAt.filter((_file, index) => form.get(`add-${String(index)}`) === 'true');
  const rejected: RejectedFile[] = [];
  for (const file of ticked) {
    const fault = await addOne(visit, file, timeZone);
    if (fault === 'INVALID') return messageReply(visit, 'formInvalid', 400);
    if (fault !== null) rejected.push(fault);
  }
  const areAdded = ticked.length > rejected.length;
  if (waitingCount > 0) {
    const waiting: PostedFile[] = [];
    for (const { name, sha256, content } of returned.slice(lookedAt.length)) {
      const bytes = await unpacked(content, sha256);
      if (bytes === null) return messageReply(visit, 'formInvalid', 400);
      waiting.push({ name, bytes });
    }
    const done = areAdded ? FILES_TEXTS[visit.language].files.severalAdded : null;
    const next = await look(visit, waiting, timeZone, { rejected, done });
    return 'reply' in next ? next.reply : show(next.rejected);
  }
  if (rejected.length > 0) return show(rejected);
  return { seeOther: ticked.length === 0 ? PATHS.files : `${PATHS.files}?done=several` };
}

/** Stores one file. Returns why it was not stored; null if it was. */
async function addOne(
  visit: SignedInVisit,
  { name, sha256, content }: ReturnedFile,
  timeZone: string,
): Promise<RejectedFile | 'INVALID' | null> {
  const bytes = await unpacked(content, sha256);
  if (bytes === null) return 'INVALID';
  const request = requestOf(name, bytes, choicesIn(timeZone));
  try {
    const answer = await visit.parts.files.add(callerOf(visit), request);
    if (answer.fileId == null) return { name, faults: answer.faults };
  } catch (error) {
    if (!(error instanceof RunningImport)) throw error;
    return { name, faults: [], unseen: FILES_TEXTS[visit.language].files.severalBusy };
  }
  await logFile(visit, 'FILE_ADDED', name);
  return null;
}

/** Returns the files of a form, up to the first that is missing. */
function returnedFiles(form: Form): readonly ReturnedFile[] {
  const files: ReturnedFile[] = [];
  for (let index = 0; index < LIMITS.filesTogetherMax; index += 1) {
    const field = (of: string): string | undefined => form.get(`${of}-${String(index)}`);
    const [name, sha256, content] = [field('name'), field('sha256'), field('content')];
    if (name === undefined || sha256 === undefined || content === undefined) break;
    files.push({ name, sha256, content });
  }
  return files;
}

/** Signs what was shown, so that exactly these files can be added, without the last `waitingCount`. The hash stands for the content. */
function signatureOf(
  { parts, request }: SignedInVisit,
  timeZone: string,
  files: readonly ReturnedFile[],
  waitingCount: number,
): string | null {
  const shown = files.map(({ name, sha256 }) => [name, sha256]);
  return parts.sessions.sign(request, `files ${JSON.stringify([timeZone, shown, waitingCount])}`);
}
