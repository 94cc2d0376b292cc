/** English texts of the way through a year. */
export const enWay = {
  title: 'What is left to do for {year}',
  lead: 'From your files to a year that is done. Each answer lowers what is open here.',
  progress: '{done} of {all} steps are done.',
  all: 'Every step is done.',
  back: 'The year {year}',
  step: 'Step',
  state: 'Status',
  open: 'Open',
  states: { done: 'Done', open: 'To do', optional: 'If it applies', waits: 'After the steps above' },
  locked: 'This year is locked: what the open questions change in euro is not shown.',
  submitted: 'This year was submitted: its figures no longer change.',
  gaps: {
    between: '{account}: no row between {from} and {until}.',
    since: '{account}: no row after {from}.',
    others: 'Further times without rows: {count}.',
    more: 'Further accounts with such times: {count}.',
    go: 'How far your files reach',
  },
  steps: {
    sources: {
      name: 'Files and accounts',
      what: 'Everything that you bought, sold, received and moved has to be here, also of platforms that you no longer use.',
      none: 'Add your first file',
      go: 'Accounts, and until when each is proven',
    },
    PRICES: {
      name: 'Values in euro',
      what: 'Each purchase, sale and reward needs its value in euro.',
      go: 'Enter prices and values',
    },
    TRANSFERS: {
      name: 'Transfers',
      what: 'What you move between your own accounts is not a sale, once both sides are joined.',
      go: 'Match transfers',
    },
    COST_BASIS: {
      name: 'Purchases that are missing',
      what: 'Units that were never bought count at a cost of 0, which makes the gain too high.',
      go: 'Look at what is missing',
    },
    CLASSIFICATION: {
      name: 'What transactions were',
      what: 'A gift, a reward or spam is taxed otherwise than a purchase or a sale.',
      go: 'Say what they were',
    },
    CORRECTIONS: {
      name: 'Your corrections',
      what: 'Corrections whose transaction is gone, and submitted years whose data changed.',
      go: 'Check your corrections',
    },
    earlier: {
      name: 'Earlier years',
      what: 'Questions that are open in earlier years can change what your units cost in this one.',
      go: 'Look at all open questions',
    },
    photo: {
      name: 'Value at the end of 2025',
      what: 'Gains since 2026 are measured from the value at the end of 2025 of all that you held then.',
      go: 'What you held, and its value',
    },
    circumstances: {
      name: 'Your circumstances',
      what: 'Gains elsewhere, losses, and the rate of your municipality change what you owe.',
      go: 'Enter your circumstances',
    },
    regime: {
      name: 'Regime',
      what: 'Whether your gains come from normal management or from speculation decides how they are taxed.',
      go: 'Choose the regime',
    },
    report: {
      name: 'Report',
      what: 'For your tax return or your accountant. Open questions are named in it.',
      go: 'Open the report',
    },
    submission: {
      name: 'Submission',
      what: 'Once your return is filed, the administrator of this service submits the year here: its figures no longer change, whatever files come later.',
      byUser:
        'Once your return is filed, submit the year here: its figures no longer change, whatever files come later.',
      go: 'Submit the year',
      after: 'What the submission means',
    },
  },
  submission: {
    title: 'Submit {year}',
    titleDone: '{year} is submitted',
    submitted: '{year} was submitted.',
    meaning: 'What this means',
    before: {
      lead: 'Submit the year once your return is filed. Look at the report first: what it says now stays.',
      fixed:
        'The figures and the report of {year} are fixed. Files and prices that come later no longer change them.',
      rejected:
        'Corrections of {year} are no longer possible, and earlier ones cannot be undone. Later years start from what {year} ended with.',
      reopen:
        'You cannot take this back yourself. Only the administrator of this service can reopen the year.',
    },
    after: {
      lead: 'The figures of {year} no longer change.',
      fixed:
        'The figures and the report of {year} are fixed. If files that come later would have changed them, your inbox says so.',
      rejected:
        'Corrections of {year} are no longer possible, and earlier ones cannot be undone. Later years start from what {year} ended with.',
      reopen:
        'If something in it is wrong, speak to the person who filed the return. Only the administrator of this service can reopen the year.',
    },
    report: 'The report of {year}',
    steps: 'What is left to do for {year}',
    checks: 'What is still open',
    none: 'Nothing: every step is done, the year is over, and balances prove every account.',
    tick: 'None of this prevents you from submitting. Tick each line to say that you submit anyway.',
    doubts: {
      notOver: '{year} is not over: what still happens in it will not be in its figures.',
      unproven: 'Balances do not prove every account until the end of {year}: transactions may be missing.',
      step: '{name}: {open} open',
    },
    answer: 'Answer this first',
    confirmation: 'Type {year} to confirm',
    submit: 'Submit {year}',
    cancel: 'Not yet',
    notTicked: 'Tick this line, or answer it first.',
    notTyped: 'Type the year that you submit: {year}.',
    changed:
      'The figures have changed since this page was opened, and nothing was submitted. Look at them again.',
    busy: 'The figures are being recalculated, and nothing was submitted. Try again in a moment.',
  },
} as const;
