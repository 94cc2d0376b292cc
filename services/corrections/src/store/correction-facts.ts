/** Loads what decisions on corrections need. */
import type { Client } from '@ctx/platform/postgres';
import type { Statement } from '@ctx/platform/single-sync';
import type { CircumstancesRecord } from '@ctx/domain/circumstances';
import type { BalanceRecord } from '@ctx/domain/stated-balances';
import {
  BALANCE_COLUMNS,
  CIRCUMSTANCES_COLUMNS,
  type CompletedRunRow,
  factJson,
  MATCH_COLUMNS,
  overrideJson,
  RULE_COLUMNS,
  type RuleRow,
  ruleOfRow,
  SELECT_COMPLETED_RUN,
} from '@ctx/records/record-sql';
import { assetOfEvent, isOfAssets, joinAssetCorrection } from '@ctx/records/asset-of-event';
import { balanceSums, type BalanceToSum } from '@ctx/records/balance-sums';
import { parameter, prepare, raw, sql, USER } from '@ctx/platform/sql';
import type { CorrectedAsset } from '../decide/asset.ts';
import type { CorrectedEvent } from '../decide/override.ts';
import type { MatchRecord, RuleRecord } from '../decide/records.ts';
import type { YearMarkers } from '../decide/years.ts';
import { ACCOUNT_LABEL } from './logged-events.ts';

const FACTS = `${factJson('e')} || jsonb_build_object('accountId', e.account_id,
  'accountLabel', ${ACCOUNT_LABEL}, 'assetKey', e.asset_key,
  'assetSymbol', e.asset_symbol, 'fiat', e.asset_fiat, 'referenceId', e.reference_id, 'timestamp', e.occurred_at, 'protocol', e.protocol,
  'counterpartyAddress', e.counterparty_address, 'chainId', coalesce(e.chain_id, a.chain_id))`;

const EVENTS = `
  SELECT requested.id, CASE WHEN e.event_id IS NOT NULL THEN ${FACTS} END AS fact,
    CASE WHEN o.override_id IS NOT NULL THEN ${overrideJson('o')} END AS override
  FROM unnest($2::uuid[]) AS requested (id)
  LEFT JOIN facts.events e ON e.user_id = $1 AND e.event_id = requested.id
  LEFT JOIN facts.accounts a ON a.user_id = $1 AND a.account_id = e.account_id
  LEFT JOIN corrections.overrides o ON o.user_id = $1 AND o.event_id = requested.id`;

/** Reads events with their overrides, by event id. Events of other users and unknown ids are absent. */
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

const ASSET = prepare(
  'correction-asset',
  sql`SELECT ${assetOfEvent('asset_symbol')} AS symbol, ${assetOfEvent('asset_name')} AS name,
      ${assetOfEvent('asset_chain')} AS chain, e.asset_fiat AS fiat
    FROM facts.events e ${joinAssetCorrection()}
    WHERE e.user_id = ${USER} AND ${isOfAssets(USER, sql`ARRAY[${parameter('assetId')}::text]`)}
    ORDER BY e.asset_fiat DESC, e.occurred_at DESC, e.event_id LIMIT 1`,
);

/** Reads an asset with the names that it has in the user's newest event of it; undefined if the user has no event of it. */
export async function readAsset(
  client: Client,
  userId: number,
  assetId: string,
): Promise<Omit<CorrectedAsset, 'assetId'> | undefined> {
  const { rows } = await client.query<Omit<CorrectedAsset, 'assetId'>>(ASSET({ userId, assetId }));
  return rows[0];
}

/** Reads overrides with their events, by override id. */
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

/** Reads the markers of all years of the user that have any. */
export async function readYears(client: Client, userId: number): Promise<YearMarkers[]> {
  const { rows } = await client.query<YearMarkers>({
    name: 'correction-years',
    text: 'SELECT year, NOT paid AS locked, submitted_at IS NOT NULL AS frozen FROM facts.years WHERE user_id = $1',
    values: [userId],
  });
  return rows;
}

const RULES = prepare(
  'correction-rules',
  sql`SELECT ${RULE_COLUMNS}, r.ordinal FROM corrections.rules r WHERE r.user_id = ${USER} ORDER BY r.ordinal`,
);
const RULE = prepare(
  'correction-rule',
  sql`SELECT ${RULE_COLUMNS}, r.ordinal FROM corrections.rules r
    WHERE r.user_id = ${USER} AND r.rule_id = ${parameter('ruleId')}`,
);

/** Reads all rules in order of creation. */
export async function readRules(client: Client, userId: number): Promise<StoredRule[]> {
  return readRuleRows(client, userId, RULES({ userId }));
}

/** Reads one rule; undefined if the user does not have it. */
export async function readRule(
  client: Client,
  userId: number,
  ruleId: string,
): Promise<RuleRecord | undefined> {
  const [rule] = await readRuleRows(client, userId, RULE({ userId, ruleId }));
  return rule;
}

type StoredRule = RuleRecord & { readonly ordinal: number };

async function readRuleRows(client: Client, userId: number, statement: Statement): Promise<StoredRule[]> {
  const completed = await client.query<CompletedRunRow>(SELECT_COMPLETED_RUN({ userId }));
  const { rows } = await client.query<RuleRow<StoredRule>>(statement);
  return rows.map((row) => ruleOfRow(row, completed.rows));
}

/** Reads the matches that include any of these events. */
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

/** Reads a match with all matches that are joined to it or with it; none if the user does not have it. */
export async function readJoinedMatches(
  client: Client,
  userId: number,
  matchId: string,
): Promise<MatchRecord[]> {
  const { rows } = await client.query<MatchRecord>({
    name: 'correction-joined-matches',
    text: `WITH named AS MATERIALIZED (
        SELECT coalesce(n.joined_match_id, n.match_id) AS first FROM corrections.transfer_matches n
        WHERE n.user_id = $1 AND n.match_id = $2)
      SELECT ${MATCH_COLUMNS} FROM corrections.transfer_matches m
      WHERE m.user_id = $1 AND (m.match_id = (SELECT first FROM named) OR m.joined_match_id = (SELECT first FROM named))
      ORDER BY m.ordinal`,
    values: [userId, matchId],
  });
  return rows;
}

/** Reads one match; undefined if the user does not have it. */
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

const CIRCUMSTANCES = prepare(
  'correction-circumstances',
  sql`SELECT ${raw(CIRCUMSTANCES_COLUMNS)} FROM corrections.circumstances c
    WHERE c.user_id = ${USER} AND c.year = ANY (${parameter('years')}::integer[])`,
);

/** Reads the circumstances of some years. */
export async function readCircumstances(
  client: Client,
  userId: number,
  years: readonly number[],
): Promise<CircumstancesRecord[]> {
  const { rows } = await client.query<CircumstancesRecord>(CIRCUMSTANCES({ userId, years }));
  return rows;
}

const BALANCES = prepare(
  'correction-balances',
  sql`SELECT ${raw(BALANCE_COLUMNS)} FROM corrections.balances b
    WHERE b.user_id = ${USER} AND b.account_id = ANY (${parameter('accountIds')}::uuid[])`,
);

/** Reads the stated balances of some accounts. */
export async function readBalances(
  client: Client,
  userId: number,
  accountIds: readonly string[],
): Promise<BalanceRecord[]> {
  const { rows } = await client.query<BalanceRecord>(BALANCES({ userId, accountIds }));
  return rows;
}

const ACCOUNT = prepare(
  'correction-account',
  sql`SELECT a.account_id AS id FROM facts.accounts a
    WHERE a.user_id = ${USER} AND a.account_id = ${parameter('accountId')}::uuid`,
);

/** Returns whether the user has an account. */
export async function hasAccount(client: Client, userId: number, accountId: string): Promise<boolean> {
  const { rows } = await client.query(ACCOUNT({ userId, accountId }));
  return rows.length > 0;
}

const ACCOUNTS = prepare(
  'correction-accounts',
  sql`SELECT a.account_id AS id FROM facts.accounts a
    WHERE a.user_id = ${USER} AND a.account_id = ANY (${parameter('accountIds')}::uuid[])`,
);

/** Returns whether the user has all of some accounts. */
export async function hasAllAccounts(
  client: Client,
  userId: number,
  accountIds: readonly string[],
): Promise<boolean> {
  const { rows } = await client.query(ACCOUNTS({ userId, accountIds }));
  return rows.length === new Set(accountIds.map((id) => id.toLowerCase())).size;
}

/** Returns what the transactions of an account add up to, with the corrections of the last run. */
export async function readExpectedBalance(
  client: Client,
  userId: number,
  balance: BalanceToSum,
): Promise<string> {
  const { rows } = await client.query<{ expected: string }>(balanceSums(userId, [balance]));
  return rows[0]?.expected ?? '0';
}
