/** A small file system of its own, which a test can fill and empty. Linux, as root. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class SmallDisk {
  readonly folder: string;
  readonly #filler: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#filler = join(folder, 'filler');
  }

  /** Mounts a tmpfs; null with the reason on standard error where this is not allowed. */
  static mount(megabytes: number): SmallDisk | null {
    const folder = mkdtempSync(join(tmpdir(), 'ctx-disk-'));
    const options = `size=${String(megabytes)}m,mode=755`;
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'ctx-small-disk', folder], { stdio: 'pipe' });
      return new SmallDisk(folder);
    } catch (error) {
      rmdirSync(folder);
      process.stderr.write(`no small file system here: ${String(error)}\n`);
      return null;
    }
  }

  /** Takes all the room that is left. */
  fill(): void {
    for (const bytes of [1 << 20, 1 << 12]) {
      const chunk = Buffer.alloc(bytes);
      try {
        for (;;) appendFileSync(this.#filler, chunk);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  }

  /** Gives the room back. */
  empty(): void {
    rmSync(this.#filler, { force: true });
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder], { stdio: 'pipe' });
    rmdirSync(this.folder);
  }
}
