/** Loans and their repayments (engine.md §2, `isLoan` and `isRepayment`; §6). */
import { least } from '@ctx/domain/decimal';
import type { EffectiveEvent } from '../types.ts';
import { addSlices, bringLot, type Ledger, type OpenDebt, poolOf } from './ledger.ts';
import { type Movement, movement } from './movement.ts';
import type { TakenPart } from './pool.ts';
import type { MoveResult } from './transfers.ts';

/** Adds a new lot at its EUR value, and a debt of the same amount. */
export function borrow(ledger: Ledger, event: EffectiveEvent): Movement {
  const { raw, amount, timestampUs } = event;
  owe(ledger, {
    eventId: raw.id,
    assetKey: debtKeyOf(event),
    borrowedUs: timestampUs,
    amount,
    originalCostBasis: 0n,
    remaining: amount,
    saleProceeds: 0n,
    soldUs: null,
    lots: [],
  });
  const lot = bringLot(ledger, event, { part: 'ACQUIRED', amount });
  return movement('LOAN', event, { arrived: [{ lot, source: 'VALUE' }] });
}

const debtKeyOf = ({ raw }: EffectiveEvent): string => raw.debtKey ?? raw.assetKey;

/** Adds a debt to the ledger. */
export function owe(ledger: Ledger, debt: OpenDebt): void {
  ledger.debts.set(debt.eventId, debt);
  if (debt.remaining === 0n) return;
  const owed = ledger.owed.get(debt.assetKey);
  if (owed === undefined) ledger.owed.set(debt.assetKey, [debt]);
  else owed.push(debt);
}

/**
 * Pays the oldest open debts of the asset in turn. The principal consumes lots of the loans it pays, oldest first, then
 * the oldest of the pool; what exceeds all debts is interest, consumed like an EXPENSE.
 */
export function repay(ledger: Ledger, event: EffectiveEvent): MoveResult {
  const pool = poolOf(ledger, event.raw.assetKey);
  const paid = payDebts(ledger, event);
  let principal = paid.reduce((sum, each) => sum + each.principal, 0n);
  const interest = event.amount - principal;
  const parts: TakenPart[] = [];
  for (const { debt } of paid) {
    const ofLoan = pool.takeOf(
      debt.lots.filter(({ assetKey }) => assetKey === event.raw.assetKey),
      principal,
    );
    for (const part of ofLoan) principal -= part.amount;
    parts.push(...ofLoan);
  }
  const rest = pool.take(principal + interest);
  parts.push(...rest.parts);
  const slices = addSlices(ledger, event, parts, 'CONSUMED');
  return { movement: movement('LEAVING', event, { parts, slices }), isShort: rest.shortfall > 0n };
}

interface PrincipalPayment {
  readonly debt: OpenDebt;
  readonly principal: bigint;
}

function payDebts(ledger: Ledger, event: EffectiveEvent): PrincipalPayment[] {
  const paid: PrincipalPayment[] = [];
  const owed = ledger.owed.get(debtKeyOf(event)) ?? [];
  let left = event.amount;
  for (let debt = owed[0]; debt !== undefined && left > 0n; debt = owed[0]) {
    const principal = least(left, debt.remaining);
    debt.remaining -= principal;
    left -= principal;
    paid.push({ debt, principal });
    if (debt.remaining === 0n) owed.shift();
  }
  // Interest belongs to the last loan that this repayment pays: it exists only when all debts of the asset are paid.
  for (const [ordinal, { debt, principal }] of paid.entries())
    ledger.payments.push({
      event,
      ordinal,
      loanEventId: debt.eventId,
      principal,
      interest: ordinal === paid.length - 1 ? left : 0n,
      closes: debt.remaining === 0n,
      loan: debt,
    });
  return paid;
}
