/** English texts of the form for the asset of a transaction. */
export const enAsset = {
  asset: {
    title: 'Asset of: {what}',
    lead: 'Some symbols have had two meanings: LUNA of before May 2022 is LUNC now. Say of which asset this transaction is. Amount, date and value stay; gains and holdings are computed again.',
    imported: 'As imported',
    label: 'Asset',
    hint: 'A symbol such as LUNC, or the key of an asset as the list of transactions has it, with the same letter case.',
    save: 'Save',
    remove: 'As imported again',
    back: 'Back to the transaction',
    edit: 'Correct the asset',
    locked: 'The year of this transaction is locked: unlock it to correct the asset.',
    frozen: 'The year of this transaction was submitted: its asset cannot change.',
    gone: 'The source no longer has this transaction, so its asset cannot change.',
    invalid: 'Enter the symbol of an asset, of at most 256 characters.',
    money: 'Money stays money: a currency cannot become an asset, and an asset cannot become a currency.',
    saved: 'The asset is saved.',
    removed: 'The transaction is of the imported asset again.',
  },
} as const;
