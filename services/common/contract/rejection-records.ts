/** The records of rejections (service.md, "Errors"). */
import { z } from 'zod';
import { int64, nullableText, uuid } from './scalars.ts';

export const ApiError = z
  .object({
    success: z.boolean().describe('Always false for a rejection.'),
    message: z.string().describe('For people; its language can change. Branch on the status and `code`.'),
    code: nullableText().describe(
      'Code to branch on; null for a request that is not valid, which `fieldErrors` explains.',
    ),
    fieldErrors: z
      .array(
        z.object({
          field: z.string().describe('Name of the field that is wrong.'),
          message: z.string().describe('What is wrong with the field, for people.'),
          laterEntryId: uuid()
            .nullish()
            .describe('With CHANGED_SINCE: the entry of the history that changed the field. Undo it first.'),
        }),
      )
      .nullish()
      .describe('What is wrong with each field; null if no field is at fault.'),
    upgradeUrl: nullableText().describe(
      'Page with the plans, for a rejection that a plan would lift; null otherwise.',
    ),
  })
  .meta({ id: 'ApiError', description: 'A rejection by the API.' });

export const EdgeError = z
  .object({
    error: z
      .enum(['unauthorized', 'forbidden', 'content too large'])
      .describe('What kind of rejection it is.'),
    message: z.string().describe('What is wrong and what to do about it, for people.'),
  })
  .meta({ id: 'EdgeError', description: 'A rejection before the API is reached.' });

export const RateLimitError = z
  .object({
    error: z.string().describe('What kind of rejection it is.'),
    retryAfterSeconds: int64().describe('Seconds to wait before the next request.'),
  })
  .meta({ id: 'RateLimitError', description: 'A rejection by the rate limiter.' });
