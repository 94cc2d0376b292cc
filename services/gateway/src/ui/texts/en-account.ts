/** English texts about the life of tokens, passwords, sessions and the choice of a language. */
export const enAccount = {
  tokenEnds: {
    title: 'How long it works',
    days: '{days} days, to {day}',
    year: 'A year, to {day}',
    missing: 'Choose how long the token works.',
    advice:
      'Anyone who finds a token can use it for as long as it works. For one that can correct, choose the shortest time that you need.',
    orDay: 'Or a last day of your choice',
    orDayHint: 'The token works to the end of this day. It counts instead of your choice above.',
    neverEnds: 'can correct, without an end',
    endsLate: 'can correct for more than a year',
    token: 'Token',
  },

  passwordField: { show: 'Show' },

  everywhere: {
    title: 'Sign out everywhere?',
    text: 'Every session in every browser ends, including this one. Tokens and apps keep their access.',
  },

  firstSteps: {
    token: 'Create your first token',
    inbox: 'Answer open questions in your inbox',
    passkey: 'Add a passkey',
  },

  language: { title: 'Language' },
} as const;
