/** Tasks that need the toolset `insight`: why, what if, what changed, undo. */
import { all, call, one, type Task } from './task.ts';

/** In the order of the document. */
export const INSIGHT: readonly Task[] = [
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
