/** Allocation of free ports to parallel processes. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

const PORTS = fileURLToPath(new URL('../stack/ports.ts', import.meta.url));
const PROCESSES = 4;
/** Enough ports that random choices would collide. */
const EACH = 250;

const TAKE = `
  import { freePort } from ${JSON.stringify(PORTS)};
  for (let taken = 0; taken < ${String(EACH)}; taken += 1) console.log(await freePort());
  console.log('taken');
  process.stdin.resume();
`;

describe('freePort', () => {
  it('never returns the same port twice, across parallel processes', async () => {
    const given = await Promise.all(Array.from({ length: PROCESSES }, () => takePorts()));
    const ports = given.flatMap(({ ports: own }) => own);
    for (const { end } of given) await end();
    expect(ports).toHaveLength(PROCESSES * EACH);
    expect(new Set(ports).size).toBe(ports.length);
  });
});

/** Starts a process that takes ports and keeps them until `end`. */
async function takePorts(): Promise<{ ports: readonly string[]; end: () => Promise<unknown> }> {
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', TAKE]);
  const { stdout, stdin } = running.child;
  let text = '';
  for await (const chunk of stdout ?? []) {
    text += String(chunk);
    if (text.endsWith('taken\n')) break;
  }
  return {
    ports: text.split('\n').slice(0, EACH),
    end: () => {
      stdin?.end();
      return running;
    },
  };
}
