/** English texts of the page of a sale that has not happened. */
export const enWhatIf = {
  whatIf: {
    title: 'What if I sell?',
    lead: 'See what a sale would add to your tax, now and in January, before you decide. Nothing is saved.',
    compute: 'Compute',
    results: 'The tax on this sale',
    what: '{amount} {asset} for {value}.',
    now: 'Sold',
    later: 'Sold in January instead',
    noLater: 'The next year was submitted or is locked: its tax cannot be computed.',
    noTaxNow: 'This sale adds no tax.',
    noTax: 'This sale adds no tax, now or in January.',
    taxNow: 'This sale adds {tax} of tax.',
    same: 'This sale adds {tax} of tax, and the same in January.',
    lessLater: 'This sale adds {tax} of tax. In January, at the same price, it would be {difference} less.',
    moreLater: 'This sale adds {tax} of tax. In January, at the same price, it would be {difference} more.',
    gain: 'Gain',
    exemptionUsed: 'Exemption that it uses',
    exemptionLeft: 'Exemption left after it',
    tax: 'Tax after the exemption',
    grossTax: 'Tax without an exemption',
    missingAmount:
      'You do not hold that much: {amount} {asset} have no purchase here and count as bought for nothing.',
    missingPhoto:
      'The price of {asset} at the end of 2025 is not known, so the gain is measured from the historic cost.',
    enter: 'Enter it',
    meaning:
      'Computed as if the sale had been imported: oldest units first, at the price above in both columns. Indicative, and no advice.',
    fields: {
      asset: 'Asset',
      amount: 'Amount to sell',
      price: 'Price per unit, EUR',
      day: 'Day of the sale',
    },
    hints: {
      amount: 'For example 0.5.',
      price: 'Left empty, it is the latest known price.',
    },
    faults: {
      asset: 'Choose an asset that you hold.',
      amount: 'Enter an amount above zero, such as 0.5.',
      price: 'Enter a price, such as 2500.50.',
      noPrice: 'No price of this asset is known: enter one.',
      day: 'Enter a date.',
      tooLong: 'This amount or price has too many digits.',
      submitted: 'The year of this day was submitted: nothing in it can change. Choose a later day.',
      running: 'Your figures are being recalculated. Try again in a moment.',
      tooLarge: 'You have too many transactions for this computation.',
    },
  },
} as const;
