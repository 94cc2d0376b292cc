/** A small file system that a test can fill and empty. It needs Linux and root. */
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

  /** Mounts a tmpfs, on a new folder unless one is given. Where that is not allowed, it returns null and writes the reason to standard error. */
  static mount(megabytes: number, chosenFolder?: string): SmallDisk | null {
    const folder = chosenFolder ?? mkdtempSync(join(tmpdir(), 'ctx-disk-'));
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

  /** Fills all free space. */
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

  /** Frees the filled space. */
  empty(): void {
    rmSync(this.#filler, { force: true });
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder], { stdio: 'pipe' });
    rmdirSync(this.folder);
  }
}
