/**
 * A second implementation of the tax engine, as plain as possible: it follows engine.md §1 to §4 sentence by sentence, with
 * rational numbers and arrays that are sorted again at every step, and shares no code with the engine. Frozen years, issues,
 * candidates and holding periods are left out.
 */
import { PHOTO } from '@ctx/domain/law/photo';
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { ReadingCode } from '@ctx/domain/law/readings';
import type { EventType, Regime, Treatment } from '@ctx/domain/vocabulary';
import type { EngineInputs } from '../../services/recalc/src/engine/types.ts';
import { AMOUNT_DIGITS, compareKeys, keyOf } from './keys.ts';
import type { Rational } from './rational.ts';
import { larger, smaller, sumOf, ZERO } from './rational.ts';
import {
  countedValue,
  type Effective,
  feesOf,
  legsOf,
  type Pair,
  photoPriceOf,
  type Resolution,
  resolution,
  staysInPool,
} from './resolution.ts';

/** The oracle's result for one event. */
export interface EventFigures {
  readonly type: EventType;
  readonly treatment: Treatment;
  readonly taxable: boolean;
  /** The gain of a disposal; null when the proceeds are unknown, and for other events. */
  readonly gain: Rational | null;
  readonly income: Rational;
  readonly short: boolean;
}

/** The units left of an acquisition, or of all acquisitions of an asset. */
export interface OpenFigures {
  readonly held: Rational;
  readonly waiting: Rational;
  readonly costBasis: Rational;
}

export interface AssetFigures extends OpenFigures {
  /** The units left, by the acquisition that they came from and its time. */
  readonly origins: Readonly<Record<string, OpenFigures>>;
}

export interface YearTotals {
  readonly gain: Rational;
  readonly income: Rational;
}

export interface OracleFigures {
  readonly events: Readonly<Record<string, EventFigures>>;
  readonly assets: Readonly<Record<string, AssetFigures>>;
  readonly years: Readonly<Record<number, YearTotals>>;
}

/** Units that came from one acquisition. */
interface Lot {
  readonly assetKey: string;
  readonly accountRef: string;
  readonly originId: string;
  readonly acquiredAt: number;
  readonly key: readonly string[];
  readonly arrival: number;
  readonly amount: Rational;
  readonly basis: Rational;
  readonly fees: Rational;
  /** The asset and amount at the photo moment, when they are not those of now. */
  readonly photo: { readonly assetKey: string; readonly amount: Rational } | null;
}

interface Debt {
  readonly event: Effective;
  remaining: Rational;
}

/** RANKS order the actions of one timestamp: incoming events, matched transfers, outgoing events. */
interface Action {
  readonly at: number;
  readonly rank: 0 | 1 | 2;
  readonly event: Effective;
  /** The pairs of a departure; empty for another event. */
  readonly pairs: readonly Pair[];
  readonly act: () => void;
}

interface TakenLots {
  readonly parts: readonly Lot[];
  readonly shortfall: Rational;
}

/** Computes the figures of a user's facts, under another reading of the law if one is named. Readings of the tax leave them as they are. */
export function oracle(inputs: EngineInputs, reading: ReadingCode | null = null): OracleFigures {
  if (reading !== 'AVERAGE_COST_BEFORE_2026') return new Books(inputs, reading).figures();
  return new Books(inputs, reading, new Books(inputs).lotsSoFar).figures();
}

class Books {
  readonly #inputs: EngineInputs;
  readonly #resolved: Resolution;
  readonly #gains = new Map<string, Rational | null>();
  readonly #incomes = new Map<string, Rational>();
  readonly #short = new Set<string>();
  #pool: Lot[] = [];
  #waiting: Lot[] = [];
  readonly #debts: Debt[] = [];
  #arrivals = 0;
  /** Every lot that came into a pool, as it came. */
  readonly lotsSoFar: Lot[] = [];
  readonly #reading: ReadingCode | null;
  readonly #allLots: readonly Lot[];

  /** `allLots` are those of a run before, from which an average cost is computed. */
  constructor(inputs: EngineInputs, reading: ReadingCode | null = null, allLots: readonly Lot[] = []) {
    this.#inputs = inputs;
    this.#reading = reading;
    this.#allLots = allLots;
    this.#resolved = resolution(inputs, reading);
    const poolOf = ({ raw }: Effective): string => this.#poolOf(raw);
    for (const { act } of inOrder(this.#actions(), poolOf)) act();
  }

  figures(): OracleFigures {
    const { events } = this.#resolved;
    const assetKeys = [...new Set(events.map(({ raw }) => raw.assetKey))];
    const years = [...new Set(events.map(({ year }) => year))];
    return {
      events: Object.fromEntries(events.map((event) => [event.raw.id, this.#eventFigures(event)])),
      assets: Object.fromEntries(assetKeys.map((key) => [key, this.#assetFigures(key)])),
      years: Object.fromEntries(years.map((year) => [year, this.#yearTotals(year)])),
    };
  }

  #eventFigures({ raw, type, treatment, taxable }: Effective): EventFigures {
    const gain = this.#gains.get(raw.id) ?? null;
    return { type, treatment, taxable, gain, income: this.#incomeOf(raw.id), short: this.#short.has(raw.id) };
  }

  #incomeOf(id: string): Rational {
    return this.#incomes.get(id) ?? ZERO;
  }

  #assetFigures(assetKey: string): AssetFigures {
    const isMeant = (lot: Lot): boolean => lot.assetKey === assetKey;
    const names = [...new Set([...this.#pool, ...this.#waiting].filter(isMeant).map(originOf))];
    const origins = names.map(
      (name) => [name, this.#openFigures((lot) => isMeant(lot) && originOf(lot) === name)] as const,
    );
    return { ...this.#openFigures(isMeant), origins: Object.fromEntries(origins) };
  }

  #openFigures(isMeant: (lot: Lot) => boolean): OpenFigures {
    const [held, waiting] = [this.#pool.filter(isMeant), this.#waiting.filter(isMeant)];
    return {
      held: amountOf(held),
      waiting: amountOf(waiting),
      costBasis: sumOf([...held, ...waiting].map(({ basis }) => basis)),
    };
  }

  #yearTotals(year: number): YearTotals {
    const ids = this.#resolved.events.filter((event) => event.year === year).map(({ raw }) => raw.id);
    return {
      gain: sumOf(ids.map((id) => this.#gains.get(id) ?? ZERO)),
      income: sumOf(ids.map((id) => this.#incomeOf(id))),
    };
  }

  /** An asset has one pool, or one in each account. */
  #poolOf({ assetKey, accountRef }: { readonly assetKey: string; readonly accountRef: string }): string {
    return this.#reading === 'LOTS_FIFO_PER_ACCOUNT' ? `${assetKey} of ${accountRef}` : assetKey;
  }

  // ---- actions and their order ----------------------------------------------------------------------------------------

  #actions(): Action[] {
    const { events, pairs } = this.#resolved;
    const legs = pairs.flatMap(legsOf);
    const alone = events.filter((event) => !legs.includes(event) && event.row !== 'NONE');
    return [
      ...alone.map((event) => this.#ownAction(event)),
      ...[...Map.groupBy(pairs, ({ out }) => out).values()].map((ofOut) => this.#departure(ofOut)),
      ...pairs.flatMap((pair) => this.#surplusActions(pair)),
    ];
  }

  #ownAction(event: Effective): Action {
    const isIncoming = event.type === 'ACQUISITION' || event.type === 'INCOME';
    const act = (): void => {
      if (isIncoming) this.#acquire(event);
      else this.#dispose(event);
    };
    return { at: event.at, rank: isIncoming ? 0 : 2, event, pairs: [], act };
  }

  /** A departure acts once, with all of its arrivals. */
  #departure(pairs: readonly Pair[]): Action {
    const [{ out }] = pairs as readonly [Pair];
    const isOneAsset = staysInPool(this.#resolved, out);
    const at = isOneAsset ? out.at : Math.min(out.at, ...pairs.map(({ into }) => into.at));
    const act = (): void => {
      if (isOneAsset) this.#move(pairs);
      else this.#convert(pairs, at);
    };
    return { at, rank: 1, event: out, pairs, act };
  }

  #surplusActions(pair: Pair): Action[] {
    const { out, into, outAmount, inAmount } = pair;
    if (!staysInPool(this.#resolved, out) || inAmount.compare(outAmount) <= 0) return [];
    const act = (): void => {
      this.#surplus(pair);
    };
    return [{ at: into.at, rank: 0, event: into, pairs: [], act }];
  }

  // ---- incoming ------------------------------------------------------------------------------------------------------

  #acquire(event: Effective): void {
    const value = countedValue(this.#resolved, event) ?? ZERO;
    const isGift = event.row === 'GIFT_RECEIVED';
    const isFree = isGift && event.source !== 'USER' && this.#reading !== 'GIFT_AT_MARKET_VALUE';
    const basis = isFree ? ZERO : value;
    this.#addLot(event, event.at, event.amount, basis, feesOf(this.#resolved, event));
    if (event.row === 'INCOME' && event.taxable) this.#incomes.set(event.raw.id, value);
    if (event.row === 'LOAN') this.#debts.push({ event, remaining: event.amount });
  }

  #addLot(event: Effective, acquiredAt: number, amount: Rational, basis: Rational, fees: Rational): void {
    this.#put({
      assetKey: event.raw.assetKey,
      accountRef: event.raw.accountRef,
      originId: event.raw.id,
      acquiredAt,
      key: keyOf(event.raw),
      amount,
      basis,
      fees,
      photo: null,
    });
  }

  #put(lot: Omit<Lot, 'arrival'>): void {
    this.#arrivals += 1;
    const arrived = { ...lot, arrival: this.#arrivals };
    this.#pool.push(arrived);
    this.lotsSoFar.push(arrived);
  }

  /** Adds what arrives beyond what left, at the in leg's time; after STAKE_BEACON it is income. */
  #surplus({ into, outAmount, inAmount, isStaking }: Pair): void {
    const surplus = inAmount.sub(outAmount);
    const value = (into.value ?? ZERO).mul(surplus).div(into.amount);
    this.#addLot(into, into.at, surplus, value, ZERO);
    if (isStaking && into.override?.taxable !== false) this.#incomes.set(into.raw.id, value);
  }

  // ---- matched transfers ---------------------------------------------------------------------------------------------

  /**
   * Moves lots within one asset: they stay in place; missing units are consumed, from the oldest of the lots that left. What the pool lacks arrives
   * last: "the oldest of the units on the way belong to the first arrival".
   */
  #move(pairs: readonly Pair[]): void {
    const [{ out }] = pairs as readonly [Pair];
    const arriving = pairs.map(({ outAmount, inAmount }) => smaller(outAmount, inAmount));
    const leaving = sumOf(pairs.map(({ outAmount }) => outAmount));
    const left = this.#wouldTake(out, leaving);
    const missing = leaving.sub(sumOf(arriving));
    const consumed = smaller(missing, amountOf(left.parts));
    this.#take(out, consumed);
    if (this.#reading === 'LOTS_FIFO_PER_ACCOUNT') this.#carryOver(pairs, arriving);
    let real = amountOf(left.parts).sub(consumed);
    if (left.shortfall.isPositive) this.#short.add(out.raw.id);
    for (const [index, { into }] of pairs.entries()) {
      const arrives = arriving[index] ?? ZERO;
      const lacking = larger(arrives.sub(real), ZERO);
      real = larger(real.sub(arrives), ZERO);
      if (lacking.isPositive) this.#addLot(into, out.at, lacking, ZERO, ZERO);
    }
    this.#gains.set(out.raw.id, ZERO);
  }

  /** Moves units from the account that they left to the accounts where they arrive, the oldest to the first one. */
  #carryOver(pairs: readonly Pair[], arriving: readonly Rational[]): void {
    const taken = pairs.map(({ out }, index) => this.#take(out, arriving[index] ?? ZERO));
    for (const [index, { into }] of pairs.entries())
      this.#pool.push(
        ...(taken[index]?.parts ?? []).map((part) => ({ ...part, accountRef: into.raw.accountRef })),
      );
  }

  #wouldTake(event: Effective, amount: Rational): TakenLots {
    const before = this.#pool;
    const taken = this.#take(event, amount);
    this.#pool = before;
    return taken;
  }

  /** Moves lots between assets. All lots leave before the first of them arrives, which may be in the pool that they left. */
  #convert(pairs: readonly Pair[], at: number): void {
    const taken = pairs.map((pair) => this.#take(pair.out, pair.outAmount));
    for (const [index, pair] of pairs.entries()) this.#arriveScaled(pair, at, taken[index]!);
  }

  /** Adds lots, all scaled in proportion; the last one, or the shortfall, takes the remainder. */
  #arriveScaled({ out, into, outAmount, inAmount }: Pair, at: number, { parts, shortfall }: TakenLots): void {
    let remainder = inAmount;
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1 && shortfall.isZero;
      const scaled = part.amount.mul(inAmount).div(outAmount).roundHalfEven(AMOUNT_DIGITS);
      const amount = isLast ? remainder : scaled;
      remainder = remainder.sub(amount);
      const { assetKey, accountRef } = into.raw;
      this.#put({ ...part, assetKey, accountRef, amount, photo: photoAfter(part, at) });
    }
    if (shortfall.isPositive) this.#short.add(out.raw.id);
    if (shortfall.isPositive) this.#addLot(into, at, remainder, ZERO, ZERO);
    this.#gains.set(out.raw.id, ZERO);
  }

  // ---- outgoing ------------------------------------------------------------------------------------------------------

  #dispose(event: Effective): void {
    const { parts, shortfall } =
      event.row === 'REPAYMENT' ? this.#repay(event) : this.#take(event, event.amount);
    if (shortfall.isPositive) this.#short.add(event.raw.id);
    if (event.row === 'LEAVE') this.#waiting.push(...parts);
    if (event.type !== 'DISPOSITION' && event.row !== 'SALE') return;
    const gain = event.row === 'SALE' && event.taxable ? this.#gainOf(event, parts, shortfall) : ZERO;
    this.#gains.set(event.raw.id, gain);
  }

  /** Pays the oldest open debts; takes the lots of the loans it pays, then the oldest of the pool, then interest likewise. */
  #repay(event: Effective): TakenLots {
    let principal = ZERO;
    const paid: string[] = [];
    for (const debt of this.#debts.filter((each) => each.event.raw.assetKey === event.raw.assetKey)) {
      const payment = smaller(debt.remaining, event.amount.sub(principal));
      if (!payment.isPositive) continue;
      debt.remaining = debt.remaining.sub(payment);
      principal = principal.add(payment);
      paid.push(debt.event.raw.id);
    }
    const borrowed = this.#take(event, principal, ({ originId }) => paid.includes(originId));
    const others = this.#take(event, event.amount.sub(amountOf(borrowed.parts)));
    return { parts: [...borrowed.parts, ...others.parts], shortfall: others.shortfall };
  }

  /** Takes the oldest lots by original acquisition date, then key of the acquisition, then arrival. */
  #take(event: Effective, amount: Rational, isMeant: (lot: Lot) => boolean = () => true): TakenLots {
    let missing = amount;
    const parts: Lot[] = [];
    const kept: Lot[] = [];
    for (const lot of [...this.#pool].sort(byAge)) {
      const isOpen = this.#poolOf(lot) === this.#poolOf(event.raw) && isMeant(lot) && missing.isPositive;
      const part = isOpen ? smaller(lot.amount, missing) : ZERO;
      if (part.isPositive) parts.push(partOf(lot, part));
      if (lot.amount.compare(part) > 0) kept.push(partOf(lot, lot.amount.sub(part)));
      missing = missing.sub(part);
    }
    this.#pool = kept;
    return { parts, shortfall: missing };
  }

  /** Returns proceeds less basis, slice by slice; the shortfall has basis 0. */
  #gainOf(event: Effective, parts: readonly Lot[], shortfall: Rational): Rational | null {
    const value = countedValue(this.#resolved, event);
    if (value === null) return null;
    if (this.#reading === 'NFT_OUTSIDE_TEN_PERCENT' && this.#isNft(event.raw.assetKey)) return ZERO;
    const isSpeculative = this.#regimeOf(event.year) === 'SPECULATIEF';
    const isTaxed = event.year >= FIRST_TAXED_YEAR && !isSpeculative;
    const feesCount = isSpeculative || (isTaxed && this.#reading === 'FEES_INSIDE_TEN_PERCENT');
    const proceeds = feesCount ? value.sub(feesOf(this.#resolved, event)) : value;
    const share = (amount: Rational): Rational => proceeds.mul(amount).div(event.amount);
    const gains = parts.map((part) =>
      share(part.amount).sub(
        isSpeculative
          ? part.basis.add(part.fees)
          : this.#basisOf(isTaxed ? this.#underReading(part) : part, share(part.amount), event.year),
      ),
    );
    return sumOf([...gains, share(shortfall)]);
  }

  #isNft(assetKey: string): boolean {
    return this.#resolved.events.some(
      ({ raw, treatment }) => raw.assetKey === assetKey && treatment === 'NFT_BUY',
    );
  }

  /** Returns a part with the historic cost that the reading has. */
  #underReading(part: Lot): Lot {
    if (this.#reading === 'FEES_INSIDE_TEN_PERCENT') return { ...part, basis: part.basis.add(part.fees) };
    const isOld = (lot: Lot): boolean => lot.acquiredAt < PHOTO.momentUs;
    if (this.#reading !== 'AVERAGE_COST_BEFORE_2026' || !isOld(part)) return part;
    const old = this.#allLots.filter((lot) => isOld(lot) && lot.assetKey === part.assetKey);
    const cost = sumOf(old.map(({ basis }) => basis));
    return { ...part, basis: cost.mul(part.amount).div(amountOf(old)) };
  }

  #regimeOf(year: number): Regime {
    return this.#inputs.regimes.find((each) => each.year === year)?.regime ?? 'NORMAAL_BEHEER';
  }

  /** Returns the basis of a part under NORMAAL_BEHEER (engine.md §3). */
  #basisOf(part: Lot, proceeds: Rational, year: number): Rational {
    if (year < FIRST_TAXED_YEAR || part.acquiredAt >= PHOTO.momentUs) return part.basis;
    const then = part.photo ?? part;
    const price = photoPriceOf(this.#inputs, then.assetKey);
    if (price === null) return part.basis;
    const photo = price.mul(then.amount);
    if (part.basis.compare(photo) <= 0 || year > PHOTO.higherCostUntilYear) return photo;
    if (this.#reading === 'HIGHER_COST_MAKES_LOSS') return part.basis;
    return smaller(part.basis, larger(proceeds, photo));
  }
}

/** Returns the acquisition that a lot came from, and its time. */
function originOf({ originId, acquiredAt }: Lot): string {
  return `${originId} ${String(acquiredAt)}`;
}

function amountOf(lots: readonly Lot[]): Rational {
  return sumOf(lots.map(({ amount }) => amount));
}

/** Returns a part of a lot, with its share of everything that the lot carries. */
function partOf(lot: Lot, amount: Rational): Lot {
  const share = amount.div(lot.amount);
  const photo = lot.photo === null ? null : { ...lot.photo, amount: lot.photo.amount.mul(share) };
  return { ...lot, amount, basis: lot.basis.mul(share), fees: lot.fees.mul(share), photo };
}

/** Returns what a lot was at the photo moment, after it has become another asset. */
function photoAfter(part: Lot, at: number): Lot['photo'] {
  if (part.photo !== null || at <= PHOTO.momentUs) return part.photo;
  return { assetKey: part.assetKey, amount: part.amount };
}

function byAge(a: Lot, b: Lot): number {
  return a.acquiredAt - b.acquiredAt || compareKeys(a.key, b.key) || a.arrival - b.arrival;
}

// ---- order of processing (engine.md §1) ------------------------------------------------------------------------------

type PoolOf = (event: Effective) => string;

/** Sorts by timestamp, rank and key; a transfer comes after those of the same instant that bring what it takes. */
function inOrder(actions: readonly Action[], poolOf: PoolOf): Action[] {
  const sorted = [...actions].sort(
    (a, b) => a.at - b.at || a.rank - b.rank || compareKeys(keyOf(a.event.raw), keyOf(b.event.raw)),
  );
  const instants = [...new Set(sorted.map(({ at }) => at))];
  return instants.flatMap((instant) => {
    const here = sorted.filter(({ at }) => at === instant);
    const transfers = here.filter(({ rank }) => rank === 1);
    return [
      ...here.filter(({ rank }) => rank === 0),
      ...bringersFirst(transfers, poolOf),
      ...here.filter(({ rank }) => rank === 2),
    ];
  });
}

/** Returns the transfers that wait only for members of their own circle, by key; then those that waited for these; and so on. */
function bringersFirst(transfers: readonly Action[], poolOf: PoolOf): Action[] {
  const isFree = (each: Action): boolean =>
    transfers.every((other) => !precedes(other, each, transfers, poolOf));
  const free = transfers.filter(isFree);
  if (free.length === 0) return [];
  const others = transfers.filter((each) => !isFree(each));
  return [...free, ...bringersFirst(others, poolOf)];
}

/** Tells whether one transfer leads to the other by the assets it brings, and the other does not lead back. */
function precedes(one: Action, other: Action, all: readonly Action[], poolOf: PoolOf): boolean {
  return leadsTo(one, other, all, poolOf) && !leadsTo(other, one, all, poolOf);
}

function leadsTo(one: Action, other: Action, all: readonly Action[], poolOf: PoolOf): boolean {
  const reached = [one];
  for (const from of reached) {
    const next = all.filter((each) => brings(from, each, poolOf) && each !== from && !reached.includes(each));
    if (next.includes(other)) return true;
    reached.push(...next);
  }
  return false;
}

function brings(from: Action, each: Action, poolOf: PoolOf): boolean {
  const arriving = from.pairs.map(({ into }) => poolOf(into));
  return each.pairs.some(({ out }) => arriving.includes(poolOf(out)));
}
