/** Balances that a user states of an account: stated, replaced or removed. Pure. */
import { AMOUNT_SCALE, formatDecimal, parseDecimal } from '@ctx/domain/decimal';
import { parseInstantUs, taxYear, timestampText } from '@ctx/domain/instant';
import { LIMITS } from '@ctx/domain/limits';
import type { Rejection } from '@ctx/domain/rejections';
import { stableId } from '@ctx/domain/stable-id';
import { BALANCE_FIELDS, type BalanceRecord } from '@ctx/domain/stated-balances';
import type { Change, Context } from './decision.ts';
import type { YearMarkers } from './years.ts';

/** A balance as requested. */
export interface RequestedBalance {
  readonly accountId: string;
  readonly assetId: string;
  readonly at: string;
  readonly amount: string;
  readonly notes?: string | null | undefined;
}

/** What a decision on the balances of an account needs. */
export interface BalanceFacts {
  readonly hasAccount: boolean;
  /** The stated balances of the account. */
  readonly stored: readonly BalanceRecord[];
  readonly years: readonly YearMarkers[];
}

/** The outcome of stating a balance. */
export interface BalanceDecision {
  /** Null if nothing changes. */
  readonly change: Change | null;
  readonly record: BalanceRecord;
}

/** Decides on stating a balance, in place of one of the same asset and instant. */
export function decideBalance(
  requested: RequestedBalance,
  { hasAccount, stored, years }: BalanceFacts,
  { userId, now, via }: Context,
): Rejection | BalanceDecision {
  if (!hasAccount) return { rejected: 'NOT_FOUND' };
  const { assetId } = requested;
  const accountId = requested.accountId.toLowerCase();
  const at = instantText(requested.at);
  const rejection = rejectionOfFrozen(at, years);
  if (rejection !== null) return rejection;
  const record: BalanceRecord = {
    id: stableId('balance', String(userId), accountId, assetId, at),
    accountId,
    assetId,
    at,
    amount: formatDecimal(parseDecimal(requested.amount, AMOUNT_SCALE), AMOUNT_SCALE),
    notes: requested.notes ?? null,
    statedAt: now,
    statedVia: via,
  };
  const current = stored.find(({ id }) => id === record.id) ?? null;
  if (isSameBalance(current, record)) return { change: null, record: current as BalanceRecord };
  if (current === null && stored.length >= LIMITS.balancesOfAccountMax)
    return { rejected: 'TOO_MANY_BALANCES' };
  const change = { action: 'BALANCE_STATED', years: [yearOfBalance(record)], before: current } as const;
  return { change: { ...change, after: record }, record };
}

/** Decides on removing a stated balance. */
export function decideRemovedBalance(
  balanceId: string,
  { stored, years }: Omit<BalanceFacts, 'hasAccount'>,
): Rejection | Change {
  const before = stored.find(({ id }) => id === balanceId.toLowerCase());
  if (before === undefined) return { rejected: 'NOT_FOUND' };
  const rejection = rejectionOfFrozen(before.at, years);
  if (rejection !== null) return rejection;
  return { action: 'BALANCE_REMOVED', years: [yearOfBalance(before)], before, after: null };
}

/** Returns an instant as the database writes it: in UTC, without needless zeros. */
function instantText(text: string): string {
  const [second = '', fraction = ''] = timestampText(parseInstantUs(text) ?? 0)
    .slice(0, -1)
    .split('.');
  const digits = fraction.replace(/(?<!0)0+$/, '');
  return `${second}${digits === '' ? '' : `.${digits}`}Z`;
}

/** Returns the tax year of a balance. */
export function yearOfBalance({ at }: Pick<BalanceRecord, 'at'>): number {
  return taxYear(parseInstantUs(at) ?? 0);
}

/**
 * Returns the rejection of a balance in a submitted year, or null. A locked year shows the amounts of its transactions, so that a balance in it
 * shows nothing more.
 */
export function rejectionOfFrozen(at: string, years: readonly YearMarkers[]): Rejection | null {
  const marker = years.find(({ year }) => year === yearOfBalance({ at }));
  return marker?.frozen === true ? { rejected: 'YEAR_FROZEN' } : null;
}

/** Returns whether two rows state the same, however their digits and times are written. */
export function isSameBalance(one: BalanceRecord | null, other: BalanceRecord | null): boolean {
  if (one === null || other === null) return one === other;
  return BALANCE_FIELDS.every((field) => canonical(field, one) === canonical(field, other));
}

function canonical(field: (typeof BALANCE_FIELDS)[number], record: BalanceRecord): string {
  const value = record[field] ?? '';
  if (field === 'amount') return String(parseDecimal(value, AMOUNT_SCALE));
  return field === 'at' ? String(parseInstantUs(value)) : value;
}
