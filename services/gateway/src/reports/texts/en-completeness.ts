/** English texts that say what the figures of a year lack. */
export const enCompleteness = {
  completeness: {
    title: 'What is missing',
    unsure: 'There is no reliable figure of {year} yet: most of it hangs on values that are missing.',
    incomplete: 'Incomplete: most of these figures hang on values that are missing.',
    complete: 'Nothing is known to be missing.',
    withoutValue: {
      one: '1 of {events} transactions has no value yet: this figure will change.',
      several: '{count} of {events} transactions have no value yet: this figure will change.',
    },
    others: 'Something is missing that can change this figure.',
    cannotBeSaid: 'How much that changes cannot be said.',
    provenAccounts: 'Balances prove {proven} of {accounts} accounts into this year.',
    lacks: {
      salesLeftOut: 'Sales of unknown value, whose gain is in no total: {count}.',
      purchasesAtNoCost: 'Purchases that count as bought for nothing: {count}.',
      incomeAsZero: 'Income that counts as 0: {count}.',
      salesOfUnknownCost: 'Sales of units whose cost is not known: {count}.',
      withoutBasis:
        'Transactions with units that count at a cost of 0, because nothing says where they came from: {count}.',
      unmatchedTransfers: 'Transfers without a counterpart: {count}.',
      photoPricesMissing:
        'Sold assets without a price at the end of 2025, which are measured from their historic cost: {count}.',
    },
    transferGains: 'The gains of those that count as sold until they are matched: {gains}.',
  },
} as const;
