import { describe, expect, it } from '@jest/globals';
import { completenessOf, type LackingRow, type Lacks } from './completeness.ts';

const ROW: LackingRow = {
  year: 2026,
  without_value: 3,
  sales_left_out: 1,
  purchases_at_no_cost: 1,
  income_as_zero: 1,
  without_basis: 2,
  unmatched_transfers: 4,
  unmatched_gains: '1250.005',
  photo_issues: 1,
  valued: 6,
};
const LACKS: Lacks = [
  [{ ...ROW, year: 2025, without_value: 9 }, ROW],
  [{ year: 2026, assets: 2, sales: 5 }],
  [{ year: 2026, sales: 8 }],
];
const YEAR = { year: 2026, locked: false, frozen: false, transaction_count: 20, gain_count: 10 };
const COUNTS = { events: 20, withoutValue: 3, withoutBasis: 2, unmatchedTransfers: 4 };

describe('What the figures of a year lack', () => {
  it('is counted for that year, with what each lack does', () => {
    expect(completenessOf(YEAR, LACKS, null)).toEqual({
      ...COUNTS,
      salesLeftOut: 1,
      purchasesAtNoCost: 1,
      incomeAsZero: 1,
      unmatchedTransferGains: '1250',
      photoPricesMissing: 2,
      salesWithoutPhotoPrice: 5,
      salesOfUnknownCost: 8,
      mostlyUnknown: true,
      summary: expect.stringContaining('3 of 20 events have no value yet') as unknown,
    });
  });

  it('of a locked year has the counts of its inbox, no sum, and nothing that is counted from what its sales took', () => {
    expect(completenessOf({ ...YEAR, locked: true }, LACKS, null)).toEqual({
      ...COUNTS,
      photoPricesMissing: 1,
      mostlyUnknown: false,
      summary: expect.stringContaining('1 sold asset has no price') as unknown,
    });
  });

  it('of a submitted year leaves out what an open year before it could change', () => {
    const shown = completenessOf({ ...YEAR, frozen: true }, LACKS, null);
    expect(shown).not.toHaveProperty('salesOfUnknownCost');
    expect(shown).toMatchObject({ salesLeftOut: 1, salesWithoutPhotoPrice: 5, mostlyUnknown: false });
  });

  it('is nothing in a year without open issues', () => {
    expect(completenessOf({ ...YEAR, year: 2024 }, LACKS, null)).toMatchObject({
      withoutValue: 0,
      salesLeftOut: 0,
      unmatchedTransferGains: '0',
      mostlyUnknown: false,
      summary: 'Nothing is known to be missing.',
    });
  });

  it('has how many accounts balances prove up to an instant in the year or later, and until when they prove all', () => {
    const until2026 = ['2025-12-31T23:00:00Z', '2026-06-01T00:00:00Z'];
    expect(completenessOf(YEAR, LACKS, until2026)).toMatchObject({
      accounts: 2,
      accountsProven: 2,
      accountsProvenUntil: '2025-12-31T23:00:00Z',
    });
    const before = completenessOf(YEAR, LACKS, ['2025-12-31T22:59:59Z', '2026-06-01T00:00:00Z', null]);
    expect(before).toMatchObject({ accounts: 3, accountsProven: 1 });
    expect(before).not.toHaveProperty('accountsProvenUntil');
    expect(completenessOf({ ...YEAR, locked: true }, LACKS, until2026)).toHaveProperty('accountsProven', 2);
    expect(completenessOf({ ...YEAR, frozen: true }, LACKS, until2026)).not.toHaveProperty('accounts');
  });
});
