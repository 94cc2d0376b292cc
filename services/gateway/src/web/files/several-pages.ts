/** Several files that are added together: each is looked at, and those that are ticked are stored one after the other. */
import { LIMITS } from '@ctx/domain/limits';
import { cleanText } from '@ctx/domain/third-party-text';
import { isSameSecret } from '../../identity/auth/secret.ts';
import type { Fault } from '../../ui/components.ts';
import type { PostedFile } from '../../ui/file-form.ts';
import type { Form } from '../../ui/form.ts';
import { PATHS } from '../../ui/paths.ts';
import { RunningImport } from '../backends/file-calls.ts';
import { messageReply, type PostedForm, type Reply, type SignedInVisit } from '../visit/visit.ts';
import { callerOf, logFile, requestOf, unlessRunning } from './file-visit.ts';
import type { FileChoices, RejectedFile } from './files-view.ts';
import { packed, type ReturnedFile, sha256Of, unpacked } from './returned-file.ts';
import { type LookedAtFile, severalPage } from './several-view.ts';
import { FILES_TEXTS } from './texts/texts.ts';

/** Files are looked at one after the other; after this time the others have to be added on their own. */
const LOOK_MS_MAX = 20_000;

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
  const { language, session } = visit;
  const { severalOnlyOne, severalTooSlow, file: unnamed } = FILES_TEXTS[language].files;
  const ofOneFile = [choices.format, choices.account, choices.newAccount, choices.mapping];
  if (ofOneFile.some((choice) => choice !== ''))
    return { faults: [{ field: 'file', text: severalOnlyOne }], rejected: [] };
  const endMs = performance.now() + LOOK_MS_MAX;
  const read: LookedAtFile[] = [];
  const rejected: RejectedFile[] = [];
  for (const { name: sentName, bytes } of files) {
    const name = cleanText(sentName) || unnamed;
    if (performance.now() > endMs) {
      rejected.push({ name, faults: [], unseen: severalTooSlow });
      continue;
    }
    const answer = await unlessRunning(visit, () =>
      visit.parts.files.preview(callerOf(visit), requestOf(name, bytes, choices)),
    );
    if ('page' in answer) return { reply: answer };
    const { preview, faults } = answer;
    if (preview == null) rejected.push({ name, faults });
    else read.push({ preview, returned: { name, sha256: sha256Of(bytes), content: await packed(bytes) } });
  }
  if (read.length === 0) return { faults: [], rejected };
  const { timeZone } = choices;
  const signature =
    signatureOf(
      visit,
      timeZone,
      read.map(({ returned }) => returned),
    ) ?? '';
  return {
    reply: {
      status: 200,
      page: severalPage({ language, visitor: session, files: read, rejected, timeZone, signature }),
    },
  };
}

/** Shows the list of files with what was not stored. */
export type RejectionPage = (rejected: readonly RejectedFile[]) => Promise<Reply>;

/** Stores the ticked files that the form sends back, in their order. The same form, sent again, adds nothing. */
export async function addSeveral(visit: SignedInVisit & PostedForm, show: RejectionPage): Promise<Reply> {
  const { form } = visit;
  const returned = returnedFiles(form);
  const timeZone = form.get('time-zone') ?? '';
  const signature = signatureOf(visit, timeZone, returned);
  const isAsShown = signature !== null && isSameSecret(form.get('signature'), signature);
  if (returned.length === 0 || !isAsShown) return messageReply(visit, 'formInvalid', 400);
  const isSet = (field: string, index: number): boolean => form.get(`${field}-${String(index)}`) === 'true';
  const ticked = returned
    .map((file, index) => ({ file, isKnownAlike: isSet('alike', index), isTicked: isSet('add', index) }))
    .filter(({ isTicked }) => isTicked);
  const rejected: RejectedFile[] = [];
  for (const [place, { file, isKnownAlike }] of ticked.entries()) {
    const fault = await addOne(visit, file, timeZone, place > 0 && !isKnownAlike);
    if (fault === 'INVALID') return messageReply(visit, 'formInvalid', 400);
    if (fault !== null) rejected.push(fault);
  }
  if (rejected.length > 0) return show(rejected);
  return { seeOther: ticked.length === 0 ? PATHS.files : `${PATHS.files}?done=several` };
}

/**
 * Stores one file. Returns why it was not stored; null if it was. With `isCompared`, a file that looks like what is stored by now is not stored: only
 * the files before it in the form can be the reason, because the page showed no likeness.
 */
async function addOne(
  visit: SignedInVisit,
  { name, sha256, content }: ReturnedFile,
  timeZone: string,
  isCompared: boolean,
): Promise<RejectedFile | 'INVALID' | null> {
  const bytes = await unpacked(content, sha256);
  if (bytes === null) return 'INVALID';
  const choices = { format: '', account: '', newAccount: '', timeZone, mapping: '' };
  const request = requestOf(name, bytes, choices);
  const { severalBusy, severalOverlap } = FILES_TEXTS[visit.language].files;
  try {
    if (isCompared) {
      const { preview } = await visit.parts.files.preview(callerOf(visit), request);
      const isAlike = (preview?.transactions?.lookalikes ?? []).length > 0;
      if (isAlike) return { name, faults: [], unseen: severalOverlap };
    }
    const answer = await visit.parts.files.add(callerOf(visit), request);
    if (answer.fileId == null) return { name, faults: answer.faults };
  } catch (error) {
    if (!(error instanceof RunningImport)) throw error;
    return { name, faults: [], unseen: severalBusy };
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

/** Signs what was shown, so that exactly these files can be added. The hash stands for the content. */
function signatureOf(
  { parts, request }: SignedInVisit,
  timeZone: string,
  files: readonly ReturnedFile[],
): string | null {
  const shown = files.map(({ name, sha256 }) => [name, sha256]);
  return parts.sessions.sign(request, `files ${JSON.stringify([timeZone, shown])}`);
}
