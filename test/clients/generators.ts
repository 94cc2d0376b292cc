/** The generators, each with the tools that it needs and the program that reads with its client. */
import { copyFileSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toolProgram } from '../../tools/packages.ts';
import { run } from './run.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAMS = fileURLToPath(new URL('./programs/', import.meta.url));
const READING = fileURLToPath(new URL('./reading.ts', import.meta.url));
const inRoot = (path: string): string => join(ROOT, 'node_modules', path);

const PYTHON_CLIENT = 'openapi-python-client==0.29.1';
const PYTHON_TYPES = 'mypy==2.4.1';
const GO_CLIENT = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const JAVA_GENERATOR = 'org.openapitools:openapi-generator-cli:7.14.0';

export interface Generator {
  readonly name: string;
  /** Commands that must be on the PATH; the generator itself comes from its package registry. */
  readonly needs: readonly string[];
  /** Whether it is a package in a lock file of this repository, so that the test suite runs it. */
  readonly isFromNpm: boolean;
  /** Generates a client from the document in an empty folder, and builds it with the strictest settings of its language. */
  readonly build: (folder: string, document: string) => Promise<void>;
  /** The command that reads with the client. It runs in the folder. */
  readonly program: readonly [command: string, ...args: string[]];
}

export const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    needs: [],
    isFromNpm: true,
    build: async (folder, document) => {
      const cli = inRoot('openapi-typescript/bin/cli.js');
      await run([process.execPath, cli, document, '--output', join(folder, 'schema.ts')], folder);
      await checkTypes(folder, 'openapi-typescript.ts');
    },
    program: [process.execPath, 'program.ts'],
  },
  {
    name: '@hey-api/openapi-ts',
    needs: [],
    isFromNpm: true,
    build: async (folder, document) => {
      const output = { path: join(folder, 'generated'), importFileExtension: '.ts' };
      const config = `export default ${JSON.stringify({ input: document, output, logs: { file: false } })};\n`;
      writeFileSync(join(folder, 'config.mjs'), config);
      const cli = toolProgram('@hey-api/openapi-ts', 'openapi-ts');
      await run([process.execPath, cli, '--silent', '--file', join(folder, 'config.mjs')], folder);
      await checkTypes(folder, 'hey-api.ts');
    },
    program: [process.execPath, 'program.ts'],
  },
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    isFromNpm: false,
    build: async (folder, document) => {
      await run(['python3', '-m', 'venv', 'venv'], folder);
      await run(['venv/bin/pip', 'install', '--quiet', PYTHON_CLIENT, PYTHON_TYPES], folder);
      const generate = ['venv/bin/openapi-python-client', 'generate', '--path', document];
      await run([...generate, '--output-path', 'generated', '--meta', 'none'], folder);
      copyProgram(folder, 'python.py', 'program.py');
      await run(['venv/bin/mypy', '--strict', 'generated', 'program.py'], folder);
    },
    program: ['venv/bin/python', 'program.py'],
  },
  {
    name: 'oapi-codegen (Go)',
    needs: ['go'],
    isFromNpm: false,
    build: async (folder, document) => {
      mkdirSync(join(folder, 'generated'));
      const generate = ['go', 'run', GO_CLIENT, '-generate', 'types,client', '-package', 'generated'];
      await run([...generate, '-o', 'generated/client.go', document], folder);
      copyProgram(folder, 'go.go', 'main.go');
      await run(['go', 'mod', 'init', 'clients'], folder);
      await run(['go', 'mod', 'tidy'], folder);
      await run(['go', 'vet', './...'], folder);
      await run(['go', 'build', '-o', 'program', '.'], folder);
    },
    program: ['./program'],
  },
  {
    name: 'openapi-generator (Java)',
    needs: ['java', 'javac', 'mvn'],
    isFromNpm: false,
    build: async (folder, document) => {
      const copy = ['mvn', '--quiet', '--batch-mode', 'dependency:copy', `-Dartifact=${JAVA_GENERATOR}`];
      await run([...copy, `-DoutputDirectory=${folder}`, '-Dmdep.stripVersion=true'], folder);
      const generate = ['java', '-jar', 'openapi-generator-cli.jar', 'generate', '--generator-name', 'java'];
      // One object for the parameters of an operation: otherwise each new parameter changes the signature of its method.
      const library = ['--library', 'native', '--additional-properties', 'useSingleRequestParameter=true'];
      await run([...generate, ...library, '--input-spec', document, '--output', 'client'], folder);
      copyProgram(folder, 'ReadWithClient.java', 'client/src/main/java/ReadWithClient.java');
      await run(['mvn', '--quiet', '--batch-mode', 'dependency:copy-dependencies'], join(folder, 'client'));
      const sources = globSync('client/src/main/java/**/*.java', { cwd: folder });
      // Generated exceptions have no serialVersionUID.
      const compile = ['javac', '-Xlint:all,-serial', '-Werror', '-cp', 'client/target/dependency/*'];
      await run([...compile, '-d', 'classes', ...sources], folder);
    },
    program: ['java', '-cp', 'classes:client/target/dependency/*', 'ReadWithClient'],
  },
];

function copyProgram(folder: string, program: string, to: string): void {
  mkdirSync(dirname(join(folder, to)), { recursive: true });
  copyFileSync(join(PROGRAMS, program), join(folder, to));
}

/** Copies a TypeScript program and checks it together with the generated client. */
async function checkTypes(folder: string, program: string): Promise<void> {
  copyProgram(folder, program, 'program.ts');
  copyFileSync(READING, join(folder, 'reading.ts'));
  // Without exactOptionalPropertyTypes, which the code that @hey-api/openapi-ts adds to each client does not satisfy.
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitOverride: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await run([process.execPath, inRoot('typescript/bin/tsc'), '-p', folder], folder);
}
