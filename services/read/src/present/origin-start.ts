/** Where the walk of an origin starts: the units of the transaction itself. */
import { atLeastZero, divideHalfEven, least, parseAmount, parseEur } from '@ctx/domain/decimal';
import { LIMITS } from '@ctx/domain/limits';
import { effectOf } from './explain-steps.ts';
import type { OriginEventRow, OriginOwnLotRow, OriginSliceRow } from './origin-rows.ts';
import { isSwapLeg } from './origin-swaps.ts';
import { endAt, type OriginWalk, splitBy, type SwapPart, WHOLE } from './origin-walk.ts';

/** What was read of the transaction. */
export interface StartRows {
  readonly slices: readonly OriginSliceRow[];
  /** The lots that it brought. */
  readonly lots: readonly OriginOwnLotRow[];
  /** The lots of its pool, oldest first, for a transfer within one asset. */
  readonly pool: readonly OriginOwnLotRow[];
  readonly isLocked: boolean;
}

/** Whether the transaction is a leg of a matched transfer that leaves units in their pool, so that no row names their lots. */
export function movesWithinPool(
  event: OriginEventRow,
  { slices, lots }: Pick<StartRows, 'slices' | 'lots'>,
): boolean {
  if (!isMatched(event)) return false;
  const { pool } = effectOf(event);
  if (pool === 'LEAVE') return !slices.some(({ kind }) => kind !== 'CONSUMED');
  return pool === 'ARRIVE' && sumOf(lots.map(partOfLot)) < parseAmount(event.amount);
}

const isMatched = (event: OriginEventRow): boolean => event.match_id !== null || event.group_members > 0;

/** Returns the transaction as the received leg of a swap if it is money, which no lot stands for; else null. */
export function swapOf(event: OriginEventRow): SwapPart | null {
  if (event.type !== 'ACQUISITION' || event.acts_on_pools || event.group_members === 0 || !isSwapLeg(event))
    return null;
  const seen = { eventId: event.event_id, at: event.occurred_at, assetKey: event.asset_key };
  return {
    part: {
      share: WHOLE,
      units: parseAmount(event.amount),
      cost: 0n,
      lotId: event.event_id,
      base: event.base,
      seen,
    },
    lot: {
      ...event,
      place: 1,
      lot_asset_key: event.asset_key,
      lot_event_id: event.event_id,
      acquired_at: event.occurred_at,
      arrived_at: event.occurred_at,
      lot_amount: event.amount,
      cost_basis: '0',
      from_lot_id: null,
      from_asset_key: null,
      origin_out_event_id: null,
      left_amount: null,
      arrived_amount: null,
    },
  };
}

/** Starts the walk with the units that the transaction took, brought or moved. */
export function startWalk(walk: OriginWalk, event: OriginEventRow, rows: StartRows): void {
  const { slices, isLocked } = rows;
  const { pool } = effectOf(event);
  if (pool === 'NONE') {
    const units = parseAmount(event.amount);
    walk.end({ kind: 'NOT_COUNTED', share: WHOLE, units, ...endAt(event), cost: null });
  } else if (pool === 'CONSUME' || pool === 'REPAY' || (pool === 'LEAVE' && !movesWithinPool(event, rows))) {
    const isCut = slices.length >= LIMITS.acquisitionsMax;
    walk.take(event, { share: WHOLE, factor: { of: 1n, per: 1n }, slices, isCut, isHidden: isLocked });
  } else followLots(walk, event, rows);
}

/** Follows the lots that the transaction brought, the fee of a transfer, and the oldest lots of the pool for the units that no row names. */
function followLots(walk: OriginWalk, event: OriginEventRow, rows: StartRows): void {
  const { slices, lots, pool, isLocked } = rows;
  const named = effectOf(event).pool === 'LEAVE' ? partsOfSlices(slices) : lots.map(partOfLot);
  const left = atLeastZero(parseAmount(event.amount) - sumOf(named));
  const moved = oldestOf(pool, left);
  const parts = [...named, ...moved];
  const rest = atLeastZero(left - sumOf(moved));
  const shares = splitBy(WHOLE, [...parts.map(({ units }) => units), rest]);
  for (const [index, { lot, units, cost }] of parts.entries())
    walk.follow({
      lotId: lot.lot_id,
      base: event.base,
      share: shares[index] ?? 0n,
      units,
      cost: isLocked ? null : cost,
      seen: { eventId: lot.lot_event_id, at: lot.acquired_at, assetKey: event.asset_key },
    });
  const isCut = pool.length >= LIMITS.originLotsMax || lots.length >= LIMITS.acquisitionsMax;
  walk.end({
    kind: isCut ? 'NOT_FOLLOWED' : 'SHORTFALL',
    share: shares.at(-1) ?? 0n,
    units: rest,
    ...endAt(event),
    cost: null,
  });
}

interface StartPart {
  readonly lot: Omit<OriginOwnLotRow, 'amount' | 'cost_basis'>;
  readonly units: bigint;
  readonly cost: bigint;
}

const sumOf = (parts: readonly StartPart[]): bigint => parts.reduce((sum, { units }) => sum + units, 0n);

function partOfLot(lot: OriginOwnLotRow): StartPart {
  return { lot, units: parseAmount(lot.amount), cost: parseEur(lot.cost_basis) };
}

/** The fee of a transfer within one asset. */
function partsOfSlices(slices: readonly OriginSliceRow[]): StartPart[] {
  return slices.map((slice) => ({
    lot: { lot_id: slice.lot_id, lot_event_id: slice.lot_event_id, acquired_at: slice.lot_acquired_at },
    units: parseAmount(slice.amount),
    cost: parseEur(slice.historic_cost),
  }));
}

/** Returns the oldest units of a pool, up to an amount. */
function oldestOf(pool: readonly OriginOwnLotRow[], amount: bigint): StartPart[] {
  let left = amount;
  return pool.flatMap((lot) => {
    const held = parseAmount(lot.amount);
    const units = least(held, left);
    left -= units;
    if (units === 0n) return [];
    return [{ lot, units, cost: divideHalfEven(parseEur(lot.cost_basis) * units, held) }];
  });
}
