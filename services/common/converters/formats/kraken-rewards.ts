/** Rewards in Kraken's ledgers. One with a minus sign takes an earlier one back, in full or in part. */
import { absolute } from '../amounts.ts';
import type { Booking } from '../booking.ts';
import { hasRefid, type Ledger, rowsOf } from './kraken-ledger-rows.ts';

/** What is left of a reward after the rows that take it back. */
interface Reward {
  readonly ledger: Ledger;
  readonly takenBackBy: Ledger[];
  amount: bigint;
  fee: bigint;
}

/** A move from one form of a coin to another, such as rewards of ETH2 that become ETH, is written in two rows this near to each other. */
const MOVE_MS_MAX = 10 * 60_000;

/** Books rewards, which are sorted by time. */
export function bookRewards(ledgers: readonly Ledger[], booking: Booking): void {
  const rewards = ledgers
    .filter(({ amount }) => amount >= 0n)
    .map((ledger): Reward => ({ ledger, takenBackBy: [], amount: ledger.amount, fee: ledger.fee }));
  for (const negative of ledgers.filter(({ amount }) => amount < 0n)) {
    const move = rewards.find((reward) => isMove(reward, negative));
    if (move !== undefined) {
      rewards.splice(rewards.indexOf(move), 1);
      booking.leaveOut(rowsOf([negative, move.ledger]), 'INTERNAL', negative.type);
    } else if (!takeBack(negative, rewards)) bookUnclear(negative, booking);
  }
  for (const reward of rewards) bookReward(reward, booking);
}

function isMove({ ledger, takenBackBy }: Reward, negative: Ledger): boolean {
  return (
    takenBackBy.length === 0 &&
    ledger.symbol === negative.symbol &&
    ledger.code !== negative.code &&
    ledger.amount === -negative.amount &&
    Math.abs(Date.parse(ledger.at) - Date.parse(negative.at)) <= MOVE_MS_MAX
  );
}

/** Subtracts a negative reward from those that it takes back. Returns whether there are enough of them. */
function takeBack(negative: Ledger, rewards: readonly Reward[]): boolean {
  const earlier = rewards
    .filter(
      ({ ledger, amount }) => ledger.symbol === negative.symbol && ledger.at <= negative.at && amount > 0n,
    )
    .toReversed();
  const sameReference = earlier.filter(
    ({ ledger }) => hasRefid(negative.refid) && ledger.refid === negative.refid,
  );
  const sameType = earlier.filter(({ ledger }) => ledger.type === negative.type);
  const owed = -negative.amount;
  const exact = [...sameReference, ...sameType].find(({ amount }) => amount === owed);
  const candidates = exact === undefined ? [...new Set([...sameReference, ...sameType])] : [exact];
  if (candidates.reduce((sum, { amount }) => sum + amount, 0n) < owed) return false;
  let left = owed;
  for (const reward of candidates) {
    if (left === 0n) break;
    const taken = reward.amount < left ? reward.amount : left;
    if (left === owed) reward.fee += negative.fee;
    reward.takenBackBy.push(negative);
    reward.amount -= taken;
    left -= taken;
  }
  return true;
}

function bookReward({ ledger, takenBackBy, amount, fee }: Reward, booking: Booking): void {
  const { id, at, type, symbol } = ledger;
  const rows = rowsOf([ledger, ...takenBackBy]);
  const fees = fee > 0n ? [{ symbol, amount: fee }] : [];
  // A negative fee is one that was given back.
  const received = fee < 0n ? amount - fee : amount;
  if (takenBackBy.length > 0)
    booking.noteUndone((asDone) => {
      if (received <= 0n)
        bookReward({ ledger, takenBackBy: [], amount: ledger.amount, fee: ledger.fee }, asDone);
      for (const negative of takenBackBy) bookUnclear(negative, asDone);
    });
  if (received > 0n)
    booking.movement(rows, type, { id, at, fees, kind: 'INCOME', part: { symbol, amount: received } });
  else if (fees.length > 0) booking.cost(rows, type, { id, at, fees });
  else booking.leaveOut(rows, takenBackBy.length > 0 ? 'UNDONE' : 'ZERO', type);
}

/** A reward that is taken back by a file without it. */
function bookUnclear({ row, id, at, type, symbol, amount, fee }: Ledger, booking: Booking): void {
  booking.movement([row], type, {
    id,
    at,
    kind: 'UNCLEAR_OUT',
    part: { symbol, amount: absolute(amount) },
    fees: fee > 0n ? [{ symbol, amount: fee }] : [],
  });
}
