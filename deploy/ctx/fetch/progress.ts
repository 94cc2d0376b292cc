/** The progress of a fetch: one file with the candles of each reply, so that a fetch that ended half-way does not ask again for what it has. */
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { CommandRejection } from '../output.ts';
import { writeAtomically } from '../write-file.ts';
import type { Candle } from './exchanges.ts';

const VERSION = 1;

interface StoredProgress {
  readonly version: number;
  readonly replies: Readonly<Record<string, readonly Candle[] | null>>;
}

/** The replies so far, by address. Null: the exchange has no such market. */
export class Progress {
  readonly #file: string;
  readonly #replies: Map<string, readonly Candle[] | null>;

  private constructor(file: string, replies: Map<string, readonly Candle[] | null>) {
    this.#file = file;
    this.#replies = replies;
  }

  /** Reads the file, or begins without one. @throws CommandRejection INVALID_FILE if it is damaged */
  static read(file: string): Progress {
    if (!existsSync(file)) return new Progress(file, new Map());
    try {
      const { version, replies } = JSON.parse(readFileSync(file, 'utf8')) as StoredProgress;
      if (version === VERSION) return new Progress(file, new Map(Object.entries(replies)));
    } catch {
      // Reported below.
    }
    throw new CommandRejection(
      'INVALID_FILE',
      `${file} does not hold the progress of a fetch of prices: delete it`,
      [],
    );
  }

  get(address: string): readonly Candle[] | null | undefined {
    return this.#replies.get(address);
  }

  /** Keeps a reply, in the file too. */
  async keep(address: string, candles: readonly Candle[] | null): Promise<void> {
    this.#replies.set(address, candles);
    const stored: StoredProgress = { version: VERSION, replies: Object.fromEntries(this.#replies) };
    await writeAtomically(Readable.from([JSON.stringify(stored)]), this.#file);
  }

  /** Removes the file, when its prices are stored. */
  async end(): Promise<void> {
    await rm(this.#file, { force: true });
  }
}
