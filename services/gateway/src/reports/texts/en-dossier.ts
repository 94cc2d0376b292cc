/** English text of the file that says what a dossier is, line by line. */

export const enDossier = {
  dossier: {
    text: [
      'Dossier of the year {year}',
      '',
      'This file has everything that the crypto figures of {year} come from, and the figures themselves. Somebody who does not trust the service can compute the figures again from it.',
      '',
      'report/: the report for people: one page for the browser, and each of its tables as a CSV file with commas and decimal points',
      'data/: the same for programs: JSON Lines in UTF-8, with every digit',
      'manifest.json: the list of all files with their SHA-256, and the chain of corrections',
      '',
      'In data/:',
      'facts, overrides, rules, matches, prices, money, years, opening: what goes into the calculation',
      'law: the rules and amounts of the law for the year',
      'events, slices, lots, photo, figures: what comes out of it',
      'issues: open questions',
      'log: the log of corrections; each hash covers the one before it, so no entry can be changed unseen',
      'reported: what exchanges report to the administration about the year',
      '',
      'All amounts are in EUR, gross and indicative: none is the amount due.',
      'If recomputable in manifest.json is false, reasons says why the figures cannot be computed again from this file.',
    ].join('\n'),
  },
} as const;
