/** The READMEs of the client packages, run as their readers run them: the package installed from its file, in a folder of its own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmPack, packNpmClient, packPythonClient } from '../../deploy/release/client-packages.ts';
import { run } from './run.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The service and the user that the examples act on. */
export type WalkSettings = Readonly<Record<'BASE_URL' | 'TOKEN', string>>;

/** A package of a client, whose README is walked. */
interface ClientPackage {
  readonly name: string;
  /** Commands that must be on the PATH; other packages come from the package registry of the language. */
  readonly needs: readonly string[];
  /** Whether npm is all that it needs, so that the test suite walks it. */
  readonly isFromNpm: boolean;
  /** Installs the package, checks the types of its examples, and returns what they print. */
  readonly walk: (settings: WalkSettings) => Promise<string>;
}

export const CLIENT_PACKAGES: readonly ClientPackage[] = [
  { name: 'package for npm', needs: [], isFromNpm: true, walk: walkWithNpmPackage },
  { name: 'package for Python', needs: ['python3'], isFromNpm: false, walk: walkWithPythonPackage },
];

/** What the examples of both READMEs print, line by line. */
const PRINTED: readonly RegExp[] = [
  /^gains of 2026: \d/,
  /^sales of 2026: 1$/,
  /^years that would change: \[ ?2026 ?\]$/,
  /^corrected: true figures: IDLE$/i,
  /^new in the file: 1 rows left out: 0$/,
  /^added: 1$/,
  /^lines of the report: \d\d/,
  /^no such file: NOT_FOUND http.*\/docs\/errors#NOT_FOUND \S+$/,
  /^rejected: 400 \[ ?'year' ?\]$/,
  /^user: \d+$/,
];

/** Returns the differences between what the examples printed and what they should, one line each. */
export function faultsOfWalk(printed: string): string[] {
  // The example with asyncio is in one of the two alone.
  const lines = printed
    .trimEnd()
    .split('\n')
    .filter((line) => line !== 'first section of the report: FIGURE');
  const count = Math.max(lines.length, PRINTED.length);
  return Array.from({ length: count }, (_each, index) => index).flatMap((index) =>
    PRINTED[index]?.test(lines[index] ?? '') === true
      ? []
      : [`expected ${String(PRINTED[index])}, printed ${String(lines[index])}`],
  );
}

/** Strict, and with the types of the package themselves checked. */
const COMPILER_OPTIONS = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022'],
  types: ['node'],
  typeRoots: [join(ROOT, 'node_modules/@types')],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
};

/** The npm package, and the dependencies that are installed here: the walk needs no registry. */
async function walkWithNpmPackage(settings: WalkSettings): Promise<string> {
  return inCleanFolder(async (folder) => {
    const packages = join(folder, 'packages');
    const files = [
      packNpmClient(ROOT, packages),
      ...['openapi-fetch', 'openapi-typescript-helpers'].map((name) =>
        npmPack(join(ROOT, 'node_modules', name), packages),
      ),
    ];
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await run(['npm', 'install', '--offline', '--no-audit', '--no-fund', ...files], folder);
    writeFileSync(join(folder, 'walk.ts'), examplesOf('client/README.md', 'ts'));
    const config = { compilerOptions: COMPILER_OPTIONS, files: ['walk.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    await run([process.execPath, join(ROOT, 'node_modules/typescript/bin/tsc')], folder);
    return run([process.execPath, 'walk.ts'], folder, settings);
  });
}

/** The wheel of the Python package; httpx, mypy and what builds it come from PyPI. */
async function walkWithPythonPackage(settings: WalkSettings): Promise<string> {
  return inCleanFolder(async (folder) => {
    await run(['python3', '-m', 'venv', 'venv'], folder);
    await run(['venv/bin/pip', 'install', '--quiet', ...PYTHON_TOOLS], folder);
    const python = join(folder, 'venv/bin/python');
    const [wheel = ''] = packPythonClient(ROOT, join(folder, 'packages'), python) ?? [];
    await run(['venv/bin/pip', 'install', '--quiet', wheel], folder);
    writeFileSync(join(folder, 'walk.py'), examplesOf('client-python/README.md', 'python'));
    await run(['venv/bin/mypy', '--strict', 'walk.py'], folder);
    await run(['venv/bin/mypy', '--strict', '--package', 'crypto_tax_client'], folder);
    return run([python, 'walk.py'], folder, settings);
  });
}

const PYTHON_TOOLS = ['build==1.6.1', 'mypy==2.4.1'];

async function inCleanFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-walk-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The examples of a README as one program. */
function examplesOf(file: string, language: string): string {
  const blocks = readFileSync(join(ROOT, file), 'utf8').matchAll(
    new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'),
  );
  return [...blocks].map(([, block = '']) => block).join('\n');
}
