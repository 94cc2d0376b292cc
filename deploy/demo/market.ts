/** Invented but realistic market prices of a few assets from January 2023 to October 2026, in EUR. */
import { seeded } from './seeded.ts';

/** Months since January 2023 of the anchor prices below. Prices in between follow a straight line with random deviations. */
const ANCHOR_MONTHS = [0, 6, 12, 18, 24, 30, 36, 45];

const ANCHORS = {
  BTC: [15_500, 27_500, 39_000, 59_000, 95_000, 98_000, 75_000, 88_000],
  ETH: [1120, 1700, 2100, 3100, 3200, 2300, 2550, 3000],
  SOL: [9.5, 21, 92, 135, 185, 140, 110, 125],
  ADA: [0.23, 0.26, 0.54, 0.36, 0.83, 0.55, 0.33, 0.4],
  XRP: [0.32, 0.43, 0.56, 0.44, 2, 1.9, 1.7, 2.1],
} as const;

export type Asset = keyof typeof ANCHORS;
export const ASSETS = Object.keys(ANCHORS) as Asset[];
/** Number of months: January 2023 is 0, October 2026 is 45. */
export const MONTHS = 46;

/** Maximum deviation of a price from the line between two anchors, in thousandths. */
const DEVIATION_MAX = 60;

/** Returns the price of an asset in a month, in EUR cents. */
export function priceCents(asset: Asset, month: number): number {
  const anchors = ANCHORS[asset];
  const next = Math.max(
    1,
    ANCHOR_MONTHS.findIndex((anchor) => anchor >= month),
  );
  const [from = 0, to = 1] = [ANCHOR_MONTHS[next - 1], ANCHOR_MONTHS[next]];
  const [low = 0, high = 0] = [anchors[next - 1], anchors[next]];
  const line = low + ((high - low) * (month - from)) / (to - from);
  const deviation = ANCHOR_MONTHS.includes(month)
    ? 0
    : seeded(`${asset} ${month}`)(2 * DEVIATION_MAX + 1) - DEVIATION_MAX;
  return Math.round((line * (1000 + deviation)) / 10);
}

/** Returns an instant in a month, RFC 3339. */
export function instant(month: number, day: number, time = '10:00:00'): string {
  const year = 2023 + Math.floor(month / 12);
  return `${String(year)}-${two((month % 12) + 1)}-${two(day)}T${time}Z`;
}

/** Formats cents as an EUR string. */
export function eur(cents: number): string {
  return `${String(Math.floor(cents / 100))}.${two(cents % 100)}`;
}

/** Returns the amount that `cents` buy at the unit price `unitCents`, with `digits` fraction digits. */
export function amountFor(cents: number, unitCents: number, digits: number): string {
  return decimal((BigInt(cents) * 10n ** BigInt(digits)) / BigInt(unitCents), digits);
}

/** Formats `units`, counted in the last of `digits` fraction digits, as a decimal string. */
export function decimal(units: bigint, digits: number): string {
  const padded = units.toString().padStart(digits + 1, '0');
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** Returns the value of `amount` at the unit price `unitCents`, in rounded EUR cents. */
export function worthCents(amount: string, unitCents: number): number {
  return Math.round(Number(amount) * unitCents);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
