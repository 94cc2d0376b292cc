/**
 * Makes what all test files share, before the first one: the folder that lists the shared stacks, which is emptied after the
 * last, and the compile cache of every program that a test starts. Jest's `globalSetup`; `globalTeardown` is
 * shared-stacks-end.ts.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILE_CACHE } from '../../deploy/stack/service.ts';

export default function prepare(): void {
  process.env['SHARED_STACKS'] = mkdtempSync(join(tmpdir(), 'ctx-shared-'));
  process.env['NODE_COMPILE_CACHE'] = COMPILE_CACHE;
}
