/** The asset of an event as the user corrects it. It is stored in the event's override. Pure. */
import type { Rejection } from '@ctx/domain/rejections';
import { type Context, isRejected } from './decision.ts';
import {
  type CorrectedEvent,
  decideOverride,
  type EventFacts,
  type OverrideOutcome,
  type OverridePatch,
} from './override.ts';
import type { YearMarkers } from './years.ts';

/** An asset that events are corrected to. */
export interface CorrectedAsset {
  readonly assetId: string;
  readonly symbol: string;
  readonly name: string | null;
  readonly chain: string | null;
  /** Whether it is a currency. */
  readonly fiat: boolean;
}

/** Decides on correcting the asset of one event; null, and the asset as imported, take the correction back. */
export function decideAsset(
  event: CorrectedEvent | undefined,
  asset: CorrectedAsset | null,
  years: readonly YearMarkers[],
  context: Context,
): Rejection | OverrideOutcome {
  const isAsImported = asset === null || asset.assetId === event?.fact?.assetKey;
  const outcome = decideOverride(event, patchOf(isAsImported ? null : asset), years, context);
  if (isRejected(outcome)) return outcome;
  return !isAsImported && event?.fact?.fiat === true ? MONEY : outcome;
}

const MONEY: Rejection = { rejected: 'MONEY_IS_NO_ASSET' };

function patchOf(asset: CorrectedAsset | null): OverridePatch {
  const fields = {
    overriddenAssetId: asset?.assetId ?? null,
    overriddenAssetSymbol: asset?.symbol ?? null,
    overriddenAssetName: asset?.name ?? null,
    overriddenAssetChain: asset?.chain ?? null,
  };
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return { values: fields, clear: names.filter((name) => fields[name] === null) };
}

/** Returns the asset of an event: as corrected, else as imported. */
export function assetOf(fact: EventFacts, { override }: Pick<CorrectedEvent, 'override'>) {
  const { overriddenAssetId, overriddenAssetSymbol } = override ?? {};
  if (overriddenAssetId == null) return { assetKey: fact.assetKey, assetSymbol: fact.assetSymbol };
  return { assetKey: overriddenAssetId, assetSymbol: overriddenAssetSymbol ?? overriddenAssetId };
}
