import { describe, expect, it } from '@jest/globals';
import { isAtLeast } from './version.ts';

describe('A version of a user', () => {
  const NEEDED = '7.7.6.12.3.1764028800.123456';

  it.each([
    ['the same version', NEEDED],
    ['one with a later request', '8.7.6.12.3.1764028800.123456'],
    ['one with a later run', '7.7.7.12.3.1764028900.000001'],
    ['one with a later claim', '7.7.6.13.3.1764028800.123456'],
    ['one with a later change of a year', '7.7.6.12.4.1764028800.123456'],
    ['one whose counter has more digits', '10.7.6.12.3.1764028800.123456'],
  ])('is reached by %s', (_what, found) => {
    expect(isAtLeast(found, NEEDED)).toBe(true);
  });

  it.each([
    ['one before the last request', '6.6.6.12.3.1764028800.123456'],
    ['one before the last run', '7.7.5.12.3.1764028700.123456'],
    ['one that differs in the marker of an import alone', '7.7.6.12.3.1764028800.123456.extra'],
    ['one that differs in its time alone', '7.7.6.12.3.1764028800.2'],
    ['the version of another release', '99-99-99'],
    ['an empty text', ''],
  ])('is not reached by %s', (_what, found) => {
    expect(isAtLeast(found, NEEDED)).toBe(false);
  });

  it('that another release wrote is reached only by itself', () => {
    expect(isAtLeast(NEEDED, 'v2:77')).toBe(false);
    expect(isAtLeast('v2:77', 'v2:77')).toBe(true);
  });
});
