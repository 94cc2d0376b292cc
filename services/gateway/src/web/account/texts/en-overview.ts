/** English texts of the overview of the settings. */

export const enOverview = {
  overview: {
    title: 'Your settings',
    plan: 'Plan',
    free: 'Free plan',
    freeMeaning: 'You need the Pro plan to use programs, assistants and tokens.',
    years: 'Income years',
    submittedMeaning: 'The figures of a submitted year no longer change.',
    yearsMissing: 'Your years cannot be shown right now. Try again in a moment.',
    tokens: 'Personal tokens',
    noTokens: 'You have no personal token.',
    manageTokens: 'Manage tokens',
    makeToken: 'Create a token',
    apps: 'Connected apps',
    noApps: 'No app is connected.',
    manageApps: 'Manage apps',
    lastUsed: 'Last used {when}',
    neverUsed: 'Not used yet',
    corrections: 'Latest corrections',
    noCorrections: 'Nothing has been corrected yet.',
    correctionsMissing: 'The log of corrections cannot be shown right now. Try again in a moment.',
    wholeLog: 'See the whole log',
    account: 'Account',
    email: 'E-mail address',
    signedInSince: 'Signed in since',
    changePassword: 'Change password',
    passkeys: 'Passkeys',
    shortPassword: 'Your password is too short to be safe today. Choose a longer one.',
  },

  firstSteps: {
    token: 'Create your first token',
    inbox: 'Answer open questions in your inbox',
    passkey: 'Add a passkey',
  },
} as const;
