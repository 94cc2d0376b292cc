/** Examples of the operations of the regime of a year. */
import { regimeHint } from '@ctx/domain/regime';
import type { Example } from './example.ts';

const answers = { largeShareOfWealth: false, borrowed: true, automated: null, frequent: false };
const choice = {
  year: 2026,
  regime: 'NORMAAL_BEHEER',
  chosenBy: 'TAXPAYER',
  ...answers,
  answersAgainst: ['borrowed'],
  hint: regimeHint({ regime: 'NORMAAL_BEHEER', ...answers }),
  chosenAt: '2027-03-01T09:00:00Z',
  chosenVia: 'Tax assistant',
};

export const REGIME_EXAMPLES = {
  getRegime: { parameters: { year: 2026 }, answer: { year: 2026, regime: 'NORMAAL_BEHEER', choice } },
  chooseRegime: {
    parameters: { year: 2026 },
    body: { regime: 'NORMAAL_BEHEER', largeShareOfWealth: false, borrowed: true, frequent: false },
    answer: { choice, changed: true, recalc: 'NOT_NEEDED' },
  },
} as const satisfies Record<string, Example>;
