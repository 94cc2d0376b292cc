/** What each part is made from: a part is made again when that has changed, so that a run never has the code of an earlier one. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HERE } from '../../rolling/fleet.ts';
import { filesOfNext } from '../../rolling/versions.ts';
import { SYSTEM_RECIPE } from './debian.ts';
import type { Parts } from './paths.ts';
import { POSTGRES_RECIPE } from './postgres.ts';
import { PROGRAMS_RECIPE } from './programs.ts';

const RECIPES = {
  system: () => SYSTEM_RECIPE,
  programs: () => PROGRAMS_RECIPE,
  pause: () => PROGRAMS_RECIPE,
  coredns: () => PROGRAMS_RECIPE,
  nats: () => "the machine's, or Debian's package",
  postgres: () => POSTGRES_RECIPE,
  services: servicesRecipe,
} as const;
export type PartName = keyof typeof RECIPES;

/** The digests of the recipes by which the parts in a folder were made. */
export class Recipes {
  readonly #file: string;
  readonly #now: Readonly<Record<string, string>>;

  constructor({ folder }: Pick<Parts, 'folder'>) {
    this.#file = join(folder, 'made.json');
    this.#now = Object.fromEntries(
      Object.entries(RECIPES).map(([part, recipe]) => [part, digestOf(recipe())]),
    );
  }

  /** Whether the part in the folder is what would be made now. */
  isCurrent(part: PartName): boolean {
    return this.#made()[part] === this.#now[part];
  }

  /** Records that a part was made. */
  record(part: PartName): void {
    const made = { ...this.#made(), [part]: this.#now[part] };
    writeFileSync(`${this.#file}.new`, `${JSON.stringify(made, null, 2)}\n`);
    renameSync(`${this.#file}.new`, this.#file);
  }

  #made(): Readonly<Record<string, unknown>> {
    if (!existsSync(this.#file)) return {};
    return JSON.parse(readFileSync(this.#file, 'utf8')) as Readonly<Record<string, unknown>>;
  }
}

function digestOf(recipe: unknown): string {
  return createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 16);
}

/** The files that the Dockerfile can see, and those of the next version. */
export function servicesRecipe(): {
  readonly files: readonly (readonly [string, string])[];
  readonly next: object;
} {
  const seen = readFileSync(join(HERE.root, '.dockerignore'), 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  const files = execFileSync(
    'git',
    [
      'ls-files',
      '-z',
      '--cached',
      '--others',
      '--exclude-standard',
      '--',
      'Dockerfile',
      '.dockerignore',
      ...seen,
    ],
    { cwd: HERE.root, encoding: 'utf8' },
  ).split('\0');
  const contents = files
    .filter(
      (file) => existsSync(join(HERE.root, file)) && file !== '' && !/(?:^|\/)test\/|\.test\.ts$/.test(file),
    )
    .map((file) => [file, digestOf(readFileSync(join(HERE.root, file), 'base64'))] as const);
  return { files: contents, next: filesOfNext() };
}
