/** Examples of the operations of the history. */
import type { Example } from './example.ts';
import { SALE_ID } from './records.ts';

const ENTRY_ID = 'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d';
const UNDO_ID = 'b2c3d4e5-f607-4b8c-9dae-1f2a3b4c5d6e';

const SALE = {
  taxEventId: SALE_ID,
  type: 'DISPOSITION',
  treatment: 'NORMAL',
  amount: 1.5,
  assetSymbol: 'ETH',
  timestamp: '2026-03-10T10:00:00Z',
  accountLabel: 'Kraken',
};

const entry = {
  id: ENTRY_ID,
  at: '2026-04-02T09:15:00Z',
  kind: 'OVERRIDE',
  via: 'Tax assistant',
  undoOf: null,
  undoneBy: null,
  years: [2026],
  eventIds: [SALE_ID],
  changeCount: 1,
  changes: [
    {
      action: 'OVERRIDE_SET',
      targetId: SALE_ID,
      eventIds: [SALE_ID],
      events: [SALE],
      fields: [{ field: 'overriddenEuroValue', from: null, to: '5250' }],
    },
  ],
};

export const HISTORY_EXAMPLES = {
  listHistory: {
    parameters: { year: 2026 },
    answer: {
      page: 0,
      size: 50,
      totalElements: 1,
      totalPages: 1,
      hasNext: false,
      hasPrevious: false,
      entries: [entry],
    },
  },
  undoCorrection: {
    parameters: { entryId: ENTRY_ID },
    answer: {
      entry: {
        ...entry,
        id: UNDO_ID,
        at: '2026-04-02T09:20:00Z',
        undoOf: ENTRY_ID,
        changes: [
          {
            action: 'OVERRIDE_REMOVED',
            targetId: SALE_ID,
            eventIds: [SALE_ID],
            events: [SALE],
            fields: [{ field: 'overriddenEuroValue', from: '5250', to: null }],
          },
        ],
      },
      recalc: 'SCHEDULED',
    },
  },
} as const satisfies Record<string, Example>;
