/** Durations in words. */
import type { Language } from './language.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;
const UNITS_MAX = 2;

/** Returns a duration in its two largest units, such as `1 hour 30 minutes`. */
export function ageText(language: Language, seconds: number): string {
  const parts = UNITS.map(([unit, length], index) => {
    const longer = UNITS[index - 1]?.[1] ?? Infinity;
    return [unit, Math.floor((seconds % longer) / length)] as const;
  }).filter(([unit, count]) => count > 0 || (seconds === 0 && unit === 'second'));
  return parts
    .slice(0, UNITS_MAX)
    .map(([unit, count]) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    )
    .join(' ');
}
