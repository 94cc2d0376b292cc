/** English texts of the inbox. */
export const enInbox = {
  inbox: {
    titleOfYear: 'Inbox of {year}',
    none: 'There are no open questions. Your figures rest on everything that was asked.',
    byQueue: 'Questions by subject',
    all: 'All',
    rules: 'Rules that answer for you',
    allYears: 'Questions of all years',
    nothingHere: 'There are no questions on this subject.',
    whatToDo: 'What to do:',
    locked: 'This year is locked: effects in euro are not shown.',
    unlock: 'Unlock the year',
    namesake: 'Perhaps the same asset as {asset}, which was bought and never sold.',
    matchMissing:
      'Match {transfer} with its other side. If it has none, add the account or file that holds the missing purchases.',
    thisTransfer: 'this transfer',
    lookAtFile:
      'Look at {file}: rows of it were left out, or its balances show what its rows lack. If that is not it, add the account or file that holds the missing purchases.',
    thisFile: 'this file',
    joinMatch:
      'Its other side is matched already, and that match lacks this amount: match the two and join that match. Or say what it was.',
    enterPrices: 'Enter the prices of {asset}',
    photoWithoutPrice: 'The price of {asset} at the end of 2025 is missing.',
    submittedYear:
      'Its figures are those that were submitted, and no answer here changes them. The person who filed the return decides whether to correct it.',
    toYear: 'Look at {year}',
    balanceOfFile:
      'The file {file} shows it between line {from} and line {to}: {difference} {asset} that no row explains.',
    balanceStated:
      '{account} had {stated} {asset}, and its transactions add up to {expected}: a difference of {difference}.',
    toBalances: 'Balances of the account',
    reportedUnits:
      '{platform} stated {stated} {asset} as “{kind}”, and your transactions add up to {own}: a difference of {difference}.',
    reportedEur: '{platform} stated another value of {asset} as “{kind}” than your transactions add up to.',
    toReported: 'Compare {year} with {platform}',
    duplicate:
      '{count} transactions of the file “{file}” ({account}) look like transactions of {other}, from {from} to {to}.',
    ofFile: '{account} from the file “{file}”',
    removeFile: 'Remove the file',
    areDifferent: 'They are different',
    kept: 'Noted: the transactions are different.',
    impact: 'With the suggested answer, your tax changes by {amount}.',
    pages: 'Pages of the inbox',
    previous: 'Earlier questions',
    next: 'More questions',
    queues: {
      TRANSFERS: 'Transfers',
      PRICES: 'Prices',
      COST_BASIS: 'Cost',
      CLASSIFICATION: 'Classification',
      CORRECTIONS: 'Corrections',
    },
    severities: {
      HIGH: 'Important',
      MEDIUM: 'To do',
      LOW: 'Minor',
    },
    actions: {
      MATCH_TRANSFER: 'Match it with its other side, or say what it was.',
      REVIEW_TRANSFER:
        'Check both sides. Match other transfers that belong to it too; undo the match if the sides do not belong together.',
      SET_EUR_VALUE: 'Set its value in euro.',
      IMPORT_PRICES: 'Enter the price of this asset at the end of 2025.',
      ADD_DATA_SOURCE: 'Add the account or file that holds the missing purchases.',
      COMPARE_REPORTED:
        'Add the file of the exchange that is missing, or compare its list of transactions with yours.',
      SET_TREATMENT: 'Say what it was: set its treatment.',
      IGNORE_EVENT: 'Ignore it, or set its treatment if it is real.',
      REVIEW_EVENT: 'Check its type and treatment.',
      REMOVE_FILE:
        'If they are the same transactions, remove one of the two files. Otherwise, say that they are different.',
      REMOVE_OVERRIDE: 'Remove the correction if the transaction is gone for good.',
      REVIEW_YEAR: 'Look at the year with the person who filed it.',
    },
  },
} as const;
