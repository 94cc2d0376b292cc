/** English texts of the regime of a year: on the page of the year, and on the page where it is chosen. */
export const enRegime = {
  regime: {
    heading: 'Regime',
    title: 'Regime of {year}',
    lead: 'A gain from normal management of your private assets is taxed otherwise than a gain from speculation. You say which it is; the administration can judge otherwise.',
    yearLead: 'Whether your gains come from normal management or from speculation is for you to say.',
    term: 'Regime',
    chosen: 'Chosen',
    names: {
      NORMAAL_BEHEER: 'Normal management of private assets',
      SPECULATIEF: 'Speculation',
    },
    meanings: {
      untaxed: 'Gains of {year} are not taxed.',
      NORMAAL_BEHEER: 'Gains of {year} are taxed at {percent}%, after the exemption.',
      SPECULATIEF: 'Gains of {year} are taxed at {percent}%, without an exemption. Fees lower the gain.',
    },
    by: {
      nobody: 'By nobody: this applies until you choose.',
      taxpayer: 'By you, on {day}, with {via}',
      operator: 'By the administrator, on {day}',
      operatorBefore: 'By the administrator',
    },
    edit: 'Choose the regime',
    show: 'Show the answers',
    choose: 'Which is it?',
    questionsTitle: 'What can indicate speculation',
    questionsLead:
      'Circular 2026/C/74 of 22 July 2026 and the questionnaire of the ruling office name such indicators, as public readers report them. Answer what you can. No single answer decides.',
    readers: 'Readers: {readers}.',
    questions: {
      largeShareOfWealth: 'Are crypto-assets a large share of what you own?',
      borrowed: 'Did you buy with borrowed money?',
      automated: 'Did bots or other programs trade for you?',
      frequent: 'Did you trade often?',
    },
    open: 'No answer',
    against: {
      NORMAAL_BEHEER:
        'You chose normal management, but some of your answers can indicate speculation: {answers}.',
      SPECULATIEF: 'You chose speculation, but you answered no to each of these indicators of it: {answers}.',
      help: 'This is a help from Circular 2026/C/74, as public readers report it: the administration looks at all facts together. It is no verdict and no advice.',
    },
    check: 'See what it changes',
    checkTitle: 'Check your choice for {year}',
    checkLead: 'Nothing is saved yet.',
    then: 'After saving',
    save: 'Save this choice',
    change: 'Change the answers',
    unchanged: 'This is what is saved already.',
    cancel: 'Back to {year}',
    noChoice: 'Choose one of the two regimes.',
    locked: 'This year is locked: unlock it to choose the regime.',
    frozen: 'This year was submitted: its regime cannot change.',
    saved: 'Your choice is saved.',
  },
} as const;
