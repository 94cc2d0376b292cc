import { describe, expect, it } from '@jest/globals';
import { EUR_SCALE, formatDecimal } from '@ctx/domain/decimal';
import type { MoneyPurpose } from '@ctx/domain/vocabulary';
import type { Price } from '../../engine/types.ts';
import type { MoneyFact } from '../../runs/money.ts';
import { currencyGains } from './currencies.ts';

const at = (day: string): number => Date.parse(day) * 1000;

function row(day: string, change: string, currency = 'USD', purpose: MoneyPurpose = 'TRADE'): MoneyFact {
  const type = change.startsWith('-') ? 'CASH_OUT' : 'CASH_IN';
  const amount = change.replace('-', '');
  return { id: `${day} ${change}`, accountId: 'a', currency, type, purpose, amount, atUs: at(day) };
}

const rate = (day: string, eur: string, assetKey = 'USD'): Price => ({
  assetKey,
  atUs: at(day),
  eur,
  shared: true,
});

function gains(rows: readonly MoneyFact[], prices: readonly Price[]): Record<string, string> {
  const found = currencyGains({ rows, prices }, { regimes: [] });
  return Object.fromEntries([...found].map(([year, gain]) => [year, formatDecimal(gain, EUR_SCALE)]));
}

const JANUARY = rate('2026-01-05', '0.9');
const JUNE = rate('2026-06-01', '1');

describe('The gain on money other than euro', () => {
  it('is what it is worth when it is spent or exchanged, less what it was worth when it came in, the oldest first', () => {
    const rows = [row('2026-01-05', '1000'), row('2026-03-02', '1000'), row('2026-06-01', '-1500')];
    // 1,000 × (1 − 0.90) + 500 × (1 − 0.95).
    expect(gains(rows, [JANUARY, rate('2026-03-02', '0.95'), JUNE])).toEqual({ 2026: '125' });
  });

  it('is nothing for what goes to a bank or pays a fee, which uses the oldest units all the same', () => {
    const rows = [
      row('2026-01-05', '1000'),
      row('2026-02-02', '-400', 'USD', 'TRANSFER'),
      row('2026-02-02', '-100', 'USD', 'FEE'),
      row('2026-06-01', '-500'),
    ];
    expect(gains(rows, [JANUARY, rate('2026-02-02', '2'), JUNE])).toEqual({ 2026: '50' });
  });

  it('is that of the oldest units where money is spent and sent to a bank at one instant', () => {
    const rows = [
      row('2026-01-05', '100'),
      row('2026-06-01', '-100', 'USD', 'TRANSFER'),
      row('2026-06-01', '-100'),
    ];
    expect(gains(rows, [JANUARY, JUNE])).toEqual({ 2026: '10' });
  });

  it('is nothing for units whose origin is not known', () => {
    const rows = [row('2026-01-05', '1000'), row('2026-06-01', '-3000')];
    expect(gains(rows, [JANUARY, JUNE])).toEqual({ 2026: '100' });
  });

  it('counts from the end of 2025 for units of before', () => {
    const rows = [row('2025-11-03', '1000'), row('2026-06-01', '-1000')];
    const prices = [rate('2025-11-03', '0.8'), rate('2025-12-31', '0.95'), JUNE];
    expect(gains(rows, prices)).toEqual({ 2025: '0', 2026: '50' });
  });

  it('takes the rate of the days before, for there are none on weekends, and no rate of another week', () => {
    const rows = [row('2026-01-05', '1000'), row('2026-06-06T22:00:00Z', '-1000')];
    expect(gains(rows, [JANUARY, rate('2026-06-05', '1.1')])).toEqual({ 2026: '200' });
    expect(gains(rows, [JANUARY, rate('2026-05-29', '1.1')])).toEqual({});
  });

  it('is none for euro, and for a currency of which a row has no price; other currencies count', () => {
    const rows = [
      row('2026-01-05', '1000', 'EUR'),
      row('2026-06-01', '-1000', 'EUR'),
      row('2026-01-05', '10', 'CHF'),
      row('2026-01-05', '100'),
      row('2026-06-01', '-100'),
    ];
    expect(gains(rows, [JANUARY, JUNE, rate('2026-01-05', '1', 'EUR')])).toEqual({ 2026: '10' });
  });
});
