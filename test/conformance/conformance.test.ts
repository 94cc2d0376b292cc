/** The conformance suite of the protocol's maintainers at both revisions, run like `npm run test:mcp-conformance`. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConformanceSuite, EXPECTED_FAILURES, REVISIONS } from './suite.ts';

let suite: ConformanceSuite;
beforeAll(async () => {
  suite = await ConformanceSuite.start();
});
afterAll(async () => {
  await suite.stop();
});

const PROMPTS_AND_RESOURCES = [
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
] as const;

/** Scenarios that apply to a stateless server. Their checks fail only if they call a fixture tool of the suite. */
const APPLICABLE = {
  '2025-11-25': [
    'server-initialize',
    'ping',
    'completion-complete',
    'tools-list',
    ...PROMPTS_AND_RESOURCES,
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'server-stateless',
    'completion-complete',
    'tools-list',
    ...PROMPTS_AND_RESOURCES,
    'sep-2164-resource-not-found',
    'caching',
    'http-header-validation',
    'dns-rebinding-protection',
  ],
} as const;

describe.each(REVISIONS)('The MCP server at revision %s', (revision) => {
  it('fails exactly the expected checks, and passes checks in every scenario that applies', async () => {
    const { exitCode, output } = await suite.run(revision);
    expect([exitCode, exitCode === 0 ? '' : output]).toEqual([0, '']);
    for (const scenario of APPLICABLE[revision])
      expect(output).toMatch(new RegExp(`^[✓✗] ${scenario}: [1-9]\\d* passed`, 'm'));
  });
});

describe.each(REVISIONS)('The authorization server at revision %s', (revision) => {
  it('describes itself, and issues a code and tokens to an app', async () => {
    const { exitCode, output, passed } = await suite.runAuthorization(revision);
    expect([exitCode, passed, exitCode === 0 ? '' : output]).toEqual([0, 2, '']);
  });
});

describe('The list of expected failures', () => {
  const lines = readFileSync(EXPECTED_FAILURES, 'utf8').split('\n');
  const rows = lines.filter((line) => line.startsWith('  - '));

  it('names single checks, each with a reason', () => {
    expect(rows.filter((row) => !/^ {2}- [\w-]+:[\w-]+ # \S.+$/.test(row))).toEqual([]);
  });

  it('names a check of an applicable scenario only if it calls a fixture tool', () => {
    const scenarios = new Set<string>(Object.values(APPLICABLE).flat());
    const excused = rows.filter((row) => scenarios.has(/- ([\w-]+):/.exec(row)?.[1] ?? ''));
    const reasons = /# calls the fixture tool test_\w+$/;
    expect(excused.filter((row) => !reasons.test(row))).toEqual([]);
  });
});
