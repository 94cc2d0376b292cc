/**
 * Files of tests take turns on a shared stack, in an order that differs from run to run: two of them with a
 * user of the same address fail only where both come to the same stack.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const E2E = join(import.meta.dirname, '../e2e');
const ADDRESS = /'([\w.+-]+@[\w.-]+)'/g;

/** The test files that create a user of each address on a shared stack. */
function filesByAddress(): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const name of readdirSync(E2E, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.test.ts')) continue;
    const text = readFileSync(join(E2E, name), 'utf8');
    if (!/sharedTestStack|useStack\(\)/.test(text)) continue;
    for (const address of new Set([...text.matchAll(ADDRESS)].map(([, found]) => found!)))
      files.set(address, [...(files.get(address) ?? []), name]);
  }
  return files;
}

describe('the users of the shared stacks', () => {
  it('have an address that no other test file uses', () => {
    const shared = [...filesByAddress()].filter(([, names]) => names.length > 1);
    expect(Object.fromEntries(shared)).toEqual({});
  });
});
