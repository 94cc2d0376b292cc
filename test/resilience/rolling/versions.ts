/** Two versions of the product side by side: the tree of another commit, or this one with one more migration. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { SCHEMA_NEEDED } from '@ctx/platform/schema';
import { migrationNames } from '../../../deploy/stack/migrate.ts';
import { HERE, type Version } from './fleet.ts';

const run = promisify(execFile);
const PARTS = [
  'services',
  'proto',
  'package.json',
  'deploy/migrations',
  'docs/tax-assumptions.md',
  'docs/tax-rules.md',
  'docs/rules',
  'docs/guides',
  'CHANGELOG.md',
  'verify/verify_dossier.py',
];

const SCHEMA_FILE = 'services/common/platform/schema.ts';
/** Sorts after every existing migration. */
const NEXT_MIGRATION = '9000_the-next-version';
/** Additions that a version may make: columns on tables that the previous version writes, a table and an index. */
const NEXT_SQL = `-- Up Migration
ALTER TABLE corrections.overrides ADD COLUMN reviewed_by text, ADD COLUMN review_count integer NOT NULL DEFAULT 0;
ALTER TABLE corrections.recalc_state ADD COLUMN last_host text;
ALTER TABLE figures.versions ADD COLUMN made_by text DEFAULT 'next';
CREATE TABLE corrections.reviews (review_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id bigint NOT NULL);
GRANT SELECT, INSERT ON corrections.reviews TO ctx_corrections;
CREATE INDEX overrides_reviewed ON corrections.overrides (reviewed_by);
`;

/** Returns the files in which the next version differs from this one, by path: ready only once it has run one more migration. */
export function filesOfNext(): Readonly<Record<string, string>> {
  const source = readFileSync(join(HERE.root, SCHEMA_FILE), 'utf8');
  return {
    [SCHEMA_FILE]: source.replace(`'${SCHEMA_NEEDED}'`, `'${NEXT_MIGRATION}'`),
    [`deploy/migrations/${NEXT_MIGRATION}.sql`]: NEXT_SQL,
  };
}

/** Trees of versions in their own folders, until they are removed. */
export class Versions {
  readonly #folders: string[] = [];

  /** Returns the next version: this code, which is ready only when one more migration has run. */
  next(): Version {
    const root = this.#folder();
    for (const part of PARTS) copyPart(HERE.root, root, part);
    linkPackages(root);
    for (const [path, text] of Object.entries(filesOfNext())) writeFileSync(join(root, path), text);
    return { name: 'next', root, migrations: join(root, 'deploy/migrations') };
  }

  /** Returns the version of a commit, with the packages that are installed now. */
  async ofCommit(commit: string): Promise<Version> {
    const root = this.#folder();
    const archive = join(root, 'tree.tar');
    // A commit may lack some of them.
    const { stdout } = await run('git', ['ls-tree', '--name-only', commit, '--', ...PARTS], {
      cwd: HERE.root,
    });
    const parts = stdout.trim().split('\n');
    await run('git', ['archive', '--output', archive, commit, ...parts], { cwd: HERE.root });
    await run('tar', ['-x', '-f', archive, '-C', root]);
    rmSync(archive);
    linkPackages(root);
    return { name: commit, root, migrations: join(root, 'deploy/migrations') };
  }

  /** Returns this version without its newest migrations. */
  before(newest: number): Version {
    const root = this.#folder();
    const files = migrationNames().map((name) => `${name}.sql`);
    for (const file of files.slice(0, -newest)) cpSync(join(HERE.migrations, file), join(root, file));
    return { ...HERE, name: `without the newest ${String(newest)}`, migrations: root };
  }

  remove(): void {
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
  }

  #folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'ctx-version-'));
    this.#folders.push(folder);
    return folder;
  }
}

/** Returns the tag of the newest release up to this commit, such as `v1.0.0`; null if there is none. */
export async function lastRelease(): Promise<string | null> {
  try {
    const { stdout } = await run('git', ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*'], {
      cwd: HERE.root,
    });
    return stdout.trim();
  } catch {
    return null;
  }
}

function copyPart(from: string, to: string, part: string): void {
  cpSync(join(from, part), join(to, part), {
    recursive: true,
    filter: (path) => !['node_modules', 'test'].includes(basename(path)),
  });
}

/** Links the installed packages; packages of the product itself come from the tree. */
function linkPackages(root: string): void {
  const packages = join(root, 'node_modules');
  mkdirSync(join(packages, '@ctx'), { recursive: true });
  const installed = join(HERE.root, 'node_modules');
  for (const name of readdirSync(installed))
    if (name !== '@ctx' && !name.startsWith('.')) symlinkSync(join(installed, name), join(packages, name));
  symlinkSync(join(root, 'proto'), join(packages, '@ctx/proto'));
  for (const manifest of globSync('services/{*,common/*}/package.json', { cwd: root })) {
    const folder = dirname(manifest);
    const { name } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { name: string };
    symlinkSync(join(root, folder), join(packages, name));
    const own = join(HERE.root, folder, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(root, folder, 'node_modules'));
  }
}
