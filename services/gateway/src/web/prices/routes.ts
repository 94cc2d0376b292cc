/** The pages of prices that a person enters. */
import { PATHS } from '../../ui/paths.ts';
import type { Route } from '../visit/route.ts';
import { checkPriceFile, checkPrices, recheckPrices, savePrices } from './check-pages.ts';
import { showPrices } from './prices-page.ts';
import { confirmRemovePrice, removePrice } from './remove-pages.ts';

const PRO = { for: 'signed-in', counts: true, proSection: 'inbox' } as const;

export const PRICES_ROUTES: readonly Route[] = [
  { path: PATHS.prices, ...PRO, get: showPrices },
  { path: `${PATHS.prices}/check`, ...PRO, again: checkPrices, post: checkPrices },
  { path: `${PATHS.prices}/file`, ...PRO, receives: 'file', post: checkPriceFile },
  // Two hundred prices are longer than other forms.
  { path: `${PATHS.prices}/save`, ...PRO, receives: 'returned-file', again: recheckPrices, post: savePrices },
  { path: `${PATHS.prices}/:id/remove`, ...PRO, get: confirmRemovePrice, post: removePrice },
];
