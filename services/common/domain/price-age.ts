import { DAY_US } from './time-units.ts';

/** A price values an event up to this long after it, microseconds (engine.md §1, "The EUR value"). */
export const PRICE_AGE_US_MAX = DAY_US;
