/** The READMEs of the client packages, run as their readers run them: the package installed from its file, in a folder of its own. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmPack, packNpmClient, packPythonClient } from '../../deploy/release/client-packages.ts';
import { run } from './run.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The service and the user that the examples act on. */
export type WalkSettings = Readonly<Record<'BASE_URL' | 'TOKEN', string>>;

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

/** Installs the npm package from its file, checks the types of the examples in its README, and returns what they print. */
export async function walkWithNpmPackage(settings: WalkSettings): Promise<string> {
  return inCleanFolder(async (folder) => {
    const packages = join(folder, 'packages');
    const files = [
      packNpmClient(ROOT, packages),
      // Its dependencies, as they are installed here, so that the test needs no registry.
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

/**
 * Installs the Python package from its file, checks the types of the examples in its README, and returns what they print. Null if
 * Python cannot build and install it here.
 */
export async function walkWithPythonPackage(settings: WalkSettings): Promise<string | null> {
  return inCleanFolder(async (folder) => {
    const files = packPythonClient(ROOT, join(folder, 'packages'));
    const wheel = files?.find((file) => file.endsWith('.whl'));
    if (wheel === undefined) return null;
    await run(['python3', '-m', 'venv', 'venv'], folder);
    await run(['venv/bin/pip', 'install', '--quiet', wheel, MYPY], folder);
    mkdirSync(join(folder, 'walk'));
    writeFileSync(join(folder, 'walk/walk.py'), examplesOf('client-python/README.md', 'python'));
    await run(['venv/bin/mypy', '--strict', 'walk/walk.py', '-p', 'crypto_tax_client'], folder);
    return run(['venv/bin/python', 'walk/walk.py'], folder, settings);
  });
}

const MYPY = 'mypy==2.4.1';

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
