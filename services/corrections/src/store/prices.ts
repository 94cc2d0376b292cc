/** Loads entered prices, and what they can value. */
import { type EnteredPriceRecord, isOfPhoto } from '@ctx/domain/entered-price';
import { timestampText } from '@ctx/domain/instant';
import { PHOTO } from '@ctx/domain/law/photo';
import { LIMITS } from '@ctx/domain/limits';
import { assetsPricedBy } from '@ctx/domain/stablecoins';
import { oneFlight } from '@ctx/platform/one-flight';
import type { Client } from '@ctx/platform/postgres';
import { PRICE_COLUMNS } from '@ctx/records/record-sql';
import type { PricedEvents } from '../decide/price.ts';

/** Reads some prices, by id. Prices of other users and unknown ids are absent. */
export async function readPrices(
  client: Client,
  userId: number,
  ids: readonly string[],
): Promise<Map<string, EnteredPriceRecord>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<EnteredPriceRecord>({
    name: 'correction-prices',
    text: `SELECT ${PRICE_COLUMNS} FROM corrections.prices p WHERE p.user_id = $1 AND p.price_id = ANY ($2)`,
    values: [userId, ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns how many prices the user has. */
export async function countPrices(client: Client, userId: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>({
    name: 'count-prices',
    text: 'SELECT count(*)::integer AS count FROM corrections.prices p WHERE p.user_id = $1',
    values: [userId],
  });
  return rows[0]?.count ?? 0;
}

/** A price and one asset whose events it can value. */
interface AssetOfPrice {
  readonly id: string;
  readonly assetKey: string;
  readonly from: string;
  readonly until: string;
}

interface PricedRow {
  readonly id: string;
  readonly years: readonly number[];
  readonly eventIds: readonly string[];
}

const YEAR = (at: string): string => `extract(year FROM ${at} AT TIME ZONE 'Europe/Brussels')::integer`;

// One part for each index: of events by their time as imported, of those that an override moved, and of those whose asset it corrected.
const VALUED = `
  SELECT v.price_id AS id, array_agg(DISTINCT v.year) AS years,
    (array_agg(DISTINCT v.event_id::text))[1:${String(LIMITS.changedEventsMax + 1)}] AS "eventIds"
  FROM (
    SELECT r.price_id, e.event_id, ${YEAR('e.occurred_at')} AS year
    FROM unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[]) AS r (price_id, asset_key, since, until)
    JOIN facts.events e ON e.user_id = $1 AND e.asset_key = r.asset_key AND e.occurred_at >= r.since AND e.occurred_at < r.until
    LEFT JOIN corrections.overrides o ON o.user_id = $1 AND o.event_id = e.event_id
    WHERE e.euro_value IS NULL AND o.overridden_euro_value IS NULL AND o.overridden_timestamp IS NULL AND o.overridden_asset_key IS NULL
    UNION ALL
    SELECT r.price_id, e.event_id, ${YEAR('o.overridden_timestamp')}
    FROM unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[]) AS r (price_id, asset_key, since, until)
    JOIN corrections.overrides o
      ON o.user_id = $1 AND o.overridden_timestamp >= r.since AND o.overridden_timestamp < r.until AND o.overridden_asset_key IS NULL
    JOIN facts.events e ON e.user_id = $1 AND e.event_id = o.event_id AND e.asset_key = r.asset_key
    WHERE e.euro_value IS NULL AND o.overridden_euro_value IS NULL
    UNION ALL
    SELECT r.price_id, e.event_id, ${YEAR('t.at')}
    FROM unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[]) AS r (price_id, asset_key, since, until)
    JOIN corrections.overrides o ON o.user_id = $1 AND o.overridden_asset_key = r.asset_key
    JOIN facts.events e ON e.user_id = $1 AND e.event_id = o.event_id
    CROSS JOIN LATERAL (SELECT coalesce(o.overridden_timestamp, e.occurred_at) AS at) t
    WHERE e.euro_value IS NULL AND o.overridden_euro_value IS NULL AND t.at >= r.since AND t.at < r.until) v
  GROUP BY v.price_id`;

const SOLD = `
  SELECT r.price_id AS id, coalesce(array_agg(DISTINCT s.year) FILTER (WHERE s.year IS NOT NULL), '{}') AS years
  FROM unnest($2::uuid[], $3::text[]) AS r (price_id, asset_key)
  JOIN facts.events e ON e.user_id = $1 AND (e.asset_key = r.asset_key OR e.event_id = ANY (ARRAY(
    SELECT c.event_id FROM corrections.overrides c WHERE c.user_id = $1 AND c.overridden_asset_key = r.asset_key)))
  LEFT JOIN corrections.overrides o ON o.user_id = $1 AND o.event_id = e.event_id
  CROSS JOIN LATERAL (SELECT coalesce(o.overridden_timestamp, e.occurred_at) AS at) t
  LEFT JOIN LATERAL (SELECT ${YEAR('t.at')} AS year
    WHERE t.at >= $4::timestamptz AND coalesce(o.overridden_type, e.type) = 'DISPOSITION') s ON true
  WHERE coalesce(o.overridden_asset_key, e.asset_key) = r.asset_key
  GROUP BY r.price_id`;

/**
 * Returns what each price can value: events of its asset, and of stablecoins of its currency, without a value of their own while it is valid.
 * A photo price reaches everything that the user has of the asset, and concerns the years from 2026 on in which units were sold.
 */
export async function readPriced(
  client: Client,
  userId: number,
  prices: readonly EnteredPriceRecord[],
): Promise<Map<string, PricedEvents>> {
  const assetsOf = (of: readonly EnteredPriceRecord[]): AssetOfPrice[] =>
    of.flatMap(({ id, assetKey, validFrom: from, validUntil: until }) =>
      assetsPricedBy(assetKey).map((each) => ({ id, assetKey: each, from, until })),
    );
  const [all, photos] = [assetsOf(prices), assetsOf(prices.filter(isOfPhoto))];
  const [valued, sold] = await oneFlight(
    client.query<PricedRow>({
      name: 'priced-events',
      text: VALUED,
      values: [userId, ...columnsOf(all), all.map(({ from }) => from), all.map(({ until }) => until)],
    }),
    photos.length === 0
      ? Promise.resolve({ rows: [] as Omit<PricedRow, 'eventIds'>[] })
      : client.query<Omit<PricedRow, 'eventIds'>>({
          name: 'photo-years',
          text: SOLD,
          values: [userId, ...columnsOf(photos), timestampText(PHOTO.momentUs)],
        }),
  );
  const byId = new Map<string, PricedEvents>(prices.map(({ id }) => [id, { years: [], reach: [] }]));
  for (const { id, years, eventIds } of valued.rows)
    byId.set(id, { years, reach: eventIds.length > LIMITS.changedEventsMax ? 'EVERYTHING' : eventIds });
  for (const { id, years } of sold.rows)
    byId.set(id, { years: [...(byId.get(id)?.years ?? []), ...years], reach: 'EVERYTHING' });
  return byId;
}

function columnsOf(rows: readonly AssetOfPrice[]): [string[], string[]] {
  return [rows.map(({ id }) => id), rows.map(({ assetKey }) => assetKey)];
}
