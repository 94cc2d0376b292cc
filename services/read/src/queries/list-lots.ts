import { GrpcRejection } from '@ctx/platform/grpc-server';
import { readAsUser, type Source } from '../sources/source.ts';
import { parameter, prepare, sql, USER } from '@ctx/platform/sql';
import type { ListLotsRequest, LotsResponse } from '@ctx/proto/gen/ctx/v1/read';
import { status } from '@grpc/grpc-js';
import { rangeOf, requestedPage, withTotal } from './requested-page.ts';
import {
  LOT_COLUMNS,
  LOT_JOINS,
  lotDetail,
  type LotRow,
  PRICE_COLUMNS,
  type PriceRow,
  SALE_COLUMNS,
  type SaleRow,
  saleTerms,
} from './lot-rows.ts';

interface HoldingRow extends PriceRow {
  lot_count: number;
}

const HOLDING_ID = parameter('holdingId');

const SALE = prepare('lots-sale', sql`SELECT ${SALE_COLUMNS}`);

const HOLDING = prepare(
  'lots-holding',
  sql`
  SELECT h.lot_count, ${PRICE_COLUMNS} FROM figures.holdings h
  WHERE h.user_id = ${USER} AND h.asset_key = ${HOLDING_ID}`,
);

const LOTS = prepare(
  'lots',
  sql`
  SELECT ${LOT_COLUMNS} FROM figures.lots l ${LOT_JOINS}
  WHERE l.user_id = ${USER} AND l.asset_key = ${HOLDING_ID} AND l.is_held ORDER BY l.acquired_at, l.lot_id
  LIMIT ${parameter('limit')} OFFSET ${parameter('offset')}::bigint`,
);

/** Returns all open lots of a holding, oldest first (service.md, "Lots response"). Rejects with NOT_FOUND for an asset that is not held. */
export async function listLots(
  source: Source,
  userId: number,
  request: ListLotsRequest,
): Promise<LotsResponse> {
  const page = requestedPage(request);
  const [limit, offset] = page === null ? [null, 0] : rangeOf(page, page.size);
  const values = { userId, holdingId: request.holdingId, limit, offset };
  const [sales, [holding], lots] = await readAsUser<[SaleRow, HoldingRow, LotRow]>(
    source,
    userId,
    SALE(values),
    HOLDING(values),
    LOTS(values),
  );
  if (holding === undefined) throw new GrpcRejection(status.NOT_FOUND, 'this asset is not held');
  const sale = sales[0] as SaleRow;
  const nowMs = Date.parse(sale.now);
  const terms = saleTerms(sale, holding);
  return {
    holdingId: request.holdingId,
    lots: lots.map((row) => lotDetail(row, terms, nowMs)),
    page: page === null ? null : withTotal(page, holding.lot_count),
  };
}
