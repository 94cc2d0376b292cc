/** Calls of the pages to the read and corrections services. */
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/common/platform/grpc-client';
import type { Tls } from '@ctx/common/platform/tls';
import { AuditServiceClient } from '@ctx/proto/gen/ctx/v1/corrections';
import type { YearsResponse } from '@ctx/proto/gen/ctx/v1/read';
import type { Answers } from '../rest/answers.ts';
import type { PagesParts } from './visit.ts';

/** Names the settings pages where API requests name their token or app. */
const VIA = 'settings';
const DEADLINE_MS = 5000;

export interface PagesBackends extends Pick<PagesParts, 'listCorrections' | 'listYears'> {
  close(): void;
}

/** Creates the calls of the pages: the years come from the read service, the log of corrections from the corrections service. */
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
      const { userId, email, plan, betas } = session;
      const token = { tokenId: '', tokenName: VIA, scopes: ['read'], version: null } as const;
      const identity = { userId, email, plan, betas, ...token };
      const { bytes } = await answers.bodyOf.listYears({ identity, requestId, idempotencyKey: null }, {});
      return (JSON.parse(bytes.toString()) as YearsResponse).years;
    },
    close: () => {
      audit.close();
    },
  };
}
