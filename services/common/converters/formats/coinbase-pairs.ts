/** Rows of Coinbase's transaction history that belong to other rows of the same moment. */
import { absolute } from '../amounts.ts';
import { type Booking, groupBy, sumBySymbol } from '../booking.ts';
import type { Part } from '../entries.ts';
import type { Row } from '../table.ts';
import type { CoinbaseRow } from './coinbase-rows.ts';

/** Rows of one moment are at most this far apart. */
const MOMENT_MS_MAX = 10_000;
/** The type of both is the same, or that of the way back. */
const FAMILIES: Readonly<Record<string, string>> = {
  'retail unstaking transfer': 'retail staking transfer',
};

/** Groups rows of one type that follow each other within seconds. */
export function momentsOf(rows: readonly CoinbaseRow[]): CoinbaseRow[][] {
  const families = groupBy(rows, ({ type }) => FAMILIES[type] ?? type);
  return families.flatMap((family) => {
    const moments: CoinbaseRow[][] = [];
    for (const each of family.toSorted(byTime)) {
      const last = moments.at(-1);
      const before = last?.at(-1);
      if (before !== undefined && Date.parse(each.at) - Date.parse(before.at) <= MOMENT_MS_MAX)
        last?.push(each);
      else moments.push([each]);
    }
    return moments;
  });
}

function byTime(left: CoinbaseRow, right: CoinbaseRow): number {
  if (left.at !== right.at) return left.at < right.at ? -1 : 1;
  return left.row.content() < right.row.content() ? -1 : 1;
}

/** Books rows of one moment in which assets become other ones, such as MATIC that became POL: no sale. */
export function bookMigrations(moment: readonly CoinbaseRow[], booking: Booking): void {
  const outs = moment.filter(({ quantity }) => quantity < 0n);
  const ins = new Set(moment.filter(({ quantity }) => quantity >= 0n));
  const symbols = new Set(moment.map(({ symbol }) => symbol));
  const type = moment[0]?.type ?? '';
  if (symbols.size === 1 && !type.includes('migration') && !type.includes('wrap')) {
    booking.leaveOut(rowsOf(moment), 'INTERNAL', type);
    return;
  }
  const unpaired: CoinbaseRow[] = [];
  const pair = (out: CoinbaseRow, into: CoinbaseRow): void => {
    ins.delete(into);
    booking.migration(rowsOf([out, into]), type, {
      id: out.id,
      at: out.at,
      given: partOf(out),
      received: partOf(into),
    });
  };
  for (const out of outs) {
    const into = [...ins].find(({ quantity }) => quantity === -out.quantity);
    if (into === undefined) unpaired.push(out);
    else pair(out, into);
  }
  const [out, into] = [unpaired[0], [...ins][0]];
  if (unpaired.length === 1 && ins.size === 1 && out !== undefined && into !== undefined) pair(out, into);
  else bookUnpaired([...unpaired, ...ins], booking);
}

/** One side alone is half of an exchange. Where both sides are there, or none has a sign, it cannot be told what became what. */
function bookUnpaired(rows: readonly CoinbaseRow[], booking: Booking): void {
  const [first] = rows;
  if (first === undefined) return;
  const isOneSided = rows.length === 1 || rows.every(({ quantity }) => quantity < 0n);
  booking.leaveOut(rowsOf(rows), isOneSided ? 'HALF_TRADE' : 'UNKNOWN_TYPE', first.type);
}

/** Returns the rows without those that say that ETH2 was sent and ETH received at one moment, which are left out: both are one coin. */
export function withoutRenames(rows: readonly CoinbaseRow[], booking: Booking): CoinbaseRow[] {
  const moves = rows.filter(
    ({ type, symbol }) => symbol === 'ETH' && (type === 'send' || type === 'receive'),
  );
  const paired = new Set<CoinbaseRow>();
  for (const sent of moves.filter(({ type }) => type === 'send')) {
    const received = moves.find(
      (each) =>
        each.type === 'receive' &&
        !paired.has(each) &&
        each.code !== sent.code &&
        each.at === sent.at &&
        absolute(each.quantity) === absolute(sent.quantity),
    );
    if (received === undefined) continue;
    paired.add(sent).add(received);
    booking.leaveOut(rowsOf([sent, received]), 'INTERNAL', sent.type);
  }
  return rows.filter((each) => !paired.has(each));
}

/** Returns the sums of the assets that left and that came in, by the signs of the rows. */
export function sidesOf(rows: readonly CoinbaseRow[]): { readonly given: Part[]; readonly received: Part[] } {
  const sums = sumBySymbol(rows.map(({ symbol, quantity }) => ({ symbol, amount: quantity })));
  return {
    given: sums
      .filter(({ amount }) => amount < 0n)
      .map(({ symbol, amount }) => ({ symbol, amount: -amount })),
    received: sums.filter(({ amount }) => amount > 0n),
  };
}

export function partOf({ symbol, quantity }: CoinbaseRow): Part {
  return { symbol, amount: absolute(quantity) };
}

export function rowsOf(rows: readonly CoinbaseRow[]): Row[] {
  return rows.map(({ row }) => row);
}
