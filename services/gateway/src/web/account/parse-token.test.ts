import { describe, expect, it } from '@jest/globals';
import { parseToken } from './parse-token.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';

const FORM = { name: 'laptop', scope: 'write', ends: '90', lastDay: '' };
const NOW_MS = Date.parse('2026-06-10T10:00:00Z');
const parse = (fields: Partial<typeof FORM>) => parseToken({ ...FORM, ...fields }, ACCOUNT_TEXTS.en, NOW_MS);

describe('the form for a new token', () => {
  it.each([
    [{ name: '' }, 'name', 'Enter a name.'],
    [{ name: 'é'.repeat(101) }, 'name', 'Enter a name of at most 100 characters.'],
    [{ name: 'Settings' }, 'name', 'The log uses this name for these pages. Enter another one.'],
    [
      { name: 'lap\u202etop' },
      'name',
      'The name has invisible characters, or characters that change the reading direction. Type it again without them.',
    ],
    [{ scope: '' }, 'scope', 'Choose what the token may do.'],
    [{ scope: 'admin' }, 'scope', 'Choose what the token may do.'],
    [{ ends: '' }, 'ends', 'Choose how long the token works.'],
    [{ ends: '-1' }, 'ends', 'Choose how long the token works.'],
    [{ lastDay: '31/12/2030' }, 'last-day', 'Enter a date such as 2027-12-31.'],
    [{ lastDay: '2020-01-01' }, 'last-day', 'Choose today or a later day.'],
    [{ lastDay: '2101-01-01' }, 'last-day', 'Choose a day no later than the end of 2100.'],
  ])('is rejected with %j', (fields, field, text) => {
    expect(parse(fields)).toEqual({ faults: [{ field, text }] });
  });

  it('names every field with an error', () => {
    expect(parse({ name: '', scope: '', ends: '' })).toMatchObject({
      faults: [{ field: 'name' }, { field: 'scope' }, { field: 'ends' }],
    });
  });

  it('asks for a name, scopes and an end', () => {
    expect(parse({ ends: 'never' })).toEqual({ name: 'laptop', scopes: ['read', 'write'], expiresAt: null });
    expect(parse({ scope: 'read', lastDay: '2030-06-30' })).toEqual({
      name: 'laptop',
      scopes: ['read'],
      expiresAt: '2030-06-30T22:00:00.000Z',
    });
  });
});
