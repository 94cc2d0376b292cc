/** English texts of the income of a year, by month and by asset. */
export const enIncome = {
  yearIncome: {
    title: 'Income',
    byMonth: 'Income by month',
    byAsset: 'Income by asset',
    asset: 'Asset',
    total: 'Income of the year',
    others: '{count} other assets',
    noKinds:
      'The transactions do not record whether income comes from staking, an airdrop or interest, so it is shown by asset.',
    tooMany: 'More than {max} transactions bring income in this year, too many to add up here.',
  },
} as const;
