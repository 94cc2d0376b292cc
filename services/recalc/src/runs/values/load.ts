/** Values strategy, load: the changed events, and the part of the last run's results that they may reach. */
import { textDigest, uuidText } from '@ctx/domain/digest';
import { parseEurOrNull } from '@ctx/domain/decimal';
import type { Regime } from '@ctx/domain/vocabulary';
import type { Client } from '@ctx/platform/postgres';
import { sql } from '@ctx/platform/sql';
import { identityOf } from '../../engine/identity.ts';
import { flowKey, valueKey } from '../../engine/keys.ts';
import type { ChangesSince } from '../changes.ts';
import { type BookPart, readPart } from './book.ts';
import { type ChangedEvent, revaluedOf } from './compute.ts';
import { resolve, type ResolvedInputs } from '../../engine/resolve/resolve.ts';
import type {
  EffectiveEvent,
  EngineInputs,
  Override,
  Price,
  RawEvent,
  Rule,
  TransferMatch,
  YearRegime,
} from '../../engine/types.ts';
import { eventsOf, matchesOf, overridesOf, regimesOf, rulesOf } from '../inputs.ts';
import { pricesAt } from '../prices.ts';
import type { Proposal } from '../proposal.ts';
import { storedBook, storedEvent } from './stored-book.ts';
import { micros, rowsOf } from '../../tables/sql.ts';
import { replaceMatches } from '../../tables/input-sums.ts';
import { DigestSums } from '../../tables/tables.ts';

/** The changed events as they count now and as the last run left them. */
export interface Change {
  readonly changed: readonly (ChangedEvent & { readonly inputDigest: string })[];
  readonly resolved: ResolvedInputs;
  readonly part: BookPart;
  readonly regimeOf: (year: number) => Regime;
  readonly lastFrozenYear: number;
  /** The book of the last run, with the matches as they are now; its reader adds the events. */
  readonly inputSums: DigestSums;
  readonly outputSums: Readonly<Record<string, string>>;
  readonly events: number;
  readonly walletCount: number;
}

/**
 * Loads what changed since the last run. Returns null where this strategy does not apply: where amounts, dates, treatments or legs changed, and
 * where a frozen or speculative year is concerned.
 */
export async function loadValues(
  client: Client,
  userId: number,
  { lastRun, ids }: ChangesSince,
  proposal: Proposal,
): Promise<Change | null> {
  const inputs = await readInputsOf(client, userId, ids, proposal);
  if (inputs.events.length !== ids.length || inputs.regimes.some(({ regime }) => regime === 'SPECULATIEF'))
    return null;
  const resolved = resolve(inputs);
  const stored = await readStored(client, userId, ids, lastRun.lastFrozenYear);
  const changed = resolved.events.map((event) => compare(event, stored.get(event.raw.id)));
  if (changed.some((each) => each === null)) return null;
  const known = changed as Change['changed'];
  const inputSums = new DigestSums(lastRun.inputSums);
  replaceMatches(inputSums, inputs.matches);
  const book = storedBook(client, userId, lastRun.lastFrozenYear);
  return {
    ...lastRun,
    inputSums,
    changed: known,
    resolved,
    part: await readPart(book, revaluedOf(known), ids),
    regimeOf: () => 'NORMAAL_BEHEER',
  };
}

async function readInputsOf(
  client: Client,
  userId: number,
  ids: readonly string[],
  proposal: Proposal,
): Promise<EngineInputs> {
  const events = await rowsOf<RawEvent>(
    client,
    sql`${eventsOf(userId, proposal)} AND e.event_id = ANY (${ids})`,
  );
  const overrides = await rowsOf<Override>(
    client,
    sql`${overridesOf(userId, proposal)} AND event_id = ANY (${ids})`,
  );
  const matches = await rowsOf<TransferMatch>(client, matchesOf(userId, proposal));
  const moved = new Map(overrides.map(({ eventId, timestampUs }) => [eventId, timestampUs]));
  return {
    events,
    overrides,
    rules: await rowsOf<Rule>(client, rulesOf(userId, proposal)),
    matches,
    prices: await rowsOf<Price>(
      client,
      pricesAt(
        userId,
        events.map(({ id, assetKey, timestampUs }) => ({ assetKey, atUs: moved.get(id) ?? timestampUs })),
        proposal,
      ),
    ),
    regimes: await rowsOf<YearRegime>(client, regimesOf(userId, proposal)),
    frozenYears: [],
  };
}

type StoredRow = Parameters<typeof storedEvent>[0] & {
  readonly flowKey: string;
  readonly valueKey: string;
  readonly inputDigest: string;
  readonly continuityGroupId: string | null;
  readonly taxable: boolean;
  readonly countedValue: string | null;
};

async function readStored(
  client: Client,
  userId: number,
  ids: readonly string[],
  lastFrozenYear: number,
): Promise<Map<string, StoredRow>> {
  const rows = await rowsOf<StoredRow>(
    client,
    sql`SELECT event_id AS id, year, ${micros('occurred_at', 'occurredUs')},
       total_gain AS "totalGain", income, needs_review AS "needsReview", pool_marks AS "poolMarks",
       flow_key AS "flowKey", value_key AS "valueKey", input_digest AS "inputDigest", digest,
       facts_digest AS "factsDigest",
       continuity_group_id AS "continuityGroupId", taxable, counted_value AS "countedValue"
     FROM figures.events WHERE user_id = ${userId} AND event_id = ANY (${ids}) AND year > ${lastFrozenYear}`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Returns null where the pools are concerned: a new event, another flow, or a leg that left its group. Null also for an event of which a
 * submitted year keeps figures: the stored rows that name it are of both years.
 */
function compare(event: EffectiveEvent, row: StoredRow | undefined): Change['changed'][number] | null {
  if (row?.flowKey !== uuidText(textDigest(flowKey(event)))) return null;
  if (row.continuityGroupId !== event.raw.continuityGroupId || identityOf(event) !== event.raw.id)
    return null;
  return {
    event,
    stored: storedEvent(row),
    storedValue: { taxable: row.taxable, value: parseEurOrNull(row.countedValue) },
    isRevalued: row.valueKey !== uuidText(textDigest(valueKey(event))),
    inputDigest: row.inputDigest,
  };
}
