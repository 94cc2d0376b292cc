/** Which prices the figures lack, for the operator: of one user, or of all without their names. */
import { timestampText } from '@ctx/domain/instant';
import { PHOTO } from '@ctx/domain/law/photo';
import { PEGGED_AT_PHOTO } from '@ctx/domain/stablecoins';
import type { Pool } from '@ctx/platform/postgres';
import type { GetMissingPricesResponse, MissingPrice } from '@ctx/proto/gen/ctx/v1/recalc';

const ROWS_MAX = 10_000;

/** Returns the days on which events of an asset have no value, and the assets without a photo price, newest first. User 0: of all users. */
export async function missingPrices(
  pool: Pool,
  userId: number,
  limit: number,
): Promise<GetMissingPricesResponse> {
  const { rows } = await pool.query<MissingPrice & { readonly total: number }>(
    `SELECT asset_key AS "assetKey", day::text, is_photo AS "isPhoto", events, users, total
     FROM figures.missing_prices($1, $2, $3, $4, $5, $6)`,
    [
      userId === 0 ? null : userId,
      timestampText(PHOTO.momentUs),
      timestampText(PHOTO.momentUs - PHOTO.priceAgeUsMax),
      PEGGED_AT_PHOTO.map(({ assetKey }) => assetKey),
      PEGGED_AT_PHOTO.map(({ currency }) => currency),
      Math.min(ROWS_MAX, Math.max(1, limit)),
    ],
  );
  return { prices: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
