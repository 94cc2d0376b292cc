/** YearService: the regime of a year and the years that a user has paid for, for operators; the submission of a year, for its user. */
import { LIMITS } from '@ctx/domain/limits';
import { REGIMES } from '@ctx/domain/vocabulary';
import {
  GrpcRejection,
  type GrpcServerSettings,
  operatorUnary,
  rejectionCode,
  unary,
} from '@ctx/platform/grpc-server';
import { type Pool, writeAsUser } from '@ctx/platform/postgres';
import type { YearServiceServer } from '@ctx/proto/gen/ctx/v1/corrections';
import { status } from '@grpc/grpc-js';
import type { Relay } from '../relay.ts';
import { setRegimeOfOperator } from './regime.ts';
import { type Submissions, submitYear } from './submission.ts';
import { paidYears, readYear, setPaidYears } from '../store/years.ts';

/** What the YearService needs; `pool` is for short statements. */
interface YearParts {
  readonly pool: Pool;
  readonly relay: Relay;
  readonly submissions: Submissions;
}

/** Returns the YearService. */
export function yearService(parts: YearParts, settings: GrpcServerSettings): YearServiceServer {
  const { pool, relay } = parts;
  const operator = operatorUnary(settings);
  return {
    getYear: operator(async ({ year }, { caller }) =>
      writeAsUser(pool, caller.userId, (client) => readYear(client, caller.userId, yearOf(year))),
    ),
    setRegime: operator(async (request, { caller }) => {
      const { userId } = caller;
      const year = yearOf(request.year);
      const regime = REGIMES.find((each) => each === request.regime);
      if (regime === undefined)
        throw new GrpcRejection(status.INVALID_ARGUMENT, `regime must be one of ${REGIMES.join(', ')}`);
      const { set, state } = await writeAsUser(pool, userId, async (client) => ({
        set: await setRegimeOfOperator(client, caller, year, regime),
        state: await readYear(client, userId, year),
      }));
      if (typeof set === 'object' && set !== null)
        throw new GrpcRejection(
          status.FAILED_PRECONDITION,
          `${String(year)} was submitted; its figures cannot change`,
          rejectionCode(set.rejected),
        );
      if (set !== null) relay.wake(userId, set);
      return state;
    }),
    setPaidYears: operator(async (request, { caller }) => ({
      years: await writeAsUser(pool, caller.userId, (client) =>
        setPaidYears(client, caller.userId, request.addYears, request.removeYears),
      ),
    })),
    submitYear: unary(
      settings,
      (request, { caller }) => submitYear(parts, { ...request, year: yearOf(request.year) }, caller),
      'write',
    ),
    getPaidYears: operator(async (_request, { caller }) => ({
      years: await writeAsUser(pool, caller.userId, (client) => paidYears(client, caller.userId)),
    })),
  };
}

function yearOf(year: number): number {
  if (year >= LIMITS.yearMin && year <= LIMITS.yearMax) return year;
  throw new GrpcRejection(
    status.INVALID_ARGUMENT,
    `year must be ${String(LIMITS.yearMin)} to ${String(LIMITS.yearMax)}`,
  );
}
