/** English texts of the estimate of a year, and of the form for its circumstances. */
export const enEstimate = {
  yearEstimate: {
    title: 'Your circumstances',
    lead: 'The exemption is one for all your financial assets. Say what you gained on others and what your municipality adds, and the answer above takes it into account.',
    meaning:
      'The tax and the exemption above follow the circumstances that you entered: indicative, and not a filed assessment.',
    edit: 'Change your circumstances',
    show: 'Show your circumstances',
    perKind:
      'Losses on one kind of assets lower gains on another here, as Bolero of KBC reads the law. If they count only within their own kind, as Aeacus and belgiantaxassistance.be have it, {taxable} would be taxable and you would owe {total} on your gains.',
    speculativeLossesCarried: 'Speculative losses carried to later years',
  },
  circumstances: {
    title: 'Circumstances of {year}',
    lead: 'Amounts in euro. Leave empty what does not apply. Your figures stay as they are; only the estimate changes.',
    save: 'Save',
    remove: 'Remove all',
    cancel: 'Back to {year}',
    locked: 'This year is locked: unlock it to enter circumstances.',
    frozen: 'This year was submitted: its circumstances cannot change.',
    nothing: 'Fill in at least one field.',
    invalid: 'Enter a number such as 1250.50.',
    doubt: 'This can be read in two ways. It is now {amount} here: save again if you mean that.',
    outOfBounds: 'This number is not possible here.',
    saved: 'Your circumstances are saved.',
    removed: 'Your circumstances are removed.',
    hints: {
      exemptionUsedElsewhere: 'For example on shares. Left empty, it is what the gains below need.',
      otherGains: 'Net gain on shares, funds and other financial assets; a net loss with a minus sign.',
      municipalSurchargePercent: 'For example 7.5.',
      speculativeLoss: 'What is left to use. Left empty, it is what is known here.',
    },
  },
} as const;
