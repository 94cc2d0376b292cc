/** The rpcs of the recalc service, for the operator. */
import { type GrpcServerSettings, operatorStream, operatorUnary } from '@ctx/platform/grpc-server';
import type {
  CheckFiguresResponse,
  FindUsersRequest,
  FoundUser,
  RecalcServiceServer,
  RunState,
} from '@ctx/proto/gen/ctx/v1/recalc';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { findUsers } from './find-users.ts';
import { freezeYear, unfreezeYear } from './freeze.ts';
import { runUser, type Runner } from '../runs/run.ts';
import { missingPrices } from './missing-prices.ts';
import { requestRebuild } from './rebuild.ts';
import type { Checker } from '../self-check/checker.ts';
import { readRun, requestFullRun } from '../state.ts';

/** RecalcService. A run that is requested here starts here, without waiting for NATS or the sweep. */
export function recalcService(
  runner: Runner,
  checker: Checker,
  settings: GrpcServerSettings,
): RecalcServiceServer {
  const state = async (userId: number): Promise<RunState> => {
    const row = await readRun(runner.pool, userId);
    if (row === null) return { status: 'IDLE', run: null };
    if (row.events === null && row.parkedError === null) return { status: row.status, run: null };
    return {
      status: row.status,
      run: {
        events: row.events ?? 0,
        ms: row.durationMs ?? 0,
        inputFingerprint: row.inputFingerprint ?? '',
        outputFingerprint: row.outputFingerprint ?? '',
        parked: row.parkedError,
      },
    };
  };
  const startRun = (userId: number): void => {
    runUser(runner, userId).catch((error: unknown) => {
      runner.log.warn({ err: error, userId }, 'run could not be started, the scheduler sweep will retry');
    });
  };
  const operator = operatorUnary(settings);
  return {
    freezeYear: operator(async ({ year }, { caller }) => {
      await freezeYear(runner.pool, caller.userId, year);
      runner.log.info({ userId: caller.userId, year }, 'year frozen');
      return {};
    }),
    unfreezeYear: operator(async ({ year }, { caller }) => {
      const { userId } = caller;
      const recalc = await unfreezeYear(runner.pool, userId, year);
      runner.log.info({ userId, year }, 'year unfrozen');
      if (recalc !== null) {
        runner.onStatus(userId, recalc === 'SCHEDULED' ? 'RUNNING' : 'QUEUED');
        startRun(userId);
      }
      return {};
    }),
    getMissingPrices: operator(({ limit }, { caller }) => missingPrices(runner.pool, caller.userId, limit)),
    findUsers: operatorStream(settings, async (call: ServerWritableStream<FindUsersRequest, FoundUser>) => {
      for (const user of await findUsers(runner.pool, call.request)) call.write(user);
    }),
    checkFigures: operator((_request, { caller }) => checkFigures(checker, caller.userId)),
    getRun: operator((_request, { caller }) => state(caller.userId)),
    requestFullRun: operator(async ({ rewrite }, { caller }) => {
      const request = rewrite ? requestRebuild : requestFullRun;
      const recalc = await request(runner.pool, caller.userId);
      runner.onStatus(caller.userId, recalc === 'SCHEDULED' ? 'RUNNING' : 'QUEUED');
      const answer = await state(caller.userId);
      startRun(caller.userId);
      return answer;
    }),
  };
}

async function checkFigures(checker: Checker, userId: number): Promise<CheckFiguresResponse> {
  const { outcome, tables, reason } = await checker.check(userId);
  const copied = tables.map((table) => ({ ...table, columns: [...table.columns], keys: [...table.keys] }));
  return { outcome, tables: copied, reason };
}
