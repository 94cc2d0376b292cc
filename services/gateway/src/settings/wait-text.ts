/** How long to wait after too many attempts, in words. */
import type { Texts } from '../pages/texts/texts.ts';

const SECONDS_PER_MINUTE = 60;

/** In whole minutes, rounded up. */
export function waitText({ signIn: texts }: Texts, seconds: number): string {
  const minutes = Math.ceil(seconds / SECONDS_PER_MINUTE);
  return minutes <= 1 ? texts.tooManyMinute : texts.tooMany.replace('{minutes}', String(minutes));
}
