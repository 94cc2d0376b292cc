/** The operation that gives an address for one file. What arrives there is stored by the page of the address. */
import type { UploadAddress } from '@ctx/contract/files';
import { LIMITS } from '@ctx/domain/limits';
import type { z } from 'zod';
import { OperationRejection } from '../../http/rejection-of-status.ts';
import type { Identity } from '../../identity/auth/admission.ts';
import type { NewUpload, UploadedFile } from '../../identity/uploads.ts';
import type { OperationHandler } from '../operation-handler.ts';

/** The uploads of users. */
export interface Uploads {
  /** Creates an address for one file; null for a user who has too many. */
  readonly create: (identity: Pick<Identity, 'userId' | 'tokenId'>) => Promise<NewUpload | null>;
  /** Returns the file of an upload; EMPTY before it has arrived, null for an upload that the user does not have. */
  readonly read: (userId: number, uploadId: string) => Promise<UploadedFile | 'EMPTY' | null>;
  /** Notes that the file of an upload was added. */
  readonly noteAdded: (userId: number, uploadId: string) => Promise<void>;
}

/** Returns the handler of the operation. `addressOf` returns the whole address with a secret. */
export function uploadHandlers(
  uploads: Uploads,
  addressOf: (secret: string) => string,
): Record<'createUpload', OperationHandler> {
  return {
    createUpload: async ({ identity: { userId, tokenId } }) => {
      if (tokenId === undefined) throw new TypeError('a page needs no address for a file');
      const created = await uploads.create({ userId, tokenId });
      if (created === null) throw new OperationRejection({ rejected: 'TOO_MANY_UPLOADS' });
      const { uploadId, secret, expiresAt } = created;
      const answer: z.output<typeof UploadAddress> = {
        uploadId,
        address: addressOf(secret),
        expiresAt,
        bytesMax: LIMITS.fileBytesMax,
        keptMinutes: LIMITS.uploadKeptMinutesMax,
      };
      return { bytes: Buffer.from(JSON.stringify(answer)) };
    },
  };
}
