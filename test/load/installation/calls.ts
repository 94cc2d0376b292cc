/** What is called of one service of an installation over gRPC. */
import { CorrectionServiceService, OverrideRequest } from '@ctx/proto/gen/ctx/v1/corrections';
import { GetUserRequest, IdentityServiceService } from '@ctx/proto/gen/ctx/v1/identity';
import { GetRunRequest, RecalcServiceService, RequestFullRunRequest } from '@ctx/proto/gen/ctx/v1/recalc';
import type { GrpcArrivals, TimedCall } from '../drivers/grpc.ts';
import { grpcCall, ROWS } from '../pages.ts';
import { LIST } from '../services/read-runs.ts';
import { OTHER_READS } from '../services/read.ts';
import type { Suite } from '../targets.ts';
import { anyValue, eventOf, type MakeArrival, type PreparedUser } from './arrivals.ts';

/** The scope of the calls of each service: what the gateway sends needs the key that services share, the rest that of the operator. */
export const SCOPES: Readonly<Record<Suite, GrpcArrivals['scope']>> = {
  gateway: 'operator',
  read: 'read',
  corrections: 'write',
  recalc: 'operator',
};

/** The arrivals of each service. */
export const CALLS: Readonly<Record<Suite, MakeArrival<TimedCall>>> = {
  gateway: ({ userId }) => {
    const message = GetUserRequest.encode({ userId, email: null, externalId: null }).finish();
    return [{ name: 'GetUser', requests: [callOf(userId, IdentityServiceService.getUser.path, message)] }];
  },
  read: ({ userId, pages }, round, kind) => {
    const page = { userId, page: round % pages, size: ROWS };
    if (kind % 2 === 0) return [{ name: 'ListTransactions', requests: [{ ...grpcCall(page), path: LIST }] }];
    const [name, path, message] = OTHER_READS[Math.floor(kind / 2) % OTHER_READS.length] ?? OTHER_READS[0];
    return [{ name, requests: [callOf(userId, path, message)] }];
  },
  corrections: (user, round) => {
    const taxEventId = eventOf(user, round);
    const overriddenEuroValue = String(anyValue());
    return [
      { name: 'EUR value', requests: [override(user, { taxEventId, overriddenEuroValue })] },
      { name: 'undo', requests: [override(user, { taxEventId, clear: ['overriddenEuroValue'] })] },
    ];
  },
  recalc: ({ userId }) => {
    const { requestFullRun, getRun } = RecalcServiceService;
    const run = callOf(
      userId,
      requestFullRun.path,
      RequestFullRunRequest.encode({ rewrite: false }).finish(),
    );
    const look = callOf(userId, getRun.path, GetRunRequest.encode({}).finish());
    return [{ name: 'full run until IDLE', requests: [run, { ...look, expects: 'IDLE' }] }];
  },
};

function callOf(userId: number, path: string, message: Uint8Array): TimedCall {
  return { userId, path, message: Buffer.from(message).toString('base64') };
}

function override(
  { userId }: PreparedUser,
  {
    clear,
    ...fields
  }: {
    readonly taxEventId: string;
    readonly overriddenEuroValue?: string;
    readonly clear?: readonly string[];
  },
): TimedCall {
  const lists = { overriddenFlags: null, clear: clear === undefined ? null : { values: [...clear] } };
  const message = OverrideRequest.encode({ ...fields, ...lists }).finish();
  return { ...callOf(userId, CorrectionServiceService.applyOverride.path, message), expects: 'change' };
}
