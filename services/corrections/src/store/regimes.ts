/** Reads the chosen regimes of years. */
import type { Client } from '@ctx/platform/postgres';
import { parameter, prepare, sql } from '@ctx/platform/sql';
import { chosenRegimeOf, type RegimeRow as StoredRow, SELECT_REGIMES } from '@ctx/records/regime-rows';
import type { RegimeRow } from '../decide/decision.ts';
import { regimeId } from '../decide/regime.ts';

const REGIMES = prepare(
  'correction-regimes',
  sql`${SELECT_REGIMES} AND y.year = ANY (${parameter('years')}::integer[])`,
);

/** Reads the chosen regimes of some years; none of a year for which nobody chose. */
export async function readRegimes(
  client: Client,
  userId: number,
  years: readonly number[],
): Promise<RegimeRow[]> {
  const { rows } = await client.query<StoredRow>(REGIMES({ userId, years }));
  return rows.flatMap((row) => {
    const chosen = chosenRegimeOf(row);
    return chosen === null ? [] : [{ ...chosen, id: regimeId(userId, row.year) }];
  });
}
