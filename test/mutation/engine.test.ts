/**
 * All tests of the engine as one, for mutation testing: the modules are loaded once for each broken engine, not once for
 * each file of tests.
 */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';

const ALL =
  'services/recalc/src/**/*.test.ts,services/recalc/test/**/*.test.ts,test/properties/*.test.ts,test/oracle/*.test.ts';
const FOLDERS = (process.env['MUTATION_TESTS'] ?? ALL).split(',');
const root = fileURLToPath(new URL('../..', import.meta.url));

// Runs are compared: random histories are the same in each.
fc.configureGlobal({ seed: 20_260_101 });
for (const file of globSync(FOLDERS, { cwd: root }).toSorted()) await import(`${root}${file}`);
