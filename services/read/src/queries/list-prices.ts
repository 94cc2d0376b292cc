import { type EnteredPriceRecord, shownPrice } from '@ctx/domain/entered-price';
import { LIMITS } from '@ctx/domain/limits';
import { pageOfList } from '@ctx/domain/page-of-list';
import { readAsUser, type Source } from '../sources/source.ts';
import { PRICE_COLUMNS } from '@ctx/records/record-sql';
import { parameter, prepare, raw, sql, USER } from '@ctx/platform/sql';
import type { ListPricesRequest, PricesResponse } from '@ctx/proto/gen/ctx/v1/read';

const ASSET = parameter('assetKey');
const PRICES = sql`FROM corrections.prices p
  WHERE p.user_id = ${USER} AND (${ASSET}::text IS NULL OR p.asset_key = ${ASSET}::text)`;

const COUNT = prepare('count-entered-prices', sql`SELECT count(*)::integer AS total ${PRICES}`);
const PAGE = prepare(
  'entered-prices',
  sql`SELECT ${raw(PRICE_COLUMNS)} ${PRICES}
    ORDER BY p.asset_key, p.valid_from DESC, p.price_id LIMIT ${parameter('size')} OFFSET ${parameter('skipped')}`,
);

/** Returns a page of the prices that the user entered, by asset, newest first. */
export async function listPrices(
  source: Source,
  userId: number,
  { assetKey = null, page, size: requestedSize }: ListPricesRequest,
): Promise<PricesResponse> {
  const size = Math.min(requestedSize, LIMITS.pageSizeMax);
  const [[counted], prices] = await readAsUser<[{ total: number }, EnteredPriceRecord]>(
    source,
    userId,
    COUNT({ userId, assetKey }),
    PAGE({ userId, assetKey, size, skipped: page * size }),
  );
  return { ...pageOfList(page, size, counted?.total ?? 0), prices: prices.map(shownPrice) };
}
