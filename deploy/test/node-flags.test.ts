/** The flags of Node with which a service starts, on a real Node. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { nodeFlags } from '../stack/service.ts';

const MIB = 1024 * 1024;

/** Fills the heap with objects that survive, and prints the largest size of the space for young objects. */
const GROW_YOUNG_SPACE = `
  const { getHeapSpaceStatistics } = require('node:v8');
  let [largest, alive] = [0, []];
  for (let index = 0; index < 2_000_000; index += 1) {
    alive.push({ index, values: [index] });
    if (alive.length > 400_000) alive = alive.slice(200_000);
    if (index % 50_000 === 0)
      largest = Math.max(largest, getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size);
  }
  console.log(largest);`;

async function run(script: string, environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const flags = [...nodeFlags('read'), '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { env: environment });
  return stdout.trim();
}

describe('the environment file with V8 flags', () => {
  it('limits the space for young objects to two halves of 16 MB and a few objects that are too large for them', async () => {
    expect(Number(await run(GROW_YOUNG_SPACE))).toBeLessThan(48 * MIB);
  });

  it('has flags that Node sets at start, because NODE_OPTIONS does not allow them', async () => {
    expect(await run('console.log(process.env.V8_FLAGS)')).toBe('--heap-growing-percent=300');
    const isGcExposed = "console.log(require('node:vm').runInNewContext('typeof gc'))";
    expect(await run(isGcExposed)).toBe('undefined');
    expect(await run(isGcExposed, { V8_FLAGS: '--expose-gc' })).toBe('function');
  });
});
