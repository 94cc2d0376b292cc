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
  household: {
    title: 'You and your partner',
    lead: 'By the shares that you stated. What is yours and what is your partner’s add up to the figures of the year; each of you has an exemption.',
    unknown:
      'Of your partner nothing else is known here: what your partner gained on other assets, and the exemption that they use, are not counted.',
    you: 'You',
    partner: 'Your partner',
    what: 'Part of the year',
    gains: 'Net gains',
    income: 'Income',
    exemptionLeft: 'Exemption for these gains',
    taxable: 'Taxable gains',
    gainsTax: 'Tax on gains with surcharge',
    incomeTax: 'Tax on income',
    total: 'Together',
    carried: 'Exemption carried on',
  },
  circumstances: {
    title: 'Circumstances of {year}',
    lead: 'Amounts in euro. Leave empty what does not apply. Your figures stay as they are; only the estimate changes.',
    ownAmounts: 'The other amounts on this page are yours alone.',
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
    shares: 'Shares of accounts',
    sharesLead: 'Where your share in an account is not the one above.',
    shareIn: 'Your share in {account}, percent',
    moreAccounts: 'Only the first {count} accounts are listed here.',
    unknownAccount: 'One of these accounts no longer exists. Reload the page.',
    hints: {
      ownedSharePercent:
        'For common property: 50. The rest is your partner’s, and gains and income belong to the account where they arise. Split ownership: the bare owner enters 100, the usufructuary 0.',
      exemptionUsedElsewhere: 'For example on shares. Left empty, it is what the gains below need.',
      otherGains: 'Net gain on shares, funds and other financial assets; a net loss with a minus sign.',
      derivativeResults:
        'Net result of futures, options and other derivatives of the year; a net loss with a minus sign. It is taxed with your gains.',
      taxWithheld:
        'From gains on other assets, derivatives or crypto-assets of the year. It lowers what is left to pay.',
      municipalSurchargePercent: 'For example 7.5.',
      speculativeLoss: 'What is left to use. Left empty, it is what is known here.',
    },
  },
} as const;
