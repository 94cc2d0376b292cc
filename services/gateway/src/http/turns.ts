/** Turns of the event loop for large work, so that small requests are answered between its pieces. */
import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a later turn of the event loop, after everything that has arrived meanwhile. Each turn resolves one call, in the order of
 * the calls: however many requests have large work, one piece of it is done in a turn.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
