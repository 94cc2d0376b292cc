/** Says of the answer to a dry run, before all else, that it is one: a model that reads it must not report it as done. */
import type { Operation } from '@ctx/contract/operations';
import type { ZodType } from 'zod';
import type { OperationHandler } from './operation-handler.ts';

const MARK = Buffer.from('{"dryRun":true,');

/** Returns a handler whose answers to dry runs begin with `dryRun`. */
export function withDryRunMark(operation: Operation, handler: OperationHandler): OperationHandler {
  const { dryRun } = operation.response.shape as Readonly<Record<string, ZodType>>;
  if (dryRun?.meta()?.['addedByGateway'] !== true) return handler;
  return async (call, input) => {
    const body = await handler(call, input);
    if (input['dryRun'] !== true) return body;
    // The body is an object, and every response of a correction has a field.
    return { bytes: Buffer.concat([MARK, body.bytes.subarray(1)]) };
  };
}
