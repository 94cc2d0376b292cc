import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runCommand, startFakeSystem } from './fake-system.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
let system: Awaited<ReturnType<typeof startFakeSystem>>;
let directory: string;

beforeAll(async () => {
  system = await startFakeSystem();
  directory = mkdtempSync(join(tmpdir(), 'ctx-test-'));
});

afterAll(() => {
  system.stop();
  rmSync(directory, { recursive: true });
});

describe('a wrong command line', () => {
  test.each([
    [[], 'Usage: ctx'],
    [['nonsense'], "unknown command 'nonsense'"],
    [['explan', '--help'], 'Did you mean explain?'],
    [['user', 'creat', '-h'], 'Did you mean create?'],
    [['user', 'create'], "required option '--email <email>'"],
    [['user', 'create', '--email', 'a@example.org', '--plan', 'gold'], 'Allowed choices are pro, free'],
    [['user', 'create', '--email', 'a@example.org', '--year', '2008'], 'a year from 2009 to 2100'],
    [['user', 'create', '--email', 'a@example.org', '--year', '2101'], 'a year from 2009 to 2100'],
    [['user', 'create', '--email', 'a@example.org', '--year', '2e3'], 'a year from 2009 to 2100'],
    [['user', 'set', '--user', '1'], 'at least one option'],
    [
      ['user', 'set', '--user', '1', '--add-year', '2025', '--remove-year', '2025'],
      'cannot be both added and removed',
    ],
    [['user', 'show', '--user', '0'], 'a whole number from 1'],
    [['user', 'show', '--user', '1.0'], 'a whole number from 1'],
    [['user', 'show', '--user', '-1'], 'a whole number from 1'],
    [['user', 'show', '--user', '99999999999999999999'], 'a whole number from 1'],
    [['user', 'list', 'more'], 'too many arguments'],
    [
      ['token', 'create', '--user', '1', '--name', 'n', '--scope', 'admin'],
      'Allowed choices are read, write',
    ],
    [
      ['token', 'create', '--user', '1', '--name', 'n', '--scope', 'read', '--expires-at', '2027-01-01'],
      'RFC 3339',
    ],
    [
      [
        'token',
        'create',
        '--user',
        '1',
        '--name',
        'n',
        '--scope',
        'read',
        '--expires-at',
        '2027-02-30T00:00:00Z',
      ],
      'RFC 3339',
    ],
    [['token', 'revoke', '--token-id', '7'], 'must be a UUID'],
    [['import', '--user', '1'], "missing required argument 'file'"],
    [['import', 'a.jsonl'], 'either --user or --shared-prices'],
    [['import', 'a.jsonl', '--user', '1', '--shared-prices'], 'either --user or --shared-prices'],
    [['import', 'a.jsonl', '--shared-prices', '--replace', 'x'], '--replace needs --user'],
    [['import', 'a.jsonl', '--user', '1', '--yes'], '--yes needs --replace'],
    [['import', 'a.jsonl', '--shared-prices', '--wait'], '--wait needs --user'],
    [['import', 'a.jsonl', 'b.jsonl', '--user', '1', '--replace', 'x'], '--replace accepts only one file'],
    [['import', '-', '-', '--user', '1'], 'a file is given more than once'],
    [['load', 'prepare', '--users', '10001', '--out', 'a'], 'a whole number from 1 to 10000'],
    [['load', 'remove'], 'give either --file or --all'],
    [['call-metadata', '--method', 'GetRun'], 'a service and a method, such as'],
    [
      ['call-metadata', '--method', 'ctx.v1.RecalcService/GetRun', '--scope', 'all'],
      'Allowed choices are operator',
    ],
    [['recalc', '--user', '1', '--check', '--resume', 'a'], '--parallel and --resume need --all'],
    [['recalc', '--all', '--check', '--parallel', '0'], 'a whole number from 1 to 32'],
    [['import', '--batch', 'tonight', 'a.jsonl'], '--batch can be combined only with --parallel and --wait'],
    [
      ['import', '--batch', 'tonight', '--user', '1'],
      '--batch can be combined only with --parallel and --wait',
    ],
    [['import', '--batch', 'tonight', '--parallel', '33'], 'a whole number from 1 to 32'],
    [['import', '--user', '1', 'a.jsonl', '--parallel', '2'], '--parallel needs --batch'],
    [['prices', 'import', 'a.csv'], 'either --user or --shared'],
    [['prices', 'import', '--shared'], 'give either files or --bundled'],
    [['prices', 'import', '--shared', '--bundled', 'a.csv'], 'give either files or --bundled'],
    [['prices', 'import', '--user', '1', '--bundled'], '--bundled needs --shared'],
    [['prices', 'import', '--shared', 'a.csv', '--currency', 'dollar'], 'the code of a currency'],
    [['prices', 'import', '--shared', 'a.csv', '--rates', 'b.csv'], '--rates needs --currency'],
    [['prices', 'import', '--shared', 'a.csv', '--asset', ' '], 'the symbol of an asset'],
    [['prices', 'import', '--shared', 'a.csv', '--minutes', '10080'], 'Allowed choices are 1, 5, 15'],
    [['recalc', '--user', '1', '--nonsense'], "unknown option '--nonsense'"],
    [['recalc', '--full'], 'either --user or --all'],
    [['recalc', '--user', '1', '--all', '--full'], 'either --user or --all'],
    [['recalc', '--all'], '--all needs --full'],
    [['user', 'delete', '--yes'], "required option '--user <id>'"],
    [['user', 'export', '--user', '1', '--out', ''], 'must not be empty'],
  ])('ctx %j exits with 2 and prints the reason to standard error: %s', async (args, reason) => {
    const { exitCode, stdout, stderr } = await system.run(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(reason);
  });
});

test.each([
  [['--help'], 'npx --no -- ctx user create'],
  [['user', '--help'], 'npx --no -- ctx user list'],
  [['user', 'create', '--help'], 'npx --no -- ctx user create'],
  [['user', 'set', '--help'], 'npx --no -- ctx user set'],
  [['user', 'show', '--help'], 'npx --no -- ctx user show'],
  [['token', 'create', '--help'], 'npx --no -- ctx token create'],
  [['token', 'list', '--help'], 'npx --no -- ctx token list'],
  [['token', 'revoke', '--help'], 'npx --no -- ctx token revoke'],
  [['import', '--help'], 'npx --no -- ctx import'],
  [['recalc', '--help'], 'npx --no -- ctx recalc'],
  [['demo', '--help'], 'npx --no -- ctx demo'],
])('ctx %j prints help with an example', async (args, example) => {
  const { exitCode, stdout } = await runCommand(args, {});
  expect(exitCode).toBe(0);
  expect(stdout).toContain(example);
});

describe('npx --no -- ctx, the documented way to start ctx,', () => {
  const runDocumented = (...args: readonly string[]): { status: number | null; stdout: string } =>
    spawnSync('npx', ['--no', '--', 'ctx', ...args], { cwd: ROOT, encoding: 'utf8' });

  test('passes --help to the command instead of to npx', () => {
    const { status, stdout } = runDocumented('--help');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: ctx /);
    expect(stdout).toContain('npx --no -- ctx user create');
  });

  test('prints the version of package.json, and nothing of npm, on standard output', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    expect(runDocumented('--version')).toMatchObject({ status: 0, stdout: `${version}\n` });
  });

  test('exits with the exit code of the command', () => {
    expect(runDocumented('nonsense')).toMatchObject({ status: 2, stdout: '' });
  });
});

describe('ctx', () => {
  test('finds the local stack by its files in DATA_DIR, relative to the working directory', async () => {
    const services = Object.fromEntries(
      ['gateway', 'corrections', 'recalc'].map((name) => [name, { pid: 1, address: system.address }]),
    );
    writeFileSync(
      join(directory, 'stack.json'),
      JSON.stringify({ baseUrl: 'http://127.0.0.1:8080', services }),
    );
    writeFileSync(
      join(directory, 'secrets.json'),
      JSON.stringify({ callerKey: system.environment.CALLER_KEY }),
    );
    const { exitCode, json } = await runCommand(['user', 'list'], { DATA_DIR: '.' }, '', directory);
    expect({ exitCode, json }).toEqual({ exitCode: 0, json: { users: [] } });
  });

  test('reads the stack file that CTX_STACK_FILE names', async () => {
    const file = join(directory, 'elsewhere.json');
    writeFileSync(file, JSON.stringify({ services: {} }));
    const { json } = await runCommand(['user', 'list'], { DATA_DIR: directory, CTX_STACK_FILE: file });
    const message = expect.stringContaining(`${file} has no gateway service`);
    expect(json).toEqual({ error: { code: 'NO_SYSTEM', message } });
  });

  test('fails with NO_SYSTEM and says what to do when there is no system', async () => {
    const { exitCode, json } = await runCommand(['user', 'list'], { DATA_DIR: join(directory, 'nowhere') });
    expect(exitCode).toBe(1);
    expect(json).toEqual({ error: { code: 'NO_SYSTEM', message: expect.stringContaining('npm start') } });
  });

  test('names the missing variable of an incomplete environment instead of using the local stack', async () => {
    const environment = { ...system.environment, RECALC_ADDRESS: '' };
    const { exitCode, json } = await runCommand(['user', 'list'], environment);
    expect(exitCode).toBe(1);
    expect(json).toEqual({
      error: { code: 'NO_SYSTEM', message: expect.stringContaining('RECALC_ADDRESS') },
    });
  });

  test('fails with UNAVAILABLE when the system is down', async () => {
    const environment = { ...system.environment, GATEWAY_ADDRESS: '127.0.0.1:1' };
    const { exitCode, json } = await runCommand(['user', 'show', '--user', '1'], environment);
    expect(exitCode).toBe(1);
    expect(json).toEqual({ error: { code: 'UNAVAILABLE', message: expect.any(String) } });
  });

  test('fails with INTERNAL and names the caller key when the key is wrong', async () => {
    const environment = { ...system.environment, CALLER_KEY: Buffer.alloc(32).toString('base64') };
    const { json } = await runCommand(['user', 'show', '--user', '1'], environment);
    expect(json).toEqual({ error: { code: 'INTERNAL', message: expect.stringContaining('caller key') } });
  });
});
