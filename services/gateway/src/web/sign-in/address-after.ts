/** Where a finished sign-in leads to. */
import type { Visit } from '../visit/visit.ts';
import { START } from './next.ts';

/**
 * Returns the address of the form that was sent too late, if this sign-in is the one that it led to; else `next`, else `start`. A form of another
 * user is removed.
 */
export async function addressAfter(
  { parts, request, response }: Visit,
  userId: number,
  next: string | null,
  start: string = START,
): Promise<string> {
  const kept = await parts.keptForms.find(request, userId);
  if (kept === null) parts.keptForms.clear(request, response);
  // The path was posted to this site, and sealed here.
  return kept !== null && kept.next === next ? kept.path : (next ?? start);
}
