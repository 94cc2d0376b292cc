/** E-mail addresses of users. They are ASCII, so that lower case means the same here and in PostgreSQL. */
import { z } from 'zod';

export const EMAIL = z.email().max(254);

/** Returns an e-mail address in the form in which users are looked up, or null if it is not valid. */
export function foldEmail(typed: string): string | null {
  const parsed = EMAIL.safeParse(typed.trim());
  return parsed.success ? parsed.data.toLowerCase() : null;
}
