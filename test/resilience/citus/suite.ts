/** Citus, a coordinator and two workers, in place of PostgreSQL: the end-to-end tests, the speed, and the faults. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Stacks } from '../faults/suite.ts';
import { FAULTS } from '../faults/table.ts';
import { CannotRun, type Environment, type Options, type RowResult, type Suite } from '../suite.ts';
import { buildCitus } from './build.ts';
import { compareSpeed } from './speed.ts';

/** Tests that start, copy, restore, kill or damage one PostgreSQL by means of their own, or read its plans and its protocol. */
const NOT_ON_CITUS = [
  'backup',
  'bare-postgres',
  'corrections/one-server',
  'database-role-rotation',
  'far-pages',
  'full-disk',
  'import-statements',
  'left-behind',
  'read-only-server',
  'reads-are-indexed',
  'rebuild',
  'self-check',
  'tls-servers',
];
const OTHER_SERVERS = ['databases', 'replica'];

const E2E = [
  'test:jest',
  '--',
  '--selectProjects',
  'e2e',
  '--testPathIgnorePatterns',
  `test/(e2e/(${NOT_ON_CITUS.join('|')})|resilience/(${OTHER_SERVERS.join('|')})/)`,
  '--',
];

export const CITUS_SUITE: Suite = {
  name: 'citus',
  about:
    'runs end-to-end tests (those of PATH…, if given) and faults on Citus, and measures it beside PostgreSQL',
  seeds: 1,
  rows: [
    { id: 'e2e', title: 'the end-to-end tests' },
    {
      id: 'speed',
      title: 'at least 0.6 times the pages of PostgreSQL, and at most twice the time until IDLE',
    },
    // A small disk has room for one PostgreSQL only.
    ...FAULTS.filter(({ diskOf }) => diskOf !== 'postgres'),
  ],
  open: start,
};

async function start({ paths, say }: Options): Promise<Environment> {
  const pgConfig = process.env['CITUS_PG_CONFIG'] ?? (await buildCitus());
  if (pgConfig === null)
    throw new CannotRun(
      'set CITUS_PG_CONFIG to the pg_config of a PostgreSQL in which Citus is installed, or CITUS_SOURCE to the source code of ' +
        'Citus 14 and PG_CONFIG to the pg_config of a PostgreSQL 18, for which it is built and in which it is installed',
    );
  // The stacks and beds of this process and of its children use them.
  const program = fileURLToPath(new URL('stack.ts', import.meta.url));
  Object.assign(process.env, { CITUS_PG_CONFIG: pgConfig, STACK_PROGRAM: program });
  const stacks = new Stacks();
  return {
    run: async (id, seed) => {
      if (id === 'e2e') return runTests(paths);
      if (id === 'speed') return resultOf(await compareSpeed(say), 'a target was missed');
      return stacks.run(id, seed);
    },
    close: (keep) => {
      delete process.env['STACK_PROGRAM'];
      return stacks.close(keep);
    },
  };
}

async function runTests(paths: readonly string[]): Promise<RowResult> {
  const child = spawn('npm', ['run', ...E2E, ...paths], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return resultOf(code === 0, 'a test failed');
}

function resultOf(isRight: boolean, fault: string): RowResult {
  return { done: '', faults: isRight ? [] : [fault] };
}
