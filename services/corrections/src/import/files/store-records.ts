/** Stores what a user adds, a file or one transaction, as an import. */
import type { SourcedRecord } from '@ctx/converters/records';
import { type Fault, faultOf } from '@ctx/converters/faults';
import { faultMessage } from '@ctx/domain/file-faults';
import { type CallContext, GrpcRejection, rejectionCode } from '@ctx/platform/grpc-server';
import type { AddFileResponse } from '@ctx/proto/gen/ctx/v1/corrections';
import { status } from '@grpc/grpc-js';
import { countImport, METRICS } from '../../metrics.ts';
import type { Relay } from '../../relay.ts';
import { RunningImport } from '../../store/recalc-state.ts';
import { importFacts, type ImportOutcome, type ImportPools } from '../import-facts.ts';
import { outcomeOf } from '../import-service.ts';
import { type LineError, RejectedImport } from '../rejected-import.ts';
import type { WorkQueue } from '../work-queue.ts';
import { faultsMessage } from './fault-messages.ts';
import type { RepeatableRequest } from './repeated-requests.ts';
import type { ImportedFile } from './stored-files.ts';

/** What storing needs. */
export interface StoreParts {
  readonly pools: ImportPools;
  readonly queue: WorkQueue;
  readonly relay: Relay;
}

/** Stores the records of a file of a user, or says why they cannot be stored. Requires admission to the queue. */
export async function storeRecords(
  { pools, queue, relay }: StoreParts,
  file: ImportedFile,
  records: AsyncIterable<SourcedRecord>,
  { caller: { userId }, signal }: Pick<CallContext, 'caller' | 'signal'>,
  request: Pick<RepeatableRequest<AddFileResponse>, 'keep'> | null = null,
): Promise<AddFileResponse> {
  const startedAt = performance.now();
  let outcome: ImportOutcome;
  try {
    outcome = await importFacts(pools, queue, {
      userId,
      replace: null,
      file,
      isByUser: true,
      records,
      onPhase: () => undefined,
      signal,
      ...(request !== null && { keep: (client, done) => request.keep(client, responseOf(file, done)) }),
    });
  } catch (error) {
    METRICS.imports.inc({ kind: 'user', outcome: outcomeOf(error) });
    if (error instanceof RunningImport) throw runningChange(error.message);
    if (isUserLocked(error)) throw runningChange('another change of this user is in progress');
    if (!(error instanceof RejectedImport)) throw error;
    return { faults: faultsMessage(error.errors.map(faultOfImport)), recalc: 'NOT_NEEDED' };
  }
  countImport('user', startedAt, outcome.counts);
  relay.wake(userId, outcome.status);
  return responseOf(file, outcome);
}

function responseOf({ balances }: ImportedFile, { fileId, recalc }: ImportOutcome): AddFileResponse {
  return { fileId, faults: [], recalc, balances };
}

/** An account may have been connected, or a row stored, since the file was converted. */
function faultOfImport({ line, field }: LineError): Fault {
  return field === 'file'
    ? faultOf(null, null, faultMessage('CONNECTED_ACCOUNT'))
    : faultOf(line === 0 ? null : line, null, faultMessage('UNSTORABLE_ROW'));
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Whether the wait for the user lock was too long. */
export function isUserLocked(error: unknown): boolean {
  return (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;
}

/** Returns the rejection while other work on the data of the user is under way. */
export function runningChange(message: string): GrpcRejection {
  return new GrpcRejection(status.FAILED_PRECONDITION, message, rejectionCode('IMPORT_RUNNING'));
}
