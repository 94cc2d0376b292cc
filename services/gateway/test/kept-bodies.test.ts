/** Which bodies are kept, and for how long. */
import { describe, expect, it } from '@jest/globals';
import { type Body, KeptBodies } from '../src/rest/kept-bodies.ts';

const PAGE_BYTES = 20_000;

/** Kept bodies, and how often each key's was made. */
function counted(): { ask: (key: string, version: string) => Promise<Body>; made: Map<string, number> } {
  const kept = new KeptBodies();
  const made = new Map<string, number>();
  const make = (key: string, version: string) => () => {
    made.set(key, (made.get(key) ?? 0) + 1);
    return Promise.resolve({ bytes: Buffer.alloc(PAGE_BYTES, `${key} ${version} `) });
  };
  return { ask: (key, version) => kept.get(key, version, make(key, version)), made };
}

describe('a body that cannot have changed', () => {
  it('is kept from the second time on that it is asked for', async () => {
    const { ask, made } = counted();
    const bodies = [await ask('a', '1'), await ask('a', '1'), await ask('a', '1'), await ask('a', '1')];
    expect(made.get('a')).toBe(2);
    expect(new Set(bodies.map(({ bytes }) => bytes.toString()))).toHaveProperty('size', 1);
    expect(bodies.map(({ etag }) => etag === undefined)).toEqual([true, false, false, false]);
  });

  it('of a key that was asked for under another version is kept at once, and never answers another version', async () => {
    const { ask, made } = counted();
    await ask('a', '1');
    for (const version of ['2', '2', '3', '3', '3'])
      expect((await ask('a', version)).bytes.toString()).toContain(`a ${version} `);
    expect(made.get('a')).toBe(3);
  });

  it('is not pushed out by many that are asked for once', async () => {
    const { ask, made } = counted();
    for (let time = 0; time < 3; time += 1) await ask('often', '1');
    const before = made.get('often');
    for (let key = 0; key < 5000; key += 1) await ask(`once ${String(key)}`, '1');
    await ask('often', '1');
    expect(made.get('often')).toBe(before);
  });

  it('is pushed out by many that are asked for again: 32 MiB are kept', async () => {
    const { ask, made } = counted();
    for (let time = 0; time < 3; time += 1) await ask('early', '1');
    for (let key = 0; key < 2000; key += 1)
      for (let time = 0; time < 2; time += 1) await ask(`late ${String(key)}`, '1');
    await ask('early', '1');
    expect(made.get('early')).toBe(3);
  });
});
