import { describe, expect, it } from '@jest/globals';
import { OPERATIONS, requestSchemaOf } from '@ctx/contract/operations';
import { withDryRunMark } from './dry-run-mark.ts';
import type { OperationCall } from './operation-handler.ts';

/** Operations of files have a field of their own, which says of every answer whether it is one. */
const OF_FILES: readonly string[] = ['addFile', 'removeFile'];
const TRIED = OPERATIONS.filter(
  (operation) => 'dryRun' in requestSchemaOf(operation).shape && !OF_FILES.includes(operation.id),
);

describe('The answer to a dry run', () => {
  it.each(TRIED.map((operation) => [operation.id, operation] as const))(
    'of %s begins with it for a dry run, and for nothing else',
    async (_id, operation) => {
      const body = { bytes: Buffer.from('{"recalc":"NOT_NEEDED"}') };
      const handler = withDryRunMark(operation, () => Promise.resolve(body));
      const said = async (input: object): Promise<string> =>
        (await handler({} as OperationCall, input as Record<string, unknown>)).bytes.toString();
      expect(await said({ dryRun: true })).toBe('{"dryRun":true,"recalc":"NOT_NEEDED"}');
      expect(await said({ dryRun: false })).toBe('{"recalc":"NOT_NEEDED"}');
      expect(await said({})).toBe('{"recalc":"NOT_NEEDED"}');
    },
  );
});
