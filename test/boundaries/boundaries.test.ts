import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import configuration from '../../.dependency-cruiser.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { forbidden, options } = configuration as { forbidden: { name: string }[]; options: object };

/** Copies the planted files into a tree like the repository's and checks them with the repository's rules. */
async function cruisePlanted(folder: string): Promise<ICruiseResult> {
  const { output } = await cruise(['services'], {
    ...options,
    exclude: { path: 'nothing-is-left-out' },
    baseDir: folder,
    ruleSet: { forbidden: forbidden as never },
    validate: true,
    outputType: 'json',
  });
  return JSON.parse(output as string) as ICruiseResult;
}

describe('The check of imports between modules', () => {
  let folder: string;
  let result: ICruiseResult;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ctx-boundaries-'));
    cpSync(join(ROOT, 'test/boundaries/planted'), folder, { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    result = await cruisePlanted(folder);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('sees the planted modules', () => {
    expect(result.summary.totalCruised).toBeGreaterThan(10);
  });

  const names = forbidden.map(({ name }) => name).filter((name) => !name.startsWith('floors-of-'));

  it.each(names)('%s reports the violation planted for it', (name) => {
    const reported = result.summary.violations
      .filter(({ rule }) => rule.name === name)
      .map(({ from }) => from);
    expect(reported).toContainEqual(expect.stringContaining(name));
  });

  it('reports nothing for a file that follows the rules', () => {
    expect(result.summary.violations.filter(({ from }) => from.includes('clean'))).toEqual([]);
  });
});
