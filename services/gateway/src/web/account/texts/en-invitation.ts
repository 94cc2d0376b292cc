/** English texts of the page on which a user sets a password with a link of the operator. */

export const enInvitation = {
  invitation: {
    title: 'Choose your password',
    lead: 'For your account {email}. You then sign in with this e-mail address and the password that you choose here.',
    next: 'Password',
    again: 'Password, again',
    submit: 'Set password and sign in',
    unusableTitle: 'This link does not work',
    unusable:
      'It was used already, has expired, was replaced by a newer one, or is not complete. If you have set your password, sign in with it. Otherwise ask the operator of this service for a new link.',
    signIn: 'Go to the sign-in page',
  },
} as const;
