/** How new the shared prices are, by one currency and one asset: prices of the others come with them. */
import type { Pool } from '@ctx/platform/postgres';

/** Unix time in seconds of the newest shared rate and price; NaN where there is none. */
export type NewestPrices = Readonly<Record<'newestRate' | 'newestPrice', number>>;

/** Reads the newest shared rate of the US dollar and the newest shared price of Bitcoin. */
export async function readNewestPrices(pool: Pool): Promise<NewestPrices> {
  const { rows } = await pool.query<{ rate: number | null; price: number | null }>({
    name: 'newest-prices',
    text: `SELECT
        (SELECT extract(epoch FROM max(r.at)) FROM facts.shared_prices r WHERE r.asset_key = 'USD')::double precision AS rate,
        (SELECT extract(epoch FROM max(p.at)) FROM facts.shared_prices p WHERE p.asset_key = 'BTC')::double precision AS price`,
  });
  return { newestRate: rows[0]?.rate ?? NaN, newestPrice: rows[0]?.price ?? NaN };
}
