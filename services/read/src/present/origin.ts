/** The origin of a transaction in the form of the contract: where its units came from, in shares that add up to one. */
import {
  AMOUNT_SCALE,
  divideHalfEven,
  formatCents,
  formatDecimal,
  parseAmount,
  parseEurOrNull,
} from '@ctx/domain/decimal';
import { parseInstantUs } from '@ctx/domain/instant';
import { LIMITS } from '@ctx/domain/limits';
import { compareCodePoints } from '@ctx/domain/natural-key';
import {
  ORIGIN_KINDS,
  type OriginKind,
  type OriginProof,
  ORIGINS,
  PROOF_OF_MONEY,
} from '@ctx/domain/origins';
import { shown, shownSymbol } from '@ctx/domain/shown-text';
import type { OriginEventRow, OriginMoneyRow } from './origin-rows.ts';
import type { Step } from './origin-steps.ts';
import { type End, type OriginWalk, WHOLE } from './origin-walk.ts';

/** Fraction digits of a share. */
const SHARE_SCALE = 12;
const ONE = 10n ** BigInt(SHARE_SCALE);

/** A transaction whose money is looked up. */
type Purchase = Pick<OriginEventRow, 'account_id' | 'reference_id'>;

/** What is known of the transaction beside the walk. */
export interface OriginContext {
  /** The transactions whose money was looked up: the first is the transaction itself. */
  readonly purchases: readonly Purchase[];
  readonly money: readonly OriginMoneyRow[];
  readonly locked: boolean;
  readonly frozen: boolean;
  readonly stale: boolean;
}

const keyOf = ({ account_id, reference_id }: Purchase): string => JSON.stringify([account_id, reference_id]);

/** Returns the transactions whose money is to be looked up: the walked one first, then those that may have been paid for. */
export function purchasesOf(event: OriginEventRow, ends: readonly End[]): readonly Purchase[] {
  const all = [event, ...ends.flatMap(({ purchase, account }) => (purchase === null ? [] : (account ?? [])))];
  return [...new Map(all.map((each) => [keyOf(each), each])).values()];
}

/** Returns the origin. Shares are of the units that were walked. */
export function originOf(walk: OriginWalk, event: OriginEventRow, context: OriginContext) {
  const { purchases, money, locked, frozen, stale } = context;
  const byPlace = Map.groupBy(money, ({ place }) => place);
  const moneyOf = new Map(purchases.map((each, index) => [keyOf(each), byPlace.get(index + 1) ?? []]));
  const ends = endsOf(walk, moneyOf);
  const eur = locked ? null : parseEurOrNull(event.counted_value);
  return {
    taxEventId: event.event_id,
    year: event.year,
    locked,
    frozen,
    stale,
    type: event.type,
    assetKey: event.asset_key,
    assetSymbol: shownSymbol(event.asset_symbol),
    amount: event.amount,
    timestamp: event.occurred_at,
    accountId: event.account_id,
    accountLabel: shown(event.account_label),
    eur: eur === null ? null : formatCents(eur),
    knownShare: formatDecimal(
      ends.reduce((sum, { kind, parts }) => (ORIGINS[kind].isKnown ? sum + parts : sum), 0n),
      SHARE_SCALE,
    ),
    money: sumsOf(
      (moneyOf.get(keyOf(event)) ?? [])
        .filter(({ purpose }) => purpose !== 'FEE')
        .map(({ type, currency, amount }) => ({ type, currency, amount: parseAmount(amount) })),
    ),
    ends: ends.map(({ end }) => end),
    steps: stepsOf(walk),
  };
}

/** Ends of one kind, asset and account, together. */
interface Group {
  readonly kind: OriginKind;
  readonly proof: OriginProof | null;
  readonly ends: ClassifiedEnd[];
}

interface ClassifiedEnd extends End {
  readonly proof: OriginProof | null;
  readonly money: readonly Money[];
}

interface Money {
  readonly type: string;
  readonly currency: string;
  readonly amount: bigint;
}

interface SharedEnd {
  readonly kind: OriginKind;
  /** A part of ONE. */
  readonly parts: bigint;
  readonly end: ReturnType<typeof endOf>;
}

function endsOf(walk: OriginWalk, moneyOf: ReadonlyMap<string, readonly OriginMoneyRow[]>): SharedEnd[] {
  const groups = new Map<string, Group>();
  for (const end of walk.ends.map((each) => classified(each, moneyOf))) {
    const { kind, proof, assetKey, account, cost } = end;
    const key = JSON.stringify([kind, proof, assetKey, account?.account_id ?? '', cost === null]);
    const group = groups.get(key) ?? { kind, proof, ends: [] };
    group.ends.push(end);
    groups.set(key, group);
  }
  const ordered = [...groups.entries()]
    .map(([key, group]) => ({ key, group, share: sum(group.ends, ({ share }) => share) }))
    .toSorted(
      (a, b) =>
        compareDown(a.share, b.share) ||
        ORIGIN_KINDS.indexOf(a.group.kind) - ORIGIN_KINDS.indexOf(b.group.kind) ||
        compareCodePoints(a.key, b.key),
    );
  const shares = roundedShares(ordered.map(({ share }) => share));
  return ordered.map(({ group }, index) => {
    const parts = shares[index] ?? 0n;
    return { kind: group.kind, parts, end: endOf(walk, group, parts) };
  });
}

/** Names what an end is, and what would prove it, by its money. */
function classified(end: End, moneyOf: ReadonlyMap<string, readonly OriginMoneyRow[]>): ClassifiedEnd {
  const { purchase, account, kind } = end;
  if (purchase === null) return { ...end, proof: ORIGINS[kind].proof, money: [] };
  const rows = (account === null ? [] : (moneyOf.get(keyOf(account)) ?? [])).filter(
    ({ type, purpose }) => type === 'CASH_OUT' && purpose !== 'FEE',
  );
  const ofRows = rows.map(({ type, currency, amount }) => ({
    type,
    currency,
    amount: divideHalfEven(parseAmount(amount) * end.units, purchase.whole),
  }));
  const money = purchase.given === null ? ofRows : [{ type: 'CASH_OUT', ...purchase.given }];
  if (money.length > 0) return { ...end, kind: 'PURCHASE', proof: ORIGINS.PURCHASE.proof, money };
  if (purchase.isValueStated) return { ...end, kind: 'PURCHASE', proof: PROOF_OF_MONEY, money };
  return { ...end, kind: 'RECEIVED', proof: ORIGINS.RECEIVED.proof, money };
}

function endOf(walk: OriginWalk, { kind, proof, ends }: Group, parts: bigint) {
  const [first] = ends as [ClassifiedEnd];
  const events = eventsOf(ends.map(({ eventId, at }) => [eventId, at]));
  const isHidden = ends.some(({ cost }) => cost === null);
  return {
    kind,
    share: formatDecimal(parts, SHARE_SCALE),
    assetKey: first.assetKey,
    assetSymbol: symbolOf(walk, first.assetKey),
    amount: formatDecimal(
      sum(ends, ({ units }) => units),
      AMOUNT_SCALE,
    ),
    costEur: isHidden ? null : formatCents(sum(ends, ({ cost }) => cost ?? 0n)),
    accountId: first.account?.account_id ?? null,
    accountLabel: shown(first.account?.account_label),
    lots: new Set(ends.flatMap(({ lotId }) => lotId ?? [])).size,
    ...events,
    money: sumsOf(ends.flatMap(({ money }) => money)),
    proof,
  };
}

function stepsOf(walk: OriginWalk) {
  return walk.steps.all
    .toSorted(
      (a, b) =>
        compareDown(a.share, b.share) ||
        compareCodePoints(a.kind, b.kind) ||
        compareCodePoints(a.fromAssetKey, b.fromAssetKey) ||
        compareCodePoints(a.toAssetKey, b.toAssetKey),
    )
    .map((step) => stepOf(walk, step));
}

function stepOf(walk: OriginWalk, { kind, fromAssetKey, toAssetKey, share, eventIds }: Step) {
  return {
    kind,
    fromAssetKey,
    fromAssetSymbol: symbolOf(walk, fromAssetKey),
    toAssetKey,
    toAssetSymbol: symbolOf(walk, toAssetKey),
    share: formatDecimal(divideHalfEven(share * ONE, WHOLE), SHARE_SCALE),
    ...eventsOf([...eventIds]),
  };
}

const symbolOf = (walk: OriginWalk, assetKey: string): string =>
  shownSymbol(walk.symbols.get(assetKey) ?? assetKey);

/** Returns the transactions of an end or a step: the first and last moment, how many there are, and the oldest ids. */
function eventsOf(all: readonly (readonly [id: string, at: string])[]) {
  const ordered = [...new Map(all)]
    .map(([id, at]) => ({ id, at, us: parseInstantUs(at) ?? 0 }))
    .toSorted((a, b) => a.us - b.us || compareCodePoints(a.id, b.id));
  const ids = ordered.slice(0, LIMITS.originEventsMax).map(({ id }) => id);
  return {
    firstAt: ordered[0]?.at ?? '',
    lastAt: ordered.at(-1)?.at ?? '',
    transactions: ordered.length,
    taxEventIds: ids,
    taxEventsLeftOut: ordered.length - ids.length,
  };
}

/** Adds money up by direction and currency, in cents. */
function sumsOf(money: readonly Money[]) {
  const groups = Map.groupBy(money, ({ type, currency }) => `${type} ${currency}`);
  return [...groups]
    .toSorted(([a], [b]) => compareCodePoints(a, b))
    .map(([, [first, ...others]]) => ({
      type: first?.type ?? '',
      currency: shownSymbol(first?.currency ?? ''),
      amount: formatCents((first?.amount ?? 0n) + sum(others, ({ amount }) => amount), AMOUNT_SCALE),
    }));
}

/**
 * Rounds shares to 12 digits so that they add up to one: each is cut, and what is left goes to those that lost most, the earlier ones first
 * among equals.
 */
export function roundedShares(shares: readonly bigint[]): bigint[] {
  const cut = shares.map((share) => (share * ONE) / WHOLE);
  const left = Number(shares.length === 0 ? 0n : ONE - sum(cut, (each) => each));
  const byLoss = shares
    .map((share, index) => ({ index, lost: (share * ONE) % WHOLE }))
    .toSorted((a, b) => compareDown(a.lost, b.lost) || a.index - b.index);
  const raised = new Set(byLoss.slice(0, left).map(({ index }) => index));
  return cut.map((share, index) => (raised.has(index) ? share + 1n : share));
}

function sum<Item>(items: readonly Item[], of: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + of(item), 0n);
}

function compareDown(a: bigint, b: bigint): number {
  return a === b ? 0 : a > b ? -1 : 1;
}
