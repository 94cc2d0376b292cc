/** English texts of the page of a departure abroad. */
export const enDeparture = {
  departure: {
    title: 'What if I move abroad?',
    lead: 'See what your crypto-assets would gain if your residence moved abroad on a day, at the latest prices known then. Nothing is saved.',
    day: 'Day of the move',
    compute: 'Compute',
    results: 'If you move on {day}',
    standing: 'The move adds {tax} of tax, which readers of the law say is deferred in most cases.',
    noTax: 'The move adds no tax.',
    value: 'Market value',
    gain: 'Gain',
    deferralTitle: 'When the tax is due',
    deferral:
      'Inside the EU, the EEA and states with a tax treaty the tax is deferred automatically, elsewhere against a guarantee. It lapses after 24 months without a sale. So say readers of the new article 92 §2 of the income tax code: propay.be (3 July 2026), denisemmanuelphilippetax.be and dekeyser-associes.com. No official text was checked.',
    gifts:
      'They say the same of a gift to somebody who does not live in Belgium. Here a gift counts as one to a resident and realises nothing, until you say on its page that the recipient lives abroad.',
    holdings: 'What you own then',
    asset: 'Asset',
    amount: 'Amount',
    price: 'Price per unit',
    unknown: 'Not known',
    withoutPrice: 'No price of {asset} is known: it is left out of these figures.',
    nothing: 'You own no crypto-assets on that day.',
    meaning: 'Later transactions are left out. Indicative, and no advice.',
    faults: {
      day: 'Enter a date.',
      early: 'The law has this rule from 2026 on: choose a later day.',
      submitted: 'The year of this day was submitted: nothing in it can change. Choose a later day.',
    },
  },
} as const;
