/**
 * Coinbase, transaction history. Money is in the account currency; direction follows from the type, since older files write outgoing
 * amounts without a sign. What a conversion brought in, and the real price of an advanced trade, are in the notes only.
 */
import { absolute, readAmount } from '../amounts.ts';
import { symbolOf } from '../assets.ts';
import { type Booking, ContentIds, symbolIn } from '../booking.ts';
import { type EntryId, isMovement, isReason, type Meaning, type Part } from '../entries.ts';
import type { Format } from '../format.ts';
import { UTC } from '../instants.ts';
import type { Row } from '../table.ts';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  buy: 'TRADE',
  sell: 'TRADE',
  'advanced trade buy': 'TRADE',
  'advanced trade sell': 'TRADE',
  'advance trade buy': 'TRADE',
  'advance trade sell': 'TRADE',
  convert: 'TRADE',
  'retail simple dust': 'TRADE',
  'staking income': 'INCOME',
  'reward income': 'INCOME',
  'rewards income': 'INCOME',
  'inflation reward': 'INCOME',
  'learning reward': 'INCOME',
  'coinbase earn': 'INCOME',
  'interest payout': 'INCOME',
  'incentives rewards payout': 'INCOME',
  'credit card reward': 'INCOME',
  'retail simple price improvement': 'INCOME',
  'subscription rebate': 'INCOME',
  'subscription rebates (24 hours)': 'INCOME',
  send: 'WITHDRAWAL',
  receive: 'DEPOSIT',
  deposit: 'DEPOSIT',
  withdrawal: 'WITHDRAWAL',
  'exchange deposit': 'WITHDRAWAL',
  'exchange withdrawal': 'DEPOSIT',
  'pro deposit': 'WITHDRAWAL',
  'pro withdrawal': 'DEPOSIT',
  'prime deposit': 'WITHDRAWAL',
  'prime withdrawal': 'DEPOSIT',
  'vault withdrawal': 'INTERNAL',
  'cash to savings': 'INTERNAL',
  'savings to cash': 'INTERNAL',
  transfer: 'INTERNAL',
  'portfolio transfer': 'INTERNAL',
  'retail staking transfer': 'INTERNAL',
  'retail unstaking transfer': 'INTERNAL',
  'cfm funding': 'INTERNAL',
  'asset migration': 'INTERNAL',
  'retail eth2 deprecation': 'INTERNAL',
  subscription: 'PAYMENT',
  'card spend': 'PAYMENT',
  'admin debit': 'UNCLEAR_OUT',
  donation: 'DONATION',
};
/** Receipts that are rewards, in files that have no type for them. */
const REWARD_NOTES = /coinbase earn|rewards|referral/i;
/** Such as `Converted 0.1 ETH to 5 XRP`. */
const CONVERTED = /^Converted [\d.,]+ \S+ to ([\d.,]+) (\S+)/;
/** Such as `Bought 0.5 BTC for 34234.6 USDC on BTC-USDC at 68469.2 USDC/BTC`. */
const PRICED = /\bfor ([\d.,]+) (\S+) on \S+/;
/** Money with a sign of its currency, such as `-€1.00`. */
const CURRENCY_SIGNS = /[€$£]/g;
const CURRENCY_OF_OLD_FILES = 'EUR';
const RENAMED: Readonly<Record<string, string>> = { ETH2: 'ETH' };

const BEFORE = ['timestamp', 'transaction type', 'asset', 'quantity transacted'];

export const COINBASE: Format = {
  id: 'coinbase',
  title: 'Coinbase: transaction history',
  platform: { name: 'Coinbase', source: 'COINBASE' },
  guide: {
    download:
      'On the website: your profile, Statements (or Reports), "Transaction history", all assets, all time, CSV.',
    read: 'purchases, sales, conversions, advanced trades, sends, receipts, rewards, card payments',
    traps: [
      'What a conversion brought in is in its notes alone: a file without notes cannot be read.',
      'An amount in another currency than euro gets its EUR value from exchange rates.',
    ],
  },
  headers: [
    [...BEFORE, 'price currency', 'subtotal', 'total', 'fees', 'notes'],
    [...BEFORE, 'eur subtotal', 'eur total', 'eur fees', 'notes'],
  ],
  canonical: (column) =>
    column
      .replace(/^spot price currency$/, 'price currency')
      .replace(/ \(inclusive of fees.*\)$/, '')
      .replace(/ and\/or spread$/, ''),
  read(rows, booking) {
    const ids = new ContentIds();
    booking.each(rows, (row) => {
      bookRow(row, row.id('id') || ids.idOf(row), booking);
    });
  },
};

interface Common {
  readonly id: EntryId;
  readonly at: string;
  readonly description: string;
}

function bookRow(row: Row, id: EntryId, booking: Booking): void {
  const type = row.required('transaction type').toLowerCase();
  const meaning = meaningOf(row, type);
  const symbol = symbolIn(row, 'asset', RENAMED);
  const part = { symbol, amount: absolute(row.amount('quantity transacted')) };
  const common = { id, at: row.instant('timestamp', UTC), description: row.text('notes') || type };
  if (isReason(meaning)) booking.leaveOut([row], meaning, type);
  else if (meaning === 'TRADE') bookTrade(row, type, part, common, booking);
  else if (isMovement(meaning))
    booking.movement([row], type, { ...common, kind: meaning, part, eur: euroOf(row, meaning) });
}

function meaningOf(row: Row, type: string): Meaning {
  const isReward = type === 'receive' && REWARD_NOTES.test(row.wholeText('notes'));
  return isReward ? 'INCOME' : (MEANINGS[type] ?? 'UNKNOWN_TYPE');
}

function bookTrade(row: Row, type: string, asset: Part, common: Common, booking: Booking): void {
  const currency = currencyOf(row);
  const fees = [{ symbol: currency, amount: absolute(moneyIn(row, 'fees') ?? 0n) }];
  const paid = fees.filter(({ amount }) => amount > 0n);
  if (type === 'convert') {
    // The cell of the fee can be empty although the spread is a cost; it is inside what was received.
    const received = [notedPart(row, CONVERTED)];
    booking.trade([row], type, { ...common, given: [asset], received, eur: euroOf(row, 'INCOME') });
    return;
  }
  const noted = PRICED.test(row.wholeText('notes')) ? notedPart(row, PRICED) : null;
  const inAccountCurrency = { symbol: currency, amount: absolute(moneyIn(row, 'subtotal') ?? 0n) };
  const money = noted !== null && noted.symbol !== currency ? noted : inAccountCurrency;
  const [given, received] = type.endsWith('buy') ? [[money], [asset]] : [[asset], [money]];
  booking.trade([row], type, { ...common, given, received, fees: paid });
}

/** Returns the amount and symbol that a pattern finds in the notes. */
function notedPart(row: Row, pattern: RegExp): Part {
  const [, amountText = '', symbolText = ''] = pattern.exec(row.wholeText('notes')) ?? [];
  const symbol = symbolOf(symbolText);
  if (symbol === null) throw row.fault('notes', 'does not say what was received');
  try {
    return { symbol: RENAMED[symbol] ?? symbol, amount: readAmount(amountText) ?? 0n };
  } catch {
    throw row.fault('notes', 'does not say how much was received');
  }
}

function currencyOf(row: Row): string {
  return row.has('price currency') ? symbolIn(row, 'price currency') : CURRENCY_OF_OLD_FILES;
}

/** Returns an amount of the account currency; null where the cell is empty, as it is on sends. */
function moneyIn(row: Row, column: string): bigint | null {
  const name = row.has(column) ? column : `eur ${column}`;
  return row.optionalAmount(name, (text) => text.replaceAll(CURRENCY_SIGNS, ''));
}

/** The value of a reward, which files in euro have. */
function euroOf(row: Row, meaning: Meaning): bigint | null {
  const isValued = meaning === 'INCOME' && currencyOf(row) === CURRENCY_OF_OLD_FILES;
  const subtotal = isValued ? moneyIn(row, 'subtotal') : null;
  return subtotal === null ? null : absolute(subtotal);
}
