/** Splits a stream of bytes into lines, in bounded memory. */
import { foreignFormat } from './foreign-format.ts';

export const LINE_BYTES_MAX = 1_048_576;

/** A line that cannot be read. The file is rejected at once. */
export class UnreadableLine extends Error {
  readonly line: number;
  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

const NEWLINE = 0x0a;

/**
 * Yields `[line number from 1, text]` of each line that is not blank. Throws UnreadableLine for invalid UTF-8, for a line over
 * 1 MiB, and for a first line in another format than JSON Lines.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<[number, string]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  const pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let line = 0;
  let isFirst = true;
  const requireJsonLines = (bytes: Uint8Array): void => {
    const format = isFirst ? foreignFormat(bytes) : null;
    if (format !== null) throw new UnreadableLine(line, format);
  };
  const take = (last: Uint8Array): string => {
    const bytes = pending.length === 0 ? last : Buffer.concat([...pending, last]);
    pending.length = 0;
    pendingBytes = 0;
    line += 1;
    requireJsonLines(bytes);
    try {
      const text = decoder.decode(bytes).trim();
      isFirst &&= text === '';
      return text;
    } catch {
      throw new UnreadableLine(line, 'is not UTF-8');
    }
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const text = take(chunk.subarray(start, end));
      if (text !== '') yield [line, text];
      start = end + 1;
    }
    pending.push(chunk.subarray(start));
    pendingBytes += chunk.length - start;
    if (pendingBytes <= LINE_BYTES_MAX) continue;
    line += 1;
    requireJsonLines(Buffer.concat(pending));
    throw new UnreadableLine(line, 'is longer than 1 MiB');
  }
  if (pendingBytes > 0) {
    const text = take(new Uint8Array());
    if (text !== '') yield [line, text];
  }
}
