/** Finds the asset that a name means, so that people and assistants need not know its key. */
import { parameter, prepare, sql, USER } from '@ctx/platform/sql';
import type { FindAssetRequest, FoundAsset } from '@ctx/proto/gen/ctx/v1/read';
import { assetsNamed, type NamedAsset } from '../present/asset-names.ts';
import { readAsUser, type Source } from '../sources/source.ts';

const [NAME, FOLDED, SINGLE] = ['name', 'folded', 'single'].map(parameter);

interface KnownRow {
  readonly isExact: boolean;
  readonly isKey: boolean;
  /** Whether assets with other keys have the symbol. */
  readonly isSymbol: boolean;
}

// The common case, in a look-up each. The first looks at all events of a key that differs from the name in letter case; OFFSET 0 keeps it
// to their range of the index.
const KNOWN = prepare(
  'find-asset-known',
  sql`SELECT ${SINGLE}::boolean AND EXISTS (SELECT FROM (SELECT v.asset_key FROM figures.events v
      WHERE v.user_id = ${USER} AND v.asset_key_folded = ${FOLDED} OFFSET 0) e WHERE e.asset_key = ${NAME}) AS "isExact",
    EXISTS (SELECT FROM figures.events e WHERE e.user_id = ${USER} AND e.asset_key_folded = ${FOLDED}) AS "isKey",
    EXISTS (SELECT FROM figures.events e WHERE e.user_id = ${USER} AND e.asset_symbol_folded = ${FOLDED}
        AND e.asset_symbol_folded <> e.asset_key_folded)
      OR EXISTS (SELECT FROM figures.events e WHERE e.user_id = ${USER} AND e.asset_symbol_shown_folded = ${FOLDED}
        AND e.asset_symbol_shown_folded <> e.asset_symbol_folded) AS "isSymbol"`,
);

const HELD = prepare(
  'find-asset-held',
  sql`SELECT h.asset_key AS "assetKey", h.asset_symbol AS symbol, h.asset_name AS name, false AS spam
    FROM figures.holdings h WHERE h.user_id = ${USER} ORDER BY h.asset_key COLLATE "C"`,
);

// Each key by one step in the index, and its texts from one event, however many events the user has. More keys than 5,000 are spam.
const SEEN = prepare(
  'find-asset-seen',
  sql`WITH RECURSIVE keys AS (
    (SELECT e.asset_key_folded AS folded FROM figures.events e WHERE e.user_id = ${USER} AND e.asset_key_folded > '' ORDER BY e.asset_key_folded LIMIT 1)
    UNION ALL
    SELECT (SELECT e.asset_key_folded FROM figures.events e WHERE e.user_id = ${USER} AND e.asset_key_folded > k.folded
      ORDER BY e.asset_key_folded LIMIT 1) FROM keys k WHERE k.folded IS NOT NULL)
  SELECT e.asset_key AS "assetKey", e.asset_symbol AS symbol, f.asset_name AS name, e.spam
  FROM (SELECT k.folded FROM keys k WHERE k.folded IS NOT NULL LIMIT 5000) k
  CROSS JOIN LATERAL (SELECT * FROM figures.events v WHERE v.user_id = ${USER} AND v.asset_key_folded = k.folded LIMIT 1) e
  LEFT JOIN LATERAL (
    SELECT v.asset_name FROM facts.events v WHERE v.user_id = ${USER} AND v.event_id = e.event_id LIMIT 1) f ON true`,
);

/** Returns the assets that a key, symbol or name means, among those that are held now or among all that ever had an event. */
export async function findAsset(
  source: Source,
  userId: number,
  { name, held, single }: FindAssetRequest,
): Promise<FoundAsset> {
  const values = { userId, name, folded: name.toLowerCase(), single };
  if (held) {
    const [assets] = await readAsUser<[NamedAsset]>(source, userId, HELD(values));
    return assetsNamed(name, assets);
  }
  const [[known]] = await readAsUser<[KnownRow]>(source, userId, KNOWN(values));
  const { isExact, isKey, isSymbol } = known as KnownRow;
  if (isExact || (isKey && !single)) return { match: 'KEY', assetKeys: [name] };
  if (isSymbol && !isKey && !single) return { match: 'SYMBOL', assetKeys: [name] };
  const [assets] = await readAsUser<[NamedAsset]>(source, userId, SEEN(values));
  return assetsNamed(name, assets);
}
