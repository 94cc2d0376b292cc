/** Pools strategy, save: the rows of some pools, and the figures of all pools corrected by the difference: years, wallets, sums. */
import { parseAmount, parseEur, parseEurOrNull } from '@ctx/domain/decimal';
import { timestampText } from '@ctx/domain/instant';
import type { Client } from '@ctx/platform/postgres';
import { sql } from '@ctx/platform/sql';
import { addOutcome, isNoDifference, noDifference, type YearDifference } from '../../engine/figures/years.ts';
import type { EngineOutputs, Holding, Lot, Outcome } from '../../engine/types.ts';
import { type ComputedPools, hasSameAccounts, isSameSet } from './compute.ts';
import type { EventBefore } from './events-before.ts';
import type { LoadedPools } from './load.ts';
import type { LotAtStart } from './opening.ts';
import type { StoredStart } from './start.ts';
import { type EventOutcome, saveOutcomes } from '../../save/outcomes.ts';
import { emptyTables, replaceRows } from '../../save/replace-rows.ts';
import { type Effect, issueChanges } from '../effect.ts';
import type { WriteResult } from '../save-run.ts';
import { micros } from '../../tables/sql.ts';
import { saveYears } from '../../save/years.ts';
import { EVENTS, HOLDINGS, ISSUES, POOLS, YEARS } from '../../tables/events-and-years.ts';
import { type FiguresTable, isFrozenRow, ofEvents, type PoolScope } from '../../tables/table.ts';
import { DigestSums, TABLES } from '../../tables/tables.ts';
import { Upserts } from '../../save/upsert-rows.ts';

/** Writes in the caller's transaction. */
export async function savePools(
  client: Client,
  userId: number,
  loaded: LoadedPools,
  { outputs, inputSums, events }: ComputedPools,
): Promise<WriteResult> {
  const { changed, before, lastRun, start } = loaded;
  // Runs that start later need them too: an event may have rows in a frozen year and in an open one.
  const { frozenYears } = lastRun;
  const sums = new DigestSums(lastRun.outputSums);
  const upserts = new Upserts(client, userId, sums);
  const changedIds = new Set(changed.map(({ id }) => id));
  const { own, others } = splitEvents(outputs, changedIds, before);
  const touched = start === null ? null : touchedLots(start, outputs, loaded);
  const pools = scopeOf(loaded, outputs, touched?.since ?? null);
  const empty = await emptyTables(client, userId);
  const replace = <Item>(
    table: FiguresTable<Item>,
    rows: EngineOutputs,
    scope: PoolScope,
  ): Promise<number> => {
    const isEmpty = empty.has(table.name);
    return replaceRows(client, userId, table, { outputs: rows, frozenYears, sums, pools: scope, isEmpty });
  };
  let rowsChanged = 0;
  for (const table of computedTables(start))
    rowsChanged += await replace(table, { ...outputs, lots: touched?.lots ?? outputs.lots }, pools);
  // From the lots as they are stored now.
  const holdings = start === null ? outputs.holdings : await holdingsNow(client, userId, outputs);
  rowsChanged += await replace(HOLDINGS, { ...outputs, holdings }, pools);
  rowsChanged += await replace(EVENTS, { ...outputs, ...own }, { ...pools, eventIds: [...changedIds] });
  await saveOutcomes(others, upserts);
  const years = yearDifferences(before, outputs);
  const walletCounts = await walletCountsOf(client, userId, yearsOfOtherAccounts(before, outputs));
  for (const year of walletCounts.keys()) if (!years.has(year)) years.set(year, noDifference());
  await saveYears(client, userId, years, upserts, walletCounts);
  return {
    inputs: inputSums,
    outputs: sums,
    rowsChanged: rowsChanged + upserts.written,
    events,
    walletCount: hasSameAccounts(before, outputs) ? lastRun.walletCount : await walletCountOf(client, userId),
  };
}

/** Returns what the computed pools would change in the stored figures. */
export async function effectOfPools(
  client: Client,
  userId: number,
  loaded: LoadedPools,
  { outputs }: ComputedPools,
): Promise<Effect> {
  const { frozenYears } = loaded.lastRun;
  const since =
    loaded.start === null ? null : { at: timestampText(loaded.start.atUs), lotIds: [], broughtBy: [] };
  const pools = scopeOf(loaded, outputs, since);
  const isOfPools = sql`${ofEvents(pools)} AND NOT ${isFrozenRow(ISSUES, frozenYears)}`;
  return {
    years: yearDifferences(loaded.before, outputs),
    issues: await issueChanges(client, userId, outputs.issues, isOfPools),
    outputs,
  };
}

function scopeOf(
  { assets, changed }: LoadedPools,
  outputs: EngineOutputs,
  since: PoolScope['since'],
): PoolScope {
  const eventIds = [...new Set([...outputs.events.map(({ raw }) => raw.id), ...changed.map(({ id }) => id)])];
  return { assets, eventIds, since };
}

/** Returns the holdings from the stored lots, with the names of each asset's newest event: a run that started later read few lots. */
async function holdingsNow(client: Client, userId: number, { events }: EngineOutputs): Promise<Holding[]> {
  const newest = new Map(events.map(({ raw }) => [raw.assetKey, raw]));
  const { rows } = await client.query<HeldRow>(
    sql`SELECT asset_key AS "assetKey", sum(remaining + waiting) AS amount, count(*)::int AS "lotCount",
        sum(remaining_cost_basis + waiting_cost_basis) AS "costBasis",
        ${micros('min(acquired_at)', 'oldestUs')}, ${micros('max(acquired_at)', 'newestUs')}
      FROM figures.lots WHERE user_id = ${userId} AND asset_key = ANY (${[...newest.keys()]}) AND is_held
      GROUP BY asset_key`,
  );
  return rows.flatMap((row) => {
    const raw = newest.get(row.assetKey);
    if (raw === undefined) return [];
    const { assetSymbol, assetName, assetChain, protocol } = raw;
    const [amount, costBasis] = [parseAmount(row.amount), parseEur(row.costBasis)];
    return [{ ...row, assetSymbol, assetName, assetChain, protocol, amount, costBasis }];
  });
}

type HeldRow = Pick<Holding, 'assetKey' | 'lotCount' | 'oldestUs' | 'newestUs'> & {
  readonly amount: string;
  readonly costBasis: string;
};

/**
 * Returns the tables whose rows are all computed here. Years, holdings and events are corrected; a run that started later leaves the groups of
 * pools as they are, and the pools had no loans.
 */
function computedTables(start: StoredStart | null): readonly FiguresTable<unknown>[] {
  const corrected: readonly string[] = [YEARS.name, HOLDINGS.name, EVENTS.name];
  return TABLES.filter(({ name }) => !corrected.includes(name) && !(start !== null && name === POOLS.name));
}

/** Splits the changed events, whose rows are written, from the others, of which only what the pools decided may differ. */
function splitEvents(
  { events, outcomes }: EngineOutputs,
  changedIds: ReadonlySet<string>,
  before: readonly EventBefore[],
): { readonly own: Pick<EngineOutputs, 'events' | 'outcomes'>; readonly others: readonly EventOutcome[] } {
  const rows = new Map(before.map((each) => [each.id, each]));
  const entries = events.map((event, index) => ({ event, outcome: outcomes[index] as Outcome }));
  const isChanged = ({ event }: (typeof entries)[number]): boolean => changedIds.has(event.raw.id);
  const own = entries.filter(isChanged);
  return {
    own: { events: own.map(({ event }) => event), outcomes: own.map(({ outcome }) => outcome) },
    others: entries
      .filter((each) => !isChanged(each))
      .map(({ event, outcome }) => ({ stored: rowOf(rows, event.raw.id), outcome })),
  };
}

/** Returns the lots that an event took from, before or now, and which stored rows these are compared with. */
function touchedLots(
  start: StoredStart,
  outputs: EngineOutputs,
  { inputs, changed }: Pick<LoadedPools, 'inputs' | 'changed'>,
): { readonly lots: readonly Lot[]; readonly since: PoolScope['since'] } {
  const stored = new Map(start.lots.map((lot) => [lot.id, lot]));
  const lots = outputs.lots.filter((lot) => !isUntouched(lot, stored.get(lot.id)));
  const touched = new Set(lots.map(({ id }) => id));
  const lotIds = start.lots.flatMap(({ id, goneThen }) => (goneThen !== null || touched.has(id) ? [id] : []));
  const broughtBy = [...new Set([...inputs.events, ...changed].map(({ id }) => id))];
  return { lots, since: { at: timestampText(start.atUs), lotIds, broughtBy } };
}

function rowOf(rows: ReadonlyMap<string, EventBefore>, id: string): EventBefore {
  const row = rows.get(id);
  if (row === undefined) throw new Error('an event of the last run is gone');
  return row;
}

/** Tells whether no event took from a lot since the start, neither in the last run nor now. */
function isUntouched(lot: Lot, stored: LotAtStart | undefined): boolean {
  return (
    stored?.goneThen === null &&
    lot.remaining === stored.remaining &&
    lot.waiting === stored.waiting &&
    lot.heldSinceUs === stored.heldSinceUs
  );
}

/** Returns what the pools' events add now less what they added before, for years with a difference. */
function yearDifferences(
  before: readonly EventBefore[],
  { years }: EngineOutputs,
): Map<number, YearDifference> {
  const differences = new Map<number, YearDifference>();
  for (const figures of years) {
    const [monthlyGains, monthlyIncome] = [[...figures.monthlyGains], [...figures.monthlyIncome]];
    differences.set(figures.year, { ...figures, monthlyGains, monthlyIncome });
  }
  for (const event of before) {
    const difference = differences.get(event.year) ?? noDifference();
    differences.set(event.year, difference);
    difference.transactionCount -= 1;
    const outcome = { ...event, totalGain: parseEurOrNull(event.totalGain), income: parseEur(event.income) };
    addOutcome(difference, { ...event, value: parseEurOrNull(event.value) }, outcome, -1);
  }
  return new Map([...differences].filter(([, difference]) => !isNoDifference(difference)));
}

/** Returns years in which an account gains its first event of these pools, or loses its last. */
function yearsOfOtherAccounts(before: readonly EventBefore[], { events }: EngineOutputs): number[] {
  const accountsThen = Map.groupBy(before, ({ year }) => year);
  const accountsNow = Map.groupBy(events, ({ year }) => year);
  const years = new Set([...accountsThen.keys(), ...accountsNow.keys()]);
  return [...years].filter((year) => {
    const then = new Set(accountsThen.get(year)?.map(({ accountId }) => accountId));
    const now = new Set(accountsNow.get(year)?.map(({ raw }) => raw.accountId));
    return !isSameSet(then, now);
  });
}

async function walletCountsOf(
  client: Client,
  userId: number,
  years: readonly number[],
): Promise<Map<number, number>> {
  if (years.length === 0) return new Map();
  const { rows } = await client.query<{ year: number; wallets: number }>(
    `SELECT year, count(DISTINCT account_id) AS wallets FROM figures.events
     WHERE user_id = $1 AND year = ANY ($2) GROUP BY year`,
    [userId, years],
  );
  return new Map(rows.map(({ year, wallets }) => [year, wallets]));
}

async function walletCountOf(client: Client, userId: number): Promise<number> {
  const { rows } = await client.query<{ wallets: number }>(
    'SELECT count(DISTINCT account_id) AS wallets FROM figures.events WHERE user_id = $1 AND acts_on_pools',
    [userId],
  );
  return rows[0]?.wallets ?? 0;
}
