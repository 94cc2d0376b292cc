/** Examples of the operations of files. */
import type { Example } from './example.ts';
import { ACCOUNT_ID } from './records.ts';

const FILE_ID = '0d0f4c52-3f7e-5b5a-bd0f-6a1f5a1d2e33';

const file = {
  id: FILE_ID,
  name: 'ledgers.csv',
  platform: 'Kraken',
  format: 'kraken-ledgers',
  accountId: ACCOUNT_ID,
  accountRef: 'kraken',
  accountLabel: 'Kraken',
  rows: 214,
  transactions: 208,
  added: 208,
  changed: 0,
  rowsToCheck: 2,
  from: '2026-01-04T09:12:00Z',
  until: '2026-06-30T20:41:07Z',
  addedAt: '2026-07-02T09:00:00Z',
  addedVia: 'my-token',
};

const leftOut = {
  reason: 'UNKNOWN_TYPE',
  meaning: 'the type is not known',
  type: 'airdrop-hold',
  rows: 2,
  lines: [17, 44],
  needsCheck: true,
};

/** A purchase of BTC, as Bitvavo writes it. */
const EXPORT = `Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address
Europe/Brussels,2026-01-10,10:00:00,buy,BTC,0.01,EUR,90000,EUR,-900,EUR,0,Completed,example-1,
`;

export const FILE_EXAMPLES = {
  listFiles: {
    parameters: { page: 0, size: 50 },
    answer: {
      files: [file],
      page: 0,
      size: 50,
      totalElements: 1,
      hasNext: false,
      reach: [
        {
          accountLabel: 'Kraken',
          from: file.from,
          until: file.until,
          gaps: [{ from: file.until, until: null }],
        },
      ],
      url: 'https://tax.example/settings/files',
    },
  },
  getFile: {
    parameters: { fileId: FILE_ID },
    answer: {
      ...file,
      ownTransactions: 208,
      leftOut: [leftOut],
      breaks: 0,
      url: `https://tax.example/settings/files/${FILE_ID}`,
    },
  },
  addFile: {
    parameters: { name: 'bitvavo.csv', dryRun: true },
    file: { type: 'text/csv', text: EXPORT },
    answer: {
      dryRun: true,
      added: 1,
      changed: 0,
      unchanged: 0,
      undone: 0,
      undoneKept: 0,
      possibleDuplicates: [],
      preview: {
        format: 'bitvavo',
        formatTitle: 'Bitvavo: transaction history',
        accountRef: 'bitvavo',
        accountLabel: 'Bitvavo',
        rows: 1,
        transactions: 2,
        byType: { ACQUISITION: 1, DISPOSITION: 1 },
        assets: [{ asset: 'BTC', transactions: 1 }],
        from: '2026-01-10T09:00:00Z',
        until: '2026-01-10T09:00:00Z',
        transfers: 0,
        withoutValue: 0,
        leftOut: [],
      },
      recalc: 'NOT_NEEDED',
      url: 'https://tax.example/settings/files',
    },
  },
  createUpload: {
    answer: {
      uploadId: '5d3b8f57-6a0e-4c1c-9a52-0f2f4a6c7b11',
      address: 'https://tax.example/upload?key=9mQ4sT1vXbN7kR2pLw8ZcY5dHfJ3gA6uEoI0nVxMqSs',
      expiresAt: '2026-07-02T09:10:00Z',
      bytesMax: 1_048_576,
      keptMinutes: 60,
    },
  },
  removeFile: {
    parameters: { fileId: FILE_ID },
    answer: {
      dryRun: false,
      deleted: true,
      name: 'ledgers.csv',
      removedTransactions: 208,
      recalc: 'SCHEDULED',
      url: 'https://tax.example/settings/files',
    },
  },
} as const satisfies Record<string, Example>;
