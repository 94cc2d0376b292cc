/** A transaction that a person enters, as the events and the money that an export with it would become. Pure. */
import { AMOUNT_SCALE, parseAmount } from '@ctx/domain/decimal';
import { isMoney } from './assets.ts';
import { checkRecord } from './check-record.ts';
import { BY_CONTENT, type Entry, isMovement, MOVEMENTS, type Part } from './entries.ts';
import { factsOf } from './facts.ts';
import { identified } from './identity.ts';
import { moneyRecords } from './money.ts';
import type { RecordOf } from './records.ts';

type EventRecord = RecordOf<'event'>;
/** An asset as events have it. */
export type EnteredAsset = EventRecord['asset'];

/** An amount of an asset, in plain digits. */
export interface EnteredPart {
  readonly asset: EnteredAsset;
  readonly amount: string;
}

/** What a person enters. */
export interface EnteredTransaction {
  /** TRADE, COST or a kind of movement. */
  readonly kind: string;
  /** RFC 3339. */
  readonly at: string;
  readonly given: EnteredPart | null;
  readonly received: EnteredPart | null;
  readonly fee: EnteredPart | null;
  /** In EUR, of the whole amount; null where it is not known. */
  readonly value: string | null;
  readonly note: string;
}

/** The parts of an entered transaction that can be wrong. */
export type EnteredPartName = 'given' | 'received' | 'fee' | 'value' | 'at' | 'note';

/** Name of the format, for the list of files and for references: all transactions that a person enters are of one platform. */
export const ENTERED_FORMAT = 'entered';
/** Where EUR values of entered transactions come from. */
const PRICE_SOURCE = 'USER';

/** Returns the events and the money of an entered transaction of an account, or the parts that are missing, too many or cannot be stored. */
export function recordsOfEntered(
  entered: EnteredTransaction,
  account: string,
):
  | { readonly records: readonly EventRecord[]; readonly money: readonly RecordOf<'money'>[] }
  | { readonly faults: readonly EnteredPartName[] } {
  const entry = entryOf(entered);
  if ('faults' in entry) return entry;
  const { entries } = identified([entry.entry], [], ENTERED_FORMAT);
  const events = entries.flatMap((each) => factsOf(each, account));
  const money = moneyRecords({ entries, moves: [], account, platform: ENTERED_FORMAT });
  const assets = assetsOf(entered);
  const records = events.map((event) => ({
    ...event,
    asset: assets.get(event.asset.key) ?? event.asset,
    ...(event.priceSource == null ? {} : { priceSource: PRICE_SOURCE }),
  }));
  const faults = records.flatMap((record) => faultsOf(record, entered));
  if (faults.length > 0) return { faults: [...new Set(faults)] };
  return { records, money: [...money].map(({ record }) => record) };
}

/** Returns the assets by their keys, which stand for symbols in an entry: the names of an asset may differ from its key. */
function assetsOf({ given, received, fee }: EnteredTransaction): Map<string, EnteredAsset> {
  return new Map(
    [given, received, fee].flatMap((part) => (part === null ? [] : [[part.asset.key, part.asset]])),
  );
}

function entryOf(
  entered: EnteredTransaction,
): { readonly entry: Entry } | { readonly faults: readonly EnteredPartName[] } {
  const { kind, at, note } = entered;
  const [given, received, fee] = [partOf(entered.given), partOf(entered.received), partOf(entered.fee)];
  const eur = amountOf(entered.value);
  const faults: EnteredPartName[] = [];
  if (given === 'FAULTY') faults.push('given');
  if (received === 'FAULTY') faults.push('received');
  if (fee === 'FAULTY') faults.push('fee');
  if (eur === 'FAULTY') faults.push('value');
  if (given === 'FAULTY' || received === 'FAULTY' || fee === 'FAULTY' || eur === 'FAULTY') return { faults };
  const common = {
    id: BY_CONTENT,
    at,
    lines: [],
    fees: fee === null ? [] : [fee],
    eur,
    ...(note !== '' && { description: note }),
  };
  const sides = sidesOf(kind);
  if (sides === null) throw new RangeError(`${kind} is not the kind of an entered transaction`);
  if ((given !== null) !== sides.includes('given')) faults.push('given');
  if ((received !== null) !== sides.includes('received')) faults.push('received');
  if (kind === 'COST' && fee === null) faults.push('fee');
  const parts = [given, received, ...(kind === 'COST' ? [fee] : [])].filter((part) => part !== null);
  if (faults.length === 0 && parts.every(({ symbol }) => isMoney(symbol)))
    faults.push(given === null ? (received === null ? 'fee' : 'received') : 'given');
  if (faults.length > 0) return { faults };
  if (kind === 'COST') return { entry: { ...common, kind, fees: common.fees } };
  if (given !== null && received !== null)
    return { entry: { ...common, kind: 'TRADE', given: [given], received: [received] } };
  const part = given ?? received;
  if (part === null || !isMovement(kind)) return { faults: ['given'] };
  return { entry: { ...common, kind, part } };
}

/** Returns which amounts a kind has; null for a kind that nobody can enter. */
export function sidesOf(kind: string): readonly ('given' | 'received')[] | null {
  if (kind === 'TRADE') return ['given', 'received'];
  if (kind === 'COST') return [];
  if (!isMovement(kind)) return null;
  return MOVEMENTS[kind].type === 'DISPOSITION' ? ['given'] : ['received'];
}

function partOf(part: EnteredPart | null): Part | null | 'FAULTY' {
  if (part === null) return null;
  const amount = amountOf(part.amount);
  return amount === null || amount === 'FAULTY' || amount === 0n
    ? 'FAULTY'
    : { symbol: part.asset.key, amount };
}

const DIGITS = new RegExp(`^\\d{1,18}(?:\\.\\d{1,${String(AMOUNT_SCALE)}})?$`);

function amountOf(text: string | null): bigint | null | 'FAULTY' {
  if (text === null) return null;
  return DIGITS.test(text) ? parseAmount(text) : 'FAULTY';
}

/** Returns the parts that made an event that cannot be stored. */
function faultsOf(record: EventRecord, { given, received }: EnteredTransaction): EnteredPartName[] {
  const checked = checkRecord(record);
  if (!('errors' in checked)) return [];
  const isFee = record.type === 'FEE' || record.type === 'EXPENSE';
  const side = isFee
    ? 'fee'
    : record.asset.key === given?.asset.key
      ? 'given'
      : received === null
        ? 'given'
        : 'received';
  return checked.errors.map(({ field }) => {
    if (field === 'euroValue') return 'value';
    if (field === 'timestamp') return 'at';
    return field === 'description' ? 'note' : side;
  });
}
