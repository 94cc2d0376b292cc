/** Which candles value the missing days of an asset, and the requests that have them. */
import { PHOTO } from '@ctx/domain/law/photo';
import type { Stretch } from './exchanges.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const HOUR_MINUTES = 60;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
/** Candles that are further apart are asked for apart. */
const GAP_CANDLES_MAX = 60;

/** The starts of the wanted candles of an asset, by their length in minutes. */
export type WantedCandles = ReadonlyMap<number, ReadonlySet<number>>;

/** A day in Belgium that an asset lacks; `isPhoto` for the price at the photo moment. */
export interface MissingDay {
  readonly day: string;
  readonly isPhoto: boolean;
}

/**
 * Returns the candles that value these days. A day in Belgium begins an hour or two before that of the candles, so it takes the closes of the two
 * days before it. The photo takes the hour that ends with its moment, and the close of the day before as well, for an exchange that has no hours so
 * far back. A candle that is not over is not wanted.
 */
export function wantedCandles(days: readonly MissingDay[], nowMs: number): WantedCandles {
  const daily = days.flatMap(({ day }) => [dayMs(day) - 2 * DAY_MS, dayMs(day) - DAY_MS]);
  const photoMs = PHOTO.momentUs / 1000;
  const hourly = days.some(({ isPhoto }) => isPhoto) ? [photoMs - HOUR_MINUTES * MINUTE_MS] : [];
  const over = (starts: readonly number[], minutes: number): Set<number> =>
    new Set(starts.filter((startMs) => startMs + minutes * MINUTE_MS <= nowMs));
  return new Map([
    [DAY_MINUTES, over(daily, DAY_MINUTES)],
    [HOUR_MINUTES, over(hourly, HOUR_MINUTES)],
  ]);
}

/** Returns all days from one to another. */
export function daysBetween(from: string, to: string): MissingDay[] {
  const count = Math.round((dayMs(to) - dayMs(from)) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const day = new Date(dayMs(from) + index * DAY_MS).toISOString().slice(0, 10);
    return { day, isPhoto: day === PHOTO_DAY };
  });
}

const PHOTO_DAY = new Date(PHOTO.momentUs / 1000 - 1).toISOString().slice(0, 10);

/** Returns the stretches that cover wanted candles, each of at most `candlesMax`. */
export function stretchesOf(wanted: WantedCandles, candlesMax: number): Stretch[] {
  return [...wanted].flatMap(([minutes, starts]) => {
    const length = minutes * MINUTE_MS;
    const stretches: Stretch[] = [];
    for (const startMs of [...starts].sort((left, right) => left - right)) {
      const last = stretches.at(-1);
      const isNear =
        last !== undefined &&
        startMs - last.endMs <= GAP_CANDLES_MAX * length &&
        startMs + length - last.startMs <= candlesMax * length;
      if (isNear) stretches[stretches.length - 1] = { ...last, endMs: startMs + length };
      else stretches.push({ minutes, startMs, endMs: startMs + length });
    }
    return stretches;
  });
}

function dayMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
