/** `npm start`: runs the whole system on this machine, with a demo user, until Ctrl-C. */
import { runProgram } from './program.ts';

await runProgram();
