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
    report: {
      name: 'Report',
      what: 'For your tax return or your accountant. Open questions are named in it.',
      go: 'Open the report',
    },
    submission: {
      name: 'Submission',
      what: 'Once your return is filed, the administrator of this service submits the year here: its figures no longer change, whatever files come later.',
    },
  },
} as const;
