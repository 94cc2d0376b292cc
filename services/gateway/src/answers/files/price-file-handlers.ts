/** The operation that enters the prices of a file: the file is read as the page of prices reads it, and entered as `setPrices` does. */
import { ExactNumber, parseRequest } from '@ctx/contract/parse-input';
import { type AddPriceFileQuery, PricesRequest } from '@ctx/contract/prices';
import { LIMITS } from '@ctx/domain/limits';
import { cleanText } from '@ctx/domain/third-party-text';
import type { z } from 'zod';
import { rejectionOf } from '../../http/rejection-of-status.ts';
import type { OperationHandler } from '../operation-handler.ts';
import type { ResponseBody } from '../response-cache.ts';
import { faultErrors } from './file-answers.ts';
import type { FileCalls } from './file-calls.ts';
import { type AskedFile, callerOf, contentOf, rejection } from './file-content.ts';
import type { Uploads } from './upload-handlers.ts';

type PriceFileInput = z.output<typeof AddPriceFileQuery> & AskedFile;

/** Returns the handler of the operation. `setPrices` is the handler of the operation of that name. */
export function priceFileHandlers(
  files: FileCalls,
  uploads: Uploads,
  setPrices: OperationHandler,
): Record<'addPriceFile', OperationHandler> {
  return {
    addPriceFile: async (call, input) => {
      const asked = input as unknown as PriceFileInput;
      const file = await contentOf(uploads, call, asked);
      const content = Buffer.from(file.content);
      if (content.length > LIMITS.priceFileBytesMax)
        throw tooLong(content.length, 'bytes', LIMITS.priceFileBytesMax);
      const request = { name: cleanText(file.name ?? ''), content, assetKey: asked.assetKey ?? null };
      const { prices, leftOut, faults } = await files.readPrices(callerOf(call), request);
      if (faults.length > 0) throw rejection('FILE_REJECTED', faultErrors(faults));
      if (prices.length > LIMITS.bulkIdsMax) throw tooLong(prices.length, 'prices', LIMITS.bulkIdsMax);
      if (prices.length === 0)
        throw rejection('FILE_REJECTED', [{ field: 'file', message: 'has no price until now' }]);
      const parsed = parseRequest(PricesRequest, {
        prices: prices.map(({ assetKey, at, day, eur }) => ({
          assetKey,
          ...(at == null ? { day } : { at }),
          eur: new ExactNumber(eur),
          source: asked.source,
        })),
        dryRun: asked.dryRun,
      });
      if ('fieldErrors' in parsed) throw rejection('FILE_REJECTED', parsed.fieldErrors);
      const { bytes } = await asFile(setPrices(call, parsed.input));
      // The body is an object, and every response of a correction has a field.
      const ending = Buffer.from(`,"rowsLeftOut":${String(leftOut)}}`);
      return { bytes: Buffer.concat([bytes.subarray(0, -1), ending]) };
    },
  };
}

/** Rejects as the file what is wrong with its prices together, such as two of one day. */
async function asFile(answer: Promise<ResponseBody>): Promise<ResponseBody> {
  try {
    return await answer;
  } catch (error) {
    const found = rejectionOf(error);
    throw found?.rejected === 'INVALID' ? rejection('FILE_REJECTED', found.fieldErrors ?? null) : error;
  }
}

function tooLong(count: number, what: string, max: number) {
  const numbers = `has ${String(count)} ${what} and may have at most ${String(max)}`;
  return rejection('FILE_REJECTED', [{ field: 'file', message: `${numbers}: send it in parts` }]);
}
