/** English texts of the page of the totals that exchanges report. */
export const enReported = {
  reported: {
    title: 'What exchanges report about {year}',
    link: 'What exchanges report about {year}',
    lead: 'From 2026 on each exchange reports totals of the year to the administration (DAC8). These are the same totals, added up from your transactions. Compare them with what the exchange shows you: a difference means that a file is missing, or counted twice.',
    before: 'Exchanges report about {year} by older rules or not at all. The totals are shown to compare.',
    none: 'You had no transactions at an exchange in {year}.',
    noneHere: 'None of the assets of this page were at an exchange in {year}.',
    asset: 'Asset',
    kind: 'Total',
    units: 'Amount',
    value: 'Value before fees',
    fees: 'Fees',
    count: 'Transactions',
    hidden: 'Locked',
    withoutValue: '{count} without a value',
    country: 'Country of its company: {country}',
    submitted: 'The year is submitted: its figures no longer change.',
    back: 'Back to {year}',
    next: 'More assets',
  },
} as const;
