/** English texts of the rules by which figures are computed, by the key of their page. */

export const enRules = {
  title: 'How figures are computed',
  rules: {
    TREATMENTS: {
      title: 'What each transaction does',
      text: 'A purchase or income adds units with their cost; a sale or payment takes the oldest units of its account first; a transfer between your own accounts moves units with their cost and dates.',
    },
    TAXABLE: {
      title: 'When a transaction is taxable',
      text: 'Income counts, and a sale, swap or payment whose gain is the proceeds less the cost. Purchases, transfers between your own accounts and ignored transactions do not count, unless you corrected it.',
    },
    SWAP: {
      title: 'What a swap is worth',
      text: 'Both sides of a swap are worth the same. Where both have a value, the more certain one counts for both.',
    },
    PRICE: {
      title: 'Where a value in euro comes from',
      text: 'The value that you entered comes first, then the value of the import, then the amount times the price at that moment. Without any of them the value is unknown.',
    },
    BASIS: {
      title: 'The gain of a sale',
      text: 'The gain is what you received less the cost of the units that left. Each part of a sale has the cost of the lot that it took.',
    },
    PHOTO: {
      title: 'The value on 31 December 2025',
      text: 'For units that you had at the end of 2025, their value at that moment counts as their cost. Until the end of 2030 you may prove a higher historic cost.',
    },
    MISSING_PHOTO: {
      title: 'A missing value on 31 December 2025',
      text: 'Without a price for the end of 2025, the historic cost counts, and you are asked for the price.',
    },
    FEES: {
      title: 'Fees',
      text: 'Fees count only under the regime for speculation. Under normal management of private assets they change no gain.',
    },
    ESTIMATE: {
      title: 'The estimate of a year',
      text: 'The estimate takes the exemption and the circumstances that you stated into account. It is an indication and not a tax return.',
    },
    FROZEN: {
      title: 'Submitted years',
      text: 'The figures of a submitted year do not change any more. The next year opens with what it left.',
    },
  },
} as const;
