/** Finds, for assets of which more left than was held, other names under which the units may have been bought. */
import { areNamesakes } from '@ctx/domain/namesakes';
import { parameter, prepare, raw, sql, type Sql, USER } from '@ctx/platform/sql';
import { readAsUser, type Source } from '../sources/source.ts';

// What was bought and never sold is held.
const HELD = prepare(
  'namesakes-assets',
  sql`SELECT h.asset_key AS "assetKey" FROM figures.holdings h WHERE h.user_id = ${USER} ORDER BY h.asset_key COLLATE "C"`,
);

const [KEYS, FOLDED] = ['assetKeys', 'foldedKeys'].map(parameter);
// OFFSET 0: looked up by asset, even if the user has many events.
/** Selects whether events of some types act on the pool of an asset. */
const movesBy = (types: string): Sql => sql`EXISTS (
  SELECT FROM figures.events e WHERE e.user_id = ${USER} AND e.asset_key_folded = k.folded AND e.asset_key = k.asset_key
    AND e.acts_on_pools AND e.type IN (${raw(types)}) OFFSET 0)`;
const DIRECTIONS = prepare(
  'namesakes-directions',
  sql`SELECT k.asset_key AS "assetKey", ${movesBy("'ACQUISITION', 'INCOME'")} AS arrives, ${movesBy("'DISPOSITION'")} AS leaves
    FROM unnest(${KEYS}::text[], ${FOLDED}::text[]) AS k (asset_key, folded)`,
);

interface Direction {
  readonly assetKey: string;
  readonly arrives: boolean;
  readonly leaves: boolean;
}

/**
 * Returns the namesake of each asset that has disposals without purchases, where the namesake has purchases without disposals. Assets
 * without such a namesake are left out.
 */
export async function namesakesOf(
  source: Source,
  userId: number,
  assetKeys: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  if (assetKeys.size === 0) return new Map();
  const [held] = await readAsUser<[{ readonly assetKey: string }]>(source, userId, HELD({ userId }));
  const pairs = [...assetKeys].flatMap((short) =>
    held
      .filter(({ assetKey }) => areNamesakes(short, assetKey))
      .map(({ assetKey }) => [short, assetKey] as const),
  );
  if (pairs.length === 0) return new Map();
  const keys = [...new Set(pairs.flat())];
  const folded = keys.map((key) => key.toLowerCase());
  const [rows] = await readAsUser<[Direction]>(
    source,
    userId,
    DIRECTIONS({ userId, assetKeys: keys, foldedKeys: folded }),
  );
  const directions = new Map(rows.map((row) => [row.assetKey, row]));
  return new Map(
    pairs.filter(([short, other]) => {
      const [sold, bought] = [directions.get(short), directions.get(other)];
      return sold?.arrives === false && bought?.arrives === true && !bought.leaves;
    }),
  );
}
