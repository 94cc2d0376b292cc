/** Converts what a request of the FileService holds: one file, or several that are chosen together. */
import { isOfLength } from '@ctx/contract/requests';
import { LIMITS } from '@ctx/domain/limits';
import type { Caller } from '@ctx/platform/caller';
import { GrpcRejection } from '@ctx/platform/grpc-server';
import type { FileRequest } from '@ctx/proto/gen/ctx/v1/corrections';
import { status } from '@grpc/grpc-js';
import type { ImportPools } from '../import-facts.ts';
import { type Conversions, ConversionsBusy, RunningConversion } from './conversions.ts';
import type { ConversionAnswer, ConversionTask } from './convert-file.ts';
import { runningChange as running } from './store-records.ts';
import { listAccounts, type NamedAccount } from './stored-files.ts';

interface ConversionParts {
  readonly pools: ImportPools;
  readonly conversions: Conversions;
}

/** Converts the file of a request. Rejects what no page or command sends, and while the user has another file read. */
export async function convertRequest(
  { pools, conversions }: ConversionParts,
  request: FileRequest,
  { userId }: Caller,
  signal: AbortSignal,
): Promise<ConversionAnswer> {
  requireBounds(request);
  const task = taskOf(request, await listAccounts(pools.short, userId));
  return unlessConverting(conversions.run(userId, task, signal));
}

/** Converts the first of several files, in their order: those for which there is time. */
export async function convertRequests(
  { pools, conversions }: ConversionParts,
  requests: readonly FileRequest[],
  { userId }: Caller,
  signal: AbortSignal,
): Promise<readonly ConversionAnswer[]> {
  const bytes = requests.reduce((sum, { content }) => sum + content.length, 0);
  if (
    requests.length === 0 ||
    requests.length > LIMITS.filesTogetherMax ||
    bytes > LIMITS.filesTogetherBytesMax
  )
    throw invalid('there is no file, or the files are too many or too large together');
  requests.forEach(requireBounds);
  const accounts = await listAccounts(pools.short, userId);
  const tasks = requests.map((request) => taskOf(request, accounts));
  return unlessConverting(conversions.runSeveral(userId, tasks, signal));
}

function requireBounds({ content, mapping = null, ...request }: FileRequest): void {
  const texts = [request.format, request.accountRef, request.accountLabel, request.timeZone];
  const isTooLong = mapping !== null && Buffer.byteLength(mapping) > LIMITS.mappingBytesMax;
  if (
    isTooLong ||
    content.length > LIMITS.fileBytesMax ||
    texts.some((text) => !isOfLength(text ?? '', 0, LIMITS.fileChoiceCharactersMax))
  )
    throw invalid('the file, its mapping or the name of its account is too long');
  if (mapping !== null && request.format != null) throw invalid('give either a format or a mapping');
}

function invalid(message: string): GrpcRejection {
  return new GrpcRejection(status.INVALID_ARGUMENT, message);
}

function taskOf(request: FileRequest, accounts: readonly NamedAccount[]): ConversionTask {
  const { name, content, format, accountRef, accountLabel, timeZone, mapping } = request;
  return {
    name,
    content,
    format: format ?? null,
    accountRef: accountRef ?? null,
    accountLabel: accountLabel ?? null,
    timeZone: timeZone ?? null,
    mapping: mapping ?? null,
    accounts,
  };
}

/** Waits for a conversion. Rejects as the FileService does while other files are converted. */
export async function unlessConverting<Answer>(conversion: Promise<Answer>): Promise<Answer> {
  try {
    return await conversion;
  } catch (error) {
    if (error instanceof RunningConversion) throw running('another file of this user is being read');
    if (!(error instanceof ConversionsBusy)) throw error;
    throw new GrpcRejection(
      status.RESOURCE_EXHAUSTED,
      'too many files are being read; try again in a moment',
    );
  }
}
