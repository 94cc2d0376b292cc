/** In which lists of contributions an event is counted (service.md, "Contributions"). */
import { describe, expect, it } from '@jest/globals';
import { type Contributor, contributionsOf } from './contributions.ts';

describe('A year counts in its lists of contributions', () => {
  const event: Contributor = {
    type: 'DISPOSITION',
    treatment: 'NORMAL',
    taxable: true,
    spam: false,
    actsOnPools: true,
    value: 7n,
  };
  const outcome = { totalGain: null, hasSurplus: false };
  const countsOf = (
    changes: Partial<Contributor>,
    decided: Partial<typeof outcome | { totalGain: bigint }>,
  ) => {
    const counts = contributionsOf({ ...event, ...changes }, { ...outcome, ...decided });
    return [counts.gainCount, counts.incomeCount, counts.feeCount, counts.fees];
  };

  it.each([
    ['a disposal with a known gain, also of 0, as a gain', {}, { totalGain: 0n }, [1, 0, 0, 0n]],
    ['a disposal without a known gain nowhere', {}, {}, [0, 0, 0, 0n]],
    ['an untaxed disposal nowhere', { taxable: false }, { totalGain: 0n }, [0, 0, 0, 0n]],
    ['taxed income as income', { type: 'INCOME' }, {}, [0, 1, 0, 0n]],
    ['untaxed income nowhere', { type: 'INCOME', taxable: false }, {}, [0, 0, 0, 0n]],
    ['ignored income nowhere', { type: 'INCOME', actsOnPools: false }, {}, [0, 0, 0, 0n]],
    [
      'an untaxed surplus of staking as income',
      { type: 'INCOME', taxable: false },
      { hasSurplus: true },
      [0, 1, 0, 0n],
    ],
    ['an acquisition with a surplus as income', { type: 'ACQUISITION' }, { hasSurplus: true }, [0, 1, 0, 0n]],
    ['another acquisition nowhere', { type: 'ACQUISITION' }, {}, [0, 0, 0, 0n]],
    ['a fee with its value', { type: 'FEE' }, { totalGain: 0n }, [0, 0, 1, 7n]],
    ['a fee of 0 as a fee', { type: 'FEE', value: 0n }, {}, [0, 0, 1, 0n]],
    ['a fee of unknown value nowhere', { type: 'FEE', value: null }, {}, [0, 0, 0, 0n]],
    ['an ignored fee nowhere', { type: 'FEE', treatment: 'IGNORED' }, {}, [0, 0, 0, 0n]],
    ['a fee of spam nowhere', { type: 'FEE', spam: true }, {}, [0, 0, 0, 0n]],
  ] as const)('%s', (_title, changes, decided, expected) => {
    expect(countsOf(changes, decided)).toEqual(expected);
  });
});
