/** English texts of the consent page. */

export const enConsent = {
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
} as const;
