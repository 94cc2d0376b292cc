/** English texts of the pages. The other languages have exactly these keys. */
export const en = {
  product: 'Belgian Crypto Tax',
  skip: 'Skip to the content',
  signedInAs: 'Signed in as {email}',
  footer: 'Times are Belgian time. Every figure of this service is an indicative, gross calculation.',
  documentation: 'API documentation',
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

  consent: {
    title: 'Allow {app} to use your data?',
    asks: 'The app wants to',
    alwaysIncluded: 'Always included',
    mayUntick: 'Ticked, the app may also correct. Unticked, it may only read.',
    returnsTo: 'After your answer you return to {host}.',
    unknownMaker:
      'Anyone can give an app any name. Allow access only if you have just started connecting it yourself.',
    loopback: 'After your answer you return to a program on this computer, at {host}.',
    customScheme: 'After your answer you return to the app on this device that opens “{host}” links.',
    revocable: 'You can revoke this access at any time, in your settings under “Connected apps”.',
    allow: 'Allow',
    deny: 'Deny',
    notYou: 'Not you?',
    useAnother: 'Use another account',
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
    unavailable: {
      title: 'Not available right now',
      text: 'Part of the service cannot be reached. Nothing is lost; try again in a moment.',
    },
    failed: {
      title: 'Something went wrong',
      text: 'The fault is ours. If it happens again, tell us this number: {requestId}',
    },
  },
} as const;
