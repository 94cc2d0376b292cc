/** Kinds of the lines of a person's export that are no facts: an import of the same file passes over them. */
export const EXPORTED_KINDS = [
  // Of the facts, what no import brings.
  'accountState',
  'orphanedNote',
  'orphanedAttachment',
  'year',
  // Corrections.
  'override',
  'rule',
  'transferMatch',
  'correction',
  'answer',
  'recalculation',
  // Who it is, and what may act for them.
  'user',
  'externalLogin',
  'passkey',
  'recoveryCode',
  'token',
  'connection',
  'appToken',
  'session',
  'access',
  // Figures of submitted years, which nothing computes again.
  'frozenYear',
  'frozenFigure',
  'closingState',
  // The last line: how many there are before it.
  'end',
] as const;

export type ExportedKind = (typeof EXPORTED_KINDS)[number];

const KINDS: ReadonlySet<unknown> = new Set(EXPORTED_KINDS);

/** The kind of a parsed line that only an export has, or null for any other line. */
export function exportedKindOf(line: unknown): ExportedKind | null {
  const isExportedOnly = typeof line === 'object' && line !== null && 'kind' in line && KINDS.has(line.kind);
  return isExportedOnly ? (line.kind as ExportedKind) : null;
}
