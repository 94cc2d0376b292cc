/** The rules of docs/tax-rules.md that the read service implements: one test per rule, with the example of that page. */
import { describe, expect, it } from '@jest/globals';
import { EUR_SCALE, formatDecimal } from '@ctx/domain/decimal';
import { impactOf } from '../src/present/impact.ts';
import { type EventRow, type LoanRow, type SliceRow, taxEvent } from '../src/present/tax-event.ts';
import { lotDetail, type LotRow } from '../src/queries/lot-rows.ts';
import { saleTermsOf } from '../src/present/sale-now.ts';

const row: EventRow = {
  event_id: 'e',
  account_id: 'a',
  type: 'DISPOSITION',
  treatment: 'NORMAL',
  taxable: true,
  amount: '2',
  occurred_at: '2027-03-01T00:00:00Z',
  asset_key: 'ETH',
  asset_symbol: 'ETH',
  flags: [],
  needs_review: false,
  price_source: 'IMPORT',
  euro_value: '200',
  description: null,
  description_by_user: false,
  reference_id: 'S',
  continuity_group_id: null,
  counted_value: '190',
  total_gain: '40',
  account_label: null,
  account_datasource: null,
  fact: null,
  override: null,
  match_id: null,
  note: null,
  attachments: null,
};
const parts = { userId: 1, locked: false, held: false, monthlyGains: [], slices: [], loans: [] };

describe('Disposals', () => {
  it('`costBasis` and `averageAcquisitionPrice` of a slice show what its gain is measured from', () => {
    const slice: SliceRow = {
      event_id: 'e',
      lot_event_id: 'l',
      lot_acquired_at: '2024-01-01T00:00:00Z',
      amount: '2',
      // A photo value; the historic cost is a column of its own.
      cost_basis: '150',
      gain: '40',
      holding_period_days: 1155,
      origin_kind: null,
      origin_in_event_id: null,
      origin_out_event_id: null,
      origin_received_at: null,
    };
    const [shown] = taxEvent(row, { ...parts, slices: [slice] }).acquisitions;
    expect([shown?.costBasis, shown?.averageAcquisitionPrice]).toEqual(['150', '75']);
    // Only where one event is explained.
    expect(shown).not.toHaveProperty('historicUnitCost');
    const explained = { ...parts, slices: [{ ...slice, historic_cost: '36.784' }] };
    expect(taxEvent(row, explained).acquisitions[0]?.historicUnitCost).toBe('18.392');
    const inLockedYear = { ...explained, locked: true, monthlyGains: Array<string>(12).fill('0') };
    expect(taxEvent(row, inLockedYear).acquisitions[0]).not.toHaveProperty('historicUnitCost');
  });

  it('`averageSellPrice` is the value that counts as proceeds, of a swap its share, by the amount', () => {
    expect(taxEvent(row, parts).averageSellPrice).toBe('95');
  });

  it('`loanClosures` name the whole principal as `principalPaid`, and as `interestPaid` what the closing repayment paid beyond it', () => {
    const loan: LoanRow = {
      event_id: 'e',
      loan_event_id: 'loan',
      borrowed_at: '2027-01-01T00:00:00Z',
      interest: '1',
      original_cost_basis: '1000',
      original_principal: '10',
      protocol: null,
    };
    expect(taxEvent(row, { ...parts, loans: [loan] }).loanClosures).toMatchObject([
      {
        originalPrincipal: '10',
        principalPaid: '10',
        interestPaid: '1',
        originalCostBasis: '1000',
        loanDurationDays: 59,
      },
    ]);
  });
});

describe('Inbox', () => {
  it('an impact is the difference of two taxes as shown, each rounded to cents', () => {
    const year = { year: 2026, regime: 'NORMAAL_BEHEER', locked: false, capital_gains: '0.04', income: '0' };
    const impact = impactOf([{ year: 2026, gain: '0.02', income: '0' }], [], new Map([[2026, year]]));
    // 10 % of 0.04 is shown as 0.00 and of 0.06 as 0.01; the exact difference would be 0.002.
    expect(formatDecimal(impact ?? 0n, EUR_SCALE)).toBe('0.01');
  });
});

describe('Portfolio', () => {
  it('`costBasis` and `averageAcquisitionPrice` of a lot show the historic cost: of the remaining units, and of the whole lot', () => {
    const lot: LotRow = {
      asset_key: 'ETH',
      lot_id: 'l',
      origin_event_id: 'e',
      acquired_at: '2024-01-01T00:00:00Z',
      held_since: '2024-01-01T00:00:00Z',
      amount: '3',
      owned: '1',
      cost_basis: '300',
      owned_cost_basis: '100',
      photo_asset_key: null,
      photo_amount: null,
      photo_price: null,
      event_amount: '3',
      price_source: 'IMPORT',
      treatment: 'NORMAL',
      occurred_at: '2024-01-01T00:00:00Z',
      euro_value: '300',
      description: null,
      description_by_user: null,
      protocol: null,
      link: null,
      datasource: null,
    };
    const prices = { price: '75', photoPrice: '50' };
    const terms = saleTermsOf(prices, { year: 2027, regime: 'NORMAAL_BEHEER' });
    const shown = lotDetail(lot, terms, Date.parse('2027-01-01'));
    expect([shown.costBasis, shown.averageAcquisitionPrice]).toEqual(['100', '100']);
    // The basis of a sale now is another one: min(100, max(75, 50)).
    expect([shown.taxBasis, shown.unrealizedTaxableGain]).toEqual(['75', '0']);
  });
});
