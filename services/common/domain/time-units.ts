/** Lengths of time in milliseconds and microseconds. A day here has 24 hours; days of Brussels are in brussels.ts. */

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const HOUR_US = HOUR_MS * 1000;
export const DAY_US = DAY_MS * 1000;
