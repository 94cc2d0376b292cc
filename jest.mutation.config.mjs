/** The engine's own tests for mutation testing: short, so that thousands of broken engines can be tried. */
import { fileURLToPath } from 'node:url';
import { common } from './jest.config.mjs';

process.env.PROPERTY_RUNS ??= '20';
process.env.ORACLE_RUNS ??= '40';
process.env.ORACLE_SEEDS ??= '1';

export default {
  ...common,
  testEnvironment: fileURLToPath(new URL('test/mutation/stop-at-first.mjs', import.meta.url)),
  testMatch: ['<rootDir>/test/mutation/*.test.ts'],
  testTimeout: 20_000,
};
