/** The ledger of a run: one user's pools, every lot they ever held, every slice taken from them, and the debts. */
import { holdingPeriodDays } from '@ctx/domain/brussels';
import { US_PER_MS } from '@ctx/domain/instant';
import { againAfter, identityOf } from '../identity.ts';
import { keyOf } from '../order.ts';
import type { Debt, EffectiveEvent, LoanPayment, Lot, Slice, SliceKind, TransferMark } from '../types.ts';
import type { FrozenYears } from './frozen-years.ts';
import { lotId, type LotPart } from './lot-id.ts';
import type { NewLot, OpenLot } from './open-lot.ts';
import { Pool, type TakenPart } from './pool.ts';

/** A debt while repayments pay it down, with the lots its units are in. */
export type OpenDebt = { -readonly [Key in keyof Debt]: Debt[Key] } & { readonly lots: OpenLot[] };

/** A transfer that has acted while one of its legs is still to come. */
export interface EarlyTransfer {
  readonly outEventId: string;
  readonly inEventId: string;
}

/** Returns the key of a transfer among those that have acted ahead. */
export function keyOfLegs({ outEventId, inEventId }: EarlyTransfer): string {
  return `${outEventId} ${inEventId}`;
}

/** A slice whose EUR values the valuation sets. */
export type OpenSlice = { -readonly [Key in keyof Slice]: Slice[Key] };

export interface Ledger {
  readonly frozenYears: FrozenYears;
  pools: Map<string, Pool>;
  /** In order of arrival. */
  lots: OpenLot[];
  /** Lots from before a frozen year that are not in its closing state; only the slices taken from them still matter. */
  pastLots: Lot[];
  /** In order of processing. */
  readonly slices: OpenSlice[];
  /** By the id of the acquisition that borrowed, in order of borrowing. */
  debts: Map<string, OpenDebt>;
  /** Debts not yet paid, by asset, oldest first. */
  owed: Map<string, OpenDebt[]>;
  readonly payments: LoanPayment[];
  /** In order of processing. */
  readonly marks: TransferMark[];
  /** The parts that unmatched outgoing transfers took, by the id of the out leg (see `keepApart` for those of a frozen year). */
  waiting: Map<string, TakenPart[]>;
  /** By the ids of both legs (`keyOfLegs`). */
  actedAhead: Map<string, EarlyTransfer>;
}

/** A lot that an event brings; fields that are left out default to the event's own acquisition. */
export type Arrival = Pick<NewLot, 'amount'> &
  Partial<NewLot> & {
    readonly part: LotPart;
    /** What the lot's id is derived from; the event's own by default. */
    readonly identity?: string;
  };

export function emptyLedger(frozenYears: FrozenYears): Ledger {
  return {
    frozenYears,
    pools: new Map(),
    lots: [],
    pastLots: [],
    slices: [],
    debts: new Map(),
    owed: new Map(),
    payments: [],
    marks: [],
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
export function bringLot(
  ledger: Ledger,
  event: EffectiveEvent,
  { part, identity = identityOf(event), ...arrival }: Arrival,
): OpenLot {
  const { raw, override, timestampUs } = event;
  const acquiredUs = arrival.acquiredUs ?? timestampUs;
  const lot = poolOf(ledger, raw.assetKey).add({
    id: idOfLot(ledger, { identity, part, atUs: arrival.arrivedUs ?? timestampUs }),
    assetKey: raw.assetKey,
    eventId: raw.id,
    originEventId: raw.id,
    fromLotId: null,
    acquiredUs,
    arrivedUs: timestampUs,
    photo: null,
    origin: null,
    key: keyOf(raw),
    ...arrival,
    // The override replaces the start of the holding period of every lot the event brings, never the order.
    heldSinceUs: override?.originAcquiredUs ?? arrival.heldSinceUs ?? acquiredUs,
  });
  ledger.lots.push(lot);
  debtOf(ledger, lot)?.lots.push(lot);
  return lot;
}

/** Returns another id than that of a lot which a frozen year before passes on: the event or transfer has moved since. */
function idOfLot(
  { frozenYears }: Ledger,
  { identity, part, atUs }: { identity: string; part: LotPart; atUs: number },
): string {
  const id = lotId(identity, part);
  const year = frozenYears.passedOn(id, atUs);
  return year === null ? id : lotId(`${identity} ${againAfter(year)}`, part);
}

/**
 * Returns the debt that a lot has borrowed units of; undefined for other lots. A loan of a frozen year may be the in leg of a transfer
 * since, and what that brings is not borrowed.
 */
export function debtOf(
  { debts }: Ledger,
  lot: Pick<Lot, 'originEventId' | 'acquiredUs'>,
): OpenDebt | undefined {
  const debt = debts.get(lot.originEventId);
  return debt?.borrowedUs === lot.acquiredUs ? debt : undefined;
}

/**
 * Records what an event took, one slice per part, and returns the slices. A shortfall gets no slice (engine.md §2). The EUR
 * values of the slices are those of an event that is not a sale at cost 0, until the valuation sets them.
 */
export function addSlices(
  ledger: Ledger,
  event: EffectiveEvent,
  parts: readonly TakenPart[],
  kind: SliceKind,
  firstOrdinal = 0,
): OpenSlice[] {
  const slices = parts.map((part, index): OpenSlice => ({
    event,
    ordinal: firstOrdinal + index,
    kind,
    lot: part.lot,
    amount: part.amount,
    goneBefore: part.goneBefore,
    isGain: false,
    proceeds: null,
    historicCost: 0n,
    costBasis: 0n,
    gain: 0n,
    holdingPeriodDays: holdingPeriodDays(
      Math.floor(part.heldSinceUs / US_PER_MS),
      Math.floor(event.timestampUs / US_PER_MS),
    ),
    origin: part.origin,
    photoMissing: null,
    basis: null,
  }));
  for (const slice of slices) ledger.slices.push(slice);
  return slices;
}
