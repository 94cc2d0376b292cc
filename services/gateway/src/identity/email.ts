/** E-mail addresses of users: ASCII, so that folding them means the same here and in PostgreSQL. */
import { z } from 'zod';

export const EMAIL = z.email().max(254);

/** As users are found by it; null for what can be nobody's. */
export function foldEmail(typed: string): string | null {
  const parsed = EMAIL.safeParse(typed.trim());
  return parsed.success ? parsed.data.toLowerCase() : null;
}
