/** Prices as the engine gets them, and where values come from. */

export type { PriceOrigin } from '@ctx/domain/vocabulary';

/**
 * The price of one unit of an asset at an instant; a user's own price wins over a shared one at the same instant. One that the user entered
 * wins over both while it is valid.
 */
export interface Price {
  readonly assetKey: string;
  /** For an entered price of a day, the start of the day. */
  readonly atUs: number;
  readonly eur: string;
  readonly shared: boolean;
  /** The user entered it: for an instant or for a day. Null or left out for an imported price. */
  readonly entered?: 'INSTANT' | 'DAY' | null;
  /** Before this moment an entered price is valid. */
  readonly untilUs?: number | null;
}

export type PriceSource = 'OVERRIDE' | 'PRICE_SERIES' | 'IMPORT' | 'NONE' | (string & {});
