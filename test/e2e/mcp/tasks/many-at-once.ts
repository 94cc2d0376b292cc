/** Tasks about other readings, many corrections at once, circumstances and pages. */
import { all, call, one, type Task, WAIT } from './task.ts';

/** Finds the sale of that month. */
export const SOLD_IN_MARCH = { timestamp: '2026-03-01' };

/** In the order of the document. */
export const MANY_AT_ONCE: readonly Task[] = [
  {
    id: 'how-sure',
    request: 'How sure is the tax of 2026? Would other readings of the law change it?',
    toolset: 'insight',
    calls: [call('list_readings', { year: 2026 })],
    facts: {
      now: { from: one(1, 'figures.taxAfterExemption'), is: 0 },
      other: {
        from: all(1, 'readings', 'figures.taxAfterExemption'),
        is: [2210, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2507.84, 0, 0],
      },
    },
    says: 'As computed, {now} EUR of tax is left after the exemption. Under other readings of the law it is {other} EUR.',
    why: 'Each reading is computed from the same facts, one at a time.',
  },
  {
    id: 'what-the-law-says',
    request: 'Must I declare my account at Kraken for 2026, and how certain is that?',
    means: { 'declare my account': 'FOREIGN_EXCHANGES' },
    toolset: 'insight',
    calls: [call('get_law', { year: 2026 })],
    facts: {
      rule: {
        from: one(1, 'rules', { code: 'FOREIGN_EXCHANGES' }, 'rule'),
        is: 'Accounts at custodial exchanges outside Belgium are declared as foreign accounts.',
      },
      status: { from: one(1, 'rules', { code: 'FOREIGN_EXCHANGES' }, 'status'), is: 'ASSUMED' },
      other: {
        from: one(1, 'rules', { code: 'FOREIGN_EXCHANGES' }, 'otherReading'),
        is: 'Accounts for crypto-assets need not be declared.',
      },
    },
    says: '{rule} That is {status}, not confirmed. Another reading: {other}',
    why: 'What is open is said to be open, with the other reading beside it.',
  },
  {
    id: 'transfers-that-fit',
    request: 'Match all my transfers that fit together, then tell me my gains of 2026.',
    means: { 'gains of 2026': 2026 },
    toolset: 'insight',
    calls: [
      call('propose_matches'),
      call('match_pairs', {
        pairs: [
          {
            outTaxEventId: one(1, 'pairs', 'departure.id'),
            inTaxEventId: one(1, 'pairs', 'arrival.id'),
            transferKind: one(1, 'pairs', 'transferKind'),
          },
        ],
        markOwnWallet: true,
      }),
      WAIT,
      call('get_year_summary', { year: 2026 }),
    ],
    facts: {
      matched: { from: one(2, 'succeeded'), is: 1 },
      gains: { from: one(4, 'totalCapitalGains.exact'), is: 3100 },
    },
    says: '{matched} transfer is matched. Your gains of 2026 are {gains} EUR now.',
    why: 'Pairs are proposed with both ids; all of them are matched by one call and are one entry of the history.',
  },
  {
    id: 'a-note-and-back',
    request:
      'Put the note "checked" with the ETH that I sold on 1 March 2026. No, take that back. What are my gains of 2026?',
    means: { '1 March 2026': '2026-03-01' },
    toolset: 'insight',
    calls: [
      call('list_transactions', { year: 2026, type: 'DISPOSITION', asset: 'ETH' }),
      call('apply_overrides', {
        taxEventIds: all(1, 'transactions', SOLD_IN_MARCH, 'id'),
        notes: 'checked',
      }),
      call('remove_overrides', { overrideIds: all(2, 'results', 'overrideId') }),
      WAIT,
      call('get_year_summary', { year: 2026 }),
    ],
    facts: {
      noted: { from: one(2, 'succeeded'), is: 1 },
      removed: { from: one(3, 'succeeded'), is: 1 },
      gains: { from: one(5, 'totalCapitalGains.exact'), is: 7599.5 },
    },
    says: 'The note was on {noted} transaction, and is gone from {removed}. Your gains of 2026 are {gains} EUR.',
    why: 'Both calls take a list, so the same would do for 200 transactions.',
  },
  {
    id: 'gains-on-shares',
    request: 'I also gained 3000 EUR on shares in 2026. Write that down, and read back what is written.',
    toolset: 'insight',
    calls: [
      call('set_circumstances', { year: 2026, otherGains: 3000 }),
      call('get_circumstances', { year: 2026 }),
    ],
    facts: { gains: { from: one(2, 'circumstances.otherGains'), is: 3000 } },
    says: 'It is written down: {gains} EUR of other gains in 2026.',
    why: 'Circumstances change no stored figure, so nothing is recalculated.',
  },
  {
    id: 'a-year-of-speculation',
    request:
      'My trading bot ran all of 2026. What would change if I declared the year as speculation? Just look, I am not sure yet.',
    toolset: 'insight',
    calls: [
      call('get_regime', { year: 2026 }),
      call('choose_regime', { year: 2026, regime: 'SPECULATIEF', automated: true, dryRun: true }),
    ],
    facts: {
      now: { from: one(1, 'regime'), is: 'NORMAAL_BEHEER' },
      tax: { from: one(2, 'preview.years', { year: 2026 }, 'after.totalCapitalGainsTax'), is: 2507.84 },
    },
    says: 'The year is {now} now. As speculation, the tax on your gains would be {tax} EUR. Nothing is saved: the choice is yours.',
    why: 'A dry run shows the effect of a choice that only the user can make.',
  },
  {
    id: 'a-page-for-the-accountant',
    request: 'Where do I find the workbook of 2026 for my accountant?',
    means: { workbook: 'REPORT_XLSX' },
    toolset: 'insight',
    calls: [call('get_links', { year: 2026 })],
    facts: {
      page: {
        from: one(1, 'links', { page: 'REPORT_XLSX' }, 'description'),
        is: 'The report as a workbook, for an accountant.',
      },
    },
    says: '{page} I give you its address.',
    why: 'Addresses of pages are read, never made up.',
  },
];
