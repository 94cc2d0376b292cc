/** The ledger of a run: one user's pools, every lot they ever held, every slice taken from them, and the debts. */
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

/** Legal facts that the pools need but do not hold. */
export interface LawFacts {
  readonly regimeOf: (year: number) => Regime;
  /** EUR of one unit at the photo moment; null when no price is known. */
  readonly photoPriceOf: (assetKey: string) => bigint | null;
}

/** A debt while repayments pay it down, with the lots its units are in. */
export type OpenDebt = { -readonly [Key in keyof Debt]: Debt[Key] } & { readonly lots: OpenLot[] };

/** A transfer that has acted while one of its legs is still to come. */
export interface ActedAhead {
  readonly outEventId: string;
  readonly inEventId: string;
}

export interface Ledger extends LawFacts {
  pools: Map<string, Pool>;
  /** In order of arrival. */
  lots: OpenLot[];
  /** Lots from before a frozen year that are not in its closing state; only the slices taken from them still matter. */
  readonly pastLots: Lot[];
  /** In order of processing. */
  readonly slices: Slice[];
  /** By the id of the acquisition that borrowed, in order of borrowing. */
  debts: Map<string, OpenDebt>;
  /** Debts not yet paid, by asset, oldest first. */
  owed: Map<string, OpenDebt[]>;
  readonly payments: LoanPayment[];
  /** The parts that unmatched outgoing transfers took, by the id of the out leg. */
  waiting: Map<string, TakenPart[]>;
  /** By the id of the out leg. */
  actedAhead: Map<string, ActedAhead>;
}

/** A lot that an event brings; fields that are left out default to the event's own acquisition. */
export type Arrival = Pick<NewLot, 'amount' | 'costBasis'> &
  Partial<NewLot> & { readonly part: LotPart; readonly assetKey?: string };

/** A removal of units from a pool by one event. */
export interface Departure {
  readonly kind: SliceKind;
  /** The whole amount, including a shortfall: proceeds are shared over it. */
  readonly amount: bigint;
  /** EUR for the whole amount; null for unknown values and events that are not sales. */
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

/** Returns the pool of an asset, over all accounts; creates it if needed. */
export function poolOf(ledger: Ledger, assetKey: string): Pool {
  const known = ledger.pools.get(assetKey);
  if (known !== undefined) return known;
  const pool = new Pool();
  ledger.pools.set(assetKey, pool);
  return pool;
}

/** Adds a lot to the pool of the event's asset: the event's own acquisition, except for the fields given in `arrival`. */
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
 * Records what an event took, one slice per part, and returns the slices and their total basis. A shortfall has its share of
 * the proceeds and basis 0, and gets no slice (engine.md §2).
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

/** What the gain of a slice depends on, apart from its proceeds. */
export interface TakenFacts extends LotShare {
  readonly assetKey: string;
  readonly acquiredUs: number;
}

/** Tells whether a year's gains on older lots are measured from the photo value. */
export function isPhotoYear(year: number, regime: Regime): boolean {
  return year >= FIRST_TAXED_YEAR && regime === 'NORMAAL_BEHEER';
}

/** Returns the basis from which the gain of a slice is measured: the table of engine.md §3. */
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
