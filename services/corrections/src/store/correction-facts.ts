/** What decisions on corrections are made from; one statement a function. */
import type { Client } from '@ctx/common/platform/postgres';
import { factJson, MATCH_COLUMNS, overrideJson, RULE_COLUMNS } from '@ctx/common/platform/record-sql';
import type { CorrectedEvent } from '../decide/override.ts';
import type { MatchRecord, RuleRecord } from '../decide/records.ts';
import type { YearMarkers } from '../decide/years.ts';

const FACTS = `${factJson('e')} || jsonb_build_object('accountId', e.account_id, 'assetKey', e.asset_key,
  'assetSymbol', e.asset_symbol, 'referenceId', e.reference_id, 'timestamp', e.occurred_at, 'protocol', e.protocol,
  'counterpartyAddress', e.counterparty_address, 'chainId', coalesce(e.chain_id, a.chain_id))`;

const EVENTS = `
  SELECT asked.id, CASE WHEN e.event_id IS NOT NULL THEN ${FACTS} END AS fact,
    CASE WHEN o.override_id IS NOT NULL THEN ${overrideJson('o')} END AS override
  FROM unnest($2::uuid[]) AS asked (id)
  LEFT JOIN facts.events e ON e.user_id = $1 AND e.event_id = asked.id
  LEFT JOIN facts.accounts a ON a.user_id = $1 AND a.account_id = e.account_id
  LEFT JOIN corrections.overrides o ON o.user_id = $1 AND o.event_id = asked.id`;

/** Events with their overrides, by id; those that the user does not have are not there. */
export async function readEvents(
  client: Client,
  userId: number,
  eventIds: readonly string[],
): Promise<Map<string, CorrectedEvent>> {
  const { rows } = await client.query<CorrectedEvent>({
    name: 'correction-events',
    text: EVENTS,
    values: [userId, [...new Set(eventIds)]],
  });
  return new Map(rows.filter(isKnown).map((event) => [event.id, event]));
}

const isKnown = ({ fact, override }: CorrectedEvent): boolean => fact !== null || override !== null;

/** Overrides with their events, by the override's id. */
export async function readOverridden(
  client: Client,
  userId: number,
  overrideIds: readonly string[],
): Promise<Map<string, CorrectedEvent>> {
  const { rows } = await client.query<{ override_id: string; event_id: string }>({
    name: 'correction-overrides',
    text: 'SELECT override_id, event_id FROM corrections.overrides WHERE user_id = $1 AND override_id = ANY ($2)',
    values: [userId, [...new Set(overrideIds)]],
  });
  const events = await readEvents(
    client,
    userId,
    rows.map(({ event_id }) => event_id),
  );
  return new Map(
    rows.flatMap(({ override_id, event_id }) => {
      const event = events.get(event_id);
      return event === undefined ? [] : [[override_id, event]];
    }),
  );
}

/** All years of the user that anything is set for. */
export async function readYears(client: Client, userId: number): Promise<YearMarkers[]> {
  const { rows } = await client.query<YearMarkers>({
    name: 'correction-years',
    text: 'SELECT year, NOT paid AS locked, submitted_at IS NOT NULL AS frozen FROM facts.years WHERE user_id = $1',
    values: [userId],
  });
  return rows;
}

/** All rules in order of creation. */
export async function readRules(
  client: Client,
  userId: number,
): Promise<(RuleRecord & { readonly ordinal: number })[]> {
  const { rows } = await client.query<RuleRecord & { readonly ordinal: number }>({
    name: 'correction-rules',
    text: `SELECT ${RULE_COLUMNS}, r.ordinal FROM corrections.rules r WHERE r.user_id = $1 ORDER BY r.ordinal`,
    values: [userId],
  });
  return rows;
}

/** One rule, or undefined. */
export async function readRule(
  client: Client,
  userId: number,
  ruleId: string,
): Promise<RuleRecord | undefined> {
  const { rows } = await client.query<RuleRecord>({
    name: 'correction-rule',
    text: `SELECT ${RULE_COLUMNS} FROM corrections.rules r WHERE r.user_id = $1 AND r.rule_id = $2`,
    values: [userId, ruleId],
  });
  return rows[0];
}

/** Matches that any of these events is a leg of. */
export async function readMatchesOf(
  client: Client,
  userId: number,
  eventIds: readonly string[],
): Promise<MatchRecord[]> {
  const { rows } = await client.query<MatchRecord>({
    name: 'correction-matches-of',
    text: `SELECT ${MATCH_COLUMNS} FROM corrections.transfer_matches m
      WHERE m.user_id = $1 AND (m.out_event_id = ANY ($2) OR m.in_event_id = ANY ($2))`,
    values: [userId, eventIds],
  });
  return rows;
}

/** One match, or undefined. */
export async function readMatch(
  client: Client,
  userId: number,
  matchId: string,
): Promise<MatchRecord | undefined> {
  const { rows } = await client.query<MatchRecord>({
    name: 'correction-match',
    text: `SELECT ${MATCH_COLUMNS} FROM corrections.transfer_matches m WHERE m.user_id = $1 AND m.match_id = $2`,
    values: [userId, matchId],
  });
  return rows[0];
}
