/**
 * Every command in a document has a known form and works with the Node that the README requires. The arguments of `ctx` are
 * checked in ctx-commands.test.ts, and the README's walk-through is run in test/e2e/readme.test.ts.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { type Command, commandsIn, documentedCommands } from '../docs/commands.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(`${ROOT}${file}`, 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: Record<string, object> };

/** Programs of a system or an operator, whose presence is not checked. */
const SYSTEM =
  '[ base64 cat cosign cp createdb date echo gh git grep head helm k6 kubectl mkdir openssl printf read sed sha256sum sleep sort tail touch uniq';
const POSTGRESQL = 'pg_basebackup pg_dump pg_restore psql';
const EXTERNAL = `${SYSTEM} ${POSTGRESQL}`.split(' ');

/** Returns what is wrong with a command, or null. */
function faultOf({ words: [program = '', ...args] }: Command): string | null {
  if (args.some((arg) => arg.startsWith('…'))) return null;
  const faults: Record<string, (args: readonly string[]) => string | null> = {
    npm: faultOfNpm,
    npx: faultOfNpx,
    node: faultOfNode,
    curl: faultOfCurl,
    docker: faultOfDocker,
    python3: faultOfPython,
  };
  const check = faults[program];
  if (check !== undefined) return check(args);
  if (!EXTERNAL.includes(program))
    return 'is of an unknown form: add it to test/surface/documented-commands.test.ts';
  return faultOfRemoteNode(args);
}

function faultOfNpm([command = '', ...rest]: readonly string[]): string | null {
  if (command === 'ci' && rest.length === 0) return null;
  const isShort = command === 'start' || command === 'test';
  const [script = ''] = isShort ? [command] : rest;
  if (!isShort && command !== 'run') return 'is not one of npm ci, npm start, npm test, npm run';
  if (!(script in scripts)) return 'names no script of package.json';
  const [separator] = isShort ? rest : rest.slice(1);
  return separator === undefined || separator === '--' ? null : 'needs -- before the options of the script';
}

function faultOfNpx(args: readonly string[]): string | null {
  const line = args.join(' ');
  if (/^--no -- ctx\b/.test(line)) return null;
  const [, file] = /^--no -- node (\S+)/.exec(line) ?? [];
  if (file !== undefined)
    return file === 'FILE' || existsSync(`${ROOT}${file}`) ? null : `${file} is not there`;
  // From the registry, with any Node: only with a version, because the newest one changes.
  return /^--yes -p node@24 -p \S+@\d\S+ -- /.test(line)
    ? null
    : 'is neither npx --no -- ctx nor npx --no -- node';
}

/** Returns what is wrong with a Node command, or null. The reader's Node may be 20, which does not run TypeScript. */
function faultOfNode([first = '']: readonly string[]): string | null {
  return first === '-p' || first === '-e' ? null : 'needs Node 24: name an npm script, or npx --no -- node';
}

function faultOfCurl(args: readonly string[]): string | null {
  const url = args.find((arg) => arg.startsWith('http')) ?? '';
  const { pathname, host } = new URL(url.replace('$@', ''));
  if (host !== 'localhost:8080' || pathname === '/api/v1') return null;
  const isKnown = [...Object.keys(paths), '/docs', '/mcp', '/settings'].some((path) =>
    new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  return isKnown ? null : `${pathname} is not in the interface description`;
}

function faultOfDocker(args: readonly string[]): string | null {
  const after = (option: string): string | undefined => args[args.indexOf(option) + 1];
  const file = args.includes('-f') ? after('-f') : undefined;
  if (file !== undefined && !existsSync(`${ROOT}${file}`)) return `${file} is not there`;
  const target = args.includes('--target') ? after('--target') : undefined;
  if (target === undefined || target.startsWith('$') || read('Dockerfile').includes(` AS ${target}\n`))
    return null;
  return `the Dockerfile has no target ${target}`;
}

/** Returns what is wrong with a command of Python, whose one program is the verifier, or null. */
function faultOfPython([file = '']: readonly string[]): string | null {
  return ['', 'verify/'].some((folder) => existsSync(`${ROOT}${folder}${file}`))
    ? null
    : `${file} is not there`;
}

/** Returns what is wrong with a Node command in an image, where Node is known and the folders are those of the repository. */
function faultOfRemoteNode(args: readonly string[]): string | null {
  const at = args.indexOf('node');
  const file = args[at + 1] ?? '';
  return at === -1 || existsSync(`${ROOT}${file}`) ? null : `${file} is not there`;
}

const COMMANDS = documentedCommands();
const faultsIn = (text: string): (string | null)[] => commandsIn('a document', text).map(faultOf);

describe('A command in a document', () => {
  it('has a known form, names what exists, and needs no other Node than the README asks for', () => {
    expect(COMMANDS.length).toBeGreaterThan(100);
    const faults = COMMANDS.map((command) => ({ ...command, fault: faultOf(command) }));
    expect(
      faults.flatMap(({ file, words, fault }) =>
        fault === null ? [] : [`${file}: ${words.join(' ')} ${fault}`],
      ),
    ).toEqual([]);
  });

  it.each([
    ['```sh\nnode deploy/stack/main.ts\n```', 'needs Node 24'],
    ['Run `npm run no-such-script`.', 'names no script'],
    ['Run `npm run load:all --json`.', 'needs -- before the options'],
    ['```sh\nTOKEN=$(npx ctx token create)\n```', 'is neither npx --no -- ctx'],
    ['```sh\ntrue && yarn install\n```', 'is of an unknown form'],
    ['```sh\ncurl http://localhost:8080/api/v1/no-such-path\n```', 'is not in the interface description'],
    ['```sh\ndocker build --target nothing .\n```', 'no target nothing'],
    ['```sh\npython3 no_program.py dossier.zip\n```', 'no_program.py is not there'],
  ])('is reported when it is wrong: %j', (text, fault) => {
    expect(faultsIn(text).join()).toContain(fault);
  });
});

/** Documented options of npm scripts, for scripts that are programs of this repository. */
const OPTIONS = new Map<string, Set<string>>();
for (const { words } of COMMANDS) {
  const [program, command = '', ...rest] = words;
  if (program !== 'npm' || command === 'ci') continue;
  const script = command === 'run' ? (rest[0] ?? '') : command;
  const options = words.slice(words.indexOf('--') + 1).filter((word) => word.startsWith('--'));
  if (!words.includes('--') || options.length === 0 || !/^node (?!-)/.test(scripts[script] ?? '')) continue;
  OPTIONS.set(script, new Set([...(OPTIONS.get(script) ?? []), ...options]));
}

describe('The options that documents name for npm scripts', () => {
  it.each([...OPTIONS])('are in the --help of %s', async (script, options) => {
    const [, ...args] = (scripts[script] ?? '').split(' ');
    const { stdout } = await promisify(execFile)(process.execPath, [...args, '--help'], { cwd: ROOT });
    expect([...options].filter((option) => !stdout.includes(option))).toEqual([]);
  });
});
