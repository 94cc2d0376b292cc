/** The table of renames: what it may contain, and what it answers. */
import { describe, expect, it } from '@jest/globals';
import { parseInstantUs } from './instant.ts';
import { connectedByRenames, renameAt, renamedAmount, RENAMES } from './renames.ts';

const at = (text: string): number => parseInstantUs(text) ?? 0;

describe('The table of renames', () => {
  it('has each pair of symbols once, in capitals and in order', () => {
    const pairs = RENAMES.map(({ from, to }) => `${from} ${to}`);
    expect(pairs).toEqual([...new Set(pairs)].toSorted());
    expect(pairs.filter((pair) => pair !== pair.toUpperCase())).toEqual([]);
    expect(RENAMES.filter(({ from, to }) => from === to)).toEqual([]);
  });

  it('has a real day, a positive ratio and a source in every row', () => {
    for (const { since, ratio, source } of RENAMES) {
      expect(at(`${since}T00:00:00Z`)).toBeGreaterThan(at('2009-01-03T00:00:00Z'));
      expect(ratio).toMatch(/^(0\.\d{1,12}|[1-9]\d*(\.\d{1,12})?)$/);
      expect(new URL(source).protocol).toBe('https:');
    }
  });

  it.each([
    ['MATIC', 'POL', '2024-09-10T08:00:00Z', true],
    ['matic', 'Pol', '2024-09-10T08:00:00Z', true],
    ['MATIC', 'POL', '2023-10-24T23:59:59Z', false],
    ['MATIC', 'POL', '2023-10-25T00:00:00Z', true],
    ['POL', 'MATIC', '2024-09-10T08:00:00Z', false],
    ['BTC', 'ETH', '2024-09-10T08:00:00Z', false],
  ])('%s became %s at %s: %s', (from, to, when, expected) => {
    expect(renameAt(from, to, at(when)) !== null).toBe(expected);
  });

  it.each([
    ['MKR', 'SKY', 2n, 48_000n],
    ['MATIC', 'POL', 7n, 7n],
    ['AGIX', 'FET', 100_000n, 43_335n],
  ])('of %s makes %s by the ratio', (from, to, amount, expected) => {
    const rename = RENAMES.find((each) => each.from === from && each.to === to)!;
    expect(renamedAmount(rename, amount)).toBe(expected);
  });

  it('connects symbols over several rows', () => {
    expect(connectedByRenames('ocean')).toEqual(['asi', 'fet', 'agix', 'ocean']);
    expect(connectedByRenames('btc')).toEqual(['btc']);
  });
});
