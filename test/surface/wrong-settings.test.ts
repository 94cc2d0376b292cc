/** Programs that are started with wrong settings: one sentence that says what to do, and exit code 2. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { missedTargets } from '../load/report.ts';
import { judge } from '../load/targets.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TARGET = {
  GATEWAY_ADDRESS: '127.0.0.1:1',
  READ_ADDRESS: '127.0.0.1:1',
  CORRECTIONS_ADDRESS: '127.0.0.1:1',
  RECALC_ADDRESS: '127.0.0.1:1',
  CALLER_KEY: Buffer.alloc(32).toString('base64'),
};
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
    [LOAD, {}, 'set GATEWAY_ADDRESS to the gRPC address of the gateway (HOST:PORT), READ_ADDRESS to'],
    [LOAD, { ...TARGET, CALLER_KEY: '' }, 'set CALLER_KEY to the key that signs calls between the services'],
    [LOAD, { ...TARGET, READ_ADDRESS: 'http://read' }, 'READ_ADDRESS must be HOST:PORT'],
    [
      LOAD,
      TARGET,
      'nothing responds at http://127.0.0.1:1: start the system there, or name another --target',
    ],
  ])('%s with %j: %s', (line, environment, sentence) => {
    const [code, printed] = started(line, environment);
    expect([code, printed.split('\n').length, printed]).toEqual([2, 2, expect.stringContaining(sentence)]);
  });
});

describe('a load test', () => {
  it('lists each target that was missed, with its figure and its limit', () => {
    expect(missedTargets([judge('tool', 1), judge('tool', 2, 'void')])).toEqual([
      'gateway: tools/call of list_transactions: 2.00, the target is ≤ 1.5 × the same REST call (void)',
    ]);
  });
});
