/** What the pages ask of the services behind the gateway. */
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/common/platform/grpc-client';
import type { Tls } from '@ctx/common/platform/tls';
import { AuditServiceClient } from '@ctx/proto/gen/ctx/v1/corrections';
import type { YearsResponse } from '@ctx/proto/gen/ctx/v1/read';
import type { Answers } from '../rest/answers.ts';
import type { PagesParts } from './visit.ts';

/** In the name of the pages, where a token's or an app's would stand. */
const VIA = 'settings';
const MS_MAX = 5000;

export interface PagesBackends extends Pick<PagesParts, 'listCorrections' | 'listYears'> {
  close(): void;
}

/** Years from the read service, by the gateway's own way to it; the log from the corrections service. */
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
      return (await callUnary(listAuditEntries, page, metadata, MS_MAX)).entries;
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
