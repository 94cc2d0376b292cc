/** An example of the operation of money. */
import type { Example } from './example.ts';
import { ACCOUNT_ID } from './records.ts';

export const MONEY_EXAMPLES = {
  listMoney: {
    parameters: { account: ACCOUNT_ID, year: 2026 },
    answer: {
      page: 0,
      size: 50,
      totalElements: 2,
      totalPages: 1,
      hasNext: false,
      hasPrevious: false,
      sums: [
        { year: 2026, currency: 'EUR', type: 'CASH_IN', amount: 5000, rows: 1 },
        { year: 2026, currency: 'EUR', type: 'CASH_OUT', amount: 2500, rows: 1 },
      ],
      money: [
        {
          id: '7e0b5f1a-92c4-8d3e-a6b7-0c1d2e3f4a5b',
          accountId: ACCOUNT_ID,
          referenceId: 'T-7',
          type: 'CASH_OUT',
          currency: 'EUR',
          amount: 2500,
          timestamp: '2026-03-01T09:00:00Z',
          purpose: 'TRADE',
          description: null,
        },
        {
          id: '1f2e3d4c-5b6a-8978-9a8b-7c6d5e4f3a2b',
          accountId: ACCOUNT_ID,
          referenceId: 'D-1',
          type: 'CASH_IN',
          currency: 'EUR',
          amount: 5000,
          timestamp: '2026-02-27T10:30:00Z',
          purpose: 'TRANSFER',
          description: 'Deposit from bank',
        },
      ],
    },
  },
} as const satisfies Record<string, Example>;
