/** The program of `npm start` on Citus; the tests run it in place of `npm start` (STACK_PROGRAM). */
import { runProgram } from '../../deploy/stack/program.ts';
import { distribute, migrate } from '../../deploy/stack/migrate.ts';
import { startCitus } from './cluster.ts';

await runProgram({
  start: startCitus,
  migrate: async (url) => {
    const ran = await migrate(url);
    if (ran.length > 0) await distribute(url);
    return ran;
  },
});
