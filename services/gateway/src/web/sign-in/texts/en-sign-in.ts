/** English texts of sign-in, its second step and sign-out. */

export const enSignIn = {
  signIn: {
    title: 'Sign in',
    forApp: 'Sign in to answer the app that wants to connect.',
    email: 'E-mail address',
    password: 'Password',
    submit: 'Sign in',
    withProvider: 'Sign in with {label}',
    forgotten:
      'Forgotten your password? The operator of this service can set a new one for you. After many failed attempts, your password works only in browsers where you have signed in before; the operator can help with that too.',
    emailMissing: 'Enter your e-mail address.',
    passwordMissing: 'Enter your password.',
    rejected: 'The e-mail address or the password is not correct.',
    tooManyMinute: 'Too many attempts. Try again in a minute.',
    tooMany: 'Too many attempts. Try again in {minutes} minutes.',
    stranger: 'There is no account here for this login. The operator of this service can create one for you.',
    otherLogin:
      'The account with your e-mail address is linked to another login at {label}. Sign in there with that login, or ask the operator of this service to remove the link.',
    denied: 'Signing in was cancelled.',
    expired: 'Signing in took too long. Try again.',
    unavailable: '{label} cannot be reached right now. Try again in a moment.',
    ended:
      'You were inactive for an hour, or signed in twelve hours ago, so your session has ended. Sign in to go back to where you were.',
    endedForm:
      'You were inactive for an hour, or signed in twelve hours ago, so your session has ended. What you sent last was not stored: sign in to go back to its page, and enter it again. A file has to be chosen again.',
    endedKept:
      'You were inactive for an hour, or signed in twelve hours ago, so your session has ended. What you sent last is not stored yet. Sign in here within an hour to see it again, and then send it.',
    signedOut: 'You are signed out.',
    signedOutEverywhere: 'You are signed out everywhere.',
  },

  everywhere: {
    submit: 'Sign out everywhere',
    title: 'Sign out everywhere?',
    text: 'Every session in every browser ends, including this one. Tokens and apps keep their access.',
  },

  secondStep: {
    noBrowser:
      'This browser cannot create or use a passkey here, or JavaScript is turned off. Try another browser.',
    title: 'One more step',
    lead: 'Confirm with your passkey that it is you.',
    usePasskey: 'Use passkey',
    failed: 'The passkey was not accepted. Try again.',
    needsScript:
      'Your browser did not send a passkey, because JavaScript is turned off. Use a recovery code.',
    codeTitle: 'Without your passkey',
    code: 'Recovery code',
    codeHint: 'One of the codes that you saved when you added your passkey. Each works once.',
    codeMissing: 'Enter a recovery code.',
    codeWrong: 'This code is not correct, or has already been used.',
    useCode: 'Use recovery code',
    lost: 'No passkey and no code left? The operator of this service can remove your passkeys.',
    back: 'Sign in with another account',
  },
} as const;
