/** Trades of Binance's margin accounts with borrowed coins: they belong to the loan, which is left out. */
import type { Change } from './binance-changes.ts';

/** The time in which coins of one asset were borrowed in one account. */
interface Loan {
  readonly fromMs: number;
  toMs: number;
}

const LOAN = /^(?:isolated ?)?margin loan$/;
const REPAYMENT = /^(?:isolated ?)?margin repayment$|margin liquidation - repayment$/;

/** Returns a function that says whether a trade was made with coins that were borrowed at that time in its account. */
export function borrowedCoins(changes: readonly Change[]): (trade: readonly Change[]) => boolean {
  const ofLoans = changes.filter(({ operation }) => LOAN.test(operation) || REPAYMENT.test(operation));
  const loans = new Map([...Map.groupBy(ofLoans, keyOf)].map(([key, each]) => [key, loansIn(each)]));
  return (trade) =>
    trade.some((change) => {
      const last = lastUntil(loans.get(keyOf(change)) ?? [], change.ms);
      return last !== undefined && change.ms <= last.toMs;
    });
}

function keyOf({ user, account, symbol }: Change): string {
  return JSON.stringify([user, account, symbol]);
}

/** Returns the last loan that began until a moment, of loans that follow each other. An account can have thousands. */
function lastUntil(loans: readonly Loan[], ms: number): Loan | undefined {
  let [low, high] = [0, loans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((loans[middle]?.fromMs ?? Infinity) <= ms) low = middle + 1;
    else high = middle;
  }
  return loans[low - 1];
}

/** Returns the loans of one asset in one account. Interest makes repayments larger than the loan. */
function loansIn(changes: readonly Change[]): Loan[] {
  const loans: Loan[] = [];
  let owed = 0n;
  const sorted = changes.toSorted(
    (left, right) => left.ms - right.ms || (left.amount > right.amount ? -1 : 1),
  );
  for (const change of sorted) {
    const { ms, amount } = change;
    if (LOAN.test(change.operation)) {
      if (owed === 0n) loans.push({ fromMs: ms, toMs: Infinity });
      owed += amount;
    } else if (owed === 0n) {
      // Of a loan that is not in the file. After one that is, it is a rest of interest.
      const isBefore = loans.every(({ fromMs }) => fromMs === -Infinity);
      if (isBefore) loans.splice(0, 1, { fromMs: -Infinity, toMs: ms });
    } else {
      owed = owed + amount > 0n ? owed + amount : 0n;
      const last = loans.at(-1);
      if (owed === 0n && last !== undefined) last.toMs = ms;
    }
  }
  return loans;
}
