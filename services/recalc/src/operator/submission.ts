/** SubmissionService: the submission of a year by its user, for the corrections service (ADR 57). */
import { type GrpcServerSettings, unary } from '@ctx/platform/grpc-server';
import type { Pool } from '@ctx/platform/postgres';
import type { SubmissionServiceServer } from '@ctx/proto/gen/ctx/v1/recalc';
import { freezeYear } from './freeze.ts';

/** Returns the SubmissionService. `pool` is for statements that take minutes. */
export function submissionService(pool: Pool, settings: GrpcServerSettings): SubmissionServiceServer {
  return {
    submitYear: unary(
      settings,
      async ({ year, figuresVersion, browser, network }, { caller: { userId } }) => {
        const submitted = await freezeYear(pool, userId, year, {
          seenVersion: figuresVersion ?? null,
          browser: browser ?? null,
          network: network ?? null,
        });
        if (submitted) settings.log.info({ userId, year }, 'year submitted by its user');
        return { submitted };
      },
      'write',
    ),
  };
}
