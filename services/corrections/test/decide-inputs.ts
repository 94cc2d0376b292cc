/** Inputs that the tests of decisions share. */
import type { Context } from '../src/decide/decision.ts';
import type { EventFacts } from '../src/decide/override.ts';
import type { YearMarkers } from '../src/decide/years.ts';

export const CONTEXT: Context = {
  userId: 1,
  via: 'Test',
  requestId: 'r',
  now: '2026-06-01T00:00:00Z',
  entryId: '00000000-0000-4000-8000-000000000001',
};

/** The year of `EVENT`, which may be corrected. */
export const OPEN_YEARS: readonly YearMarkers[] = [{ year: 2026, locked: false, frozen: false }];

export const EVENT: EventFacts = {
  accountId: 'a',
  accountLabel: 'Kraken',
  assetKey: 'ETH',
  assetSymbol: 'ETH',
  fiat: false,
  referenceId: 'S1',
  timestamp: '2026-03-01T10:00:00Z',
  type: 'DISPOSITION',
  treatment: 'NORMAL',
  amount: '1',
  euroValue: '100',
  taxable: null,
  description: null,
  flags: [],
  link: null,
  isLoan: false,
  isRepayment: false,
  isInterestExpense: false,
  protocol: null,
  counterpartyAddress: null,
  chainId: null,
};
