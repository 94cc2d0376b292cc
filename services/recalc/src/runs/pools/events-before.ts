/** The events of some pools as the last run left them: what their rows, and the sums of all pools, are corrected from. */
import { taxYear, timestampText } from '@ctx/domain/instant';
import type { EventType, Treatment } from '@ctx/domain/vocabulary';
import type { Client } from '@ctx/platform/postgres';
import { empty, sql, type Sql } from '@ctx/platform/sql';
import { effectOfPair } from '@ctx/domain/treatments';
import { rowsOf } from '../../tables/sql.ts';

/** A stored event. */
export interface EventBefore {
  readonly id: string;
  readonly assetKey: string;
  readonly accountId: string;
  readonly year: number;
  /** From 1 to 12, in Brussels. */
  readonly month: number;
  readonly type: EventType;
  readonly treatment: Treatment;
  readonly isMatched: boolean;
  readonly isInGroup: boolean;
  readonly actsOnPools: boolean;
  readonly taxable: boolean;
  readonly spam: boolean;
  /** EUR. */
  readonly value: string | null;
  readonly totalGain: string | null;
  readonly income: string;
  readonly hasSurplus: boolean;
  readonly needsReview: boolean;
  readonly digest: string;
  readonly factsDigest: string;
}

/** Selects the stored events `v` of some pools. */
export function eventsOfPools(userId: number, assets: readonly string[]): Sql {
  const folded = assets.map((asset) => asset.toLowerCase());
  return sql`v.user_id = ${userId} AND v.asset_key_folded = ANY (${folded}) AND v.asset_key = ANY (${assets})`;
}

/** Returns the stored events of some pools in years that are not frozen, from an instant on if given; at most `max` where it is finite. */
export function readEventsBefore(
  client: Client,
  userId: number,
  assets: readonly string[],
  { fromUs, max = Infinity }: { readonly fromUs: number | null; readonly max?: number },
): Promise<EventBefore[]> {
  const since =
    fromUs === null
      ? empty
      : sql`AND v.year >= ${taxYear(fromUs)} AND v.occurred_at >= ${timestampText(fromUs)}`;
  return rowsOf<EventBefore>(
    client,
    sql`SELECT v.event_id AS id, v.asset_key AS "assetKey", v.account_id AS "accountId", v.year,
        extract(month FROM v.occurred_at AT TIME ZONE 'Europe/Brussels')::int AS month, v.type, v.treatment,
        v.match_id IS NOT NULL AS "isMatched", v.continuity_group_id IS NOT NULL AS "isInGroup",
        v.acts_on_pools AS "actsOnPools", v.taxable, v.spam, v.counted_value AS value, v.total_gain AS "totalGain", v.income,
        'hasSurplus' = ANY (v.pool_marks) AS "hasSurplus", v.needs_review AS "needsReview",
        v.digest, v.facts_digest AS "factsDigest"
      FROM figures.events v
      WHERE ${eventsOfPools(userId, assets)} ${since}
        AND v.year NOT IN (SELECT f.year FROM figures.frozen_years f WHERE f.user_id = ${userId})
      LIMIT ${max === Infinity ? null : max}`,
  );
}

/** Tells whether a type and a treatment are those of one side of a transfer. */
export function isOfTransfer(type: EventType, treatment: Treatment): boolean {
  const { pool } = effectOfPair(type, treatment);
  return pool === 'LEAVE' || pool === 'ARRIVE';
}
