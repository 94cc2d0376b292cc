/** The swaps and transfers that units pass on the way back, together by kind and assets. */
import type { OriginStepKind } from '@ctx/domain/origins';
import type { OriginLegRow, OriginLotRow, OriginSliceRow } from './origin-rows.ts';

/** A swap or a transfer on the way, of all units that passed it. */
export interface Step {
  readonly kind: OriginStepKind;
  readonly fromAssetKey: string;
  readonly toAssetKey: string;
  /** A part of the whole that is walked; units may pass several times. */
  share: bigint;
  /** When each of its transactions was. */
  readonly eventIds: Map<string, string>;
}

type StepEvent = readonly [id: string, at: string];

/** Notes the steps of a walk. */
export class StepLog {
  readonly #steps = new Map<string, Step>();

  get all(): readonly Step[] {
    return [...this.#steps.values()];
  }

  /** Notes a swap that gave a leg for a lot. */
  swap(
    share: bigint,
    leg: OriginLegRow,
    lot: Pick<OriginLotRow, 'lot_asset_key' | 'lot_event_id' | 'arrived_at'>,
  ): void {
    this.#add('SWAP', [leg.asset_key, lot.lot_asset_key], share, [
      [leg.event_id, leg.occurred_at],
      [lot.lot_event_id, lot.arrived_at],
    ]);
  }

  /** Notes the transfer between assets that made a lot of another. */
  transferBetween(share: bigint, row: OriginLotRow): void {
    const departure: StepEvent[] =
      row.origin_out_event_id === null ? [] : [[row.origin_out_event_id, row.arrived_at]];
    this.#add('TRANSFER', [row.from_asset_key ?? row.lot_asset_key, row.lot_asset_key], share, [
      ...departure,
      [row.lot_event_id, row.arrived_at],
    ]);
  }

  /** Notes the last transfer within one asset that brought the units of a slice, if there was one. */
  transferWithin(share: bigint, assetKey: string, slice: OriginSliceRow): void {
    const {
      origin_kind,
      origin_in_event_id: inId,
      origin_out_event_id: outId,
      origin_received_at: at,
    } = slice;
    if (origin_kind !== 'SELF_TRANSFER' || inId === null || outId === null || at === null) return;
    this.#add('TRANSFER', [assetKey, assetKey], share, [
      [outId, at],
      [inId, at],
    ]);
  }

  #add(
    kind: OriginStepKind,
    [fromAssetKey, toAssetKey]: readonly [string, string],
    share: bigint,
    events: readonly StepEvent[],
  ): void {
    const key = JSON.stringify([kind, fromAssetKey, toAssetKey]);
    const step: Step = this.#steps.get(key) ?? {
      kind,
      fromAssetKey,
      toAssetKey,
      share: 0n,
      eventIds: new Map(),
    };
    step.share += share;
    for (const [id, at] of events) step.eventIds.set(id, at);
    this.#steps.set(key, step);
  }
}
