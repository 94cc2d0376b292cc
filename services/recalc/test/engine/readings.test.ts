/** Other readings of the law: the engine's inputs under each, and the figures of a year that follow. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { INPUT_READINGS, type InputReading } from '@ctx/domain/law/readings';
import { recalculate } from '../../src/engine/recalculate.ts';
import type { EngineInputs } from '../../src/engine/types.ts';
import { inputsUnder } from '../../src/previews/readings/inputs.ts';
import {
  buy,
  event,
  eurText,
  fee,
  idOf,
  income,
  inputsOf,
  joinedMatches,
  match,
  override,
  price,
  rule,
  sell,
} from './build.ts';

/** The net gain of a year as it is, and under a reading. */
function gains(
  reading: InputReading,
  inputs: EngineInputs,
  year = 2026,
): readonly [is: string, under: string] {
  const netOf = (of: EngineInputs): string =>
    eurText(recalculate(of).years.find((figures) => figures.year === year)?.capitalGains ?? 0n);
  return [netOf(inputs), netOf(inputsUnder(reading, inputs, year))];
}

describe('FIFO per account', () => {
  const twoAccounts = [
    buy('K', { at: '2026-01-01', euroValue: '100', accountRef: 'kraken-1' }),
    buy('B', { at: '2026-02-01', euroValue: '300', accountRef: 'bitvavo' }),
    sell('S', { at: '2026-03-01', euroValue: '500', accountRef: 'bitvavo' }),
  ];

  it('consumes the lots of the account of the sale, in place of the oldest of all', () => {
    // The lot of Kraken cost 100, that of Bitvavo 300.
    expect(gains('LOTS_FIFO_PER_ACCOUNT', inputsOf(twoAccounts))).toEqual(['400', '200']);
  });

  it('moves lots with a matched transfer; what is lost on the way is a fee paid with the oldest lots', () => {
    const moved = [
      buy('K', { at: '2026-01-01', amount: '2', euroValue: '200', accountRef: 'kraken-1' }),
      sell('OUT', {
        at: '2026-01-15',
        amount: '1',
        treatment: 'TRANSFER_OUT_OWN_WALLET',
        accountRef: 'kraken-1',
      }),
      buy('IN', { at: '2026-01-15', amount: '0.5', treatment: 'CONTINUITY_WITHDRAW', accountRef: 'bitvavo' }),
      sell('S', { at: '2026-03-01', amount: '0.5', euroValue: '500', accountRef: 'bitvavo' }),
    ];
    const inputs = inputsOf(moved, { matches: [match('OUT', 'IN')] });
    // Half a unit of 50 arrived, and half a unit is a fee, in both readings.
    expect(gains('LOTS_FIFO_PER_ACCOUNT', inputs)).toEqual(['450', '450']);
  });

  const leaves = {
    type: 'DISPOSITION',
    treatment: 'TRANSFER_OUT_OWN_WALLET',
    accountRef: 'kraken-1',
  } as const;
  const arrives = { treatment: 'CONTINUITY_WITHDRAW', accountRef: 'ledger' } as const;
  const bought = [
    buy('OLD', { at: '2026-01-01', amount: '1', euroValue: '1000', accountRef: 'kraken-1' }),
    buy('NEW', { at: '2026-01-02', amount: '1', euroValue: '5000', accountRef: 'kraken-1' }),
  ];
  const sold = (amount: string) =>
    sell('S', { at: '2026-03-01', amount, euroValue: '20000', accountRef: 'ledger' });

  it.each([
    ['all arrives', [['2', '2026-02-01']], '2'],
    ['less arrives', [['1.5', '2026-02-01']], '1.5'],
    ['more arrives, which has its share of the value as cost', [['3', '2026-02-01']], '3'],
    ['it arrives before it leaves', [['2', '2026-01-31T23:30:00Z']], '2'],
    ['a lot is bought between arrival and departure', [['2', '2026-01-01T12:00:00Z']], '2'],
    [
      'it arrives in two parts',
      [
        ['0.5', '2026-02-01'],
        ['1.5', '2026-02-02'],
      ],
      '2',
    ],
    [
      'less arrives in two parts',
      [
        ['0.5', '2026-02-01'],
        ['1', '2026-02-02'],
      ],
      '1.5',
    ],
    [
      'more arrives in two parts',
      [
        ['1.5', '2026-02-01'],
        ['2', '2026-02-02'],
      ],
      '3.5',
    ],
  ] as const)(
    'has the gain of one pool where one line of lots moves on and %s',
    (_case, arrivals, amount) => {
      const ins = arrivals.map(([units, at], index) =>
        buy(`IN${String(index)}`, { ...arrives, at, amount: units, euroValue: String(Number(units) * 4000) }),
      );
      const events = [
        ...bought,
        sell('OUT', { ...leaves, at: '2026-02-01', amount: '2' }),
        ...ins,
        sold(amount),
      ];
      const matches = joinedMatches(ins.map((_in, index) => ['OUT', `IN${String(index)}`] as const));
      const [is, under] = gains('LOTS_FIFO_PER_ACCOUNT', inputsOf(events, { matches }));
      expect(under).toBe(is);
      expect(Number(is)).toBeLessThan(20_000);
    },
  );

  const twoDepartures = (amount: string): EngineInputs =>
    inputsOf(
      [
        ...bought,
        sell('OUT0', { ...leaves, at: '2026-02-01', amount: '0.5' }),
        sell('OUT1', { ...leaves, at: '2026-02-02', amount: '1.5' }),
        buy('IN', { ...arrives, at: '2026-02-03', amount, euroValue: '9000' }),
        sold(amount),
      ],
      {
        matches: joinedMatches([
          ['OUT0', 'IN'],
          ['OUT1', 'IN'],
        ]),
      },
    );

  it.each(['2', '3'])('has the gain of one pool where two departures arrive as %s', (amount) => {
    const [is, under] = gains('LOTS_FIFO_PER_ACCOUNT', twoDepartures(amount));
    expect(under).toBe(is);
  });

  it('loses what does not arrive of two departures from the lots that the account still has', () => {
    // The second departure loses 0.8: of the old lot in one pool; in the account that has only half of it left, also 0.3 of the new one.
    expect(gains('LOTS_FIFO_PER_ACCOUNT', twoDepartures('1.2'))).toEqual(['14800', '16000']);
  });

  it('has the gain of one pool where nobody matched the transfer, and where dust would be ignored', () => {
    const events = [
      ...bought,
      sell('OUT', { ...leaves, at: '2026-02-01', amount: '2' }),
      buy('IN', { ...arrives, at: '2026-02-01', amount: '2.001', euroValue: '8004' }),
      sold('2.001'),
    ];
    const rules = [rule('dust', { action: 'IGNORE_DUST', thresholdEur: '10' })];
    for (const matches of [[], [match('OUT', 'IN')]]) {
      const [is, under] = gains('LOTS_FIFO_PER_ACCOUNT', inputsOf(events, { matches, rules }));
      expect(under).toBe(is);
    }
  });

  it('pays a loan of another account with the units that were borrowed', () => {
    const events = [
      ...bought,
      buy('LOAN', { at: '2026-01-03', euroValue: '3000', accountRef: 'kraken-1', isLoan: true }),
      sell('OUT', { ...leaves, at: '2026-02-01', amount: '3' }),
      buy('IN', { ...arrives, at: '2026-02-01', amount: '3' }),
      sell('BACK', { at: '2026-02-02', accountRef: 'ledger', isRepayment: true }),
      sold('1'),
    ];
    const inputs = inputsOf(events, { matches: [match('OUT', 'IN')] });
    expect(gains('LOTS_FIFO_PER_ACCOUNT', inputs)).toEqual(['19000', '19000']);
  });

  it('has the photo price of the asset in every account', () => {
    const old = [
      buy('K', { at: '2025-01-01', euroValue: '100', accountRef: 'kraken-1' }),
      buy('B', { at: '2025-02-01', euroValue: '300', accountRef: 'bitvavo' }),
      sell('S', { at: '2026-03-01', euroValue: '500', accountRef: 'bitvavo' }),
    ];
    const inputs = inputsOf(old, { prices: [price('BTC', '2025-12-31T12:00:00Z', '250')] });
    // The lot of Kraken has its photo value of 250 as basis, that of Bitvavo its higher historic cost of 300.
    expect(gains('LOTS_FIFO_PER_ACCOUNT', inputs)).toEqual(['250', '200']);
  });
});

describe('An expense as a disposal', () => {
  it('realises the gain of the units that were spent', () => {
    const inputs = inputsOf([
      buy('B', { at: '2026-01-01', euroValue: '100' }),
      event('E', 'EXPENSE', { at: '2026-02-01', amount: '0.5', euroValue: '80' }),
    ]);
    expect(gains('EXPENSE_AS_DISPOSAL', inputs)).toEqual(['0', '30']);
  });

  it('is a disposal of its own, also where the event was a leg of a match or of a swap, or paid back a loan', () => {
    const facts = { at: '2026-02-01', amount: '0.5', euroValue: '80', continuityGroupId: idOf('g') };
    const events = [
      buy('B', { at: '2026-01-01', euroValue: '100' }),
      sell('E', { ...facts, isRepayment: true }),
      buy('IN', { ...facts, assetKey: 'ETH', euroValue: '70' }),
    ];
    const inputs = inputsOf(events, {
      matches: [match('E', 'IN')],
      overrides: [override('E', { type: 'EXPENSE' })],
    });
    expect(gains('EXPENSE_AS_DISPOSAL', inputs)).toEqual(['0', '30']);
  });

  it('follows the type that the user set, and leaves what the user ignores', () => {
    const spent = [
      buy('B', { at: '2026-01-01', amount: '3', euroValue: '300' }),
      sell('D', { at: '2026-02-01', euroValue: '180' }),
      event('I', 'EXPENSE', { at: '2026-02-02', euroValue: '180' }),
    ];
    const overrides = [override('D', { type: 'EXPENSE' }), override('I', { treatment: 'IGNORED' })];
    expect(gains('EXPENSE_AS_DISPOSAL', inputsOf(spent, { overrides }))).toEqual(['0', '80']);
  });
});

describe('NFTs outside the 10 % regime', () => {
  it('have no gain, and other assets keep theirs', () => {
    const inputs = inputsOf([
      buy('N', { at: '2026-01-01', euroValue: '100', assetKey: 'APE:1', treatment: 'NFT_BUY' }),
      sell('SN', { at: '2026-02-01', euroValue: '900', assetKey: 'APE:1' }),
      buy('B', { at: '2026-01-01', euroValue: '100' }),
      sell('SB', { at: '2026-02-01', euroValue: '150' }),
    ]);
    expect(gains('NFT_OUTSIDE_TEN_PERCENT', inputs)).toEqual(['850', '50']);
  });
});

describe('A gift at its market value', () => {
  const given = [
    buy('G', { at: '2026-01-01', euroValue: '100', treatment: 'GIFT_RECEIVED' }),
    sell('S', { at: '2026-02-01', euroValue: '150' }),
  ];

  it('costs what it was worth when it was received', () => {
    expect(gains('GIFT_AT_MARKET_VALUE', inputsOf(given))).toEqual(['150', '50']);
  });

  it('keeps the cost of the giver that the user set, and 0 where no value is known', () => {
    const overrides = [override('G', { euroValue: '70' })];
    expect(gains('GIFT_AT_MARKET_VALUE', inputsOf(given, { overrides }))).toEqual(['80', '80']);
    const unknown = given.map((each) => ({ ...each, euroValue: each.type === 'ACQUISITION' ? null : '150' }));
    expect(gains('GIFT_AT_MARKET_VALUE', inputsOf(unknown))).toEqual(['150', '150']);
  });
});

describe('Airdrops that are no income', () => {
  const received = (description: string, overridden: string | null = null) =>
    inputsOf(
      [
        income('A', { at: '2026-01-01', euroValue: '100', description }),
        sell('S', { at: '2026-02-01', euroValue: '150' }),
      ],
      { overrides: overridden === null ? [] : [override('A', { description: overridden })] },
    );
  const incomeOf = (inputs: EngineInputs): string =>
    eurText(recalculate(inputsUnder('AIRDROPS_NO_INCOME', inputs, 2026)).years[0]?.income ?? 0n);

  it('cost nothing', () => {
    for (const inputs of [received('Airdrop FLR'), received('deposit', 'an airdrop that nobody asked for')]) {
      expect(gains('AIRDROPS_NO_INCOME', inputs)).toEqual(['50', '150']);
      expect(incomeOf(inputs)).toBe('0');
    }
  });

  it('are held also where a rule ignores what is worth next to nothing', () => {
    const rules = [rule('DUST', { action: 'IGNORE_DUST', thresholdEur: '1' })];
    expect(gains('AIRDROPS_NO_INCOME', { ...received('Airdrop FLR'), rules })).toEqual(['50', '150']);
  });

  it.each(['Staking reward', 'earn airdrop', 'Launchpool Airdrop', 'HODLer Airdrops Distribution'])(
    'are not rewards of units that were set aside: %s',
    (description) => {
      const inputs = received(description);
      expect(inputsUnder('AIRDROPS_NO_INCOME', inputs, 2026)).toBe(inputs);
    },
  );
});

describe('The other regime', () => {
  const bought = [
    buy('B', { at: '2026-01-01', euroValue: '100' }),
    fee('F', { at: '2026-02-01', amount: '10', euroValue: '10', assetKey: 'EUR', referenceId: 'S' }),
    sell('S', { at: '2026-02-01', euroValue: '150' }),
  ];

  it('of a year under normal management counts fees, and the other way round', () => {
    expect(gains('OTHER_REGIME', inputsOf(bought))).toEqual(['50', '40']);
    expect(gains('OTHER_REGIME', inputsOf(bought, { regimes: { 2026: 'SPECULATIEF' } }))).toEqual([
      '40',
      '50',
    ]);
  });

  it('is that of the one year alone', () => {
    const changed = inputsUnder('OTHER_REGIME', inputsOf(bought, { regimes: { 2025: 'SPECULATIEF' } }), 2026);
    expect(changed.regimes).toEqual([
      { year: 2025, regime: 'SPECULATIEF' },
      { year: 2026, regime: 'SPECULATIEF' },
    ]);
  });
});

describe('Every reading of the inputs', () => {
  const eventsOf = (count: number, values: readonly number[]) =>
    values.slice(0, count).map((value, index) => {
      const facts = { at: `2026-0${String(1 + (index % 9))}-01`, euroValue: String(value) };
      const name = `E${String(index)}`;
      return [buy, sell, income][index % 3]!(name, facts);
    });

  it('but the other regime leaves a history of one account without expenses and NFTs as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { minLength: 1, maxLength: 9 }), (values) => {
        const inputs = inputsOf(eventsOf(values.length, values));
        for (const reading of INPUT_READINGS)
          if (reading !== 'OTHER_REGIME') expect(inputsUnder(reading, inputs, 2026)).toBe(inputs);
      }),
    );
  });

  it('changes neither the facts nor the corrections that it was given', () => {
    const events = [
      ...eventsOf(6, [1, 2, 3, 4, 5, 6]),
      event('E', 'EXPENSE', { at: '2026-05-01', euroValue: '5', accountRef: 'other' }),
      buy('N', { at: '2026-05-01', euroValue: '5', assetKey: 'APE', treatment: 'NFT_BUY' }),
    ];
    const inputs = inputsOf(events);
    const before = structuredClone(inputs);
    for (const reading of INPUT_READINGS) recalculate(inputsUnder(reading, inputs, 2026));
    expect(inputs).toEqual(before);
  });
});
