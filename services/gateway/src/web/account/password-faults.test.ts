import { describe, expect, it } from '@jest/globals';
import type { PasswordChange } from '../../sign-in/sign-in.ts';
import { faultOfChange, faultsOfFields } from './password-faults.ts';
import { ACCOUNT_TEXTS } from './texts/texts.ts';

const { password: TEXTS } = ACCOUNT_TEXTS.en;
const NEXT = 'nog vier andere woorden';

describe('the form that changes a password', () => {
  it.each([
    [{ current: '', next: NEXT, again: NEXT }, 'current', 'Enter your current password.'],
    [{ current: 'old', next: '', again: '' }, 'next', 'Enter a new password.'],
    [{ current: 'old', next: NEXT, again: 'other' }, 'again', 'The two new passwords are not the same.'],
  ])('is rejected with %j', (fields, field, text) => {
    expect(faultsOfFields(fields, TEXTS)).toEqual([{ field, text }]);
  });

  it('is complete with the current password and twice a new one', () => {
    expect(faultsOfFields({ current: 'old', next: NEXT, again: NEXT }, TEXTS)).toEqual([]);
  });

  it.each<[Exclude<PasswordChange, 'CHANGED'>, string | null, string]>([
    ['WRONG', 'current', 'The current password is not correct.'],
    [{ fault: 'TOO_SHORT' }, 'next', 'The new password needs at least 12 characters.'],
    [{ fault: 'TOO_LONG' }, 'next', 'The new password may have at most 256 characters.'],
    [{ fault: 'TOO_COMMON' }, 'next', TEXTS.tooCommon],
    [{ fault: 'TOO_PERSONAL' }, 'next', TEXTS.tooPersonal],
    [{ fault: 'TOO_MANY' }, null, 'Too many attempts. Try again later.'],
  ])('explains a change that was rejected as %j', (change, field, text) => {
    expect(faultOfChange(change, TEXTS)).toEqual({ field, text });
  });
});
