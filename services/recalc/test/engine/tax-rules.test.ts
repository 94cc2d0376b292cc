/** The rules of docs/tax-rules.md that the engine holds: one test a rule, with the example of that page. */
import { describe, expect, it } from '@jest/globals';
import { TRANSFER_KINDS } from '@ctx/domain/vocabulary';
import type { RawEvent } from '../../src/engine/types.ts';
import {
  amountText,
  at,
  buy,
  entered,
  type EventText,
  eurText,
  type Extras,
  fee,
  type Figures,
  idOf,
  match,
  override,
  price,
  rule,
  run,
  sell,
} from './build.ts';

const days = (figures: Figures, name: string): number[] =>
  figures.slices(name).map((slice) => slice.holdingPeriodDays);

describe('Raw facts to effective events', () => {
  it('an event without a chain id, of itself and of its account, is not EVM: a rule compares its addresses with letter case', () => {
    const received = (facts: Partial<EventText>) =>
      buy('in', { at: '2026-01-01', counterpartyAddress: '0xAB', ...facts });
    const typeOf = (facts: Partial<EventText>, chainId: number | null, counterpartyAddress: string) => {
      const rules = [
        rule('r', { action: 'MARK_INCOME', matchType: 'COUNTERPARTY', counterpartyAddress, chainId }),
      ];
      return run([received(facts)], { rules }).event('in').type;
    };
    expect(typeOf({ chainId: 1 }, 1, '0xab')).toBe('INCOME');
    expect(typeOf({ chainId: null }, 0, '0xAB')).toBe('INCOME');
    expect(typeOf({ chainId: null }, null, '0xab')).toBe('ACQUISITION');
    expect(typeOf({ chainId: null, counterpartyAddress: '0xab' }, 1, '0xab')).toBe('ACQUISITION');
  });

  it.each<
    readonly [
      string,
      string | null,
      readonly (readonly [string, string, string])[],
      readonly (readonly [string, string, string])[],
      string,
    ]
  >([
    ['BTC', '90', [['BTC', '2026-06-01', '100']], [['BTC', '2026-06-01T10:00:00Z', '80']], '90 null'],
    ['BTC', null, [['BTC', '2026-06-01', '100']], [['BTC', '2026-06-01T09:59:00Z', '80']], '100 ENTERED'],
    [
      'BTC',
      null,
      [
        ['BTC', '2026-06-01', '100'],
        ['BTC', '2026-05-31T10:00:00Z', '101'],
      ],
      [['BTC', '2026-06-01T10:00:00Z', '80']],
      '101 ENTERED',
    ],
    [
      'BTC',
      null,
      [
        ['BTC', '2026-05-31T10:00:00Z', '101'],
        ['BTC', '2026-06-01T09:00:00Z', '102'],
      ],
      [['BTC', '2026-06-01T10:00:00Z', '80']],
      '102 ENTERED',
    ],
    [
      'BTC',
      null,
      [['BTC', '2026-05-31T09:59:00Z', '101']],
      [['BTC', '2026-06-01T10:00:00Z', '80']],
      '80 IMPORTED',
    ],
    ['BTC', null, [['BTC', '2026-05-31', '100']], [], 'null null'],
    ['USDC', null, [], [['USD', '2026-06-01T10:00:00Z', '0.9']], '0.9 DERIVED'],
    ['USDC', null, [['USD', '2026-06-01', '0.8']], [['USD', '2026-06-01T10:00:00Z', '0.9']], '0.8 DERIVED'],
    [
      'USDC',
      null,
      [],
      [
        ['USD', '2026-06-01T10:00:00Z', '0.9'],
        ['USDC', '2026-06-01T10:00:00Z', '0.95'],
      ],
      '0.95 IMPORTED',
    ],
    ['EURC', null, [], [], '1 DERIVED'],
  ])(
    'the value of 1 %s with the file %s, entered %j and imported %j is %s',
    (assetKey, euroValue, byUser, imported, expected) => {
      const prices = [...byUser.map((each) => entered(...each)), ...imported.map((each) => price(...each))];
      const arrival = buy('in', { at: '2026-06-01T10:00:00Z', assetKey, euroValue });
      const event = run([arrival], { prices }).event('in');
      expect(`${String(event.euroValueShown)} ${String(event.priceOrigin)}`).toBe(expected);
    },
  );

  const group = { at: '2026-01-01', continuityGroupId: idOf('g') };
  const given = (facts: Partial<EventText>) => sell('given', { ...group, ...facts });
  const received = (facts: Partial<EventText>) =>
    buy('received', { ...group, assetKey: 'ETH', euroValue: '90', ...facts });
  const prices = [price('BTC', '2026-01-01', '100'), price('ETH', '2026-01-01', '80')];

  it.each<readonly [string, RawEvent, RawEvent, Extras, string]>([
    [
      'the value that the user set for the given side, before fiat received',
      given({ euroValue: '100' }),
      received({ assetKey: 'EUR' }),
      { overrides: [override('given', { euroValue: '120' })] },
      '120',
    ],
    [
      'fiat, though only the price series values it, before an import value of the other side',
      given({ assetKey: 'USD', fiat: true }),
      received({}),
      { prices: [price('USD', '2026-01-01', '0.85')] },
      '0.85',
    ],
    [
      'the import value of the given side, before a price series value of the received one',
      given({ euroValue: '100' }),
      received({ euroValue: null }),
      { prices },
      '100',
    ],
    [
      'the received value, where both come from one source',
      given({}),
      received({ euroValue: null }),
      { prices },
      '80',
    ],
    [
      'the price that the user entered for the given side, before an imported one of the received side',
      given({}),
      received({ euroValue: null }),
      { prices: [...prices, entered('BTC', '2026-01-01', '95')] },
      '95',
    ],
    [
      'the import value of the given side, before a price that the user entered for the received one',
      given({ euroValue: '100' }),
      received({ euroValue: null }),
      { prices: [...prices, entered('ETH', '2026-01-01', '85')] },
      '100',
    ],
    [
      'the price series value of the given side, before the price of the currency of a received stablecoin',
      given({}),
      received({ assetKey: 'USDC', amount: '90', euroValue: null }),
      { prices: [...prices, price('USD', '2026-01-01', '0.9')] },
      '100',
    ],
  ])('a swap is worth %s', (_title, out, into, extras, expected) => {
    const figures = run([out, into], extras);
    for (const name of ['given', 'received']) expect(eurText(figures.event(name).value ?? 0n)).toBe(expected);
  });
});

describe('Transfers', () => {
  const leaves = (facts: Partial<EventText> = {}) =>
    sell('out', { at: '2026-02-01', treatment: 'TRANSFER_OUT_OWN_WALLET', ...facts });
  const arrives = (facts: Partial<EventText> = {}) =>
    buy('in', { at: '2026-02-01', accountRef: 'ledger', treatment: 'CONTINUITY_WITHDRAW', ...facts });
  const group = { continuityGroupId: idOf('g') };
  const pair = [leaves(group), arrives(group)];
  const borrowed = buy('loan', { at: '2026-02-01', isLoan: true, assetKey: 'DAI', ...group });
  const isPaired = (events: readonly RawEvent[], extras?: Extras): boolean =>
    run(events, extras).event('out').transfer?.inLeg.raw.id === idOf('in');

  it.each<readonly [string, readonly RawEvent[]]>([
    ['a loan', [borrowed]],
    ['a repayment', [sell('paid', { at: '2026-02-01', isRepayment: true, ...group })]],
    [
      'a purchase and a sale',
      [buy('b', { at: '2026-02-01', ...group }), sell('s', { at: '2026-02-01', ...group })],
    ],
    [
      'an unresolved transfer',
      [leaves({ referenceId: 'u', id: idOf('u'), treatment: 'TRANSFER_OUT_UNRESOLVED', ...group })],
    ],
    ['a gift', [buy('gift', { at: '2026-02-01', treatment: 'GIFT_RECEIVED', ...group })]],
    ['a fee', [fee('gas', { at: '2026-02-01', ...group })]],
  ])(
    'the two legs of a group are matched whatever else is in it without a transfer treatment: %s',
    (_title, others) => {
      expect(isPaired([...pair, ...others])).toBe(true);
    },
  );

  it('a loan that the user matched is a leg of a transfer, so it is a second in leg of its group, and owes nothing', () => {
    const sent = sell('sent', { at: '2026-02-01', assetKey: 'DAI' });
    const matches = [match('sent', 'loan')];
    const events = [...pair, borrowed, sent];
    expect(isPaired(events)).toBe(true);
    expect(isPaired(events, { matches })).toBe(false);
    expect(run(events, { matches }).outputs.debts).toEqual([]);
  });

  it.each(TRANSFER_KINDS)(
    '%s gives its legs its own treatments, unless they have one of a transfer already',
    (kind) => {
      const own = {
        SELF_TRANSFER: ['TRANSFER_OUT_OWN_WALLET', 'CONTINUITY_WITHDRAW'],
        BRIDGE: ['BRIDGE_DEPOSIT', 'BRIDGE_WITHDRAW'],
        MIGRATION: ['CONTINUITY_DEPOSIT', 'CONTINUITY_WITHDRAW'],
        WRAP: ['CONTINUITY_WRAP', 'CONTINUITY_WRAP'],
        UNWRAP: ['CONTINUITY_UNWRAP', 'CONTINUITY_UNWRAP'],
      }[kind];
      const treatments = (out: EventText['treatment'], into: EventText['treatment'], extras: Extras = {}) => {
        const figures = run([leaves({ treatment: out }), arrives({ treatment: into })], {
          matches: [match('out', 'in', kind)],
          ...extras,
        });
        expect(figures.event('out').transfer?.inLeg.raw.id).toBe(idOf('in'));
        return ['out', 'in'].map((name) => figures.event(name).treatment);
      };
      expect(treatments('NORMAL', 'GIFT_RECEIVED')).toEqual(own);
      expect(treatments('TRANSFER_OUT_UNRESOLVED', 'UNCLASSIFIED')).toEqual(own);
      expect(treatments('STAKE_BEACON', 'BRIDGE_WITHDRAW')).toEqual(['STAKE_BEACON', 'BRIDGE_WITHDRAW']);
      // What the user says is shown; the pools still move the lots.
      const overrides = [override('in', { treatment: 'NORMAL' })];
      expect(treatments('NORMAL', 'NORMAL', { overrides })).toEqual([own[0], 'NORMAL']);
    },
  );

  it('scaled lots get the differences of the rounded running totals, so that a remainder may fall in the middle', () => {
    const bought = [1, 2, 3].map((day) =>
      buy(`b${String(day)}`, { at: `2026-01-0${String(day)}`, euroValue: '10' }),
    );
    const figures = run([...bought, leaves({ amount: '3' }), arrives({ assetKey: 'NEW' })], {
      matches: [match('out', 'in', 'MIGRATION')],
    });
    const third = '0.333333333333333333333333';
    expect(figures.lots('in').map(({ amount }) => amountText(amount))).toEqual([
      third,
      '0.333333333333333333333334',
      third,
    ]);
  });
});

describe('Lots', () => {
  const movedInPart = (...sales: readonly (readonly [string, string])[]): Figures =>
    run(
      [
        buy('buy', { at: '2024-01-01', amount: '3', euroValue: '300' }),
        sell('out', { at: '2024-06-01', treatment: 'TRANSFER_OUT_OWN_WALLET' }),
        buy('in', { at: '2024-06-01', accountRef: 'ledger' }),
        ...sales.map(([name, amount]) => sell(name, { at: '2025-01-01', amount, euroValue: '400' })),
      ],
      { matches: [match('out', 'in')], overrides: [override('in', { originAcquiredUs: at('2012-01-01') })] },
    );

  it('the part of a lot that a transfer moved leaves first, with the holding period that `originAcquiredAt` gives it', () => {
    const figures = movedInPart(['sale 1', '1'], ['sale 2', '1']);
    expect([days(figures, 'sale 1'), days(figures, 'sale 2')]).toEqual([[4749], [366]]);
  });

  it('a disposal that takes the moved part of a lot and more of it is one slice, with the holding period of its first unit', () => {
    expect(days(movedInPart(['sale', '2']), 'sale')).toEqual([4749]);
  });

  it('a lot that `originAcquiredAt` makes older is still consumed in the order of its own acquisition', () => {
    const figures = run(
      [
        buy('first', { at: '2024-01-01', euroValue: '100' }),
        buy('second', { at: '2024-02-01', euroValue: '200' }),
        sell('sale', { at: '2025-01-01', euroValue: '400' }),
      ],
      { overrides: [override('second', { originAcquiredUs: at('2012-01-01') })] },
    );
    expect(figures.gain('sale')).toBe('300');
    expect(days(figures, 'sale')).toEqual([366]);
  });
});

describe('Disposals', () => {
  const moment = '2025-12-31T23:00:00Z';
  const photoPrices = [price('OLD', moment, '100'), price('NEW', moment, '40')];
  const gainAfterMove = (moveUs: number): string | null => {
    const events = [
      buy('buy', { at: '2024-01-01', assetKey: 'OLD', euroValue: '10' }),
      { ...sell('out', { at: moment, assetKey: 'OLD' }), timestampUs: moveUs },
      { ...buy('in', { at: moment, assetKey: 'NEW', amount: '2' }), timestampUs: moveUs },
      sell('sale', { at: '2027-06-01', assetKey: 'NEW', amount: '2', euroValue: '200' }),
    ];
    return run(events, { matches: [match('out', 'in', 'MIGRATION')], prices: photoPrices }).gain('sale');
  };

  it('a transfer exactly at the photo moment has acted by then: the photo value is that of the asset that arrived', () => {
    expect(gainAfterMove(at(moment))).toBe('120');
    expect(gainAfterMove(at(moment) + 1)).toBe('100');
  });

  it('a lot acquired exactly at the photo moment is of 2026 and has no photo value', () => {
    const gainOf = (timestampUs: number): string | null =>
      run(
        [
          { ...buy('buy', { at: moment, assetKey: 'OLD', euroValue: '10' }), timestampUs },
          sell('sale', { at: '2027-06-01', assetKey: 'OLD', euroValue: '200' }),
        ],
        { prices: photoPrices },
      ).gain('sale');
    expect(gainOf(at(moment))).toBe('190');
    expect(gainOf(at(moment) - 1)).toBe('100');
  });

  const bought = buy('buy', { at: '2024-01-01', euroValue: '60', referenceId: 'B' });
  const sold = (facts: Partial<EventText> = {}) =>
    sell('sale', { at: '2027-01-01', euroValue: '100', ...facts });
  const basesOf = (figures: Figures) =>
    figures.slices('sale').map(({ costBasis, historicCost }) => [eurText(costBasis), eurText(historicCost)]);

  it('`costBasis` of a slice is what its gain is measured from: the photo value, or the cost with fees under SPECULATIEF', () => {
    const prices = [price('BTC', moment, '75')];
    expect(basesOf(run([bought, sold()], { prices }))).toEqual([['75', '60']]);
    const paid = fee('fee', { at: '2024-01-01', referenceId: 'B', assetKey: 'EUR', euroValue: '2' });
    const speculative = { prices, regimes: { 2027: 'SPECULATIEF' } } as const;
    expect(basesOf(run([bought, paid, sold()], speculative))).toEqual([['62', '60']]);
  });

  it.each<readonly [string, Partial<EventText>]>([
    ['a sale that is not taxable', { taxable: false }],
    ['a sale of unknown value', { euroValue: null }],
    ['a gift', { treatment: 'GIFT_GIVEN' }],
  ])('`costBasis` of a slice is the historic cost where no gain is measured: %s', (_title, facts) => {
    expect(basesOf(run([bought, sold(facts)], { prices: [price('BTC', moment, '75')] }))).toEqual([
      ['60', '60'],
    ]);
  });

  it('a closing repayment carries the whole principal of the loan, and the interest that it pays itself', () => {
    const figures = run([
      buy('buy', { at: '2025-12-01', amount: '5', euroValue: '500' }),
      buy('loan', { at: '2026-01-01', amount: '10', euroValue: '1000', isLoan: true }),
      sell('part', { at: '2026-02-01', amount: '4', isRepayment: true }),
      sell('rest', { at: '2026-03-01', amount: '7', isRepayment: true }),
    ]);
    const payments = figures.outputs.payments.map(({ event: { raw }, principal, interest, closes, loan }) => [
      raw.referenceId,
      amountText(principal),
      amountText(interest),
      closes,
      amountText(loan.amount),
    ]);
    expect(payments).toEqual([
      ['part', '4', '0', false, '10'],
      ['rest', '6', '1', true, '10'],
    ]);
  });
});

describe('Inbox', () => {
  const when = { at: '2026-03-01' };
  const suggestion = (out: Partial<EventText>, into: Partial<EventText>) => {
    const figures = run([
      sell('out', { ...when, treatment: 'TRANSFER_OUT_UNRESOLVED', assetKey: 'a', ...out }),
      buy('in', { ...when, accountRef: 'ledger', assetKey: 'b', ...into }),
    ]);
    return figures.issue('UNMATCHED_TRANSFER_OUT').suggestion?.kind ?? null;
  };

  it.each<readonly [string, string | null, string | null, string]>([
    ['one chain', 'ethereum', 'ethereum', 'MIGRATION'],
    ['two chains', 'ethereum', 'base', 'BRIDGE'],
    ['no chain on either side', null, null, 'MIGRATION'],
    ['a chain on one side only', 'ethereum', null, 'BRIDGE'],
  ])(
    'two assets of one symbol are suggested as a bridge unless they name the same chain, or none: %s',
    (_title, from, to, kind) => {
      const side = (assetChain: string | null) => ({ assetSymbol: 'USDC', assetChain });
      expect(suggestion(side(from), side(to))).toBe(kind);
    },
  );

  it('symbols of candidates are compared without letter case, asset keys with it', () => {
    expect(suggestion({ assetSymbol: 'uSdC' }, { assetSymbol: 'USDC' })).toBe('MIGRATION');
    expect(suggestion({ assetSymbol: 'eth' }, { assetSymbol: 'Weth' })).toBe('WRAP');
    const symbols = [{ assetSymbol: 'ONE' }, { assetSymbol: 'TWO' }] as const;
    expect(suggestion({ ...symbols[0], assetKey: 'key' }, { ...symbols[1], assetKey: 'key' })).toBe(
      'SELF_TRANSFER',
    );
    expect(suggestion({ ...symbols[0], assetKey: 'key' }, { ...symbols[1], assetKey: 'Key' })).toBeNull();
  });

  it('a symbol with and without one leading W are candidates, WWETH and WETH are not', () => {
    expect(suggestion({ assetSymbol: 'WETH' }, { assetSymbol: 'ETH' })).toBe('UNWRAP');
    expect(suggestion({ assetSymbol: 'WETH' }, { assetSymbol: 'WWETH' })).toBeNull();
    expect(suggestion({ assetSymbol: 'WWETH' }, { assetSymbol: 'WETH' })).toBeNull();
  });

  it('under SPECULATIEF the value of a fee is needed even while the value of its disposal is missing', () => {
    const paid = fee('fee', { at: '2026-03-01', referenceId: 'sale', assetKey: 'ETH' });
    const issues = (regime: 'SPECULATIEF' | 'NORMAAL_BEHEER') => {
      const figures = run(
        [buy('held', { at: '2026-01-01', assetKey: 'ETH', euroValue: '1' }), sell('sale', when), paid],
        {
          regimes: { 2026: regime },
        },
      );
      return ['sale', 'fee'].map((name) => figures.issues(name).includes('MISSING_PRICE'));
    };
    expect(issues('SPECULATIEF')).toEqual([true, true]);
    expect(issues('NORMAAL_BEHEER')).toEqual([true, false]);
  });
});
