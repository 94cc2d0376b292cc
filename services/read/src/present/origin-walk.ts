/**
 * Walks units back to where they came from: from lots to the lots that a transfer or a swap made them of, until a purchase, an income, a
 * gift or something unknown. The caller reads the rows, a level at a time: this file asks for them and adds up what they are.
 */
import { atLeastZero, divideHalfEven, parseAmount, parseEur } from '@ctx/domain/decimal';
import { LIMITS } from '@ctx/domain/limits';
import { compareCodePoints } from '@ctx/domain/natural-key';
import { type OriginKind, originOfLot } from '@ctx/domain/origins';
import { effectOf } from './explain-steps.ts';
import type { OriginEventRow, OriginLegRow, OriginLotRow, OriginSliceRow } from './origin-rows.ts';
import { StepLog } from './origin-steps.ts';
import { maySwap, sidesOf } from './origin-swaps.ts';

/** The whole that is walked back. A share is a part of it; each division passes on every part, so that shares always add up to it. */
export const WHOLE = 10n ** 40n;

/** Units on the way. */
interface Units {
  /** A part of WHOLE. */
  readonly share: bigint;
  readonly units: bigint;
  /** Historic cost, EUR; null where it is not shown, because a locked year would be revealed. */
  readonly cost: bigint | null;
}

/** Units of a lot that are to be followed. */
interface LotPart extends Units {
  readonly lotId: string;
  /** The submitted year whose lots count. */
  readonly base: number;
  /** What is known of the units if they are not followed. */
  readonly seen: UnitPlace;
}

/** What is known of units without following them. */
interface UnitPlace {
  readonly eventId: string;
  readonly at: string;
  readonly assetKey: string;
}

/** Units whose way ends. */
export interface End extends Units, UnitPlace {
  readonly kind: OriginKind;
  readonly lotId: string | null;
  readonly account: Account | null;
  /** Set for units that may have been bought: whether their value was stated, and the money of a swap. */
  readonly purchase: Purchase | null;
}

type Account = Pick<OriginEventRow, 'account_id' | 'account_label' | 'reference_id'>;

interface Purchase {
  readonly isValueStated: boolean;
  /** Units of the whole transaction. */
  readonly whole: bigint;
  /** What a swap gave of money, for these units. */
  readonly given: { readonly currency: string; readonly amount: bigint } | null;
}

/** A lot that a swap brought, whose given legs are to be read. */
export interface SwapPart {
  readonly part: LotPart;
  readonly lot: OriginLotRow & OriginEventRow;
}

/** The legs of swaps and the parts of lots that they took, by the places of the swaps. */
export interface SwapRows {
  readonly legs: readonly OriginLegRow[];
  readonly slices: readonly OriginSliceRow[];
}

/** Splits a whole by weights whose sum is greater than 0, so that the parts add up to it. */
export function splitBy(whole: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, each) => sum + each, 0n);
  let weightSoFar = 0n;
  let givenSoFar = 0n;
  return weights.map((weight) => {
    weightSoFar += weight;
    const upToHere = (whole * weightSoFar) / total;
    const part = upToHere - givenSoFar;
    givenSoFar = upToHere;
    return part;
  });
}

/** Walks back. `isLocked` tells whether a year shows no figures in EUR. */
export class OriginWalk {
  readonly ends: End[] = [];
  readonly steps = new StepLog();
  /** Symbols of assets on the way, by key. */
  readonly symbols = new Map<string, string>();
  readonly #isLocked: (year: number) => boolean;
  readonly #waiting = new Map<string, LotPart>();
  #lotsLeft: number;
  #levelsLeft: number;

  constructor(
    isLocked: (year: number) => boolean,
    { lotsMax, levelsMax }: { readonly lotsMax: number; readonly levelsMax: number } = {
      lotsMax: LIMITS.originLotsMax,
      levelsMax: LIMITS.originLevelsMax,
    },
  ) {
    this.#isLocked = isLocked;
    this.#lotsLeft = lotsMax;
    this.#levelsLeft = levelsMax;
  }

  /** Adds units of a lot. Units of one lot that several ways reach are followed together. */
  follow(part: LotPart): void {
    if (part.units === 0n && part.share === 0n) return;
    const key = JSON.stringify([part.lotId, part.base, part.cost === null]);
    const other = this.#waiting.get(key);
    if (other === undefined) this.#waiting.set(key, part);
    else
      this.#waiting.set(key, {
        ...other,
        share: other.share + part.share,
        units: other.units + part.units,
        cost: other.cost === null || part.cost === null ? null : other.cost + part.cost,
      });
  }

  end(end: End): void {
    if (end.units > 0n || end.share > 0n) this.ends.push(end);
  }

  /** Follows the parts of lots that an event took, and ends what no lot held. `isCut` if it took more parts than these. */
  take(event: OriginEventRow, { share, factor, slices, isCut, isHidden }: TakenParts): void {
    const amount = parseAmount(event.amount);
    const amounts = slices.map((slice) => parseAmount(slice.amount));
    const rest = atLeastZero(amount - amounts.reduce((sum, each) => sum + each, 0n));
    const shares = splitBy(share, [...amounts, rest]);
    const scaled = (value: bigint): bigint => divideHalfEven(value * factor.of, factor.per);
    for (const [index, slice] of slices.entries()) {
      const part = shares[index] ?? 0n;
      this.steps.transferWithin(part, event.asset_key, slice);
      this.follow({
        lotId: slice.lot_id,
        base: event.base,
        share: part,
        units: scaled(amounts[index] ?? 0n),
        cost: isHidden ? null : scaled(parseEur(slice.historic_cost)),
        seen: { eventId: slice.lot_event_id, at: slice.lot_acquired_at, assetKey: event.asset_key },
      });
    }
    this.end({
      kind: isCut ? 'NOT_FOLLOWED' : 'SHORTFALL',
      share: shares.at(-1) ?? 0n,
      units: scaled(rest),
      ...endAt(event),
      cost: null,
    });
  }

  /** Returns the lots to read next, those of the largest shares first; none when all ways have ended. */
  nextLots(): LotPart[] {
    const parts = [...this.#waiting.values()].toSorted(
      (a, b) => compareDown(a.share, b.share) || compareCodePoints(a.lotId, b.lotId) || a.base - b.base,
    );
    this.#waiting.clear();
    const count = this.#levelsLeft === 0 ? 0 : Math.min(parts.length, this.#lotsLeft);
    this.#levelsLeft -= 1;
    this.#lotsLeft -= count;
    for (const part of parts.slice(count)) this.#notFollowed(part);
    return parts.slice(0, count);
  }

  /** Takes the lots that were read, and returns those that swaps brought. */
  takeLots(parts: readonly LotPart[], rows: readonly OriginLotRow[]): SwapPart[] {
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    for (const row of rows) if (hasEvent(row)) this.symbols.set(row.asset_key, row.asset_symbol);
    return parts.flatMap((part, index) => {
      const row = byPlace.get(index + 1);
      if (row === undefined) this.#notFollowed(part);
      else if (row.from_lot_id !== null) this.#passedBetween(part, row, row.from_lot_id);
      else if (!hasEvent(row)) this.#endOfLot(part, row, 'RECEIVED');
      else if (maySwap(row)) {
        if (row.group_members <= LIMITS.explainedGroupMax) return [{ part, lot: row }];
        this.#notFollowed(part);
      } else this.#endOfEvent(part, row);
      return [];
    });
  }

  /** Takes what the swaps gave, in the order in which `takeLots` returned them. */
  takeSwaps(swaps: readonly SwapPart[], { legs, slices }: SwapRows): void {
    for (const leg of legs) this.symbols.set(leg.asset_key, leg.asset_symbol);
    const legsOf = Map.groupBy(legs, ({ place }) => place);
    const slicesOf = Map.groupBy(slices, ({ place, event_id }) => `${String(place)} ${event_id}`);
    const isCutAt = cutPlace(slices);
    for (const [index, swap] of swaps.entries()) {
      const place = index + 1;
      this.#takeSwap(swap, legsOf.get(place) ?? [], (leg) => {
        const taken = slicesOf.get(`${String(place)} ${leg.event_id}`) ?? [];
        return { slices: taken, isCut: place >= isCutAt || taken.length >= LIMITS.acquisitionsMax };
      });
    }
  }

  #takeSwap(
    { part, lot }: SwapPart,
    legs: readonly OriginLegRow[],
    tookOf: (leg: OriginLegRow) => Pick<TakenParts, 'slices' | 'isCut'>,
  ): void {
    const { given, weights, total, own, legCount } = sidesOf(legs, lot.event_id);
    if (given.length === 0) {
      this.#endOfEvent(part, lot);
      return;
    }
    const isLocked = this.#isLocked(lot.year) || given.some(({ year }) => this.#isLocked(year));
    // The parts of several legs are by value, which a locked year does not show.
    if (isLocked && legCount > 2) {
      this.#notFollowed(part);
      return;
    }
    const factor = { of: part.units * own.of, per: parseAmount(lot.lot_amount) * own.per };
    const isHidden = isLocked || part.cost === null;
    for (const [index, share] of splitBy(part.share, weights).entries()) {
      const leg = given[index] as OriginLegRow;
      this.steps.swap(share, leg, lot);
      const weight = { of: weights[index] ?? 0n, per: total };
      if (leg.acts_on_pools) this.take(leg, { share, factor, isHidden, ...tookOf(leg) });
      else this.#endOfMoney({ part, lot }, leg, { share, factor, weight, isHidden });
    }
  }

  /** Ends units that were bought for money that is an asset of its own, such as a dollar: a leg that acts on no pool. */
  #endOfMoney(
    { part, lot }: SwapPart,
    leg: OriginLegRow,
    { share, factor, weight, isHidden }: MoneyPart,
  ): void {
    const of = (value: bigint): bigint => divideHalfEven(value * weight.of, weight.per);
    const amount = divideHalfEven(parseAmount(leg.amount) * factor.of, factor.per);
    this.end({
      kind: 'PURCHASE',
      ...endAt(lot),
      share,
      units: of(part.units),
      cost: part.cost === null || isHidden ? null : of(part.cost),
      lotId: part.lotId,
      purchase: {
        isValueStated: true,
        whole: parseAmount(lot.amount),
        given: { currency: leg.asset_symbol, amount },
      },
    });
  }

  #endOfEvent(part: LotPart, row: OriginLotRow & OriginEventRow): void {
    const effect = effectOf(row);
    const kind = originOfLot(effect, {
      isMatched: row.match_id !== null || row.group_members > 0,
      hasSurplus: row.pool_marks.includes('hasSurplus'),
      hasIncome: row.has_income,
      isWhole: parseAmount(row.lot_amount) === parseAmount(row.amount),
      isPaid: true,
    });
    const isValueStated = row.counted_value !== null && !['PRICE_SERIES', 'NONE'].includes(row.price_source);
    const purchase =
      kind === 'PURCHASE' ? { isValueStated, whole: parseAmount(row.amount), given: null } : null;
    const isHidden = part.cost === null || this.#isLocked(row.year);
    const { share, units, cost, lotId } = part;
    this.end({ kind, ...endAt(row), share, units, cost: isHidden ? null : cost, lotId, purchase });
  }

  #endOfLot(part: LotPart, row: OriginLotRow, kind: OriginKind): void {
    const seen = { eventId: row.lot_event_id, at: row.acquired_at, assetKey: row.lot_asset_key };
    const { share, units, cost, lotId } = part;
    this.end({ kind, share, units, cost, lotId, ...seen, account: null, purchase: null });
  }

  #notFollowed({ share, units, lotId, seen }: LotPart): void {
    this.end({
      kind: 'NOT_FOLLOWED',
      share,
      units,
      cost: null,
      lotId,
      ...seen,
      account: null,
      purchase: null,
    });
  }

  /** Follows units through a transfer between assets to the lot before, whose units may be more or fewer. */
  #passedBetween(part: LotPart, row: OriginLotRow, fromLotId: string): void {
    const [left, arrived] = [row.left_amount, row.arrived_amount].map((text) => parseAmount(text ?? '0'));
    const isScaled = left !== undefined && arrived !== undefined && left > 0n && arrived > 0n;
    this.steps.transferBetween(part.share, row);
    this.follow({
      ...part,
      lotId: fromLotId,
      units: isScaled ? divideHalfEven(part.units * left, arrived) : part.units,
      seen: { eventId: row.lot_event_id, at: row.acquired_at, assetKey: row.lot_asset_key },
    });
  }
}

/** The part of a swap that money paid. */
interface MoneyPart {
  readonly share: bigint;
  readonly factor: Ratio;
  readonly weight: Ratio;
  readonly isHidden: boolean;
}

interface Ratio {
  readonly of: bigint;
  readonly per: bigint;
}

/** Parts of lots that an event took. */
interface TakenParts {
  /** A part of WHOLE, for the whole event. */
  readonly share: bigint;
  /** How much of the event's units and cost is on the way. */
  readonly factor: Ratio;
  readonly slices: readonly OriginSliceRow[];
  readonly isCut: boolean;
  readonly isHidden: boolean;
}

/** What an end is that an event brings: no lot and no purchase. */
export function endAt(event: OriginEventRow): Omit<End, keyof Units | 'kind'> {
  return {
    eventId: event.event_id,
    at: event.occurred_at,
    assetKey: event.asset_key,
    account: event,
    lotId: null,
    purchase: null,
  };
}

function hasEvent(row: OriginLotRow): row is OriginLotRow & OriginEventRow {
  return row.event_id !== null;
}

/** Returns the first place whose parts may not all have been read; none if there are fewer than were asked for. */
function cutPlace(slices: readonly OriginSliceRow[]): number {
  return slices.length < LIMITS.originSlicesMax ? Number.POSITIVE_INFINITY : (slices.at(-1)?.place ?? 0);
}

function compareDown(a: bigint, b: bigint): number {
  return a === b ? 0 : a > b ? -1 : 1;
}
