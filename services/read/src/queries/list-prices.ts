import { type EnteredPriceRecord, shownPrice } from '@ctx/domain/entered-price';
import { LIMITS } from '@ctx/domain/limits';
import { pageOfList } from '@ctx/domain/page-of-list';
import { readAsUser, type Source } from '../sources/source.ts';
import { PRICE_COLUMNS } from '@ctx/records/record-sql';
import { empty, parameter, prepare, raw, sql, type Sql, USER } from '@ctx/platform/sql';
import type { ListPricesRequest, PricesResponse } from '@ctx/proto/gen/ctx/v1/read';

/** The statements of a list: the number of its prices, and a page of them. */
function listOf(name: string, condition: Sql) {
  const prices = sql`FROM corrections.prices p WHERE p.user_id = ${USER} ${condition}`;
  return {
    count: prepare(`${name}-count`, sql`SELECT count(*)::integer AS total ${prices}`),
    page: prepare(
      name,
      sql`SELECT ${raw(PRICE_COLUMNS)} ${prices}
        ORDER BY p.asset_key, p.valid_from DESC, p.price_id LIMIT ${parameter('size')} OFFSET ${parameter('skipped')}`,
    ),
  };
}

const ALL = listOf('entered-prices', empty);
const OF_ASSET = listOf('entered-prices-of-asset', sql`AND p.asset_key = ${parameter('assetKey')}`);

/** Returns a page of the prices that the user entered, by asset, newest first. */
export async function listPrices(
  source: Source,
  userId: number,
  { assetKey, page, size: requestedSize }: ListPricesRequest,
): Promise<PricesResponse> {
  const size = Math.min(requestedSize, LIMITS.pageSizeMax);
  const list = assetKey == null ? ALL : OF_ASSET;
  const [[counted], prices] = await readAsUser<[{ total: number }, EnteredPriceRecord]>(
    source,
    userId,
    list.count({ userId, assetKey }),
    list.page({ userId, assetKey, size, skipped: page * size }),
  );
  return { ...pageOfList(page, size, counted?.total ?? 0), prices: prices.map(shownPrice) };
}
