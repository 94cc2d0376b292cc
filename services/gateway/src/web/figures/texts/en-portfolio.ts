/** English texts of the portfolio. */
export const enPortfolio = {
  portfolio: {
    beta: 'Beta',
    none: 'You hold nothing yet. Import a file or connect an account first.',
    totals: 'Totals',
    value: 'Value now',
    cost: 'Historic cost',
    difference: 'Value less cost',
    taxed: 'Gain if sold now',
    at: 'Prices of',
    notTaxable:
      'Value less cost is not the gain that would be taxed: for units bought before 2026 the law measures from the value at the end of 2025. Gain if sold now is measured as the law does.',
    assets: 'Assets',
    asset: 'Asset',
    amount: 'Amount',
    noPrice: 'No price',
    debts: 'Debts',
    owed: 'Owed',
    lotsOf: 'Lots of {asset}',
    lotsLead: 'What you hold of this asset, by purchase, oldest first: the order in which a sale takes them.',
    acquired: 'Acquired',
    back: 'All assets',
    lotsPages: 'Pages of lots',
    earlierLots: 'Earlier lots',
    laterLots: 'More lots',
  },
} as const;
