import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LINE_BYTES_MAX, linesOf } from '../src/import/lines.ts';

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

describe('one JSON object a line, in bounded memory', () => {
  it('numbers lines from 1, passes over blank ones, needs no newline at the end', async () => {
    expect(await read(utf8('a\r\n\n  b\nc'))).toEqual([
      [1, 'a'],
      [3, 'b'],
      [4, 'c'],
    ]);
  });

  it('a byte order mark is no part of the first line', async () => {
    expect(await read(utf8('\ufeffa\nb'))).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  it('wherever the bytes are cut, the lines are the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme' })),
        fc.array(fc.nat(200)),
        async (texts, cuts) => {
          const bytes = utf8(texts.join('\n'));
          const inside = cuts.map((cut) => Math.min(cut, bytes.length));
          expect(await read(bytes, inside)).toEqual(await read(bytes));
        },
      ),
    );
  });

  it('bytes that are not UTF-8 name their line', async () => {
    await expect(read(new Uint8Array([0x61, 0x0a, 0xff, 0x0a]))).rejects.toMatchObject({ line: 2 });
  });

  it('a line over 1 MiB is refused before it is held', async () => {
    await expect(read(new Uint8Array(LINE_BYTES_MAX + 2).fill(0x61))).rejects.toMatchObject({ line: 1 });
  });
});
