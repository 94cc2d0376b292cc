/** Joins transactions to trades for the pages. Pure functions. */
import { EUR_SCALE, formatDecimal, parseEur } from '@ctx/domain/decimal';

/** Transactions of one trade. More of one reference are not joined: they are no trade that a line could show. */
export const TRADE_MEMBERS_MAX = 8;

/** A transaction of a page, or one that may be of the same trade as one of the page. */
export interface TradeRow {
  readonly id: string;
  readonly accountId: string;
  readonly type: string;
  readonly treatment: string;
  readonly timestamp: string;
  readonly referenceId?: string | null | undefined;
  readonly continuityGroupId?: string | null | undefined;
  readonly spam: boolean;
  readonly euroValue?: string | null | undefined;
  readonly onPage: boolean;
  /** Whether it passes the filters. */
  readonly isListed: boolean;
  /** What counts as proceeds or basis: for a leg of a swap, its share of the swap's value. */
  readonly countedValue: string | null;
  /** The gain that counts in the year. */
  readonly gain: string | null;
}

/** Transactions that are one trade; one that is part of no trade is one by itself. Value and gain are in EUR, null if not known. */
export interface JoinedTrade<Row> {
  readonly given: readonly Row[];
  readonly received: readonly Row[];
  readonly fees: readonly Row[];
  readonly value: string | null;
  readonly gain: string | null;
}

/**
 * Returns the trades of a page in the order of its transactions. A trade is on the page of the first of its listed transactions, so
 * that it is on one page and whole.
 */
export function tradesOf<Row extends TradeRow>(rows: readonly Row[]): JoinedTrade<Row>[] {
  const groups = new Map<string, Map<string, Row>>();
  for (const row of rows) {
    const key = JSON.stringify([row.timestamp, row.accountId, row.referenceId]);
    groups.set(key, (groups.get(key) ?? new Map<string, Row>()).set(row.id, row));
  }
  const joined = new Map<string, readonly Row[]>();
  for (const group of groups.values()) {
    const members = [...group.values()].toSorted(byId);
    if (isTrade(members)) for (const { id } of members) joined.set(id, members);
  }
  const onPage = rows.filter((row) => row.onPage);
  const whole = onPage.map((row) => joined.get(row.id) ?? [row]);
  const first = whole.filter(
    (members, index) => members.find(({ isListed }) => isListed)?.id === onPage[index]?.id,
  );
  return first.map(tradeOf);
}

// The order of the list within an instant.
const byId = (one: TradeRow, other: TradeRow): number => (one.id < other.id ? -1 : 1);
const isFee = ({ type }: TradeRow): boolean => type === 'FEE';

/**
 * Tells whether transactions of the same account, reference and instant are one trade: one with its fees, or the legs of one swap of the
 * import, also with fees. Any other combination is in doubt, and shown as it is.
 */
function isTrade(members: readonly TradeRow[]): boolean {
  const isPlain = members.every(({ spam, treatment }) => !spam && treatment !== 'IGNORED');
  if (!isPlain || members.length < 2 || members.length > TRADE_MEMBERS_MAX) return false;
  const others = members.filter((each) => !isFee(each));
  return others.length === 1 || isSwap(others);
}

function isSwap(members: readonly TradeRow[]): boolean {
  const group = members[0]?.continuityGroupId ?? null;
  const types = new Set(members.map(({ type }) => type));
  return (
    group !== null &&
    members.every(({ continuityGroupId }) => continuityGroupId === group) &&
    types.size === 2 &&
    types.has('DISPOSITION') &&
    types.has('ACQUISITION')
  );
}

const GIVEN = new Set(['DISPOSITION', 'EXPENSE']);

function tradeOf<Row extends TradeRow>(members: readonly Row[]): JoinedTrade<Row> {
  const fees = members.length === 1 ? [] : members.filter(isFee);
  const others = members.filter((each) => !fees.includes(each));
  const given = others.filter((each) => GIVEN.has(each.type) || isFee(each));
  const received = others.filter((each) => !given.includes(each));
  return { given, received, fees, value: valueOf(given, received), gain: gainOf(members) };
}

/** Returns what a trade is worth: as the engine counts it for a swap, else the value of its transaction. Null if it is not known. */
function valueOf(given: readonly TradeRow[], received: readonly TradeRow[]): string | null {
  if (given.length === 0 || received.length === 0)
    return sumOf([...given, ...received].map(({ euroValue }) => euroValue ?? null));
  return (
    sumOf(given.map(({ countedValue }) => countedValue)) ??
    sumOf(received.map(({ countedValue }) => countedValue))
  );
}

function gainOf(members: readonly TradeRow[]): string | null {
  const gains = members.flatMap(({ gain }) => (gain === null ? [] : [gain]));
  return gains.length === 0 ? null : sumOf(gains);
}

/** Returns a sum in EUR, exact. Null if a value is not known. */
function sumOf(values: readonly (string | null)[]): string | null {
  let sum = 0n;
  for (const value of values) {
    if (value === null) return null;
    sum += parseEur(value);
  }
  return formatDecimal(sum, EUR_SCALE);
}
