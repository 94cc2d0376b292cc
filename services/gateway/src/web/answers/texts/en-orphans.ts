/** English texts of corrections whose transaction is gone. */
export const enOrphans = {
  orphans: {
    about: '{type}: {asset}.',
    since: 'Its transaction is gone since {day}.',
    reference: 'Its reference: {reference}.',
    note: 'Your note: {note}.',
    remove: 'Remove this correction',
    removeAll: 'Remove all of these corrections',
    title: 'Remove this correction?',
    titleOfSeveral: 'Remove {count} corrections?',
    meaning:
      'The transaction is no longer in your data, so the correction changes nothing now. Kept, it counts again if the transaction returns; removed, it does not. Nothing is removed yet.',
    more: 'and {count} more',
    confirm: 'Remove',
    goneTitle: 'There is nothing to remove here any more',
    gone: 'The correction was removed in the meantime, or its transaction is back and the correction counts again.',
  },
} as const;
