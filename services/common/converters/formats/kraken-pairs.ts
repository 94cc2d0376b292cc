/** Rows of Kraken's ledgers that belong together but share no reference: exchanges of assets that are delisted or renamed. */
import { isMoney } from '../assets.ts';
import { type Booking, sumBySymbol, positive } from '../booking.ts';
import type { Part } from '../entries.ts';
import { isOneToOne } from '../one-to-one.ts';
import { hasRefid, type Ledger, rowsOf } from './kraken-ledger-rows.ts';

/** Both rows have almost the same time. */
const PAIR_MS_MAX = 10 * 60_000;

/** Pairs what leaves with what comes in shortly after. The rest asks in the inbox. */
export function bookPairs(ledgers: readonly Ledger[], booking: Booking): void {
  const waiting = new Set(ledgers.filter(({ amount }) => amount > 0n));
  for (const out of ledgers.filter(({ amount }) => amount < 0n)) {
    const into = [...waiting].find((each) => isPair(out, each));
    if (into === undefined) bookUnclear(out, booking);
    else {
      waiting.delete(into);
      bookPair(out, into, booking);
    }
  }
  for (const into of waiting) bookUnclear(into, booking);
  for (const ledger of ledgers)
    if (ledger.amount === 0n) booking.cost([ledger.row], ledger.type, commonOf([ledger], ledger.id));
}

function isPair(out: Ledger, into: Ledger): boolean {
  const apartMs = Math.abs(Date.parse(out.at) - Date.parse(into.at));
  const isOther = out.symbol !== into.symbol || out.amount === -into.amount;
  return isOther && out.type === into.type && apartMs <= PAIR_MS_MAX;
}

function bookPair(out: Ledger, into: Ledger, booking: Booking): void {
  const rows = rowsOf([out, into]);
  const [given, received] = [positive(out), positive(into)];
  const common = {
    ...commonOf([out, into], hasRefid(out.refid) ? out.refid : out.id),
    description: out.type,
  };
  if (given.symbol === received.symbol)
    booking.leaveOut(rows, isMoney(given.symbol) ? 'MONEY' : 'INTERNAL', out.type);
  else if (isOneToOne(given, received)) booking.migration(rows, out.type, { ...common, given, received });
  else booking.trade(rows, out.type, { ...common, given: [given], received: [received] });
}

/** An asset that comes in alone is an airdrop or a fork; one that leaves alone was taken from the account. */
function bookUnclear(ledger: Ledger, booking: Booking): void {
  const { id, row, type, amount } = ledger;
  const cameIn = type === 'transfer' ? 'INCOME' : 'UNCLEAR_IN';
  const kind = amount > 0n ? cameIn : 'UNCLEAR_OUT';
  booking.movement([row], type, { ...commonOf([ledger], id), kind, part: positive(ledger) });
}

function commonOf(ledgers: readonly Ledger[], id: string): Pick<Ledger, 'id' | 'at'> & { fees: Part[] } {
  const [first] = ledgers as readonly [Ledger];
  const fees = sumBySymbol(ledgers.map(({ symbol, fee }) => ({ symbol, amount: fee })));
  return { id, at: first.at, fees: fees.filter(({ amount }) => amount > 0n) };
}
