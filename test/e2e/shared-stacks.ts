/**
<<<<<<< HEAD
 * What all test files share, made before the first one (Jest's `globalSetup`; `globalTeardown` is shared-stacks-end.ts): the
 * folder that lists the shared stacks, and the compile cache of every program that a test starts.
=======
 * Makes the folder that lists the stacks which test files share, before the first test file. It is emptied after the last.
 * Jest's `globalSetup`; `globalTeardown` is shared-stacks-end.ts.
>>>>>>> c7df042 (e2e: comments of the shared helpers in plain English)
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILE_CACHE } from '../../deploy/stack/service.ts';

export default function prepare(): void {
  process.env['SHARED_STACKS'] = mkdtempSync(join(tmpdir(), 'ctx-shared-'));
  process.env['NODE_COMPILE_CACHE'] = COMPILE_CACHE;
}
