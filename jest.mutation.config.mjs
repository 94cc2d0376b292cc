/** The engine's own tests for mutation testing: short, so that thousands of broken engines can be tried. */
import { common } from './jest.config.mjs';

process.env.PROPERTY_RUNS ??= '20';
process.env.ORACLE_RUNS ??= '40';
process.env.ORACLE_SEEDS ??= '1';

export default { ...common, testMatch: ['<rootDir>/test/mutation/*.test.ts'], testTimeout: 20_000 };
