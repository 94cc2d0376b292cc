/** English texts of the pages of a year and of all years. */
export const enYear = {
  year: {
    title: 'Your year {year}',
    badge: 'Indicative, gross',
    range: '{low} to {high}',
    stale: 'Your figures are being recalculated. Reload the page in a moment.',
    emptyTitle: 'Your year starts here',
    firstStep:
      'First add a wallet, an exchange or a file with your transactions in the app where you manage your accounts. Your figures appear here as soon as they are read.',
    standing: {
      locked:
        'This year is locked. Your gains are in the range of {gains}; unlock the year to see exact figures.',
      speculative: 'Gains of {gains} count as speculative: no exemption applies to them.',
      notTaxed: 'Gains of {gains} are not taxed: gains of {year} under normal management are free of tax.',
      noGains: 'You have no net gains in {year}. Your exemption of {total} is unused.',
      loss: 'Your losses are {loss} higher than your gains in {year}. Your exemption of {total} is unused.',
      within: 'Gains of {gains} stay within your exemption of {total}. {left} is left.',
      mayExceed:
        'Gains of {gains} may exceed your exemption of {total}. Its amount depends on a locked year.',
      exceeded: 'Gains of {gains} exceed your exemption of {total} by {excess}.',
    },
    totals: 'Totals',
    gains: 'Gains',
    gainsTax: 'Tax on gains',
    income: 'Income',
    incomeTax: 'Tax on income',
    tax: 'Total tax',
    taxMeaning: 'Tax is gross: computed before the exemption. It is not the amount that you owe.',
    wallets: 'Wallets and accounts',
    transactions: 'Transactions ({count})',
    incomeTransactions: 'Transactions with income',
    exemption: {
      title: 'Exemption',
      used: 'Used',
      left: 'Left',
      total: 'Exemption of this year',
      base: 'Yearly amount',
      carriedIn: 'Carried in from earlier years',
      carriedOut: 'Carried out to later years',
      notIndexed: 'The amount for this year is not published yet. The amount of an earlier year is used.',
    },
    months: 'Gains by month',
    month: 'Month',
    declaration: {
      title: 'Tax return',
      lead: 'The codes of the form and the amounts that belong to them.',
      part: 'Part',
      code: 'Code',
      description: 'Description',
      amount: 'Amount',
      noCode: 'No code yet: the form is not published',
      reusedCode: 'Code of the form for {year}; the new form is not published yet',
      copyCode: 'Copy the code {code}',
      tick: 'Answer yes',
      platforms: 'Platforms outside Belgium:',
      kinds: {
        INCOME: 'Income from crypto-assets',
        SPECULATIVE_GAIN: 'Speculative gains',
        CAPITAL_GAIN: 'Gains taxed at 10 %',
        FOREIGN_ACCOUNT: 'Accounts outside Belgium',
      },
    },
    issues: 'Open questions',
    noIssues: 'There are no open questions about this year.',
    issue: 'Question',
    count: 'Number',
    effect: 'Effect on your figures',
    allIssues: 'Answer them in the inbox',
    issueTypes: {
      UNMATCHED_TRANSFER_OUT: {
        title: 'Outgoing transfer without a counterpart',
        effect: 'The units may count as sold.',
      },
      UNMATCHED_TRANSFER_IN: {
        title: 'Incoming transfer without a counterpart',
        effect: 'The units count as bought at their value on arrival.',
      },
      TRANSFER_SURPLUS: {
        title: 'More arrived than left',
        effect: 'The surplus counts as bought on arrival.',
      },
      REVIEW_TRANSFER: {
        title: 'Unusual transfer',
        effect: 'If the match is wrong, a sale or a purchase is missing.',
      },
      MISSING_PRICE: {
        title: 'Value in euro unknown',
        effect: 'A purchase and income count as 0; the gain of a sale is left out.',
      },
      MISSING_PHOTO_VALUE: {
        title: 'Value at the end of 2025 unknown',
        effect: 'Gains are measured from the historic cost.',
      },
      MISSING_COST_BASIS: {
        title: 'More left than was held',
        effect: 'The missing units count at a cost of 0, so the gain is higher.',
      },
      GIFT_BASIS_UNKNOWN: {
        title: 'Cost of a received gift unknown',
        effect: 'The gift counts at a cost of 0, so a later gain is higher.',
      },
      UNCLASSIFIED: {
        title: 'Unclassified transaction',
        effect: 'It counts as an ordinary one of its type.',
      },
      SUSPECTED_SPAM: { title: 'Suspected spam', effect: 'It counts for nothing.' },
      NEEDS_REVIEW: {
        title: 'Transaction to review',
        effect: 'Its type or treatment may be wrong.',
      },
      ORPHANED_CORRECTION: {
        title: 'Correction without its transaction',
        effect: 'The correction has no effect now.',
      },
      FROZEN_YEAR_DRIFT: {
        title: 'New facts for a submitted year',
        effect: 'The figures stay as they were submitted.',
      },
    },
  },
} as const;
