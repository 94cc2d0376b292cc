/**
 * Stablecoins that their issuer redeems at par, by asset key. Where no price of such a coin is known, that of its currency values it. One
 * table, dated and with sources; docs/tax-assumptions.md shows it. Coins that nobody redeems, or that lost their currency's value for good,
 * are not in it.
 */
import { parseInstantUs } from './instant.ts';
import { PHOTO } from './law/photo.ts';

/** One stablecoin. */
export interface Stablecoin {
  readonly assetKey: string;
  /** Asset key of the currency. */
  readonly currency: string;
  /** The first day, UTC. */
  readonly since: string;
  readonly source: string;
}

const EURC = 'https://developers.circle.com/stablecoins/what-is-eurc';

export const STABLECOINS: readonly Stablecoin[] = [
  { assetKey: 'EURC', currency: 'EUR', since: '2022-06-30', source: EURC },
  // The symbol of EURC until July 2023.
  { assetKey: 'EUROC', currency: 'EUR', since: '2022-06-30', source: EURC },
  {
    assetKey: 'PYUSD',
    currency: 'USD',
    since: '2023-08-07',
    source: 'https://newsroom.paypal-corp.com/2023-08-07-PayPal-Launches-U-S-Dollar-Stablecoin',
  },
  {
    assetKey: 'USDC',
    currency: 'USD',
    since: '2018-09-26',
    source: 'https://developers.circle.com/stablecoins/what-is-usdc',
  },
  {
    assetKey: 'USDT',
    currency: 'USD',
    since: '2014-10-06',
    source: 'https://tether.to/en/how-it-works',
  },
];

const BY_ASSET = new Map(
  STABLECOINS.map(({ assetKey, currency, since }) => [
    assetKey,
    { currency, sinceUs: parseInstantUs(`${since}T00:00:00Z`) ?? 0 },
  ]),
);

/** Returns the asset key of the currency of a stablecoin at an instant, in microseconds; null for any other asset. */
export function currencyOf(assetKey: string, atUs: number): string | null {
  const coin = BY_ASSET.get(assetKey);
  return coin === undefined || atUs < coin.sinceUs ? null : coin.currency;
}

/** The stablecoins of the photo moment. */
export const PEGGED_AT_PHOTO = STABLECOINS.filter(
  ({ assetKey }) => currencyOf(assetKey, PHOTO.momentUs) !== null,
);

/** Returns the assets whose events a price can value: its own, and the stablecoins of a currency. */
export function assetsPricedBy(assetKey: string): string[] {
  return [
    assetKey,
    ...STABLECOINS.filter(({ currency }) => currency === assetKey).map((coin) => coin.assetKey),
  ];
}

/** Returns the assets whose prices can value an event of one of these: themselves, and the currencies of stablecoins. */
export function assetsPricing(assetKeys: readonly string[]): string[] {
  const currencies = assetKeys.flatMap((assetKey) => BY_ASSET.get(assetKey)?.currency ?? []);
  return [...new Set([...assetKeys, ...currencies])];
}
