/** English texts of a report as a supporting document of the return. */

export const enSupporting = {
  supporting: {
    title: 'Supporting document of the return',
    statement:
      'This report is the supporting document of article 307, § 1/1, of the income tax code. The exemption of the year and the exemption carried over from earlier years are claimed in the return; here are the amounts, and every transaction behind them. Keep it with your return.',
    complete: 'Nothing that it needs is known to be missing.',
    incomplete: 'To be complete, it lacks:',
    lacks: {
      questions: { one: 'the answer to 1 open question', several: 'the answers to {count} open questions' },
      values: { one: 'the value of 1 transaction', several: 'the values of {count} transactions' },
      photoPrices: {
        one: 'the price of 1 asset at the end of 2025',
        several: 'the prices of {count} assets at the end of 2025',
      },
      circumstances:
        'the circumstances of the year: gains on other financial assets, the exemption that they use, and the municipal surcharge',
      submission: 'a final state: the year is not submitted, so its figures can still change',
    },
  },
} as const;
