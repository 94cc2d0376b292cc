/** `npm run test:mutation`: the engine is broken in some 3,000 ways, one at a time; at least 85 % must be noticed. */
export default {
  mutate: [...(process.env.MUTATE ?? 'services/recalc/src/engine/**/*.ts').split(','), '!**/*.test.ts'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  plugins: ['@stryker-mutator/jest-runner'],
  jest: { projectType: 'custom', configFile: 'jest.mutation.config.mjs', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  // What tests compute while they are collected counts too.
  ignoreStatic: false,
  inPlace: false,
  symlinkNodeModules: true,
  tempDirName: '.cache/stryker',
  ignorePatterns: ['.data', '.cache', 'proto/gen', 'coverage'],
  incremental: true,
  incrementalFile: '.cache/stryker-incremental.json',
  concurrency: 2,
  // On a busy machine a slow run must not look like one that never ends.
  timeoutMS: 15_000,
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: '.cache/mutation/report.json' },
  htmlReporter: { fileName: '.cache/mutation/report.html' },
  thresholds: { high: 90, low: 85, break: 85 },
};
