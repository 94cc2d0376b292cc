/** Kinds of lines in an export that are not facts. An import of the same file ignores them. */
export const EXPORTED_KINDS = [
  // Parts of the facts that cannot be imported.
  'accountState',
  'importedFile',
  'eventOfFile',
  'moneyOfFile',
  'possibleDuplicate',
  'orphanedNote',
  'orphanedAttachment',
  'year',
  // Corrections.
  'override',
  'rule',
  'transferMatch',
  'circumstances',
  'enteredPrice',
  'statedBalance',
  'statedTotal',
  'chosenRegime',
  'correction',
  'answer',
  'recalculation',
  'webhook',
  'waitingEvent',
  // The user, and the credentials that act for the user.
  'user',
  'externalLogin',
  'passkey',
  'recoveryCode',
  'token',
  'connection',
  'appToken',
  'session',
  'upload',
  'access',
  // Figures of submitted years, which are never recalculated.
  'frozenYear',
  'frozenFigure',
  'closingState',
  // The last line, with the number of lines before it.
  'end',
] as const;

/** A kind of line that only an export has. */
export type ExportedKind = (typeof EXPORTED_KINDS)[number];

const KINDS: ReadonlySet<unknown> = new Set(EXPORTED_KINDS);

/** Returns the kind of a parsed line that only an export has; null for any other line. */
export function exportedKindOf(line: unknown): ExportedKind | null {
  const isExportedOnly = typeof line === 'object' && line !== null && 'kind' in line && KINDS.has(line.kind);
  return isExportedOnly ? (line.kind as ExportedKind) : null;
}
