/** What is wrong with the form that changes a password. */
import { LIMITS } from '@ctx/domain/limits';
import type { PasswordChange } from '../../sign-in/sign-in.ts';
import type { Fault } from '../../ui/components.ts';
import type { AccountTexts } from './texts/texts.ts';

/** Returns the fields that are empty or differ, before any password is checked. */
export function faultsOfFields(
  { current, next, again }: { readonly current: string; readonly next: string; readonly again: string },
  texts: AccountTexts['password'],
): Fault[] {
  return [
    ...(current === '' ? [{ field: 'current', text: texts.currentMissing }] : []),
    ...faultsOfNewPassword({ next, again }, texts),
  ];
}

/** Returns whether the fields of a new password are empty or differ. */
export function faultsOfNewPassword(
  { next, again }: { readonly next: string; readonly again: string },
  texts: AccountTexts['password'],
): Fault[] {
  return [
    ...(next === '' ? [{ field: 'next', text: texts.nextMissing }] : []),
    ...(next !== again ? [{ field: 'again', text: texts.notAlike }] : []),
  ];
}

/** Returns why the password was not changed. */
export function faultOfChange(
  change: Exclude<PasswordChange, 'CHANGED'>,
  texts: AccountTexts['password'],
): Fault {
  if (change === 'WRONG') return { field: 'current', text: texts.currentWrong };
  const { passwordCharactersMin: min, passwordCharactersMax: max } = LIMITS;
  switch (change.fault) {
    case 'TOO_SHORT':
      return { field: 'next', text: texts.tooShort.replace('{min}', String(min)) };
    case 'TOO_LONG':
      return { field: 'next', text: texts.tooLong.replace('{max}', String(max)) };
    case 'TOO_COMMON':
      return { field: 'next', text: texts.tooCommon };
    case 'TOO_PERSONAL':
      return { field: 'next', text: texts.tooPersonal };
    case 'TOO_MANY':
      return { field: null, text: texts.tooMany };
  }
}
