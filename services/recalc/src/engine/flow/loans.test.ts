/** Loans and their repayments (engine.md §2, `isLoan` and `isRepayment`; §6). */
import { describe, expect, it } from '@jest/globals';
import type { RawEvent } from '../types.ts';
import {
  amountText,
  at,
  buy,
  type EventText,
  eurText,
  fee,
  type Figures,
  idOf,
  match,
  run,
  sell,
} from '../../../test/engine/build.ts';

const loan = (name: string, facts: EventText): RawEvent => buy(name, { isLoan: true, ...facts });
const repayment = (name: string, facts: EventText): RawEvent => sell(name, { isRepayment: true, ...facts });
const debtOf = (figures: Figures, name: string) => {
  const debt = figures.outputs.debts.find(({ eventId }) => eventId === idOf(name));
  if (debt === undefined) throw new Error(name);
  const { amount, originalCostBasis, remaining, saleProceeds, soldUs } = debt;
  return {
    amount: amountText(amount),
    cost: eurText(originalCostBasis),
    remaining: amountText(remaining),
    proceeds: eurText(saleProceeds),
    soldUs,
  };
};
/** Returns loan, principal, interest and whether the loan closes, for each payment in order. */
const payments = (figures: Figures, name: string) =>
  figures.outputs.payments
    .filter(({ event: { raw } }) => raw.id === idOf(name))
    .map(({ loanEventId, principal, interest, closes }) => [
      figures.outputs.events.find(({ raw }) => raw.id === loanEventId)?.raw.referenceId,
      amountText(principal),
      amountText(interest),
      closes,
    ]);

const first = loan('first', { at: '2026-01-01', euroValue: '100' });
const second = loan('second', { at: '2026-02-01', amount: '2', euroValue: '240' });

describe('A loan (ACQUISITION, any treatment, isLoan)', () => {
  it('brings a new lot with its EUR value as basis, and a debt of the same amount', () => {
    const figures = run([second]);
    expect(figures.lot('second')).toMatchObject({ acquired: '2', basis: '240' });
    expect(debtOf(figures, 'second')).toEqual({
      amount: '2',
      cost: '240',
      remaining: '2',
      proceeds: '0',
      soldUs: null,
    });
    expect(figures.outputs.debts[0]?.borrowedUs).toBe(at('2026-02-01'));
    expect(eurText(figures.year(2026).income)).toBe('0');
  });

  it.each(['GIFT_RECEIVED', 'CONTINUITY_WITHDRAW', 'UNCLASSIFIED'] as const)(
    'is a loan whatever its treatment: %s',
    (treatment) => {
      const figures = run([{ ...second, treatment }]);
      expect(figures.lot('second').basis).toBe('240');
      expect(debtOf(figures, 'second').remaining).toBe('2');
      expect(figures.issues('second')).not.toContain('UNMATCHED_TRANSFER_IN');
    },
  );

  it('without an EUR value has basis 0 and an issue', () => {
    const figures = run([{ ...second, euroValue: null }]);
    expect(figures.lot('second').basis).toBe('0');
    expect(figures.issues('second')).toEqual(['MISSING_PRICE']);
  });

  it.each([
    ['IGNORED', { treatment: 'IGNORED' }],
    ['spam', { spam: true }],
    ['fiat', { fiat: true }],
  ] as const)('that is %s is no debt', (_title, facts) => {
    expect(run([{ ...second, ...facts }]).outputs.debts).toEqual([]);
  });

  it('that the user matched is a transfer and leaves no debt', () => {
    const events = [
      buy('buy', { at: '2026-01-01', amount: '2', euroValue: '8' }),
      sell('out', { at: '2026-01-31', amount: '2' }),
      second,
    ];
    const figures = run(events, { matches: [match('out', 'second')] });
    expect(figures.outputs.debts).toEqual([]);
    expect(figures.lot('buy').remaining).toBe('2');
  });
});

describe('A repayment (DISPOSITION, any treatment, isRepayment)', () => {
  it('pays the oldest open debts of that asset in turn', () => {
    const other = loan('other', { at: '2025-01-01', assetKey: 'ETH', euroValue: '9' });
    const figures = run([
      second,
      first,
      other,
      repayment('pay', { at: '2026-03-01', amount: '1.5', euroValue: '500' }),
    ]);
    expect(payments(figures, 'pay')).toEqual([
      ['first', '1', '0', true],
      ['second', '0.5', '0', false],
    ]);
    expect(['first', 'second', 'other'].map((name) => debtOf(figures, name).remaining)).toEqual([
      '0',
      '1.5',
      '1',
    ]);
    expect(['first', 'second', 'other'].map((name) => figures.lot(name).remaining)).toEqual([
      '0',
      '1.5',
      '1',
    ]);
    expect(figures.gain('pay')).toBe('0');
  });

  it('is marked as closing when it pays the whole debt, and not when it pays a part', () => {
    const figures = run([
      first,
      repayment('part', { at: '2026-03-01', amount: '0.4' }),
      repayment('rest', { at: '2026-04-01', amount: '0.6' }),
    ]);
    expect(payments(figures, 'part')).toEqual([['first', '0.4', '0', false]]);
    expect(payments(figures, 'rest')).toEqual([['first', '0.6', '0', true]]);
    expect(debtOf(figures, 'first')).toMatchObject({ amount: '1', remaining: '0' });
  });

  it('consumes lots of the loans it pays before older lots of the pool', () => {
    const old = buy('old', { at: '2025-06-01', euroValue: '10' });
    const figures = run([
      old,
      first,
      second,
      repayment('pay', { at: '2026-03-01', amount: '2', taxable: true, euroValue: '900' }),
    ]);
    // 100 from the first loan, and half of the 240 from the second.
    expect(figures.slices('pay').map(({ historicCost }) => eurText(historicCost))).toEqual(['100', '120']);
    expect(figures.slices('pay')[0]).toMatchObject({ kind: 'CONSUMED', gain: 0n, proceeds: null });
    expect(figures.lot('old').remaining).toBe('1');
    expect(eurText(figures.year(2026).capitalGains)).toBe('0');
  });

  it('consumes the oldest lots of the pool when the borrowed units were sold before', () => {
    const figures = run([
      first,
      buy('later', { at: '2026-02-05', euroValue: '130' }),
      buy('latest', { at: '2026-02-06', euroValue: '140' }),
      sell('sale', { at: '2026-02-10', euroValue: '150' }),
      repayment('pay', { at: '2026-03-01', euroValue: '160' }),
    ]);
    // The borrowed unit is sold (150 − 100), so the repayment takes the next one.
    expect(figures.gain('sale')).toBe('50');
    expect(figures.lot('later').remaining).toBe('0');
    expect(figures.lot('latest').remaining).toBe('1');
    expect(payments(figures, 'pay')).toEqual([['first', '1', '0', true]]);
  });

  it('pays as interest what exceeds the debts, consumed like an EXPENSE: from the oldest of the pool, without a gain', () => {
    const old = buy('old', { at: '2025-06-01', euroValue: '40' });
    const figures = run([
      old,
      first,
      repayment('pay', { at: '2026-03-01', amount: '1.25', euroValue: '500' }),
    ]);
    expect(payments(figures, 'pay')).toEqual([['first', '1', '0.25', true]]);
    expect(figures.lot('old')).toMatchObject({ remaining: '0.75', remainingBasis: '30' });
    expect(figures.gain('pay')).toBe('0');
    expect(figures.event('pay').needsReview).toBe(false);
  });

  it('of a loan that is fully repaid is all interest: it consumes lots and pays no debt', () => {
    const figures = run([
      first,
      buy('later', { at: '2026-02-05', euroValue: '50' }),
      repayment('pay', { at: '2026-03-01' }),
      repayment('interest', { at: '2026-04-01', amount: '0.1', euroValue: '9' }),
    ]);
    expect(figures.lot('later')).toMatchObject({ remaining: '0.9', remainingBasis: '45' });
    expect(payments(figures, 'interest').every(([, principal]) => principal === '0')).toBe(true);
    expect(debtOf(figures, 'first').remaining).toBe('0');
    expect(figures.gain('interest')).toBe('0');
  });

  it('of two loans pays as interest what exceeds both debts', () => {
    const figures = run([
      first,
      second,
      buy('later', { at: '2026-02-05', euroValue: '50' }),
      repayment('pay', { at: '2026-03-01', amount: '3.5' }),
    ]);
    const interest = figures.outputs.payments.reduce((sum, payment) => sum + payment.interest, 0n);
    expect(amountText(interest)).toBe('0.5');
    expect(figures.lot('later').remaining).toBe('0.5');
  });

  it('of more than the pool holds pays the debt and raises an issue', () => {
    const figures = run([
      first,
      sell('sale', { at: '2026-02-10', euroValue: '150' }),
      repayment('pay', { at: '2026-03-01' }),
    ]);
    expect(debtOf(figures, 'first').remaining).toBe('0');
    expect(figures.issues('pay')).toEqual(['MISSING_COST_BASIS']);
    expect(figures.slices('pay')).toEqual([]);
  });

  it('before any loan pays no debt: a later loan stays owed', () => {
    const events = [
      buy('buy', { at: '2025-06-01', euroValue: '40' }),
      repayment('pay', { at: '2025-12-01' }),
      first,
    ];
    const figures = run(events);
    expect(payments(figures, 'pay')).toEqual([]);
    expect(debtOf(figures, 'first').remaining).toBe('1');
  });

  it('needs no EUR value', () => {
    expect(run([first, repayment('pay', { at: '2026-03-01' })]).outputs.issues).toEqual([]);
  });
});

describe('saleProceeds and soldAt of a debt', () => {
  it('are the share of the value of sales of borrowed units, and the time of the last sale', () => {
    const figures = run([
      first,
      second,
      buy('own', { at: '2026-02-05', amount: '3', euroValue: '300' }),
      sell('sale 1', { at: '2026-03-01', amount: '1.5', euroValue: '300' }),
      sell('sale 2', { at: '2026-04-01', amount: '3', euroValue: '900' }),
      sell('sale 3', { at: '2026-05-01', euroValue: '1' }),
    ]);
    // 300 × 1/1.5 of the first; 300 × 0.5/1.5 and 900 × 1.5/3 of the second.
    expect(debtOf(figures, 'first')).toMatchObject({ proceeds: '200', soldUs: at('2026-03-01') });
    expect(debtOf(figures, 'second')).toMatchObject({ proceeds: '550', soldUs: at('2026-04-01') });
  });

  it('are before fees, under SPECULATIEF too', () => {
    const figures = run(
      [
        first,
        sell('sale', { at: '2026-03-01', euroValue: '300' }),
        fee('fee', { at: '2026-03-01', assetKey: 'EUR', amount: '20', referenceId: 'sale' }),
      ],
      { regimes: { 2026: 'SPECULATIEF' } },
    );
    expect(debtOf(figures, 'first').proceeds).toBe('300');
    expect(figures.gain('sale')).toBe('180');
  });

  it('include borrowed units that a transfer turned into another asset', () => {
    const events = [
      first,
      sell('out', { at: '2026-02-02', euroValue: '1' }),
      buy('in', { at: '2026-02-02', assetKey: 'WBTC', amount: '4' }),
      sell('sale', { at: '2026-03-01', assetKey: 'WBTC', euroValue: '60' }),
    ];
    const figures = run(events, { matches: [match('out', 'in', 'WRAP')] });
    expect(debtOf(figures, 'first')).toMatchObject({ proceeds: '60', soldUs: at('2026-03-01') });
    // 60 − 100 / 4.
    expect(figures.gain('sale')).toBe('35');
  });

  it('do not count repayments, fees and transfers', () => {
    const figures = run([
      second,
      fee('fee', { at: '2026-03-01', amount: '0.1', euroValue: '12' }),
      repayment('pay', { at: '2026-03-02', amount: '0.1', euroValue: '12' }),
      sell('out', { at: '2026-03-03', amount: '0.1', euroValue: '12', treatment: 'TRANSFER_OUT_OWN_WALLET' }),
    ]);
    expect(debtOf(figures, 'second')).toMatchObject({ proceeds: '0', soldUs: null });
  });
});
