/** The program of `npm start` on Citus; the tests run it in place of `npm start` (STACK_PROGRAM). */
import { runProgram } from '../../../deploy/stack/program.ts';
import { CITUS } from './cluster.ts';

await runProgram(CITUS);
