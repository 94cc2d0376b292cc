/** The pages' calls to the services behind the gateway. */
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/platform/grpc-client';
import type { Tls } from '@ctx/platform/tls';
import { AuditServiceClient } from '@ctx/proto/gen/ctx/v1/corrections';
import type { YearsResponse } from '@ctx/proto/gen/ctx/v1/read';
import type { Answers } from '../answers/answers.ts';
import type { PagesParts } from './visit.ts';

/** Shown in logs as the origin of a call, where other calls have the name of their token or app. */
const VIA = 'settings';
/** Deadline of a call, in milliseconds. */
const DEADLINE_MS = 5000;

export interface PagesBackends extends Pick<PagesParts, 'listCorrections' | 'listYears'> {
  close(): void;
}

/** Lists years by the operation `listYears`, as REST and MCP do, and reads the log of corrections from the corrections service. */
export function createPagesBackends(settings: {
  readonly answers: Answers;
  readonly correctionsAddress: string;
  readonly callerKey: Buffer;
  readonly tls: Tls | null;
}): PagesBackends {
  const { answers, correctionsAddress, callerKey, tls } = settings;
  const audit = createGrpcClient(AuditServiceClient, correctionsAddress, tls);
  const listAuditEntries = audit.listAuditEntries.bind(audit);
  return {
    listCorrections: async ({ userId, requestId }, page) => {
      const metadata = callerMetadata({ userId, scope: 'read', via: VIA, requestId }, callerKey);
      return (await callUnary(listAuditEntries, page, metadata, DEADLINE_MS)).entries;
    },
    listYears: async ({ session, requestId }) => {
      const { userId, email } = session;
      const identity = { userId, email, tokenName: VIA, scopes: ['read'], version: null } as const;
      const { bytes } = await answers.handlers.listYears({ identity, requestId, idempotencyKey: null }, {});
      return (JSON.parse(bytes.toString()) as YearsResponse).years;
    },
    close: () => {
      audit.close();
    },
  };
}
