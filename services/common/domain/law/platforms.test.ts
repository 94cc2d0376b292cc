/** Custodial exchanges by time. */
import { describe, expect, it } from '@jest/globals';
import { type Platform, platformAnchor, platformOf, platforms } from './platforms.ts';

describe('platformOf', () => {
  it.each([
    ['KRAKEN', 'Kraken', 'IE'],
    ['crypto.com', 'Crypto.com', 'MT'],
    ['Crypto-Com', 'Crypto.com', 'MT'],
  ])('finds %s in any letter case and punctuation', (given, name, country) => {
    expect(platformOf(given, 2026)).toMatchObject({ name, country });
  });

  it('returns null for an unknown platform', () => {
    for (const name of ['my own', 'toString', '__proto__', '']) expect(platformOf(name, 2026)).toBeNull();
  });

  it.each([
    // The licence is of 28 November 2025.
    ['KUCOIN', 2024, 'SC'],
    ['KUCOIN', 2025, 'AT'],
    ['KUCOIN', 2026, 'AT'],
    ['BINANCE', 2025, 'FR'],
    ['BINANCE', 2026, 'FR'],
  ])('returns %s of %d in %s, as it was at the end of that year', (name, year, country) => {
    expect(platformOf(name, year)?.country).toBe(country);
  });

  it('returns a platform that has left as it was last, with its last day', () => {
    expect(platformOf('binance', 2027)).toMatchObject({ country: 'FR', until: '2026-06-30' });
  });
});

describe('platforms', () => {
  const byName = Map.groupBy(platforms(), ({ name }) => name);

  it('have a source, a day of checking and an address that can be opened', () => {
    for (const { country, source, checkedOn } of platforms()) {
      expect(country).toMatch(/^[A-Z]{2}$/);
      expect(checkedOn).toMatch(/^20\d\d-\d\d-\d\d$/);
      if (source.address !== null) expect(new URL(source.address).protocol).toBe('https:');
    }
  });

  it('have rows without a gap and without an overlap', () => {
    for (const [name, rows] of byName) {
      const nextDay = ({ until }: Platform): string =>
        new Date(Date.parse(`${until!}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
      const joined = rows.slice(1).map(({ from }, index) => from === nextDay(rows[index]!));
      expect([name, joined]).toEqual([name, joined.map(() => true)]);
    }
  });

  it('of a year are one row for each, at one anchor', () => {
    const anchors = platforms(2026).map(platformAnchor);
    expect(anchors).toEqual([...new Set(anchors)]);
    expect(anchors).toHaveLength(byName.size);
    expect(anchors).toContain('platform-crypto-com');
  });
});
