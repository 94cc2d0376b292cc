/** Tasks that need the toolset `insight`: why, what if, what changed, undo. */
import { all, call, one, type Task, WAIT } from './task.ts';

const SOLD_IN_MARCH = { timestamp: '2026-03-01' };

/** In the order of the document. */
export const INSIGHT: readonly Task[] = [
  {
    id: 'why-this-gain',
    request: 'Why is there a gain on the ETH that I sold on 1 March 2026, and how much is it?',
    means: { '1 March 2026': '2026-03-01' },
    toolset: 'insight',
    calls: [
      call('list_transactions', { year: 2026, type: 'DISPOSITION', asset: 'ETH' }),
      call('explain_transaction', { taxEventId: one(1, 'transactions', SOLD_IN_MARCH, 'id') }),
    ],
    facts: {
      gain: { from: one(2, 'explanation.disposal.gain.exact'), is: 400 },
      methods: { from: all(2, 'explanation.slices', 'method'), is: ['HISTORIC'] },
    },
    says: 'You sold for more than your lots cost, a gain of {gain} EUR. The basis is their historic cost ({methods}), since you bought them after 2025.',
    why: 'The sale is found by its date, then explained.',
  },
  {
    id: 'why-this-figure',
    request: 'Which sales make up my capital gains of 2026?',
    means: { 'capital gains': 'capitalGains' },
    toolset: 'insight',
    calls: [call('explain_figure', { year: 2026, figure: 'capitalGains' })],
    facts: {
      amounts: {
        from: all(1, 'contributions', 'amount.exact'),
        is: [1499.5, 700, 5000, 400],
      },
      total: { from: one(1, 'total.exact'), is: 7599.5 },
    },
    says: 'Newest first, they add {amounts} EUR: {total} EUR together.',
  },
  {
    id: 'what-was-changed',
    request: 'What has been corrected in my data so far?',
    toolset: 'insight',
    calls: [call('list_history')],
    facts: {
      kinds: { from: all(1, 'entries', 'kind'), is: ['TRANSFER_MATCH', 'RULE'] },
    },
    says: 'Newest first: {kinds}.',
  },
  {
    id: 'undo-of-an-earlier-conversation',
    request: 'Somebody made a rule for me some time ago. Take it back and tell me my income of 2026.',
    means: { rule: 'RULE' },
    toolset: 'insight',
    calls: [
      call('list_history'),
      call('undo_correction', { entryId: one(1, 'entries', { kind: 'RULE' }, 'id') }),
      WAIT,
      call('get_year_summary', { year: 2026 }),
    ],
    facts: { income: { from: one(4, 'totalIncome.exact'), is: 227.5 } },
    says: 'The rule is gone. Your income of 2026 is {income} EUR now.',
    why: 'The history names the rule by what it was, in any conversation; the figures are read once they follow.',
  },
  {
    id: 'lots-of-one-asset',
    request: 'Which lots of my ETH would be used first if I sold?',
    toolset: 'insight',
    beta: true,
    calls: [call('get_lots', { holdingId: 'ETH' })],
    facts: {
      acquired: {
        from: all(1, 'lots', 'acquisitionTimestamp'),
        is: ['2026-01-10T10:00:00Z', '2026-06-01T10:00:00Z'],
      },
      amounts: { from: all(1, 'lots', 'remainingAmount'), is: [1, 0.01] },
      costs: { from: all(1, 'lots', 'costBasis'), is: [2500, 30] },
    },
    says: 'The oldest first. You acquired them on {acquired}: {amounts} ETH, which cost {costs} EUR.',
  },
  {
    id: 'what-if-sale',
    request: 'What would it cost me to sell 1 ETH for 4,000 EUR on 1 December 2026, and in the new year?',
    means: { '4,000': 4000, '1 December 2026': '2026-12-01T12:00:00Z' },
    toolset: 'insight',
    beta: true,
    calls: [
      call('preview_sale', { assetKey: 'ETH', amount: 1, euroValue: 4000, at: '2026-12-01T12:00:00Z' }),
    ],
    facts: {
      gain: { from: one(1, 'sale.gain'), is: 1500 },
      used: { from: one(1, 'sale.exemptionUsed'), is: 1500 },
      left: { from: one(1, 'sale.exemptionRemaining'), is: 900.5 },
      tax: { from: one(1, 'sale.tax'), is: 150 },
      leftNext: { from: one(1, 'nextYear.exemptionRemaining'), is: 9500 },
    },
    says: 'A gain of {gain} EUR. Your exemption covers {used} EUR of it and leaves {left} EUR, so nothing would be due on it; without the exemption the tax were {tax} EUR. In the new year the same sale leaves {leftNext} EUR of that year’s exemption.',
  },
];
