import { LIMITS } from '@ctx/domain/limits';
import { GrpcRejection } from '@ctx/platform/grpc-server';
import type { GetOriginRequest, Origin } from '@ctx/proto/gen/ctx/v1/read';
import { status } from '@grpc/grpc-js';
import { originOf, purchasesOf } from '../present/origin.ts';
import type {
  OriginEventRow,
  OriginLegRow,
  OriginLotRow,
  OriginMoneyRow,
  OriginOwnLotRow,
  OriginSliceRow,
} from '../present/origin-rows.ts';
import { movesWithinPool, startWalk, swapOf } from '../present/origin-start.ts';
import { OriginWalk, type SwapPart } from '../present/origin-walk.ts';
import { readAsUser, type Source } from '../sources/source.ts';
import {
  ORIGIN_DEPARTURES,
  ORIGIN_EVENT,
  ORIGIN_LEG_SLICES,
  ORIGIN_LEGS,
  ORIGIN_LOTS,
  ORIGIN_MONEY,
  ORIGIN_OWN_LOTS,
  ORIGIN_POOL,
  ORIGIN_SLICES,
  ORIGIN_YEARS,
} from './origin-statements.ts';

interface YearRow {
  readonly year: number;
  readonly locked: boolean;
  readonly frozen: boolean;
  readonly stale: boolean;
}

/** Reads the rows of one walk. */
interface WalkReader {
  readonly source: Source;
  readonly userId: number;
}

/**
 * Returns where the units of a transaction came from, walked back through lots, swaps and transfers. Rejects with NOT_FOUND for an event
 * without figures. A locked year shows no EUR, and neither does what is reached through it.
 */
export async function getOrigin(
  source: Source,
  userId: number,
  { taxEventId, year }: GetOriginRequest,
): Promise<Origin> {
  const reader = { source, userId };
  const values = { userId, taxEventId, year: year ?? null };
  const [years, [event], slices, lots] = await readAsUser<
    [YearRow, OriginEventRow, OriginSliceRow, OriginOwnLotRow]
  >(
    source,
    userId,
    ORIGIN_YEARS(values),
    ORIGIN_EVENT(values),
    ORIGIN_SLICES(values),
    ORIGIN_OWN_LOTS(values),
  );
  if (event === undefined) throw new GrpcRejection(status.NOT_FOUND, 'no such event');
  const isLocked = (of: number): boolean => years.find((each) => each.year === of)?.locked ?? true;
  const walk = new OriginWalk(isLocked);
  walk.symbols.set(event.asset_key, event.asset_symbol);
  const pool = movesWithinPool(event, { slices, lots }) ? await poolOf(reader, event) : [];
  const swap = swapOf(event);
  if (swap === null) startWalk(walk, event, { slices, lots, pool, isLocked: isLocked(event.year) });
  else await takeSwaps(reader, walk, [swap]);
  await walkBack(reader, walk);
  const purchases = purchasesOf(event, walk.ends);
  const [money] = await readAsUser<[OriginMoneyRow]>(
    source,
    userId,
    ORIGIN_MONEY({
      userId,
      accounts: purchases.map(({ account_id }) => account_id),
      references: purchases.map(({ reference_id }) => reference_id),
    }),
  );
  const ofYear = years.find((each) => each.year === event.year);
  return originOf(walk, event, {
    purchases,
    money,
    locked: isLocked(event.year),
    frozen: ofYear?.frozen ?? false,
    stale: years.some(({ stale }) => stale),
  });
}

/** Reads level after level, until all ways have ended. */
async function walkBack(reader: WalkReader, walk: OriginWalk): Promise<void> {
  const { source, userId } = reader;
  for (let parts = walk.nextLots(); parts.length > 0; parts = walk.nextLots()) {
    const [rows] = await readAsUser<[OriginLotRow]>(
      source,
      userId,
      ORIGIN_LOTS({ userId, lots: parts.map(({ lotId }) => lotId), bases: parts.map(({ base }) => base) }),
    );
    await takeSwaps(reader, walk, walk.takeLots(parts, rows));
  }
}

async function takeSwaps(
  { source, userId }: WalkReader,
  walk: OriginWalk,
  swaps: readonly SwapPart[],
): Promise<void> {
  if (swaps.length === 0) return;
  const values = {
    userId,
    events: swaps.map(({ lot }) => lot.event_id),
    years: swaps.map(({ lot }) => lot.year),
  };
  const [legs, slices] = await readAsUser<[OriginLegRow, OriginSliceRow]>(
    source,
    userId,
    ORIGIN_LEGS(values),
    ORIGIN_LEG_SLICES(values),
  );
  walk.takeSwaps(swaps, { legs, slices });
}

/** Reads the oldest lots that the pool held when units moved within it: when they departed, if it is known. */
async function poolOf(
  { source, userId }: WalkReader,
  event: OriginEventRow,
): Promise<readonly OriginOwnLotRow[]> {
  const values = { userId, taxEventId: event.event_id, year: event.year };
  const isDeparture = event.type === 'DISPOSITION';
  const [departures] = isDeparture
    ? [[]]
    : await readAsUser<[{ event_id: string }]>(source, userId, ORIGIN_DEPARTURES(values));
  const [departure] = departures;
  const [pool] = await readAsUser<[OriginOwnLotRow]>(
    source,
    userId,
    departure === undefined || departures.length > 1
      ? ORIGIN_POOL(values)
      : ORIGIN_POOL({ userId, taxEventId: departure.event_id, year: null }),
  );
  return pool.slice(0, LIMITS.originLotsMax);
}
