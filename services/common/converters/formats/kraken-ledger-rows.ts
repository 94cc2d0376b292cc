/** The rows of Kraken's ledgers, and what each type means. */
import { faultMessage } from '@ctx/domain/file-faults';
import { isMoney, symbolOf } from '../assets.ts';
import type { Part, Reason } from '../entries.ts';
import { isReason, REASONS } from '../entries.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';
import { FEE_CREDITS, krakenSymbol } from './kraken-symbols.ts';

/** A row with what is needed of it. */
export interface Ledger {
  readonly row: Row;
  readonly id: string;
  readonly refid: string;
  readonly at: string;
  /** Type and subtype, such as `earn reward`. */
  readonly type: string;
  /** The asset as Kraken writes it. */
  readonly code: string;
  readonly symbol: string;
  /** Negative for what leaves. */
  readonly amount: bigint;
  /** Positive for what is paid, negative for what is given back. */
  readonly fee: bigint;
}

export type LedgerMeaning = Reason | 'TRADE' | 'PAIR' | 'TRANSFER' | 'COST' | 'INCOME' | 'NFT';

const UNKNOWN_REFID = 'Unknown';

/** What each type and subtype means; a type without its subtype in the table means the same for all its subtypes. */
const MEANINGS: Readonly<Record<string, LedgerMeaning>> = {
  trade: 'TRADE',
  spend: 'TRADE',
  receive: 'TRADE',
  settled: 'TRADE',
  sale: 'TRADE',
  conversion: 'TRADE',
  deposit: 'TRANSFER',
  withdrawal: 'TRANSFER',
  margin: 'DERIVATIVES',
  'margin trade': 'DERIVATIVES',
  rollover: 'COST',
  nftcreatorfee: 'COST',
  staking: 'INCOME',
  dividend: 'INCOME',
  reward: 'INCOME',
  'invite bonus': 'INCOME',
  credit: 'INCOME',
  nftrebate: 'INCOME',
  adjustment: 'PAIR',
  nfttrade: 'NFT',
  custodytransfer: 'INTERNAL',
  hybridearnwithdrawal: 'INTERNAL',
  hybridearndeposit: 'INTERNAL',
  transfer: 'PAIR',
  'transfer airdrop': 'INCOME',
  'transfer spottostaking': 'INTERNAL',
  'transfer stakingfromspot': 'INTERNAL',
  'transfer stakingtospot': 'INTERNAL',
  'transfer spotfromstaking': 'INTERNAL',
  'transfer spottofutures': 'INTERNAL',
  'transfer spotfromfutures': 'INTERNAL',
  'transfer delistingconversion': 'PAIR',
  'earn reward': 'INCOME',
  'earn airdrop': 'INCOME',
  'earn delistingconversion': 'PAIR',
  'earn allocation': 'INTERNAL',
  'earn deallocation': 'INTERNAL',
  'earn autoallocation': 'INTERNAL',
  'earn autoallocate': 'INTERNAL',
  'earn migration': 'INTERNAL',
};

/** Returns the type and subtype of a row. */
export function typeOf(row: Row): string {
  return `${row.text('type')} ${row.text('subtype')}`.trim().toLowerCase();
}

/** Returns what is needed of a row. @throws RowFault */
export function ledgerOf(row: Row): Ledger {
  const code = row.required('asset').toUpperCase();
  const symbol = symbolOf(krakenSymbol(code));
  if (symbol === null) throw row.fault('asset', faultMessage('NOT_SYMBOL'));
  return {
    row,
    id: row.id('txid'),
    refid: row.id('refid'),
    at: row.instant('time', UTC),
    type: typeOf(row),
    code,
    symbol,
    amount: row.amount('amount'),
    fee: row.optionalAmount('fee') ?? 0n,
  };
}

/** Returns a row as two where its fee was paid in another asset, which newer files name, and without its fee where fee credits paid it. */
export function withOwnFee(ledger: Ledger): readonly Ledger[] {
  const code = ledger.row.text('feecurrency').toUpperCase();
  const symbol = krakenSymbol(code);
  if (code === '' || symbol === ledger.symbol || ledger.fee === 0n) return [ledger];
  const own = { ...ledger, fee: 0n };
  return code === FEE_CREDITS ? [own] : [own, { ...ledger, code, symbol, amount: 0n }];
}

/** Returns what a row means. */
export function meaningOf(ledger: Ledger): LedgerMeaning {
  const { row, type, symbol, amount, fee } = ledger;
  // Rewards of older files have no subtype but a fee; moves into and out of Earn have neither.
  if (type === 'earn') return fee === 0n ? 'INTERNAL' : 'INCOME';
  const meaning = MEANINGS[type] ?? meaningOfKind(type.split(' ')[0] ?? '');
  // A margin row without a result holds the fee of a position, which leaves the spot balance.
  if (meaning === 'DERIVATIVES' && amount === 0n && !isMoney(symbol)) return 'COST';
  if (meaning === 'NFT' && row.text('aclass').toLowerCase().includes('nft')) return 'NOT_CRYPTO';
  return meaning;
}

/** An unknown subtype never takes a row away without a check. */
function meaningOfKind(kind: string): LedgerMeaning {
  const meaning = MEANINGS[kind] ?? 'UNKNOWN_TYPE';
  return isReason(meaning) && !REASONS[meaning].needsCheck ? 'UNKNOWN_TYPE' : meaning;
}

/** Returns what rows share: rows of a trade share a reference; many rows of Earn have none. */
export function groupKeyOf({ refid, id, type, at }: Ledger): string {
  if (hasRefid(refid)) return `reference ${refid}`;
  return type === 'earn migration' ? `${type} ${at}` : `row ${id}`;
}

/** Whether a cell holds a reference that rows share. */
export function hasRefid(refid: string): boolean {
  return refid !== UNKNOWN_REFID && refid !== '';
}

/**
 * Returns rows whose fees are positive where they are paid. Old files write paid fees as negative numbers: the balances show it, and without
 * balances that no paid fee of the file is positive.
 */
export function withPaidFees(ledgers: readonly Ledger[]): readonly Ledger[] {
  if (!areFeesNegative(ledgers)) return ledgers;
  return ledgers.map((ledger) => ({ ...ledger, fee: -ledger.fee }));
}

/** Whether a file writes paid fees as negative numbers. */
export function areFeesNegative(ledgers: readonly Ledger[]): boolean {
  if (!ledgers.some(({ fee }) => fee < 0n)) return false;
  const balances = new Map<string, bigint>();
  const votes = { negative: 0, positive: 0 };
  for (const { row, code, amount, fee } of ledgers.toSorted(byTime)) {
    const wallet = JSON.stringify([code, row.text('wallet')]);
    const balance = balanceIn(row);
    const before = balances.get(wallet) ?? 0n;
    if (fee !== 0n && balance === before + amount + fee) votes.negative += 1;
    if (fee !== 0n && balance === before + amount - fee) votes.positive += 1;
    if (balance !== null) balances.set(wallet, balance);
  }
  if (votes.negative !== votes.positive) return votes.negative > votes.positive;
  return ledgers.every((ledger) => ledger.fee <= 0n || isReversal(ledger));
}

function byTime(left: Ledger, right: Ledger): number {
  return left.at < right.at ? -1 : Number(left.at > right.at);
}

/** Returns the new balance; null where it cannot be read, for no fact needs it. */
function balanceIn(row: Row): bigint | null {
  try {
    return row.optionalAmount('balance');
  } catch {
    return null;
  }
}

/** Whether a row takes back a deposit or a withdrawal, with its fee. */
function isReversal({ type, amount }: Ledger): boolean {
  return type.startsWith('deposit') ? amount < 0n : type.startsWith('withdrawal') && amount > 0n;
}

/** What an entry of several rows has of them. */
export interface LedgerCommon {
  readonly id: string;
  readonly at: string;
  readonly fees: readonly Part[];
}

export function rowsOf(ledgers: readonly Ledger[]): Row[] {
  return ledgers.map(({ row }) => row);
}
