/** Examples of records that say what figures lack. */

/** What the figures of the examples lack: one sale has no value. */
export const completeness = {
  events: 3,
  withoutValue: 1,
  salesLeftOut: 1,
  purchasesAtNoCost: 0,
  incomeAsZero: 0,
  withoutBasis: 0,
  unmatchedTransfers: 0,
  unmatchedTransferGains: 0,
  photoPricesMissing: 0,
  salesWithoutPhotoPrice: 0,
  salesOfUnknownCost: 0,
  accounts: 2,
  accountsProven: 1,
  mostlyUnknown: false,
  summary:
    '1 of 3 events has no value yet: this figure will change. Balances prove the transactions of 1 of 2 accounts into this year.',
};

/** The same of a locked year without anything missing. */
export const lockedCompleteness = {
  events: 2,
  withoutValue: 0,
  salesLeftOut: null,
  purchasesAtNoCost: null,
  incomeAsZero: null,
  withoutBasis: 0,
  unmatchedTransfers: 0,
  unmatchedTransferGains: null,
  photoPricesMissing: 0,
  salesWithoutPhotoPrice: null,
  salesOfUnknownCost: null,
  mostlyUnknown: false,
  summary: 'Nothing is known to be missing.',
};
