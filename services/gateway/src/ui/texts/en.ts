/** English texts of the frame, the components and the messages of all pages. The other languages have exactly these keys. */
import { enEffect } from './en-effect.ts';
import { enFileFaults } from './en-file-faults.ts';
import { enRules } from './en-rules.ts';
import { enWords } from './en-words.ts';

export const en = {
  product: 'Belgian Crypto Tax',

  skip: 'Skip to the content',

  signedInAs: 'Signed in as {email}',

  formReturned:
    'This is what you sent after your session had ended. None of it is stored: check it, and send it again.',

  footer: 'Times are Belgian time. Every figure of this service is an indicative, gross calculation.',

  documentation: 'API documentation',
  about: 'About this service',

  navigation: 'Main',

  signOut: 'Sign out',

  sections: {
    year: 'Year',
    years: 'Years',
    inbox: 'Inbox',
    transactions: 'Transactions',
    portfolio: 'Portfolio',
    log: 'Log',
    settings: 'Settings',
  },

  settingsNavigation: 'Settings',

  settingsSections: {
    overview: 'Overview',
    files: 'Files',
    tokens: 'Tokens',
    apps: 'Apps',
    connect: 'Connect',
  },

  scopes: {
    read: 'Read',
    readMeaning: 'See your years, transactions, lots, gains, income and open questions.',
    nothingElse: 'Nothing can be changed.',
    write: 'Correct',
    writeMeaning:
      'Change how transactions are classified and valued, set rules and match transfers. Your figures are recalculated each time.',
    readOnly: 'Read only',
    readAndWrite: 'Read and correct',
  },

  messages: {
    backToSettings: 'To your settings',
    requestExpired: {
      title: 'This request has expired',
      text: 'It waited too long for your answer. Start connecting again from the app.',
    },
    requestAnswered: {
      title: 'This request was already answered',
      text: 'Return to the app. If it is not connected, start connecting again from there.',
    },
    tooManyApps: {
      title: 'You have reached the maximum number of connected apps',
      text: '{max} apps have access to your data. In your settings, under “Connected apps”, revoke one that you no longer use. Then go back and allow this one.',
    },
    requestInvalid: {
      title: 'The app’s request is not valid',
      text: 'Nothing was connected. Send this message to the maker of the app: {reason}',
    },
    tooManyRequests: {
      title: 'Too many requests',
      text: 'Too many people on your network are connecting an app right now. Try again in a minute.',
    },
    requestHeldBack: {
      title: 'The app’s request is not valid',
      text: 'Nothing was connected: {reason}. The app sent you here and wants to take you to {host}. Go there only if you know that address.',
    },
    backToApp: 'Go to {host}',
    proRequired: {
      title: 'Your figures need the Pro plan',
      text: 'With the Pro plan you see your years, transactions and open questions here.',
    },
    yearLocked: {
      title: 'This year is locked',
      text: 'You see the exact figures of a locked year once it is paid.',
    },
    tooManyPages: {
      title: 'Too many pages',
      text: 'You have opened more than {max} pages in a minute. Try again in {seconds} seconds.',
    },
    notFound: { title: 'Page not found', text: 'This page does not exist, or no longer exists.' },
    methodNotAllowed: {
      title: 'This does not work here',
      text: 'This page cannot be used in this way.',
    },
    formInvalid: { title: 'This form cannot be read', text: 'Go back, reload the page and try again.' },
    formStale: {
      title: 'This form is no longer valid',
      text: 'It was opened in another session, or cookies are turned off. Nothing was changed. Go back, reload the page and try again.',
    },
    formTooLarge: { title: 'This form is too large', text: 'Nothing was changed.' },
    documentsBusy: {
      title: 'Another document is being prepared',
      text: 'Wait until it is complete, then open this one.',
    },
    reportChanged: {
      title: 'The figures changed meanwhile',
      text: 'While the report was prepared, a figure changed. Wait until the figures are up to date, then open it again.',
    },
    reportTooLarge: {
      title: 'Too large for a workbook',
      text: 'This report has more rows than a workbook is made of. The CSV files have the same tables, without a limit.',
    },
    unavailable: {
      title: 'Not available right now',
      text: 'Part of the service cannot be reached. Nothing is lost; try again in a moment.',
    },
    failed: {
      title: 'Something went wrong',
      text: 'The fault is ours. If it happens again, tell us this number: {requestId}',
    },
  },

  general: {
    errorTitle: 'Error: {title}',
    faults: 'Please correct the following:',
    cancel: 'Cancel',
    none: 'None',
    never: 'Not yet',
    always: 'No end date',
    optional: '(optional)',
    via: 'via {via}',
    recalculated: 'Your figures are up to date.',
    recalculating: 'Your figures are being recalculated. Reload the page in a moment.',
    pro: 'Pro plan',
    seePlans: 'See the plans',
    unlock: 'Unlock a year',
    toConnect: 'Connect an assistant',
    lockedValue: 'Locked',
    addFile: 'Add a file',
    enterTransaction: 'Enter a missing transaction',
  },

  codeBlock: {
    copy: 'Copy',
    copied: 'Copied.',
    notCopied: 'Selected: copy it with your keyboard.',
    done: 'Done',
  },

  passwordField: { show: 'Show' },

  language: { title: 'Language' },

  fileForm: {
    tooLarge: {
      title: 'The file is too large',
      text: 'A file can have at most 1 MiB, and several together 2 MiB; nothing was stored. Pack it as .zip or .gz, or export a shorter period.',
    },
    back: 'Back to your files',
  },

  issueTypes: {
    UNMATCHED_TRANSFER_OUT: {
      title: 'Outgoing transfer without a counterpart',
      effect: 'The units may count as sold.',
    },
    UNMATCHED_TRANSFER_IN: {
      title: 'Incoming transfer without a counterpart',
      effect: 'The units count as bought at their value on arrival.',
    },
    POSSIBLE_MIGRATION: {
      title: 'Sale that may be a migration',
      effect: 'It counts as a sale, although one asset may have become the other.',
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
    BALANCE_DIFFERS: {
      title: 'Balance that transactions do not explain',
      effect: 'Something is missing in the account before that moment, or counts twice.',
    },
    REPORTED_DIFFERS: {
      title: 'Total of an exchange that transactions do not explain',
      effect: 'Something is missing in the year, or counts twice or elsewhere.',
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
    POSSIBLE_DUPLICATE: {
      title: 'Transactions that look imported twice',
      effect: 'All of them count, so holdings, gains and income may be too high.',
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

  effect: enEffect,

  /** What is wrong with a file, around the texts of its codes. */
  fileFault: {
    file: 'The file {reason}',
    line: 'Line {line}: {reason}',
    cell: 'Line {line}, column {column}: {reason}',
    explained: '{reason}: {more}',
    next: '{before}; {after}',
    unknown: 'cannot be read',
  },

  fileFaults: enFileFaults,

  lawRules: enRules,

  words: enWords,
} as const;
