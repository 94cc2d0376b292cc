/** The pages' calls to the services behind the gateway. */
import type { SigningKey } from '@ctx/platform/caller';
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/platform/grpc-client';
import type { Tls } from '@ctx/platform/tls';
import { type AuditEntry, AuditServiceClient } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Answers } from '../../answers/answers.ts';
import { PAGES_NAME } from '../../identity/reserved-name.ts';
import type { FileCalls } from '../../answers/files/file-calls.ts';
import { createYearCalls, type YearCalls } from './year-calls.ts';

/** Deadline of a call, in milliseconds. */
const DEADLINE_MS = 5000;

/** The pages' calls. */
export interface PagesBackends {
  /**
   * Returns rows of a user's log of corrections with their changes, newest first. Unless `beforeId` is 0, only rows before it.
   * Returns fewer than `limit` if they are large.
   */
  readonly listLoggedRows: (
    caller: { readonly userId: number; readonly requestId: string },
    page: { readonly limit: number; readonly beforeId: number },
  ) => Promise<readonly AuditEntry[]>;
  /** Converts, stores and removes files of users. */
  readonly files: FileCalls;
  /** Submits years of users. */
  readonly years: YearCalls;
  /** Performs the operations of the API. */
  readonly answers: Answers;
  close(): void;
}

/** Reads figures by the operations of the API, as REST and MCP do, and the log of corrections and files from the corrections service. */
export function createPagesBackends(settings: {
  readonly answers: Answers;
  readonly files: FileCalls;
  readonly correctionsAddress: string;
  readonly callerKey: SigningKey;
  readonly tls: Tls | null;
}): PagesBackends {
  const { answers, files, correctionsAddress, callerKey, tls } = settings;
  const audit = createGrpcClient(AuditServiceClient, correctionsAddress, tls);
  const signed = { correctionsAddress, callerKey, tls, via: PAGES_NAME };
  const years = createYearCalls(signed);
  const listAuditEntries = audit.listAuditEntries.bind(audit);
  return {
    listLoggedRows: async ({ userId, requestId }, page) => {
      const metadata = callerMetadata({ userId, scope: 'read', via: PAGES_NAME, requestId }, callerKey);
      return (await callUnary(listAuditEntries, { ...page, withChange: true }, metadata, DEADLINE_MS))
        .entries;
    },
    answers,
    files,
    years,
    close: () => {
      years.close();
      audit.close();
    },
  };
}
