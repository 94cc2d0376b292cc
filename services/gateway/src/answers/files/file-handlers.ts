/** The operations of files: the calls that the page of files makes, for programs and assistants. */
import type {
  FileAddition,
  AddFileQuery,
  FileDetails,
  FilePath,
  FilesQuery,
  FilesResponse,
  FileRemoval,
  RemoveFileQuery,
} from '@ctx/contract/files';
import { LIMITS } from '@ctx/domain/limits';
import { cleanText } from '@ctx/domain/third-party-text';
import type { FileRequest, StoredFile } from '@ctx/proto/gen/ctx/v1/corrections';
import type { z } from 'zod';
import { OperationRejection } from '../../http/rejection-of-status.ts';
import type { OperationCall, OperationHandler } from '../operation-handler.ts';
import type { ResponseBody } from '../response-cache.ts';
import {
  accountReach,
  addition,
  faultErrors,
  fileContents,
  fileDetails,
  storedFile,
} from './file-answers.ts';
import type { FileCalls } from './file-calls.ts';
import { callerOf, contentOf, rejection } from './file-content.ts';
import { requestOf } from './file-request.ts';
import { reachOf } from './reach.ts';
import type { Uploads } from './upload-handlers.ts';

/** Notes a file that was added or removed in the access log of its user. */
export type FileNote = (userId: number, action: 'FILE_ADDED' | 'FILE_REMOVED', name: string) => Promise<void>;

/** A file and the choices beside it. REST sends bytes, a tool sends text, and either may name an upload. */
type AddFileInput = z.output<typeof AddFileQuery> & { readonly content?: Buffer | string };
/** A file with its bytes, wherever they came from. */
type FileInput = Omit<AddFileInput, 'uploadId'> & { readonly content: Buffer | string };

/** Returns the handlers of the operations of files. */
export function fileHandlers(
  files: FileCalls,
  note: FileNote,
  uploads: Uploads,
): Record<'listFiles' | 'getFile' | 'addFile' | 'removeFile', OperationHandler> {
  return {
    listFiles: async (call, input) => {
      const { page, size } = input as z.output<typeof FilesQuery>;
      const listed = await files.list(callerOf(call), null);
      return listOf(listed.files, page, Math.min(size, LIMITS.pageSizeMax));
    },
    getFile: async (call, input) => {
      const { fileId } = input as z.output<typeof FilePath>;
      return body<typeof FileDetails>(fileDetails(await findFile(files, call, fileId)));
    },
    addFile: async (call, input) => {
      const { uploadId, ...asked } = input as AddFileInput;
      const file = { ...asked, ...(await contentOf(uploads, call, { ...asked, uploadId })) };
      if (file.dryRun === true) return preview(files, call, file);
      const answer = await add(files, note, call, file);
      if (uploadId !== undefined) await uploads.noteAdded(call.identity.userId, uploadId);
      return answer;
    },
    removeFile: async (call, input) => {
      const { fileId, dryRun = false } = input as z.output<typeof FilePath> &
        z.output<typeof RemoveFileQuery>;
      if (dryRun) {
        const { name, ownEvents } = await findFile(files, call, fileId);
        return removalOf({ name, removedEvents: ownEvents ?? 0, recalc: 'NOT_NEEDED' }, true);
      }
      const removed = await files.remove(callerOf(call), fileId.toLowerCase());
      if (removed === null) throw new OperationRejection({ rejected: 'NOT_FOUND' });
      await note(call.identity.userId, 'FILE_REMOVED', removed.name);
      return removalOf(removed, false);
    },
  };
}

function listOf(files: readonly StoredFile[], page: number, size: number): ResponseBody {
  const from = page * size;
  return body<typeof FilesResponse>({
    files: files.slice(from, from + size).map(storedFile),
    page,
    size,
    totalElements: files.length,
    hasNext: from + size < files.length,
    reach: reachOf(files, Date.now()).map(accountReach),
  });
}

async function preview(files: FileCalls, call: OperationCall, asked: FileInput): Promise<ResponseBody> {
  const { preview: found, faults } = await files.preview(callerOf(call), fileRequest(asked));
  if (found == null) throw rejection('FILE_REJECTED', faultErrors(faults));
  return body<typeof FileAddition>({
    dryRun: true,
    ...addition(found.transactions),
    preview: fileContents(found),
    recalc: 'NOT_NEEDED',
  });
}

async function add(
  files: FileCalls,
  note: FileNote,
  call: OperationCall,
  asked: FileInput,
): Promise<ResponseBody> {
  const { acceptPossibleDuplicates = false } = asked;
  const request = { ...fileRequest(asked), isUnseen: true, acceptLookalikes: acceptPossibleDuplicates };
  const { fileId, faults, transactions, recalc } = await files.add(callerOf(call), request);
  if (fileId == null) throw rejection('FILE_REJECTED', faultErrors(faults));
  await note(call.identity.userId, 'FILE_ADDED', request.name);
  return body<typeof FileAddition>({
    dryRun: false,
    fileId,
    ...addition(transactions),
    recalc: recalc as z.output<typeof FileAddition>['recalc'],
  });
}

function removalOf(
  { name, removedEvents, recalc }: { name: string; removedEvents: number; recalc: string },
  dryRun: boolean,
): ResponseBody {
  return body<typeof FileRemoval>({
    dryRun,
    deleted: !dryRun,
    name,
    removedTransactions: removedEvents,
    recalc: recalc as z.output<typeof FileRemoval>['recalc'],
  });
}

async function findFile(files: FileCalls, call: OperationCall, fileId: string): Promise<StoredFile> {
  const { files: found } = await files.list(callerOf(call), fileId.toLowerCase());
  const [file] = found;
  if (file === undefined) throw new OperationRejection({ rejected: 'NOT_FOUND' });
  return file;
}

function fileRequest({ content, ...asked }: FileInput): FileRequest {
  const text = (choice: string | undefined): string => cleanText(choice ?? '').trim();
  const [format, mapping] = [text(asked.format), asked.mapping ?? ''];
  if (mapping !== '' && format !== '')
    throw rejection('INVALID', [{ field: 'mapping', message: 'must not be given together with format' }]);
  // Without folders, as the service stores it.
  const name = text(asked.name?.split(/[/\\]/).at(-1));
  const [account, newAccount, timeZone] = [asked.account, asked.newAccount, asked.timeZone].map(text);
  const choices = {
    format,
    account: account ?? '',
    newAccount: newAccount ?? '',
    timeZone: timeZone ?? '',
    mapping,
  };
  return requestOf(name, Buffer.from(content), choices);
}

function body<Schema extends z.ZodType>(record: Omit<z.output<Schema>, 'url'>): ResponseBody {
  return { bytes: Buffer.from(JSON.stringify(record)) };
}
