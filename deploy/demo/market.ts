/** Invented but realistic market prices of a few assets since January 2023, in EUR. */
import type { Calendar } from './calendar.ts';
import { seeded } from './seeded.ts';

/** Months since January 2023 of the anchor prices below. Prices in between follow a straight line with random deviations. */
const ANCHOR_MONTHS = [0, 6, 12, 18, 24, 30, 36, 45];

const ETHER = [1120, 1700, 2100, 3100, 3200, 2300, 2550, 3000] as const;
const ANCHORS = {
  BTC: [15_500, 27_500, 39_000, 59_000, 95_000, 98_000, 75_000, 105_000],
  ETH: ETHER,
  SOL: [9.5, 21, 92, 135, 185, 140, 110, 125],
  ADA: [0.23, 0.26, 0.54, 0.36, 0.83, 0.55, 0.33, 0.4],
  XRP: [0.32, 0.43, 0.56, 0.44, 2, 1.9, 1.7, 2.1],
  EURC: [1, 1, 1, 1, 1, 1, 1, 1],
  WETH: ETHER,
  FRIET: [310, 310, 310, 310, 310, 310, 310, 340],
} as const;

export type Asset = keyof typeof ANCHORS;
export const ASSETS = Object.keys(ANCHORS) as Asset[];

/** Maximum deviation of a price from the line between two anchors, in thousandths. */
const DEVIATION_MAX: Partial<Record<Asset, number>> = { EURC: 0 };
const DEVIATION_MAX_DEFAULT = 60;

/** Returns the price of an asset in a month of the calendar, in EUR cents. Prices after the last anchor follow the line through the last two. */
export function priceCents(calendar: Calendar, asset: Asset, calendarMonth: number): number {
  const month = calendarMonth + calendar.marketOffset;
  const anchors = ANCHORS[asset];
  const found = ANCHOR_MONTHS.findIndex((anchor) => anchor >= month);
  const next = found === -1 ? ANCHOR_MONTHS.length - 1 : Math.max(1, found);
  const [from = 0, to = 1] = [ANCHOR_MONTHS[next - 1], ANCHOR_MONTHS[next]];
  const [low = 0, high = 0] = [anchors[next - 1], anchors[next]];
  const line = low + ((high - low) * (month - from)) / (to - from);
  return Math.round((line * (1000 + deviation(asset, month))) / 10);
}

function deviation(asset: Asset, month: number): number {
  if (ANCHOR_MONTHS.includes(month)) return 0;
  const max = DEVIATION_MAX[asset] ?? DEVIATION_MAX_DEFAULT;
  // Wrapped ether costs what ether costs.
  return seeded(`${asset === 'WETH' ? 'ETH' : asset} ${String(month)}`)(2 * max + 1) - max;
}

/** Formats cents as an EUR string. */
export function eur(cents: number): string {
  return `${String(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
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
