/** `ctx` as a process of its own on a pseudo-terminal. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { FakeState, startFakeSystem } from './fake-system.ts';

const MAIN = fileURLToPath(new URL('../../ctx/main.ts', import.meta.url));
const USER = {
  userId: 1,
  email: 'an@example.org',
  plan: 'pro',
  betas: [],
  createdAt: '2026-07-01T22:30:00.123456Z',
};
let system: Awaited<ReturnType<typeof startFakeSystem>>;
let directory: string;

beforeAll(async () => {
  system = await startFakeSystem();
  directory = mkdtempSync(join(tmpdir(), 'ctx-terminal-'));
});

beforeEach(() => {
  Object.assign(system.state, new FakeState(), { users: [USER] });
});

afterAll(() => {
  system.stop();
  rmSync(directory, { recursive: true });
});

/** Runs `ctx` in a terminal of 120 columns, with more shell after it, and returns what the terminal shows. */
async function onTerminal(args: string, environment: NodeJS.ProcessEnv = {}, more = ''): Promise<string> {
  const command = `stty cols 120; "${process.execPath}" "${MAIN}" ${args} ${more}`;
  const { stdout } = await promisify(execFile)('script', ['-qec', command, '/dev/null'], {
    env: { PATH: process.env['PATH'], TERM: 'xterm-256color', ...system.environment, ...environment },
  });
  return stdout.replaceAll('\r\n', '\n');
}

describe('ctx on a terminal', () => {
  test('prints a table with Belgian times and bold heads instead of JSON', async () => {
    const shown = await onTerminal('user list');
    expect(shown).toContain('\u001b[1memail\u001b[22m');
    expect(shown).toContain('an@example.org');
    expect(shown).toContain('2026-07-02 00:30:00');
    expect(shown).not.toContain('{');
  });

  test.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('prints no colours with %j', async (environment) => {
    const shown = await onTerminal('user list', environment);
    expect(shown).toMatch(/^user id +email +plan/);
    expect(shown).not.toContain('\u001b');
  });

  test('prints the JSON of a pipe with --json, before or after the command', async () => {
    const { stdout } = await system.run(['user', 'list']);
    expect(await onTerminal('user list --json')).toBe(stdout);
    expect(await onTerminal('--json user list')).toBe(stdout);
  });

  test('prints JSON without colours into a pipe or a file, even with FORCE_COLOR', async () => {
    const { stdout } = await system.run(['user', 'list']);
    const file = join(directory, 'users.json');
    const environment = { FORCE_COLOR: '1' };
    expect(await onTerminal('user list', environment, '| cat')).toBe(stdout);
    expect(await onTerminal('user list', environment, `> "${file}"`)).toBe('');
    expect(readFileSync(file, 'utf8')).toBe(stdout);
  });

  test('prints an import as a row for each kind of record', async () => {
    const file = join(directory, 'facts.jsonl');
    writeFileSync(file, '{"kind":"price"}\n');
    const shown = await onTerminal(`import --user 1 "${file}" --wait`, { NO_COLOR: '1' }, '2> /dev/null');
    expect(shown).toBe(
      [
        'kind     added  changed  unchanged  removed',
        'account  1      0        0          0',
        'event    2      1        0          0',
        '',
        'recalc  COMPLETED',
        'status  IDLE',
        'run     -',
        '',
      ].join('\n'),
    );
  });

  test('prints an error as its message, with the invalid lines of a file in whole words, and exits with 1', async () => {
    const file = join(directory, 'bad.jsonl');
    writeFileSync(file, 'POISON\n');
    const reason = `must be one of ${['ACQUISITION', 'DISPOSITION', 'EXPENSE', 'FEE', 'INCOME'].join(', ')}`;
    system.state.rejectedLines = [{ line: 2, field: 'type', reason }];
    const shown = await onTerminal(`import --user 1 "${file}"`, { NO_COLOR: '1' }, '; echo "exit code $?"');
    // The progress bar comes before it.
    expect(shown.slice(shown.indexOf('error:'))).toBe(
      [
        'error: 1 line is wrong (INVALID_FILE)',
        'line  field  reason',
        `2     type   ${reason}`,
        'exit code 1',
        '',
      ].join('\n'),
    );
  });

  test('ends at the first Ctrl+C while it shows a progress bar', async () => {
    const file = join(directory, 'slow.jsonl');
    writeFileSync(file, '{"kind":"price"}\n');
    system.state.importsHeld = new Promise(() => undefined);
    const begun = new Promise<void>((resolve) => (system.state.onImport = resolve));
    const terminal = spawn(
      'script',
      ['-qec', `"${process.execPath}" "${MAIN}" import --user 1 "${file}"`, '/dev/null'],
      {
        env: { PATH: process.env['PATH'], TERM: 'xterm-256color', ...system.environment },
      },
    );
    terminal.stdout.resume();
    const closed = once(terminal, 'close');
    await begun;
    terminal.stdin.write('\u0003');
    expect(await closed).toEqual([128 + constants.signals.SIGINT, null]);
  });
});
