/** When a delivery that failed is attempted again. */
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waiting times after each failed attempt, about those that Standard Webhooks proposes: three days in all. */
const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  16 * HOUR_MS,
  24 * HOUR_MS,
];

/** An older event is not attempted again, so that what waits behind a dead receiver does not wait three days each. */
const AGE_MS_MAX = 72 * HOUR_MS;

/**
 * Returns the time in ms until the next attempt, with a jitter of a fifth either way (`random` is from 0 to 1); null after the last one.
 */
export function retryAfterMs(attempts: number, ageMs: number, random: number): number | null {
  const wait = WAITS_MS[attempts - 1];
  return wait === undefined || ageMs > AGE_MS_MAX ? null : Math.round(wait * (0.8 + 0.4 * random));
}
