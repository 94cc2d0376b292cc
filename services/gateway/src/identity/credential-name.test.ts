import { describe, expect, it } from '@jest/globals';
import { credentialName, hasHiddenCharacters } from './credential-name.ts';

describe('the name of a credential', () => {
  it.each([
    'a\u202eb',
    'a\u2066b',
    'a\u200bb',
    'a\u00adb',
    'a\u0085b',
    'a\u2800b',
    'a\u3164b',
    'a\nb',
    'a\u001bb',
    'a\u{e0041}b',
  ])('is rejected with a character that hides or turns what people read: %j', (given) => {
    expect(hasHiddenCharacters(credentialName(given))).toBe(true);
  });

  it.each([
    [' Laptop van Jo\u00eblle ', 'Laptop van Jo\u00eblle'],
    ['\u2764\ufe0f wallet', '\u2764 wallet'],
    ['\u{1f468}\u200d\u{1f4bb}', '\u{1f468}\u{1f4bb}'],
    ['\u0645\u06cc\u200c\u062e', '\u0645\u06cc\u062e'],
    [' \u200b ', ''],
    ['\u{e0041}', ''],
  ])(
    '%j is stored as %j, without the joiners that keyboards write, and empty if nothing of it is visible',
    (given, name) => {
      expect(credentialName(given)).toBe(name);
      expect(hasHiddenCharacters(name)).toBe(false);
    },
  );
});
