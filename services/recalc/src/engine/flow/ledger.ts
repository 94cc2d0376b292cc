/** What a run builds up: the pools of one user, every lot they ever held, every slice taken from them, and the debts. */
import { holdingPeriodDays } from '@ctx/domain/brussels';
import { valueEur } from '@ctx/domain/decimal';
import { US_PER_MS } from '@ctx/domain/instant';
import { PHOTO, photoBasis } from '@ctx/domain/law/photo';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { Regime } from '@ctx/domain/vocabulary';
import { keyOf } from '../order.ts';
import { shareProceeds } from '../shares.ts';
import type { Debt, EffectiveEvent, LoanPayment, Lot, Slice, SliceKind } from '../types.ts';
import { lotId, type LotPart } from './lot-id.ts';
import type { LotShare, NewLot, OpenLot } from './open-lot.ts';
import { Pool, type TakenPart } from './pool.ts';

/** What the law says where the pools do not know. */
export interface LawFacts {
  readonly regimeOf: (year: number) => Regime;
  /** EUR of one unit at the photo moment; null when no price is known. */
  readonly photoPriceOf: (assetKey: string) => bigint | null;
}

/** A debt while repayments pay it down, with the lots its units are in. */
export type OpenDebt = { -readonly [Key in keyof Debt]: Debt[Key] } & { readonly lots: OpenLot[] };

/** A transfer that has acted, until the time of its other leg. */
export interface ActedAhead {
  readonly outEventId: string;
  readonly inEventId: string;
}

export interface Ledger extends LawFacts {
  pools: Map<string, Pool>;
  /** In order of arrival. */
  lots: OpenLot[];
  /** Lots of before a frozen year that its closing state knows no more: only what was taken from them still matters. */
  readonly pastLots: Lot[];
  /** In order of processing. */
  readonly slices: Slice[];
  /** By the acquisition that borrowed, in order of borrowing. */
  debts: Map<string, OpenDebt>;
  /** Debts not yet paid, by asset, oldest first. */
  owed: Map<string, OpenDebt[]>;
  readonly payments: LoanPayment[];
  /** What unmatched outgoing transfers took, by out leg. */
  waiting: Map<string, TakenPart[]>;
  /** By out leg. */
  actedAhead: Map<string, ActedAhead>;
}

/** A lot that an event brings, where it is not simply what the event acquired. */
export type Arrival = Pick<NewLot, 'amount' | 'costBasis'> &
  Partial<NewLot> & { readonly part: LotPart; readonly assetKey?: string };

/** What an event takes from its pool. */
export interface Departure {
  readonly kind: SliceKind;
  /** The whole amount, a shortfall included: proceeds are shared over it. */
  readonly amount: bigint;
  /** EUR of the whole amount; null where it is unknown or the event is no sale. */
  readonly proceeds: bigint | null;
  /** Whether proceeds less basis count as gain. */
  readonly isGain: boolean;
}

export function emptyLedger(law: LawFacts): Ledger {
  return {
    ...law,
    pools: new Map(),
    lots: [],
    pastLots: [],
    slices: [],
    debts: new Map(),
    owed: new Map(),
    payments: [],
    waiting: new Map(),
    actedAhead: new Map(),
  };
}

/** The pool of an asset, over all accounts. */
export function poolOf(ledger: Ledger, assetKey: string): Pool {
  const known = ledger.pools.get(assetKey);
  if (known !== undefined) return known;
  const pool = new Pool();
  ledger.pools.set(assetKey, pool);
  return pool;
}

/** Brings a lot into the pool of the event's asset; it is the event's own acquisition unless the arrival says otherwise. */
export function bringLot(ledger: Ledger, event: EffectiveEvent, { part, ...arrival }: Arrival): OpenLot {
  const { raw, override, timestampUs } = event;
  const acquiredUs = arrival.acquiredUs ?? timestampUs;
  const lot = poolOf(ledger, raw.assetKey).add({
    id: lotId(raw.id, part),
    assetKey: raw.assetKey,
    eventId: raw.id,
    originEventId: raw.id,
    fromLotId: null,
    acquiredUs,
    arrivedUs: timestampUs,
    feesEur: 0n,
    photo: null,
    origin: null,
    key: keyOf(raw),
    ...arrival,
    // The override replaces the start of the holding period of every lot the event brings, never the order.
    heldSinceUs: override?.originAcquiredUs ?? arrival.heldSinceUs ?? acquiredUs,
  });
  ledger.lots.push(lot);
  ledger.debts.get(lot.originEventId)?.lots.push(lot);
  return lot;
}

/**
 * Records what an event took, one slice a part. A shortfall has its share of the proceeds and basis 0, and is not among
 * the slices (engine.md §2). Answers the basis of all parts.
 */
export function addSlices(
  ledger: Ledger,
  event: EffectiveEvent,
  parts: readonly TakenPart[],
  departure: Departure,
): { readonly basis: bigint; readonly slices: readonly Slice[] } {
  const { amount, proceeds, kind, isGain } = departure;
  const slices: Slice[] = [];
  const shareOf = proceeds === null ? null : shareProceeds(proceeds, amount);
  let basis = 0n;
  for (const part of parts) {
    const share = shareOf === null ? null : shareOf(part.amount);
    const isValued = isGain && share !== null;
    const { costBasis, photoMissing } = isValued
      ? gainBasis(
          ledger,
          { ...part, assetKey: part.lot.assetKey, acquiredUs: part.lot.acquiredUs },
          event.year,
          share,
        )
      : { costBasis: part.costBasis, photoMissing: null };
    basis += costBasis;
    const slice: Slice = {
      event,
      ordinal: slices.length,
      kind,
      lot: part.lot,
      amount: part.amount,
      goneBefore: part.goneBefore,
      isGain,
      proceeds: share,
      historicCost: part.costBasis,
      costBasis,
      gain: isValued ? share - costBasis : 0n,
      holdingPeriodDays: holdingPeriodDays(
        Math.floor(part.heldSinceUs / US_PER_MS),
        Math.floor(event.timestampUs / US_PER_MS),
      ),
      origin: part.origin,
      photoMissing,
    };
    slices.push(slice);
    ledger.slices.push(slice);
  }
  return { basis, slices };
}

/** What the gain of a slice depends on, beside its proceeds. */
export interface TakenFacts extends LotShare {
  readonly assetKey: string;
  readonly acquiredUs: number;
}

/** Whether gains of a year are measured from the photo value of older lots. */
export function isPhotoYear(year: number, regime: Regime): boolean {
  return year >= FIRST_TAXED_YEAR && regime === 'NORMAAL_BEHEER';
}

/** What the gain of a slice is measured from: the table of engine.md §3. */
export function gainBasis(
  law: LawFacts,
  { costBasis: historicCost, feesEur, photo, amount, assetKey, acquiredUs }: TakenFacts,
  year: number,
  proceeds: bigint,
): Pick<Slice, 'costBasis' | 'photoMissing'> {
  if (law.regimeOf(year) === 'SPECULATIEF') return { costBasis: historicCost + feesEur, photoMissing: null };
  if (!isPhotoYear(year, law.regimeOf(year)) || acquiredUs >= PHOTO.momentUs)
    return { costBasis: historicCost, photoMissing: null };
  const photoAsset = photo?.assetKey ?? assetKey;
  const price = law.photoPriceOf(photoAsset);
  if (price === null) return { costBasis: historicCost, photoMissing: photoAsset };
  const photoValue = valueEur(photo?.amount ?? amount, price);
  return { costBasis: photoBasis({ proceeds, historicCost, photoValue, year }), photoMissing: null };
}
