/** The money of a file: what moved without an asset, the money of trades, and fees in money. It is kept beside the transactions, and no figure reads it. */
import { AMOUNT_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { stableId } from '@ctx/domain/stable-id';
import type { MoneyPurpose, MoneyType } from '@ctx/domain/vocabulary';
import { isMoney } from './assets.ts';
import { checkRecord } from './check-record.ts';
import {
  DESCRIPTION_CHARACTERS_MAX,
  type Entry,
  type EntryId,
  type Movement,
  MOVEMENTS,
  type Part,
} from './entries.ts';
import type { IdentifiedEntry } from './identity.ts';
import type { RecordOf, SourcedRecord } from './records.ts';

type MoneyRecord = RecordOf<'money'>;

/** Money that came in, went out or was exchanged, without an asset. Its rows are left out of the transactions. */
export interface MoneyMove {
  readonly id: EntryId;
  /** UTC, RFC 3339. */
  readonly at: string;
  /** The lines of the file that say so. */
  readonly lines: readonly number[];
  readonly description?: string;
  readonly given: readonly Part[];
  readonly received: readonly Part[];
  readonly fees: readonly Part[];
  /** What the money was given or received for. */
  readonly purpose: MoneyPurpose;
}

/** The sides of a move, and what it was for. */
export type MoneySides = Pick<MoneyMove, 'given' | 'received' | 'purpose'>;

/** Returns the sides of a movement of money; `type` is what the file calls it. */
export function sidesOfMovement(type: string, { kind, part }: Pick<Movement, 'kind' | 'part'>): MoneySides {
  const isOut = MOVEMENTS[kind].type === 'DISPOSITION';
  return {
    given: isOut ? [part] : [],
    received: isOut ? [] : [part],
    purpose: purposeOf(kind, type),
  };
}

function purposeOf(kind: Movement['kind'], type: string): MoneyPurpose {
  if (kind === 'DEPOSIT' || kind === 'WITHDRAWAL') return 'TRANSFER';
  if (kind === 'BUY' || kind === 'SALE') return 'TRADE';
  return kind === 'INCOME' && /interest/i.test(type) ? 'INTEREST' : 'OTHER';
}

/** The money of a file. */
export interface MoneyOfFile {
  readonly entries: readonly IdentifiedEntry[];
  readonly moves: readonly MoneyMove[];
  /** What an earlier export may have shown as done, and this one shows as failed, cancelled or taken back. */
  readonly undoneMoves?: readonly MoneyMove[];
  readonly account: string;
  /** The name of the platform. */
  readonly platform: string;
}

/**
 * Yields the rows of money of a file. The money of a transaction has its reference. A row that cannot be stored is left out: no figure is made of
 * it.
 */
export function* moneyRecords({
  entries,
  moves,
  undoneMoves = [],
  account,
  platform,
}: MoneyOfFile): Generator<SourcedRecord<MoneyRecord>> {
  const named = new Map<string, string>();
  for (const { entry, reference } of entries) yield* recordsOf(moveOf(entry), { account, reference, named });
  const references = referencesOf([...moves, ...undoneMoves], platform);
  const recordsOfMove = (move: MoneyMove): Iterable<SourcedRecord<MoneyRecord>> => {
    const reference = typeof move.id === 'string' ? move.id : references.get(move);
    if (reference === undefined) throw new Error('a move without an id has no reference');
    return recordsOf(move, { account, reference, named });
  };
  for (const move of moves) yield* recordsOfMove(move);
  for (const move of undoneMoves)
    for (const { record, lines } of recordsOfMove(move)) yield { record: { ...record, undone: true }, lines };
}

/** Returns the money of an entry: what a trade moved, and its fees. */
function moveOf(entry: Entry): MoneyMove {
  const { id, at, lines, fees = [], description } = entry;
  const { given, received } = entry.kind === 'TRADE' ? entry : { given: [], received: [] };
  const described = description === undefined ? {} : { description };
  return { id, at, lines, given, received, fees, purpose: 'TRADE', ...described };
}

interface OfMove {
  readonly account: string;
  readonly reference: string;
  /** What was stored under an id of the platform. */
  readonly named: Map<string, string>;
}

function* recordsOf(
  move: MoneyMove,
  { account, reference, named }: OfMove,
): Generator<SourcedRecord<MoneyRecord>> {
  const { id, at, lines, description } = move;
  for (const { type, purpose, part } of legsOf(move)) {
    const amount = formatDecimal(part.amount, AMOUNT_SCALE);
    const key = JSON.stringify([reference, type, part.symbol, purpose === 'FEE']);
    const content = JSON.stringify([at, amount]);
    const same = named.get(key);
    // A row with the id of another one is the same money, unless its amount or time differs.
    if (same === content) continue;
    if (typeof id === 'string' && same === undefined) named.set(key, content);
    const record: MoneyRecord = {
      kind: 'money',
      account,
      referenceId: same === undefined ? reference : stableId('money', reference, content),
      type,
      currency: part.symbol,
      amount,
      timestamp: at,
      purpose,
      ...(description ? { description: description.slice(0, DESCRIPTION_CHARACTERS_MAX) } : {}),
    };
    if ('record' in checkRecord(record)) yield { record, lines };
  }
}

interface Leg {
  readonly type: MoneyType;
  readonly purpose: MoneyPurpose;
  readonly part: Part;
}

function legsOf({ given, received, fees, purpose }: MoneyMove): Leg[] {
  return [
    ...moneyIn(given).map((part): Leg => ({ type: 'CASH_OUT', purpose, part })),
    ...moneyIn(received).map((part): Leg => ({ type: 'CASH_IN', purpose, part })),
    ...moneyIn(fees).map((part): Leg => ({ type: 'CASH_OUT', purpose: 'FEE', part })),
  ];
}

/** Returns the sums of parts by currency, without those that are 0. */
function moneyIn(parts: readonly Part[]): Part[] {
  const sums = new Map<string, bigint>();
  for (const { symbol, amount } of parts)
    if (isMoney(symbol)) sums.set(symbol, (sums.get(symbol) ?? 0n) + amount);
  return [...sums].flatMap(([symbol, amount]) => (amount === 0n ? [] : [{ symbol, amount }]));
}

/** Whether a move has money in it. */
export function hasMoney({ given, received, fees }: Pick<MoneyMove, 'given' | 'received' | 'fees'>): boolean {
  return moneyIn([...given, ...received, ...fees]).length > 0;
}

/**
 * Returns the references of moves without an id: by their platform, second and money, counted where several are alike, as those of transactions are
 * (identity.ts). Those that were undone come last: where as many are stored as were done, each stored one was done.
 */
function referencesOf(moves: readonly MoneyMove[], platform: string): ReadonlyMap<MoneyMove, string> {
  const references = new Map<MoneyMove, string>();
  const unnamed = moves.filter(({ id }) => typeof id !== 'string');
  for (const [content, alike] of Map.groupBy(unnamed, contentOf))
    for (const [index, move] of alike.entries())
      references.set(move, stableId('money move', platform, content, String(index + 1)));
  return references;
}

/** Returns what cannot change about a move: its second, and what came and went. Fees may be columns of one generation of an export alone. */
function contentOf({ at, given, received, fees }: MoneyMove): string {
  const [out, into] = [textsOf(given), textsOf(received)];
  const second = at.slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  return JSON.stringify([second, out, into, ...(out.length + into.length === 0 ? [textsOf(fees)] : [])]);
}

function textsOf(parts: readonly Part[]): string[] {
  return moneyIn(parts)
    .map(({ symbol, amount }) => `${symbol} ${formatDecimal(amount, AMOUNT_SCALE)}`)
    .toSorted();
}
