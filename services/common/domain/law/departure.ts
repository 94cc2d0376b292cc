/**
 * What readers of the law say about a departure abroad (new ITC art. 92 §2): propay.be of 3 July 2026, denisemmanuelphilippetax.be and
 * dekeyser-associes.com. No official text was checked.
 */

/** The deferral of the tax, for responses. Pages have it in their own language. */
export const DEFERRAL =
  'Readers of the new ITC art. 92 §2 (propay.be of 3 July 2026, denisemmanuelphilippetax.be, dekeyser-associes.com): the tax is deferred automatically for a move inside the EU, the EEA or to a treaty state, elsewhere against a guarantee, and lapses after 24 months without a sale.';
