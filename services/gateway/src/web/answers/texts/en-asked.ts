/** English texts that say whether a question goes or stays after its answer. A reason follows the word for "because". */
export const enAsked = {
  asked: {
    goes: 'This answer settles the question.',
    allGo: 'This answer settles all of these questions.',
    stays: 'The question about it stays open: this answer does not settle it.',
    staysBecause: 'This question stays open, because {reason}',
    someStayBecause: 'Questions that stay open: {count}, because {reason}',
    toInbox: 'What settles it',
    allAnswers: 'All answers for this transaction',
    form: {
      MISSING_PRICE: 'Enter the price',
      MISSING_COST_BASIS: 'Enter a missing purchase',
      UNMATCHED_TRANSFER_IN: 'Enter the transaction that sent them',
    },
    reasons: {
      UNMATCHED_TRANSFER_OUT:
        'nothing says yet where the units arrived. A match with their arrival settles it, and so does saying that they were sold, spent, given away or lost.',
      UNMATCHED_TRANSFER_IN:
        'nothing says yet where the units came from. A match with the transaction that sent them settles it; if that is missing, add the file of the account that sent them, or enter it. Saying that they were bought, earned or given to you settles it too.',
      POSSIBLE_MIGRATION: 'it still counts as a sale. A match with what arrived settles it.',
      TRANSFER_SURPLUS:
        'more still arrived than left. Correcting the amount, matching a further departure, or undoing the match settles it.',
      REVIEW_TRANSFER:
        'the two sides are still far apart. Correcting time, amount or value, or undoing the match settles it.',
      MISSING_PRICE:
        'the figures still need a value in euro. Entering it, or the price of the asset on that day, settles it.',
      MISSING_COST_BASIS:
        'more still left than was held. The missing purchases settle it: add the account or file that has them, or enter them.',
      GIFT_BASIS_UNKNOWN: 'it is not known yet what the giver paid for it. Entering that settles it.',
      UNCLASSIFIED: 'nothing says yet what it was. Saying so settles it.',
      SUSPECTED_SPAM: 'it is still taken for spam. Leaving it out, or saying what it was, settles it.',
      NEEDS_REVIEW:
        'it is still to be checked. Saying what it was, or that it is right as it is, settles it.',
    },
  },
} as const;
