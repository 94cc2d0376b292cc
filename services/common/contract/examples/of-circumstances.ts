/** Examples of the operations of circumstances. */
import type { Example } from './example.ts';

const circumstances = {
  year: 2026,
  exemptionUsedElsewhere: null,
  otherGains: 4000,
  municipalSurchargePercent: 7.5,
  speculativeLossYearMinus1: null,
  speculativeLossYearMinus2: null,
  speculativeLossYearMinus3: null,
  speculativeLossYearMinus4: null,
  speculativeLossYearMinus5: null,
  updatedAt: '2027-03-01T09:00:00Z',
  updatedVia: 'Tax assistant',
};

export const CIRCUMSTANCES_EXAMPLES = {
  getCircumstances: { parameters: { year: 2026 }, answer: { year: 2026, circumstances } },
  setCircumstances: {
    parameters: { year: 2026 },
    body: { otherGains: 4000, municipalSurchargePercent: 7.5 },
    answer: { circumstances, created: true, changed: true, recalc: 'NOT_NEEDED' },
  },
  removeCircumstances: { parameters: { year: 2026 }, answer: { deleted: true, recalc: 'NOT_NEEDED' } },
} as const satisfies Record<string, Example>;
