/** Exchanges in which an asset may have become another one. */
import { isMoney } from './assets.ts';
import type { Part } from './entries.ts';

/** A coin that follows the price of money is exchanged one to one too, but is another asset. */
const LIKE_MONEY = /USD|EUR|GBP|DAI/;

/** Whether a forced exchange gave as many units as it took, as the renaming of an asset does. */
export function isOneToOne(given: Part, received: Part): boolean {
  return (
    given.amount === received.amount &&
    [given, received].every(({ symbol }) => !isMoney(symbol) && !LIKE_MONEY.test(symbol))
  );
}
