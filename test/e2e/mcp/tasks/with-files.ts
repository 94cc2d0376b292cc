/** Tasks about exports that the taxpayer pastes. */
import { call, one, type Task, WAIT } from './task.ts';

/** A purchase of 100 ADA for 50 EUR and their sale for 80 EUR, as Bitvavo writes them. */
const EXPORT = `Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address
Europe/Brussels,2026-01-10,10:00:00,buy,ADA,100,EUR,0.5,EUR,-50,EUR,0,Completed,pasted-1,
Europe/Brussels,2026-01-12,10:00:00,sell,ADA,-100,EUR,0.8,EUR,80,EUR,0,Completed,pasted-2,
`;
const FILE = { content: EXPORT, newAccount: 'Old Bitvavo' };

/** In the order of the document. */
export const WITH_FILES: readonly Task[] = [
  {
    id: 'add-this-export',
    request:
      'Add this export to my data, in an account called Old Bitvavo. How many transactions were new, and what are my gains of 2026 with it?',
    means: { 'this export': EXPORT },
    toolset: 'insight',
    calls: [
      call('preview_file', FILE),
      call('add_file', FILE),
      WAIT,
      call('get_year_summary', { year: 2026 }),
    ],
    facts: {
      added: { from: one(1, 'added'), is: 2 },
      gains: { from: one(4, 'totalCapitalGains.exact'), is: 7629.5 },
    },
    says: '{added} transactions were new. Your gains of 2026 are {gains} EUR with them.',
    why: 'The preview shows what is in the file before anything is stored; the figures have it after the recalculation.',
  },
  {
    id: 'how-many-files',
    request: 'How many exports did I add myself?',
    toolset: 'insight',
    calls: [call('list_files')],
    facts: { files: { from: one(1, 'totalElements'), is: 0 } },
    says: 'You added {files} exports: your data comes from connections.',
  },
  {
    id: 'remove-that-file',
    follows: 'add-this-export',
    request: 'That file was of my brother. Take it out again, and tell me my gains of 2026.',
    toolset: 'insight',
    calls: [
      call('remove_file', { fileId: one(2, 'fileId') }),
      WAIT,
      call('get_year_summary', { year: 2026 }),
    ],
    facts: {
      left: { from: one(5, 'removedTransactions'), is: 2 },
      gains: { from: one(7, 'totalCapitalGains.exact'), is: 7599.5 },
    },
    says: 'The file is gone with its {left} transactions. Your gains of 2026 are {gains} EUR again.',
    why: 'The id of the file is in the answer that added it.',
  },
  {
    id: 'send-a-workbook',
    request:
      'My exchange gives me a workbook (.xlsx), which I cannot paste. How do I give it to you, and for how long do you keep it if I change my mind?',
    toolset: 'insight',
    calls: [call('create_upload')],
    facts: { kept: { from: one(1, 'keptMinutes'), is: 60 } },
    says: 'Open the address that I give you here in a browser, within ten minutes, and choose the file. I then show you what is in it. If you do not want it, it is removed after {kept} minutes.',
    why: 'A workbook is no text; the address needs no sign-in, works once, and adds nothing by itself.',
  },
];
