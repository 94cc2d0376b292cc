/** English texts of the pages of passwords and passkeys. */

export const enPasswords = {
  password: {
    title: 'Change password',
    lead: 'All other sessions end when you change it. Tokens and apps keep their access.',
    none: 'You sign in with {label}, so there is no password to change here.',
    noneAtAll: 'This account has no password.',
    current: 'Current password',
    next: 'New password',
    nextHint:
      'At least {min} characters, better {advised} or more. Several words are easy to remember and hard to guess.',
    again: 'New password, again',
    currentMissing: 'Enter your current password.',
    currentWrong: 'The current password is not correct.',
    nextMissing: 'Enter a new password.',
    tooShort: 'The new password needs at least {min} characters.',
    tooLong: 'The new password may have at most {max} characters.',
    tooCommon:
      'The new password is easy to guess: common words, names, years and sequences are tried first. Choose three or more words that do not belong together, or let a password manager make one.',
    tooPersonal:
      'The new password is little more than your e-mail address or the name of this service. Choose something that nobody would guess.',
    notAlike: 'The two new passwords are not the same.',
    tooMany: 'Too many attempts. Try again later.',
    submit: 'Change password',
    changed: 'Your password is changed, and all other sessions have ended.',
    changedApps: 'These apps still have access. Revoke those that you do not recognise.',
  },

  passkeys: {
    title: 'Passkeys',
    lead: 'With a passkey, signing in takes a second step: after your password, your device or security key confirms that it is you. A stolen password is then not enough to sign in.',
    noPassword: 'You do not sign in with a password here, so there is no second step.',
    noName:
      'Passkeys cannot be added here, because the address of this service is an IP address. Passkeys work only with a host name, such as localhost.',
    listTitle: 'Your passkeys',
    none: 'You have no passkey.',
    name: 'Name',
    nameHint: 'Where you keep the passkey, for example “laptop” or “key on my keyring”.',
    nameMissing: 'Enter a name.',
    created: 'Added',
    lastUsed: 'Last used',
    action: 'Action',
    newTitle: 'Add a passkey',
    add: 'Continue',
    makeTitle: 'Create the passkey “{name}”',
    makeText:
      'Your browser will ask where to keep the passkey: on this device, on a phone, or on a security key.',
    make: 'Create passkey',
    notMade: 'No passkey was created. Try again.',
    added: 'The passkey is added.',
    addedFirst: 'The passkey is added. From now on, signing in asks for it.',
    tooMany: 'You have {max} passkeys, which is the maximum. Remove one that you no longer use.',
    remove: 'Remove',
    removeNamed: 'Remove passkey “{name}”',
    removeTitle: 'Remove the passkey “{name}”?',
    removeText: 'You will no longer be able to sign in with it.',
    removeLastText:
      'This is your last passkey. From then on you sign in with your password alone, and your recovery codes no longer work.',
    removed: 'The passkey is removed.',
    codesTitle: 'Recovery codes',
    codesMeaning: 'If you lose your passkeys, each code lets you sign in once after your password.',
    codesLeft: 'You have {count} unused codes.',
    codesNew: 'These are your new codes. The old ones no longer work.',
    codesKeep:
      'Print these codes or keep them in a password manager, separate from your passkeys. They are not shown again. If you lose your passkeys, each code works once, after your password.',
    codesLabel: 'Your recovery codes',
    newCodes: 'Create new codes',
    newCodesTitle: 'Create new recovery codes?',
    newCodesText: 'Your old codes stop working at once.',
  },
} as const;
