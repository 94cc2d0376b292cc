/** Tasks that need the toolset `insight`: why, what if, what changed, undo. */
import { all, call, type Task } from './task.ts';

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
];
