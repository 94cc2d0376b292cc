/** The bytes of a file that an operation receives: in the request itself, or sent before to the address of an upload. */
import type { FieldError, RejectionName } from '@ctx/domain/rejections';
import { OperationRejection } from '../../http/rejection-of-status.ts';
import type { OperationCall } from '../operation-handler.ts';
import type { FileCaller } from './file-calls.ts';
import type { Uploads } from './upload-handlers.ts';

/** How a request names its file. REST sends bytes, a tool sends text, and either may name an upload. */
export interface AskedFile {
  readonly content?: Buffer | string;
  readonly uploadId?: string | undefined;
  readonly name?: string | undefined;
}

/** Returns the bytes and the name of the file of a request. The name of an upload counts if the request gives none. */
export async function contentOf(
  uploads: Uploads,
  { identity: { userId } }: OperationCall,
  { content, uploadId, name }: AskedFile,
): Promise<{ readonly content: Buffer | string; readonly name: string | undefined }> {
  if (uploadId === undefined) {
    if (content !== undefined) return { content, name };
    throw rejection('INVALID', [{ field: 'content', message: 'must be given, or else uploadId' }]);
  }
  if (content !== undefined)
    throw rejection('INVALID', [{ field: 'uploadId', message: 'must not be given together with a file' }]);
  const uploaded = await uploads.read(userId, uploadId.toLowerCase());
  if (uploaded === null) throw rejection('NOT_FOUND', null);
  if (uploaded === 'EMPTY') throw rejection('UPLOAD_EMPTY', null);
  return { content: uploaded.bytes, name: name ?? uploaded.name };
}

/** Returns the error of an operation that is rejected. */
export function rejection(
  rejected: RejectionName,
  fieldErrors: readonly FieldError[] | null,
): OperationRejection {
  return new OperationRejection({ rejected, ...(fieldErrors !== null && { fieldErrors }) });
}

/** Returns who calls the service of files. */
export function callerOf({
  identity: { userId, tokenName: via },
  requestId,
  idempotencyKey,
  onReplayed,
}: OperationCall): FileCaller {
  return { userId, requestId, via, idempotencyKey, onReplayed };
}
