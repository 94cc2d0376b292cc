/** The data directory of a stack, DATA_DIR. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StackError } from './postgres.ts';

/** Creates `dataDir` with its `logs` folder. Throws StackError when that fails. */
export function createStateFolder(dataDir: string): void {
  const missing: string[] = [];
  for (let folder = join(dataDir, 'logs'); !existsSync(folder); folder = dirname(folder))
    missing.unshift(folder);
  try {
    // One by one, because mkdirSync with `recursive` never returns under /proc, where nothing can be created.
    for (const folder of missing) mkdirSync(folder);
  } catch (error) {
    throw new StackError(
      `DATA_DIR ${dataDir} cannot be created (${(error as Error).message}); choose another directory with DATA_DIR`,
    );
  }
}
