/** Trades of Binance's margin accounts with borrowed coins: they belong to the loan, which is left out. */
import { groupBy } from '../booking.ts';
import type { Change } from './binance-changes.ts';

/** The time in which coins of one asset were borrowed in one account. */
interface Loan {
  readonly wallet: string;
  readonly symbol: string;
  readonly fromMs: number;
  toMs: number;
}

const LOAN = /^(?:isolated ?)?margin loan$/;
const REPAYMENT = /^(?:isolated ?)?margin repayment$|margin liquidation - repayment$/;

/** Returns a function that says whether a trade was made with coins that were borrowed at that time in its account. */
export function borrowedCoins(changes: readonly Change[]): (trade: readonly Change[]) => boolean {
  const loans = groupBy(
    changes.filter(({ operation }) => LOAN.test(operation) || REPAYMENT.test(operation)),
    ({ user, account, symbol }) => JSON.stringify([user, account, symbol]),
  ).flatMap(loansIn);
  return (trade) =>
    trade.some((change) =>
      loans.some(
        ({ wallet, symbol, fromMs, toMs }) =>
          wallet === walletOf(change) && symbol === change.symbol && fromMs <= change.ms && change.ms <= toMs,
      ),
    );
}

function walletOf({ user, account }: Change): string {
  return JSON.stringify([user, account]);
}

/** Returns the loans of one asset in one account. Interest makes repayments larger than the loan. */
function loansIn(changes: readonly Change[]): Loan[] {
  const loans: Loan[] = [];
  let owed = 0n;
  const sorted = changes.toSorted(
    (left, right) => left.ms - right.ms || (left.amount > right.amount ? -1 : 1),
  );
  for (const change of sorted) {
    const { ms, symbol, amount } = change;
    const wallet = walletOf(change);
    if (LOAN.test(change.operation)) {
      if (owed === 0n) loans.push({ wallet, symbol, fromMs: ms, toMs: Infinity });
      owed += amount;
    } else if (owed === 0n) loans.push({ wallet, symbol, fromMs: -Infinity, toMs: ms });
    else {
      owed = owed + amount > 0n ? owed + amount : 0n;
      const last = loans.at(-1);
      if (owed === 0n && last !== undefined) last.toMs = ms;
    }
  }
  return loans;
}
