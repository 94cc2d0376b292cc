/** Walks the origin of an event of engine outputs, with rows as the database would return them. */
import { AMOUNT_SCALE, EUR_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { timestampText } from '@ctx/domain/instant';
import type {
  EffectiveEvent,
  EngineOutputs,
  Lot,
  Outcome,
  Slice,
} from '../../services/recalc/src/engine/types.ts';
import { originOf, purchasesOf } from '../../services/read/src/present/origin.ts';
import type {
  OriginEventRow,
  OriginLotRow,
  OriginOwnLotRow,
  OriginSliceRow,
} from '../../services/read/src/present/origin-rows.ts';
import { movesWithinPool, startWalk, swapOf } from '../../services/read/src/present/origin-start.ts';
import { OriginWalk, type SwapPart } from '../../services/read/src/present/origin-walk.ts';

const amountText = (amount: bigint): string => formatDecimal(amount, AMOUNT_SCALE);
const eurText = (eur: bigint): string => formatDecimal(eur, EUR_SCALE);

/** Limits of a walk, high ones if left out, and years that are locked. */
export interface WalkSettings {
  readonly lotsMax?: number;
  readonly levelsMax?: number;
  readonly lockedYears?: readonly number[];
}

/** The rows that figures have of engine outputs. */
class Rows {
  readonly #outputs: EngineOutputs;
  readonly #eventById: ReadonlyMap<string, readonly [EffectiveEvent, Outcome]>;
  readonly #lotById: ReadonlyMap<string, Lot>;
  readonly #groups: ReadonlyMap<string | null, readonly EffectiveEvent[]>;

  constructor(outputs: EngineOutputs) {
    this.#outputs = outputs;
    this.#eventById = new Map(
      outputs.events.map((event, index) => [event.raw.id, [event, outputs.outcomes[index]!]]),
    );
    this.#lotById = new Map(outputs.lots.map((lot) => [lot.id, lot]));
    this.#groups = Map.groupBy(outputs.events, ({ raw }) => raw.continuityGroupId);
  }

  event(id: string): OriginEventRow | null {
    const found = this.#eventById.get(id);
    if (found === undefined) return null;
    const [event, { hasSurplus, isShort, income }] = found;
    return {
      event_id: id,
      year: event.year,
      base: 0,
      account_id: event.raw.accountId,
      account_label: event.raw.accountRef,
      reference_id: event.raw.referenceId,
      occurred_at: timestampText(event.timestampUs),
      type: event.type,
      treatment: event.treatment,
      amount: amountText(event.amount),
      asset_key: event.raw.assetKey,
      asset_symbol: event.raw.assetSymbol,
      counted_value: event.value === null ? null : eurText(event.value),
      price_source: event.priceSource,
      match_id: event.transfer?.matchId ?? null,
      acts_on_pools: event.effect.pool !== 'NONE',
      spam: event.spam,
      pool_marks: [...(hasSurplus ? ['hasSurplus'] : []), ...(isShort ? ['isShort'] : [])],
      has_income: income !== 0n,
      group_members: this.#othersOf(event).length,
      effect_fact: { isLoan: event.raw.isLoan, isRepayment: event.raw.isRepayment } as never,
    };
  }

  #othersOf({ raw }: EffectiveEvent): readonly EffectiveEvent[] {
    if (raw.continuityGroupId === null) return [];
    return (this.#groups.get(raw.continuityGroupId) ?? []).filter((other) => other.raw.id !== raw.id);
  }

  membersOf(id: string): readonly OriginEventRow[] {
    const [event] = this.#eventById.get(id)!;
    return [event, ...this.#othersOf(event)].map(({ raw }) => this.event(raw.id)!);
  }

  slicesOf(id: string, place: number): OriginSliceRow[] {
    return this.#outputs.slices
      .filter(({ event }) => event.raw.id === id)
      .map((slice) => sliceRow(slice, place));
  }

  ownLotsOf(id: string): OriginOwnLotRow[] {
    return this.#outputs.lots
      .filter(({ eventId }) => eventId === id)
      .map((lot) => ({
        lot_id: lot.id,
        lot_event_id: lot.eventId,
        acquired_at: timestampText(lot.acquiredUs),
        amount: amountText(lot.amount),
        cost_basis: eurText(lot.costBasis),
      }));
  }

  lot(id: string, place: number): OriginLotRow {
    const lot = this.#lotById.get(id)!;
    const from = lot.fromLotId === null ? null : this.#lotById.get(lot.fromLotId)!;
    const outId = lot.origin?.outEventId ?? null;
    const sumOf = (amounts: readonly bigint[]): string =>
      amountText(amounts.reduce((sum, each) => sum + each, 0n));
    const left = this.#outputs.slices.filter(
      (slice) => slice.event.raw.id === outId && slice.lot.id === lot.fromLotId,
    );
    const became = this.#outputs.lots.filter(
      (each) => each.fromLotId === lot.fromLotId && each.origin?.outEventId === outId,
    );
    return {
      ...(this.event(lot.eventId) as OriginEventRow),
      place,
      lot_asset_key: lot.assetKey,
      lot_event_id: lot.eventId,
      acquired_at: timestampText(lot.acquiredUs),
      arrived_at: timestampText(lot.arrivedUs),
      lot_amount: amountText(lot.amount),
      cost_basis: eurText(lot.costBasis),
      from_lot_id: lot.fromLotId,
      from_asset_key: from?.assetKey ?? null,
      origin_out_event_id: outId,
      left_amount: from === null ? null : sumOf(left.map(({ amount }) => amount)),
      arrived_amount: from === null ? null : sumOf(became.map(({ amount }) => amount)),
    };
  }
}

function sliceRow(
  { event, ordinal, kind, lot, amount, historicCost, origin }: Slice,
  place: number,
): OriginSliceRow {
  return {
    place,
    event_id: event.raw.id,
    ordinal,
    kind,
    lot_id: lot.id,
    lot_event_id: lot.originEventId,
    lot_acquired_at: timestampText(lot.acquiredUs),
    amount: amountText(amount),
    historic_cost: eurText(historicCost),
    origin_kind: origin?.kind ?? null,
    origin_in_event_id: origin?.inEventId ?? null,
    origin_out_event_id: origin?.outEventId ?? null,
    origin_received_at: origin === null ? null : timestampText(origin.receivedUs),
  };
}

/** Returns the finished walk of an event, and its origin as the contract has it. Null for a transfer within one asset, whose lots no row names. */
export function walkedOrigin(outputs: EngineOutputs, eventId: string, settings: WalkSettings = {}) {
  const { lotsMax = 100_000, levelsMax = 200, lockedYears = [] } = settings;
  const rows = new Rows(outputs);
  const event = rows.event(eventId)!;
  const slices = rows.slicesOf(eventId, 1);
  const lots = rows.ownLotsOf(eventId);
  if (movesWithinPool(event, { slices, lots })) return null;
  const isLocked = (year: number): boolean => lockedYears.includes(year);
  const walk = new OriginWalk(isLocked, { lotsMax, levelsMax });
  const takeSwaps = (swaps: readonly SwapPart[]): void => {
    const legs = swaps.flatMap(({ lot }, index) =>
      rows.membersOf(lot.event_id).map((leg) => ({ ...leg, place: index + 1 })),
    );
    walk.takeSwaps(swaps, {
      legs,
      slices: legs.flatMap(({ event_id, place }) => rows.slicesOf(event_id, place)),
    });
  };
  const swap = swapOf(event);
  if (swap !== null) takeSwaps([swap]);
  else
    startWalk(walk, event, {
      slices,
      lots,
      pool: [],
      isLocked: isLocked(event.year),
    });
  for (let parts = walk.nextLots(); parts.length > 0; parts = walk.nextLots())
    takeSwaps(
      walk.takeLots(
        parts,
        parts.map(({ lotId }, index) => rows.lot(lotId, index + 1)),
      ),
    );
  const origin = originOf(walk, event, {
    purchases: purchasesOf(event, walk.ends),
    money: [],
    locked: isLocked(event.year),
    frozen: false,
    stale: false,
  });
  return { walk, origin };
}
