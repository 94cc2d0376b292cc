/** Values strategy, save: the differences, and the sums behind the fingerprints corrected by them. */
import { EUR_SCALE, formatDecimal, parseEur } from '@ctx/domain/decimal';
import { hexOf } from '@ctx/domain/digest';
import type { Client } from '@ctx/platform/postgres';
import { sql } from '@ctx/platform/sql';
import { eventInputDigest } from '../../engine/fingerprint.ts';
import type { BookLot, BookSlice } from '../../tables/stored-figures.ts';
import { type Difference, UNCHANGED_ISSUES } from './compute.ts';
import type { Slice } from '../../engine/types.ts';
import { EVENT_INPUTS } from '../../tables/input-sums.ts';
import { type Effect, issueChanges } from '../effect.ts';
import type { WriteResult } from '../save-run.ts';
import type { Change } from './load.ts';
import { EVENTS, HOLDINGS, ISSUES } from '../../tables/events-and-years.ts';
import { LOTS, SLICES } from '../../tables/lots-and-slices.ts';
import { type CellValue, rowDigest } from '../../tables/table.ts';
import { saveOutcomes } from '../../save/outcomes.ts';
import { saveYears } from '../../save/years.ts';
import { DigestSums } from '../../tables/tables.ts';
import { Upserts } from '../../save/upsert-rows.ts';

/** Writes the difference in the caller's transaction. */
export async function saveValues(
  client: Client,
  userId: number,
  change: Change,
  difference: Difference,
): Promise<WriteResult> {
  const upserts = new Upserts(client, userId, new DigestSums(change.outputSums));
  const writer = new Writer(client, userId, change, upserts);
  await writer.saveEvents(difference);
  await saveOutcomes(difference.outcomes, upserts);
  await writer.saveLotsAndSlices(difference);
  await writer.saveIssues(difference);
  await saveYears(client, userId, difference.years, upserts);
  await writer.saveHeldCost(difference);
  const { events, walletCount } = change;
  return {
    inputs: writer.inputs,
    outputs: upserts.sums,
    rowsChanged: upserts.written,
    events,
    walletCount,
  };
}

/** Returns what the difference would change in the stored figures. */
export async function effectOfValues(
  client: Client,
  userId: number,
  { lastFrozenYear }: Change,
  { years, events, issues }: Difference,
): Promise<Effect> {
  const ids = events.map(({ event }) => event.raw.id);
  const isOfThese = sql`t.event_id = ANY (${ids}) AND t.year > ${lastFrozenYear} AND t.issue_type <> ALL (${UNCHANGED_ISSUES})`;
  return { years, issues: await issueChanges(client, userId, issues, isOfThese), outputs: null };
}

class Writer {
  readonly inputs: DigestSums;
  readonly #upserts: Upserts;
  readonly #client: Client;
  readonly #userId: number;
  readonly #change: Change;

  constructor(client: Client, userId: number, change: Change, upserts: Upserts) {
    this.#client = client;
    this.#userId = userId;
    this.#change = change;
    this.inputs = change.inputSums;
    this.#upserts = upserts;
  }

  /** The changed events' own rows. */
  async saveEvents({ events }: Difference): Promise<void> {
    const rows: CellValue[][] = [];
    for (const [index, { event, outcome }] of events.entries()) {
      const before = this.#change.changed[index];
      if (before === undefined) continue;
      this.inputs.subtract(EVENT_INPUTS, hexOf(before.inputDigest));
      this.inputs.add(EVENT_INPUTS, eventInputDigest(event.raw, event.override, event.pricesText));
      const row = EVENTS.rowOf([event, outcome]);
      if (this.#upserts.replaceDigest(EVENTS, hexOf(before.stored.digest), row)) rows.push(row);
    }
    await this.#upserts.write(EVENTS, rows);
  }

  async saveLotsAndSlices({ revaluation }: Difference): Promise<void> {
    const lots: CellValue[][] = [];
    for (const { before, after } of revaluation.lots) {
      const row = LOTS.rowOf(after);
      if (this.#upserts.replaceDigest(LOTS, rowDigest(LOTS, LOTS.rowOf(before)), row)) lots.push(row);
    }
    await this.#upserts.write(LOTS, lots);
    const slices: CellValue[][] = [];
    for (const { before, after } of revaluation.slices) {
      const row = SLICES.rowOf(sliceOf(after));
      if (this.#upserts.replaceDigest(SLICES, rowDigest(SLICES, SLICES.rowOf(sliceOf(before))), row))
        slices.push(row);
    }
    await this.#upserts.write(SLICES, slices);
  }

  /** The issues of the changed events; issues that depend on amounts and dates alone stay. */
  async saveIssues({ events, issues }: Difference): Promise<void> {
    const { rows: stored } = await this.#client.query<{ issue_id: string; digest: string }>(
      `SELECT issue_id, digest FROM figures.issues
       WHERE user_id = $1 AND event_id = ANY ($2) AND year > $3 AND issue_type <> ALL ($4)`,
      [this.#userId, events.map(({ event }) => event.raw.id), this.#change.lastFrozenYear, UNCHANGED_ISSUES],
    );
    const known = new Map(stored.map(({ issue_id, digest }) => [issue_id, hexOf(digest)]));
    const rows: CellValue[][] = [];
    for (const issue of issues) {
      const row = ISSUES.rowOf(issue);
      const id = String(row[0]);
      if (this.#upserts.replaceDigest(ISSUES, known.get(id) ?? null, row)) rows.push(row);
      known.delete(id);
    }
    await this.#upserts.write(ISSUES, rows);
    if (known.size === 0) return;
    for (const digest of known.values()) this.#upserts.sums.subtract(ISSUES.name, digest);
    await this.#client.query('DELETE FROM figures.issues WHERE user_id = $1 AND issue_id = ANY ($2)', [
      this.#userId,
      [...known.keys()],
    ]);
    this.#upserts.written += known.size;
  }

  async saveHeldCost({ heldCost }: Difference): Promise<void> {
    if (heldCost.size === 0) return;
    const { rows: known } = await this.#client.query<HoldingCells>(
      `SELECT asset_key, asset_symbol, asset_name, asset_chain, protocol, amount, cost_basis, lot_count,
         to_char(oldest_lot_at, '${TIMESTAMP}') AS oldest, to_char(newest_lot_at, '${TIMESTAMP}') AS newest, digest
       FROM figures.holdings WHERE user_id = $1 AND asset_key = ANY ($2)`,
      [this.#userId, [...heldCost.keys()]],
    );
    const before = new Map(known.map((row) => [row.asset_key, row]));
    const rows = [...heldCost].map(([assetKey, difference]) => {
      const row = before.get(assetKey);
      if (row === undefined) throw new Error('a holding of the last run is gone');
      const costBasis = formatDecimal(parseEur(row.cost_basis) + difference, EUR_SCALE);
      const digest = rowDigest(HOLDINGS, [
        assetKey,
        row.asset_symbol,
        row.asset_name,
        row.asset_chain,
        row.protocol,
        row.amount,
        costBasis,
        row.lot_count,
        row.oldest,
        row.newest,
      ]);
      this.#upserts.sums.subtract(HOLDINGS.name, hexOf(row.digest));
      this.#upserts.sums.add(HOLDINGS.name, digest);
      return [assetKey, costBasis, digest];
    });
    await this.#upserts.update(HOLDINGS, ['cost_basis'], rows);
  }
}

/** The format that timestampText writes. */
const TIMESTAMP = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';

interface HoldingCells {
  readonly asset_key: string;
  readonly asset_symbol: string;
  readonly asset_name: string | null;
  readonly asset_chain: string | null;
  readonly protocol: string | null;
  readonly amount: string;
  readonly cost_basis: string;
  readonly lot_count: number;
  readonly oldest: string;
  readonly newest: string;
  readonly digest: string;
}

/** The engine's slices know their event and lot; a row needs no more of them than this. */
function sliceOf(slice: BookSlice): Slice {
  const { eventId, year, lotId, lotOriginEventId, lotAcquiredUs, ...rest } = slice;
  const lot: Partial<BookLot> = { id: lotId, originEventId: lotOriginEventId, acquiredUs: lotAcquiredUs };
  return { ...rest, event: { raw: { id: eventId }, year }, lot } as unknown as Slice;
}
