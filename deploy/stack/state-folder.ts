/** The folder of a stack's state, DATA_DIR. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StackError } from './postgres.ts';

/** Creates `dataDir` with its folder of logs. Throws StackError when that is not possible. */
export function createStateFolder(dataDir: string): void {
  const missing: string[] = [];
  for (let folder = join(dataDir, 'logs'); !existsSync(folder); folder = dirname(folder))
    missing.unshift(folder);
  try {
    // One by one: `recursive` of mkdirSync never returns below /proc, where nothing can be created.
    for (const folder of missing) mkdirSync(folder);
  } catch (error) {
    throw new StackError(
      `DATA_DIR ${dataDir} cannot be created (${(error as Error).message}); choose another folder with DATA_DIR`,
    );
  }
}
