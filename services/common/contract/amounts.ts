/** The record of an amount that a locked year shows as a range. */
import { z } from 'zod';
import { decimal } from './scalars.ts';

export const AmountVO = z
  .object({
    locked: z.boolean().describe('True when the year is locked: `exact` is null, `low` and `high` are set.'),
    exact: decimal('The exact figure, for an unlocked year.').nullish(),
    low: decimal('Lower bound of the blurred range, for a locked year.').nullish(),
    high: decimal('Upper bound of the blurred range, for a locked year.').nullish(),
  })
  .meta({
    id: 'AmountVO',
    description: 'EUR: `exact`, or for a locked year the range from `low` to `high`.',
  });
