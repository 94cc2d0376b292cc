/** Programs that are started with wrong settings: one sentence that says what to do, and exit code 2. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { missedTargets } from '../load/report.ts';
import { judge } from '../load/targets.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A file of tokens, in the form of `ctx load prepare`, and files that are none. */
const FOLDER = mkdtempSync(join(tmpdir(), 'ctx-wrong-settings-'));
const TOKENS = join(FOLDER, 'load.json');
writeFileSync(TOKENS, JSON.stringify({ users: [{ userId: 7, token: 'ctx_secret' }] }));
const NO_USERS = join(FOLDER, 'none.json');
writeFileSync(NO_USERS, '{"users":[]}');
const NO_TOKENS = join(FOLDER, 'other.json');
writeFileSync(NO_TOKENS, '{"users":[{"userId":"7"}]}');
afterAll(() => {
  rmSync(FOLDER, { recursive: true });
});
const LOAD = 'test/load/main.ts gateway --target http://127.0.0.1:1';

/** Returns the exit code and what was printed on standard error. */
function started(line: string, environment: Readonly<Record<string, string>> = {}): [number | null, string] {
  const { status, stderr } = spawnSync(process.execPath, line.split(' '), {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment },
  });
  return [status, stderr];
}

describe('a program with wrong settings ends with one sentence and exit code 2:', () => {
  it.each(
    [
      'load/main.ts gateway',
      'load/growth.ts',
      'load/population.ts',
      'load/night.ts',
      'load/picture.ts',
      'resilience/main.ts',
      'fuzz/main.ts',
      'clients/main.ts',
      'conformance/main.ts',
      'images/main.ts',
    ].map((program) => [program]),
  )('%s --unknown', (program) => {
    expect(started(`test/${program} --unknown`)).toEqual([
      2,
      expect.stringMatching(/^[^\n]*'--unknown'[^\n]*\n$/),
    ]);
  });

  it.each([
    ['test/load/growth.ts', {}, '--out FILE is required (see --help)'],
    [
      'test/load/population.ts --out /no/such/folder/file',
      {},
      '--out: the folder /no/such/folder does not exist',
    ],
    ['test/load/night.ts', {}, '--out FILE is required (see --help)'],
    [
      'test/load/night.ts --out a.json --users 0',
      {},
      '--users, --history, --events and --checked must be at least 1',
    ],
    ['test/load/night.ts --out a.json --parallel 33', {}, '--parallel must be a whole number from 1 to 32'],
    [
      'test/load/night.ts --out a.json --rates-from 2026',
      {},
      '--rates-from must be a day such as 2026-01-01',
    ],
    ['test/load/picture.ts /no/such/file', {}, '/no/such/file cannot be read'],
    ['test/resilience/main.ts --only X9', {}, 'no row X9; --list prints all'],
    ['test/resilience/main.ts faults', {}, 'PATH is for --only citus/e2e'],
    [
      'test/load/main.ts read --tokens a.json',
      {},
      '--tokens is for a running installation: add --target URL',
    ],
    ['test/load/main.ts read --rate 5', {}, '--rate is for a running installation: add --target URL'],
    [
      'test/load/main.ts read --threshold p95<9',
      {},
      '--threshold is for a running installation: add --target',
    ],
    [
      'test/load/main.ts read --html /no/such/folder/a.html',
      {},
      '--html: the folder /no/such/folder does not exist',
    ],
    ['test/load/main.ts read --junit /tmp', {}, '--junit: /tmp is a folder'],
    ['test/load/main.ts read --target ftp://a', {}, '--target must be a URL like http://127.0.0.1:8080'],
    [LOAD, {}, '--target needs --tokens FILE, which "ctx load prepare --users 20 --out FILE" writes'],
    [
      `${LOAD} --tokens /no/such/file`,
      {},
      '--tokens: /no/such/file is not such a file: write it with "ctx load',
    ],
    [
      `${LOAD} --tokens ${NO_USERS}`,
      {},
      `--tokens: ${NO_USERS} has no users: write it with "ctx load prepare`,
    ],
    [
      `${LOAD} --tokens ${NO_TOKENS}`,
      {},
      `--tokens: ${NO_TOKENS} is not such a file: write it with "ctx load`,
    ],
    [`${LOAD} --tokens ${TOKENS} --rate x`, {}, '--rate must be a whole number'],
    [`${LOAD} --tokens ${TOKENS} --rate 0`, {}, '--rate must be at least 1'],
    [
      `${LOAD} --tokens ${TOKENS} --stages 30s`,
      {},
      '--stages must be durations with rates a second, such as 30s:50',
    ],
    [
      `${LOAD} --tokens ${TOKENS} --stages 0s:5`,
      {},
      '--stages must be durations with rates a second, such as 30s:50',
    ],
    [`${LOAD} --tokens ${TOKENS} --stages 9s:0`, {}, '--stages must have a rate above 0'],
    [
      `${LOAD} --tokens ${TOKENS} --stages 9s:5 --rate 5`,
      {},
      '--stages has its own rates and durations: leave out',
    ],
    [
      `${LOAD} --tokens ${TOKENS} --threshold p95=1`,
      {},
      '--threshold must be like p95<250,errors<0.001: p50, p95',
    ],
    [
      `${LOAD} --tokens ${TOKENS} --threshold p95<1,`,
      {},
      '--threshold must be like p95<250,errors<0.001: p50, p95',
    ],
    [
      `${LOAD} --tokens ${TOKENS} --grpc http://read`,
      {},
      '--grpc must be HOST:PORT, for example 127.0.0.1:9090',
    ],
    [
      `test/load/main.ts all --target http://127.0.0.1:1 --tokens ${TOKENS} --grpc a:1`,
      {},
      '--grpc is the address of one service: use load:gateway, load:read and so on',
    ],
    [
      `${LOAD} --tokens ${TOKENS} --users 5 --rate 1`,
      {},
      '--users is for a system that the test starts itself',
    ],
    [
      `${LOAD} --tokens ${TOKENS} --profile --rate 1`,
      {},
      '--profile is for a system that the test starts itself',
    ],
    [
      `${LOAD} --tokens ${TOKENS} --rate 50 --seconds 60`,
      {},
      `3000 requests a minute need 27 users and ${TOKENS} has 1, because a token may send 120: lower the rate`,
    ],
  ])('%s with %j: %s', (line, environment, sentence) => {
    const [code, printed] = started(line, environment);
    expect([code, printed.split('\n').length, printed]).toEqual([2, 2, expect.stringContaining(sentence)]);
  });
});

describe('a load test', () => {
  it('ends with one sentence and exit code 2 where nothing responds at its target', () => {
    const [code, printed] = started(`${LOAD} --tokens ${TOKENS} --rate 1`);
    expect([code, printed]).toEqual([
      2,
      expect.stringContaining(
        'nothing responds at http://127.0.0.1:1: start the system there, or name another --target',
      ),
    ]);
  });

  it('lists each target that was missed, with its figure and its limit', () => {
    expect(missedTargets([judge('tool', 1), judge('tool', 2, 'void')])).toEqual([
      'gateway: tools/call of list_transactions: 2.00, the target is ≤ 1.5 × the same REST call (void)',
    ]);
  });
});
