/** `npm run test:citus`: the end-to-end tests on Citus, a coordinator and two workers, in place of PostgreSQL. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseOptions } from '../../command-line.ts';
import { FAULTS } from '../faults/table.ts';
import { buildCitus } from './build.ts';
import { compareSpeed } from './speed.ts';

const HELP = `npm run test:citus [-- PATH… | --speed | --faults [-- OPTIONS]]

Runs the end-to-end tests, or those of the given paths, with Citus in place of PostgreSQL: each stack starts a coordinator and two
workers, and the rows of users are distributed over the workers. Needs PostgreSQL 18 in which Citus is installed, or both as follows;
without either it is skipped.

  CITUS_PG_CONFIG   path of the pg_config of a PostgreSQL in which Citus is installed
  CITUS_SOURCE      folder of the source code of Citus 14: it is built for the PostgreSQL whose pg_config PG_CONFIG names, and
                    installed there (a minute or more; needs a C compiler, and the right to write to that PostgreSQL)

  --speed           instead, measure pages, and corrections until IDLE, beside PostgreSQL, in turns on the same cores: at least 0.6 times
                    the pages, and at most twice the time
  --faults          instead, inject the faults of npm run test:faults, with its options, apart from those of a lost primary and of
                    a full disk of PostgreSQL
  --help            print this help
`;

/** Tests that start, copy, restore, kill or damage one PostgreSQL by means of their own, or read its plans and its protocol. */
const NOT_ON_CITUS = [
  'backup',
  'bare-postgres',
  'database-role-rotation',
  'far-pages',
  'full-disk',
  'left-behind',
  'read-only-server',
  'reads-are-indexed',
  'rebuild',
  'self-check',
  'tls-servers',
];
const OTHER_SERVERS = ['databases', 'replica'];

const { values, positionals } = parseOptions({
  options: { help: { type: 'boolean' }, speed: { type: 'boolean' }, faults: { type: 'boolean' } },
  allowPositionals: true,
});
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}
const pgConfig = process.env['CITUS_PG_CONFIG'] ?? (await buildCitus());
if (pgConfig === null) {
  process.stdout.write(
    'skipped: set CITUS_PG_CONFIG, or CITUS_SOURCE and PG_CONFIG (npm run test:citus -- --help)\n',
  );
  process.exit(0);
}
if (values.speed === true) {
  process.env['CITUS_PG_CONFIG'] = pgConfig;
  process.exit((await compareSpeed()) ? 0 : 1);
}
const E2E = [
  'test:jest',
  '--',
  '--selectProjects',
  'e2e',
  '--testPathIgnorePatterns',
  `test/(e2e/(${NOT_ON_CITUS.join('|')})|resilience/(${OTHER_SERVERS.join('|')})/)`,
  '--',
];
/** A small disk has room for one PostgreSQL only. */
const ROWS = FAULTS.filter(({ diskOf }) => diskOf !== 'postgres').map(({ id }) => id);
const INJECT = ['test:faults', '--', '--only', ROWS.join(',')];
const child = spawn('npm', ['run', ...(values.faults === true ? INJECT : E2E), ...positionals], {
  stdio: 'inherit',
  env: {
    ...process.env,
    CITUS_PG_CONFIG: pgConfig,
    STACK_PROGRAM: fileURLToPath(new URL('stack.ts', import.meta.url)),
  },
});
const [code] = (await once(child, 'exit')) as [number | null];
process.exit(code ?? 1);
