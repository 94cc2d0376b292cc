/** A file that records, line by line, what a long command has done, so that a command that was ended continues where it was. */
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CommandRejection } from './output.ts';
import { writeAtomically } from './write-file.ts';

const BYTES_MAX = 64 * 1024 * 1024;
const OWNER_ONLY = 0o600;

/** JSON Lines that are appended to. Only complete entries count: a line that an ended process wrote in part is left out. */
export class Journal<Entry extends object> {
  readonly file: string;
  /** The entries of the file when it was opened. */
  readonly entries: readonly Entry[];

  private constructor(file: string, entries: readonly Entry[]) {
    this.file = file;
    this.entries = entries;
  }

  /**
   * Opens a journal, or begins one. `isEntry` says which lines are entries.
   * @throws CommandRejection INVALID_FILE if it cannot be read and written
   */
  static open<Entry extends object>(
    file: string,
    isEntry: (value: object) => value is Entry,
  ): Journal<Entry> {
    try {
      const text = existsSync(file) ? readText(file) : '';
      // The first entry of this process begins a line of its own. Also finds out whether the file can be written.
      appendFileSync(file, text === '' || text.endsWith('\n') ? '' : '\n', { mode: OWNER_ONLY });
      return new Journal(file, text.split('\n').flatMap(parsedLine).filter(isEntry));
    } catch (error) {
      throw new CommandRejection('INVALID_FILE', `${file} cannot be used: ${(error as Error).message}`, []);
    }
  }

  /** Adds an entry, which is in the file when this returns. */
  add(entry: Entry): void {
    appendFileSync(this.file, `${JSON.stringify(entry)}\n`);
  }

  /** Replaces all entries. */
  async replace(entries: readonly Entry[]): Promise<void> {
    await writeAtomically(Readable.from(entries.map((entry) => `${JSON.stringify(entry)}\n`)), this.file);
  }

  /** Removes the file, when there is nothing left to do. */
  async end(): Promise<void> {
    await rm(this.file, { force: true });
  }
}

function readText(file: string): string {
  if (statSync(file).size > BYTES_MAX) throw new Error('it is larger than 64 MiB');
  return readFileSync(file, 'utf8');
}

function parsedLine(line: string): object[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? [value] : [];
  } catch {
    return [];
  }
}
