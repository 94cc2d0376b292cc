/** The text that says how long to wait after too many attempts. */
import type { Language } from '../../ui/language.ts';
import { SIGN_IN_TEXTS } from './texts/texts.ts';

const SECONDS_PER_MINUTE = 60;

/** Returns the text for a wait in seconds, in whole minutes, rounded up. */
export function waitText(language: Language, seconds: number): string {
  const { signIn: texts } = SIGN_IN_TEXTS[language];
  const minutes = Math.ceil(seconds / SECONDS_PER_MINUTE);
  return minutes <= 1 ? texts.tooManyMinute : texts.tooMany.replace('{minutes}', String(minutes));
}
