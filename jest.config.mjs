const swc = [
  '@swc/jest',
  {
    jsc: { target: 'es2024', parser: { syntax: 'typescript' }, experimental: { keepImportAttributes: true } },
    module: { type: 'es6' },
  },
];

export const common = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': swc },
  // Workspaces are links below node_modules to real folders outside it: only what truly lives there is left alone.
  transformIgnorePatterns: ['/node_modules/'],
  modulePathIgnorePatterns: ['<rootDir>/.cache', '<rootDir>/.data'],
};

export default {
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: [
        // Beside the file they test, or in the `test` folder of their service when they cover several files.
        '<rootDir>/services/*/{src,domain,contract,converters,platform,records,test}/**/*.test.ts',
        '<rootDir>/deploy/test/**/*.test.ts',
        '<rootDir>/test/boundaries/*.test.ts',
        '<rootDir>/test/chart/*.test.ts',
        '<rootDir>/test/images/*.test.ts',
        '<rootDir>/test/prose/*.test.ts',
        '<rootDir>/test/surface/*.test.ts',
        '<rootDir>/test/properties/*.test.ts',
        '<rootDir>/test/oracle/*.test.ts',
        '<rootDir>/test/verify/*.test.ts',
      ],
    },
    {
      ...common,
      displayName: 'e2e',
      testMatch: ['<rootDir>/test/{e2e,clients,resilience,fuzz,conformance,load}/**/*.test.ts'],
    },
  ],
  // Ends what hangs; it does not measure speed, so that a busy machine does not fail what is right.
  testTimeout: 600_000,
  testSequencer: '<rootDir>/test/long-first.mjs',
  // One more than the cores of CI: tests of whole stacks often wait for a process or for PostgreSQL.
  maxWorkers: 3,
  globalSetup: '<rootDir>/test/e2e/shared-stacks.ts',
  globalTeardown: '<rootDir>/test/e2e/shared-stacks-end.ts',
};
