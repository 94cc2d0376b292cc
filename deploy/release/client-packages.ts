/** The packages of the clients, as their registries take them: for npm and for PyPI. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name of the packages, in both registries. In this repository the npm package is the workspace `@ctx/client`. */
const NAME = 'crypto-tax-client';

/** Browsers and Node 20: no types of Node, and no features of JavaScript that Node 20 lacks. */
const COMPILER_OPTIONS = {
  noEmit: false,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  declaration: true,
  rewriteRelativeImportExtensions: true,
};

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Builds the npm package and returns its file, a tarball in the folder `out`.
 *
 * @param root the repository
 * @param repository address of the public repository: npm compares it with the one that the provenance names
 */
export function packNpmClient(root: string, out: string, repository?: string): string {
  const stage = mkdtempSync(join(tmpdir(), 'ctx-client-'));
  try {
    compile(root, stage);
    writeFileSync(join(stage, 'package.json'), manifestText(root, repository));
    copyFileSync(join(root, 'client/README.md'), join(stage, 'README.md'));
    copyFileSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
    return npmPack(stage, out);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Packs the package in a folder and returns the tarball in the folder `out`. */
export function npmPack(folder: string, out: string): string {
  mkdirSync(out, { recursive: true });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', out];
  const [packed] = JSON.parse(
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }),
  ) as [{ filename: string }];
  return join(out, packed.filename);
}

function compile(root: string, stage: string): void {
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: { ...COMPILER_OPTIONS, rootDir: join(root, 'client/src'), outDir: join(stage, 'dist') },
    files: [join(root, 'client/src/index.ts')],
  };
  // The compiler looks for the base configuration and for packages from here on.
  const file = join(root, 'client/tsconfig.build.json');
  writeFileSync(file, JSON.stringify(config));
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', file], {
      encoding: 'utf8',
    });
  } finally {
    rmSync(file);
  }
  // The compiler rewrites the imports of programs, and leaves those of declarations.
  for (const declarations of globSync(join(stage, 'dist/*.d.ts'))) {
    const text = readFileSync(declarations, 'utf8');
    writeFileSync(declarations, text.replaceAll(/\.ts';$/gm, ".js';"));
  }
}

function manifestText(root: string, repository?: string): string {
  const { version, description, dependencies } = JSON.parse(
    readFileSync(join(root, 'client/package.json'), 'utf8'),
  ) as Manifest;
  const exported = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });
  const manifest = {
    name: NAME,
    version,
    description,
    keywords: ['belgium', 'crypto', 'tax', 'api', 'client'],
    license: 'Apache-2.0',
    ...(repository === undefined
      ? {}
      : { repository: { type: 'git', url: `git+${repository}.git`, directory: 'client' } }),
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.3' },
    exports: { '.': exported('index'), './schema': exported('schema'), './package.json': './package.json' },
    files: ['dist'],
    dependencies,
    publishConfig: { access: 'public', provenance: true },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * Builds the Python package and returns its files, a wheel and a source distribution. Null if Python or its module "build" is missing.
 *
 * @param python the interpreter that has the module
 */
export function packPythonClient(root: string, out: string, python = 'python3'): readonly string[] | null {
  if (spawnSync(python, ['-c', 'import build'], { stdio: 'ignore' }).status !== 0) return null;
  mkdirSync(out, { recursive: true });
  execFileSync(python, ['-m', 'build', '--outdir', out, join(root, 'client-python')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return globSync(join(out, `${NAME.replaceAll('-', '_')}-*{.whl,.tar.gz}`)).toSorted();
}
