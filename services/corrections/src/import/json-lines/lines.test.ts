import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LINE_BYTES_MAX, linesOf } from './lines.ts';

async function* inParts(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    yield bytes.subarray(start, Math.max(start, cut));
    start = Math.max(start, cut);
  }
  yield await Promise.resolve(bytes.subarray(start));
}

async function read(bytes: Uint8Array, cuts: readonly number[] = []): Promise<[number, string][]> {
  const lines: [number, string][] = [];
  for await (const line of linesOf(inParts(bytes, cuts))) lines.push(line);
  return lines;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('linesOf', () => {
  it('numbers lines from 1, skips blank lines, and needs no newline at the end', async () => {
    expect(await read(utf8('a\r\n\n  b\nc'))).toEqual([
      [1, 'a'],
      [3, 'b'],
      [4, 'c'],
    ]);
  });

  it('removes a byte order mark from the first line', async () => {
    expect(await read(utf8('\ufeffa\nb'))).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  it('returns the same lines wherever the chunks are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.array(fc.nat(200)),
        async (texts, cuts) => {
          // The first line is JSON, because another first line can be recognised as a different format.
          const bytes = utf8(['{}', ...texts].join('\n'));
          const inside = cuts.map((cut) => Math.min(cut, bytes.length));
          expect(await read(bytes, inside)).toEqual(await read(bytes));
        },
      ),
    );
  });

  it('rejects a line that is not UTF-8, with its number', async () => {
    await expect(read(new Uint8Array([0x61, 0x0a, 0xff, 0x0a]))).rejects.toMatchObject({ line: 2 });
  });

  const utf16 = (text: string, byteOrderMark = ''): Buffer => Buffer.from(byteOrderMark + text, 'utf16le');
  const swapped = (text: string): Buffer => utf16(text, '\ufeff').swap16();
  const RECORD = '{"kind":"price","assetKey":"BTC"}\n';

  it.each([
    ['gzip', gzipSync(RECORD), 'gzip: decompress the file first'],
    ['a ZIP archive, as .xlsx is', Buffer.from('PK\x03\x04\x14\0', 'latin1'), 'ZIP archive or a spreadsheet'],
    ['UTF-16 with a byte order mark', utf16(RECORD, '\ufeff'), 'UTF-16: save the file as UTF-8'],
    ['UTF-16 in the other byte order', swapped(RECORD), 'UTF-16: save the file as UTF-8'],
    ['UTF-16 without a byte order mark', utf16(RECORD), 'UTF-16: save the file as UTF-8'],
    ['a JSON array', utf8('\n[{"kind":"price"}]'), 'is a JSON array: the import reads JSON Lines'],
    ['a JSON array with a byte order mark', utf8('\ufeff[\n{}]'), 'is a JSON array'],
    ['a JSON array longer than the line limit', utf8(`[${'1,'.repeat(LINE_BYTES_MAX)}1]`), 'is a JSON array'],
    ['a JSON object over several lines', utf8('{\n  "kind": "price"\n}'), 'a JSON object of several lines'],
    ['CSV', utf8('Date,Type,Amount\n2025-01-01,BUY,1'), 'looks like CSV'],
    ['CSV with semicolons and quotes', utf8('"Date";"Type"\n'), 'looks like CSV'],
  ])('recognises %s by the first line, wherever the chunks are cut', async (_format, bytes, reason) => {
    const expected = { message: expect.stringContaining(reason) };
    await expect(read(bytes)).rejects.toMatchObject(expected);
    await expect(read(bytes, [1, 2, 3])).rejects.toMatchObject(expected);
  });

  it('looks for another format only in the first line', async () => {
    expect(await read(utf8('{}\na,b'))).toHaveLength(2);
  });

  it('rejects a line over 1 MiB before it is complete', async () => {
    await expect(read(new Uint8Array(LINE_BYTES_MAX + 2).fill(0x61))).rejects.toMatchObject({ line: 1 });
  });
});
