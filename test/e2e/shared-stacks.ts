/**
 * The folder that lists the stacks which test files share: made before the first test file, and emptied after the last.
 * Jest's `globalSetup`; `globalTeardown` is shared-stacks-end.ts.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function makeFolder(): void {
  process.env['SHARED_STACKS'] = mkdtempSync(join(tmpdir(), 'ctx-shared-'));
}
