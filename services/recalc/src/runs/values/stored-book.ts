/** Answers the incremental engine's questions from the figures of the last run: one indexed statement each. */
import { parseAmount, parseEur, parseEurOrNull } from '@ctx/domain/decimal';
import type { IssueType } from '@ctx/domain/issues';
import type { TransferKind } from '@ctx/domain/vocabulary';
import type { Client } from '@ctx/platform/postgres';
import { raw, sql, type Sql } from '@ctx/platform/sql';
import { photoPricesOf } from '../prices.ts';
import { AS_STORED } from '../proposal.ts';
import type { Book } from './book.ts';
import type { BookLot, BookSlice, StoredEvent, StoredIssue } from '../../tables/stored-figures.ts';
import { photoPrice, priceSeries } from '../../engine/prices.ts';
import type { BasisOrigin, Outcome, Price } from '../../engine/types.ts';
import { micros, rowsOf } from '../../tables/sql.ts';

/** The columns of an origin. */
export const ORIGIN_OF_BOOK = sql`origin_kind AS "originKind", origin_in_event_id AS "originInEventId",
  origin_out_event_id AS "originOutEventId", ${micros('origin_received_at', 'originReceivedUs')}`;

/** Selects lots as rows that `lotOf` reads. */
export const LOTS_OF_BOOK = sql`
  SELECT lot_id AS id, asset_key AS "assetKey", event_id AS "eventId", origin_event_id AS "originEventId",
    from_lot_id AS "fromLotId", ${micros('acquired_at', 'acquiredUs')}, ${micros('held_since', 'heldSinceUs')},
    ${micros('arrived_at', 'arrivedUs')}, amount, cost_basis AS "costBasis", photo_asset_key AS "photoAssetKey", photo_amount AS "photoAmount", ${ORIGIN_OF_BOOK}, remaining,
    remaining_cost_basis AS "remainingCostBasis", waiting, waiting_cost_basis AS "waitingCostBasis"
  FROM figures.lots`;

const SLICES = sql`
  SELECT event_id AS "eventId", year, ordinal, kind, lot_id AS "lotId", lot_event_id AS "lotOriginEventId",
    ${micros('lot_acquired_at', 'lotAcquiredUs')}, amount, gone_before AS "goneBefore", is_gain AS "isGain", proceeds,
    historic_cost AS "historicCost", cost_basis AS "costBasis", gain, holding_period_days AS "holdingPeriodDays",
    ${ORIGIN_OF_BOOK}, photo_missing AS "photoMissing"
  FROM figures.slices`;

const EVENTS = sql`
  SELECT event_id AS id, year, ${micros('occurred_at', 'occurredUs')}, total_gain AS "totalGain", income,
    needs_review AS "needsReview", pool_marks AS "poolMarks", digest, facts_digest AS "factsDigest"
  FROM figures.events`;

export interface OriginCells {
  readonly originKind: TransferKind | null;
  readonly originInEventId: string | null;
  readonly originOutEventId: string | null;
  readonly originReceivedUs: number | null;
}

type Texts<Row, Numbers extends keyof Row> = Omit<Row, Numbers | 'origin' | 'photo'> &
  Readonly<Record<Numbers, string>> &
  OriginCells;

export type LotRow = Texts<
  BookLot,
  'amount' | 'costBasis' | 'remaining' | 'remainingCostBasis' | 'waiting' | 'waitingCostBasis'
> & { readonly photoAssetKey: string | null; readonly photoAmount: string | null };

type SliceRow = Omit<
  Texts<BookSlice, 'amount' | 'historicCost' | 'costBasis' | 'gain'>,
  'goneBefore' | 'proceeds'
> & {
  readonly goneBefore: string | null;
  readonly proceeds: string | null;
};

type EventRow = Omit<StoredEvent, 'outcome'> & {
  readonly totalGain: string | null;
  readonly income: string;
  readonly needsReview: boolean;
  readonly poolMarks: readonly string[];
};

/** The book of one user, read in the caller's snapshot; `lastFrozenYear` is 0 when no year is frozen. */
export function storedBook(client: Client, userId: number, lastFrozenYear: number): Book {
  const rows = <Row extends object>(query: Sql): Promise<Row[]> => rowsOf<Row>(client, query);
  const ofIds = (column: string, ids: readonly string[]): Sql =>
    sql`WHERE user_id = ${userId} AND ${raw(column)} = ANY (${ids})`;
  // Rows of frozen years do not belong to live events.
  const isLive = sql`year > ${lastFrozenYear}`;
  return {
    lots: async (ids) => (await rows<LotRow>(sql`${LOTS_OF_BOOK} ${ofIds('lot_id', ids)}`)).map(lotOf),
    lotsOfEvents: async (ids) =>
      (await rows<LotRow>(sql`${LOTS_OF_BOOK} ${ofIds('event_id', ids)}`)).map(lotOf),
    lotsFrom: async (ids) =>
      (await rows<LotRow>(sql`${LOTS_OF_BOOK} ${ofIds('from_lot_id', ids)}`)).map(lotOf),
    slicesOfLots: async (ids) =>
      (await rows<SliceRow>(sql`${SLICES} ${ofIds('lot_id', ids)} AND ${isLive}`)).map(sliceOf),
    slicesOfEvents: async (ids) =>
      (await rows<SliceRow>(sql`${SLICES} ${ofIds('event_id', ids)} AND ${isLive}`)).map(sliceOf),
    events: async (ids) =>
      (await rows<EventRow>(sql`${EVENTS} ${ofIds('event_id', ids)} AND ${isLive}`)).map(storedEvent),
    issuesOf: (ids) =>
      rows<StoredIssue & { readonly type: IssueType }>(
        sql`SELECT issue_type AS type, event_id AS "eventId" FROM figures.issues ${ofIds('event_id', ids)}`,
      ),
    isSuggestedAbout: async (assetKeys) => {
      const found = await rows(
        sql`SELECT 1 FROM figures.issues
          WHERE user_id = ${userId} AND suggestion_assets && ${assetKeys}::text[] LIMIT 1`,
      );
      return found.length > 0;
    },
    photoPrices: async (assetKeys) => {
      const series = priceSeries(await rows<Price>(photoPricesOf(userId, assetKeys, AS_STORED)));
      return new Map(assetKeys.map((assetKey) => [assetKey, photoPrice(series, assetKey)]));
    },
    areBorrowed: async (eventIds) => {
      const found = await rows(sql`SELECT 1 FROM figures.debts ${ofIds('event_id', eventIds)} LIMIT 1`);
      return found.length > 0;
    },
  };
}

/** A row of figures.events as the engine knows it. */
export function storedEvent({ totalGain, income, needsReview, poolMarks, ...stored }: EventRow): StoredEvent {
  const outcome: Outcome = {
    totalGain: parseEurOrNull(totalGain),
    income: parseEur(income),
    needsReview,
    isShort: poolMarks.includes('isShort'),
    hasSurplus: poolMarks.includes('hasSurplus'),
    isUnmatched: poolMarks.includes('isUnmatched'),
  };
  return { ...stored, outcome };
}

export function lotOf({ photoAssetKey, photoAmount, ...row }: LotRow): BookLot {
  return {
    ...row,
    amount: parseAmount(row.amount),
    costBasis: parseEur(row.costBasis),
    photo:
      photoAssetKey === null || photoAmount === null
        ? null
        : { assetKey: photoAssetKey, amount: parseAmount(photoAmount) },
    origin: originOf(row),
    remaining: parseAmount(row.remaining),
    remainingCostBasis: parseEur(row.remainingCostBasis),
    waiting: parseAmount(row.waiting),
    waitingCostBasis: parseEur(row.waitingCostBasis),
  };
}

function sliceOf(row: SliceRow): BookSlice {
  return {
    ...row,
    amount: parseAmount(row.amount),
    goneBefore: row.goneBefore === null ? null : parseAmount(row.goneBefore),
    proceeds: parseEurOrNull(row.proceeds),
    historicCost: parseEur(row.historicCost),
    costBasis: parseEur(row.costBasis),
    gain: parseEur(row.gain),
    origin: originOf(row),
  };
}

export function originOf({
  originKind,
  originInEventId,
  originOutEventId,
  originReceivedUs,
}: OriginCells): BasisOrigin | null {
  if (originKind === null || originInEventId === null || originOutEventId === null) return null;
  return {
    kind: originKind,
    inEventId: originInEventId,
    outEventId: originOutEventId,
    receivedUs: originReceivedUs ?? 0,
  };
}
