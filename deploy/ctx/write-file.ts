/** Writes a file as a whole or not at all. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandRejection } from './output.ts';

const OWNER_ONLY = 0o600;

/**
 * Writes `source` to a file that only its owner can read. A file of this name is replaced when everything is written.
 * @throws CommandRejection INVALID_FILE if it cannot be written
 */
export async function writeAtomically(source: Readable, file: string): Promise<void> {
  const partial = `${file}.partial`;
  try {
    await pipeline(source, createWriteStream(partial, { mode: OWNER_ONLY }));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new CommandRejection('INVALID_FILE', `${file} cannot be written: ${message}`, []);
  }
}
