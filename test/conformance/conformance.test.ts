/** The conformance suite of the protocol's maintainers, both revisions, as `npm run test:mcp-conformance` runs it. */
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

/** Scenarios that apply to a stateless server of tools alone: no check of theirs fails, but for fixtures they miss. */
const APPLICABLE = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'caching',
    'http-header-validation',
    'dns-rebinding-protection',
  ],
} as const;

describe.each(REVISIONS)('Conformance to revision %s', (revision) => {
  it('no check fails but those expected to, and all of those fail', async () => {
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

  it('names single checks, each with its reason', () => {
    expect(rows.filter((row) => !/^ {2}- [\w-]+:[\w-]+ # \S.+$/.test(row))).toEqual([]);
  });

  it('holds nothing that applies to a stateless server of tools alone: what it excuses of such scenarios lacks a fixture', () => {
    const scenarios = new Set<string>(Object.values(APPLICABLE).flat());
    const excused = rows.filter((row) => scenarios.has(/- ([\w-]+):/.exec(row)?.[1] ?? ''));
    const reasons = /# (calls the fixture tool test_\w+|the server has no (prompts|resources))$/;
    expect(excused.filter((row) => !reasons.test(row))).toEqual([]);
  });
});
