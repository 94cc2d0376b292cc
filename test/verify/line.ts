/** The values of a line of a dossier. */
import { AMOUNT_SCALE, EUR_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { timestampText } from '@ctx/domain/instant';

export type Line = Readonly<Record<string, unknown>>;

export const eur = (value: bigint | null): string | null =>
  value === null ? null : formatDecimal(value, EUR_SCALE);
export const amount = (value: bigint): string => formatDecimal(value, AMOUNT_SCALE);
export const instant = (us: number | null): string | null => (us === null ? null : timestampText(us));
