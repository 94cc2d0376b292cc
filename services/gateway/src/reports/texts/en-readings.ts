/** English texts of a year under other readings of the law. */

export const enReadings = {
  readings: {
    heading: 'Other readings of the law',
    lead: 'Where the law is open, your figures follow one reading. Here is what each other reading changes, one at a time. Facts, never advice: your figures stay as they are.',
    reading: 'Reading',
    gains: 'Gains',
    gainsTax: 'Tax on gains, before the exemption',
    tax: 'Tax after the exemption',
    incomeTax: 'Tax on income',
    asTheyAre: 'Your figures',
    unchanged: 'Changes nothing in this year',
    hidden: 'Depends on a locked year',
    frozen: 'This year was submitted: its figures are not computed again.',
    running: 'Your figures are being recalculated. Open this page again in a moment.',
    tooLarge: 'Your history is too large to be computed again for a page.',
    failed: 'These figures cannot be computed at the moment.',
    names: {
      LOTS_FIFO_PER_ACCOUNT: 'First in, first out within each account',
      AVERAGE_COST_BEFORE_2026: 'Average cost of purchases before 2026',
      EXPENSE_AS_DISPOSAL: 'Expenses are sales',
      FEES_INSIDE_TEN_PERCENT: 'Fees count under normal management too',
      NFT_OUTSIDE_TEN_PERCENT: 'NFTs are not taxed as crypto-assets',
      GIFT_AT_MARKET_VALUE: 'Gifts received cost what they were worth',
      HIGHER_COST_MAKES_LOSS: 'A historic cost above the photo value makes a loss',
      CARRIED_EXEMPTION_LAST: 'Carried exemption is used last',
      FIRST_THOUSAND_CARRIES: 'Only the unused first €1,000 carries over',
      SPECULATIVE_LOSSES_CARRIED: 'Speculative losses lower the gains of five years',
      OTHER_REGIME: 'The year under the other regime',
      AIRDROPS_NO_INCOME: 'Unsolicited airdrops are no income and cost nothing',
    },
  },
} as const;
