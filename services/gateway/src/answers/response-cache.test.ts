/** Which response bodies are cached, and for how long. */
import { describe, expect, it } from '@jest/globals';
import { ResponseCache, type ResponseBody } from './response-cache.ts';

const PAGE_BYTES = 20_000;

/** A cache, with a count for each key of how often its body was computed. */
function countingCache(): {
  get: (key: string, version: string) => Promise<ResponseBody>;
  computed: Map<string, number>;
} {
  const cache = new ResponseCache();
  const computed = new Map<string, number>();
  const compute = (key: string, version: string) => () => {
    computed.set(key, (computed.get(key) ?? 0) + 1);
    return Promise.resolve({ bytes: Buffer.alloc(PAGE_BYTES, `${key} ${version} `) });
  };
  return { get: (key, version) => cache.get(key, version, compute(key, version)), computed };
}

describe('The response cache', () => {
  it('stores a body when its key is requested for the second time', async () => {
    const { get, computed } = countingCache();
    const bodies = [await get('a', '1'), await get('a', '1'), await get('a', '1'), await get('a', '1')];
    expect(computed.get('a')).toBe(2);
    expect(new Set(bodies.map(({ bytes }) => bytes.toString()))).toHaveProperty('size', 1);
    expect(bodies.map(({ etag }) => etag === undefined)).toEqual([true, false, false, false]);
  });

  it('stores the body of a known key at once under a new version, and never returns it for another version', async () => {
    const { get, computed } = countingCache();
    await get('a', '1');
    for (const version of ['2', '2', '3', '3', '3'])
      expect((await get('a', version)).bytes.toString()).toContain(`a ${version} `);
    expect(computed.get('a')).toBe(3);
  });

  it('does not evict a body for keys that are requested only once', async () => {
    const { get, computed } = countingCache();
    for (let time = 0; time < 3; time += 1) await get('often', '1');
    const before = computed.get('often');
    for (let key = 0; key < 5000; key += 1) await get(`once ${String(key)}`, '1');
    await get('often', '1');
    expect(computed.get('often')).toBe(before);
  });

  it('evicts the oldest body when repeated requests exceed 32 MiB', async () => {
    const { get, computed } = countingCache();
    for (let time = 0; time < 3; time += 1) await get('early', '1');
    for (let key = 0; key < 2000; key += 1)
      for (let time = 0; time < 2; time += 1) await get(`late ${String(key)}`, '1');
    await get('early', '1');
    expect(computed.get('early')).toBe(3);
  });
});
