/** Files as a volume of a secret has them: replaced all at once, by one link. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of secret files. Its names stay the same. */
export class SecretFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'ctx-secret-'));
  #versions = 0;

  constructor(texts: Readonly<Record<string, string>>) {
    this.put(texts);
    for (const name of Object.keys(texts)) symlinkSync(join('..data', name), this.file(name));
  }

  /** Returns the path of a file. */
  file(name: string): string {
    return join(this.path, name);
  }

  /** Replaces the content of all files. */
  put(texts: Readonly<Record<string, string>>): void {
    this.#versions += 1;
    const version = `..${String(this.#versions)}`;
    mkdirSync(join(this.path, version));
    for (const [name, text] of Object.entries(texts))
      writeFileSync(join(this.path, version, name), text, { mode: 0o600 });
    symlinkSync(version, join(this.path, '..new'));
    renameSync(join(this.path, '..new'), join(this.path, '..data'));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
