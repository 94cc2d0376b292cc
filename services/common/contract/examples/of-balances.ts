/** Examples of the operations of balances. */
import type { Example } from './example.ts';
import { ACCOUNT_ID } from './records.ts';

const BALANCE_ID = 'a3d0c9b4-7a51-5b0f-8a54-1f0f5e1f6c11';

const balance = {
  id: BALANCE_ID,
  accountId: ACCOUNT_ID,
  assetId: 'BTC',
  at: '2026-06-30T22:00:00Z',
  amount: 0.51,
  expected: 0.51501,
  difference: -0.00501,
  notes: 'statement of June',
  statedAt: '2026-07-02T09:00:00Z',
  statedVia: 'my-token',
};

export const BALANCE_EXAMPLES = {
  listBalances: {
    parameters: { accountId: ACCOUNT_ID },
    answer: {
      accountId: ACCOUNT_ID,
      provenUntil: '2026-05-04T02:00:00Z',
      balances: [balance],
      breaks: [
        {
          fileId: '0d0f4c52-3f7e-5b5a-bd0f-6a1f5a1d2e33',
          fileName: 'ledgers.csv',
          wallet: 'spot / main',
          asset: 'BTC',
          afterLine: 7,
          line: 8,
          from: '2026-05-04T02:00:00Z',
          until: '2026-05-06T02:00:00Z',
          difference: -0.00501,
        },
      ],
      negative: [
        {
          assetId: 'ETH',
          at: '2026-05-05T09:00:00Z',
          taxEventId: '3c5a4f7e-0d1b-5b2a-9e4f-7a6b5c4d3e2f',
          balance: -0.2,
        },
      ],
    },
  },
  stateBalance: {
    parameters: { accountId: ACCOUNT_ID },
    body: { assetId: 'BTC', at: '2026-06-30T22:00:00Z', amount: 0.51, notes: 'statement of June' },
    answer: { balance, created: true, changed: true, recalc: 'NOT_NEEDED' },
  },
  removeBalance: {
    parameters: { accountId: ACCOUNT_ID, balanceId: BALANCE_ID },
    answer: { deleted: true, recalc: 'NOT_NEEDED' },
  },
} as const satisfies Record<string, Example>;
