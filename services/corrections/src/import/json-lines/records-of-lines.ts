/** Reads the records of a file of JSON Lines while its bytes arrive. */
import type { SourcedRecord } from '@ctx/converters/records';
import type { ExportedKind } from '@ctx/domain/exported-kinds';
import { ERRORS_MAX, type LineError, RejectedImport } from '../rejected-import.ts';
import { linesOf, UnreadableLine } from './lines.ts';
import { parseLine } from './parse-line.ts';

const EXPORT_CUT_OFF =
  'is not the last line of an export, which has the kind "end": the file may be truncated';

/**
 * Yields the records of a file, and calls `onLine` with the number of each line that it has read. After the first error it yields nothing
 * more, and reads on to name other errors. Throws RejectedImport with all of them.
 */
export async function* recordsOfLines(
  chunks: AsyncIterable<Uint8Array>,
  onLine: (line: number) => void,
): AsyncGenerator<SourcedRecord> {
  const errors: LineError[] = [];
  const ignoredKinds = new Set<ExportedKind>();
  let lastLine = 0;
  try {
    for await (const [line, text] of linesOf(chunks)) {
      lastLine = line;
      const parsed = parseLine(text, line);
      if ('errors' in parsed) errors.push(...parsed.errors);
      else if ('ignoredKind' in parsed) ignoredKinds.add(parsed.ignoredKind);
      else if (errors.length === 0) yield { record: parsed.record, lines: [line] };
      if (errors.length >= ERRORS_MAX) break;
      onLine(line);
    }
  } catch (error) {
    if (!(error instanceof UnreadableLine)) throw error;
    errors.push({ line: error.line, field: '', reason: error.message });
  }
  // Every export ends with this line, so a file without it is truncated.
  if (errors.length === 0 && ignoredKinds.size > 0 && !ignoredKinds.has('end'))
    errors.push({ line: lastLine, field: '', reason: EXPORT_CUT_OFF });
  if (errors.length > 0) throw new RejectedImport(errors.slice(0, ERRORS_MAX));
}
