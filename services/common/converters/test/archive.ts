/** Writes archives (zip) for tests, also those whose headers lie. */
import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of an archive as its headers declare it. What is left out is true of the content. */
export interface DeclaredEntry {
  readonly name?: string;
  readonly content?: Uint8Array;
  readonly isStored?: boolean;
  readonly size?: number;
  readonly packedSize?: number;
  readonly crc?: number;
  readonly flags?: number;
  readonly extra?: Buffer;
  readonly comment?: string;
  /** Index of the entry whose data this entry shares. */
  readonly shares?: number;
}

const bytesOf = (text: string): Buffer => Buffer.from(text);

/** Returns numbers as an archive writes them: with the lowest byte first. */
export function fields(...numbers: readonly [value: number, bytes: 2 | 4][]): Buffer {
  return Buffer.concat(
    numbers.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}

/** Writes an archive whose headers may lie. */
export function archive(entries: readonly DeclaredEntry[], declaredCount = entries.length): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  const places: number[] = [];
  let end = 0;
  for (const entry of entries) {
    const { name = 'a.csv', content = bytesOf('a\n'), isStored = false, extra = Buffer.alloc(0) } = entry;
    const packed = isStored ? Buffer.from(content) : deflateRawSync(content);
    const { size = content.length, packedSize = packed.length, crc = crc32(content), flags = 0 } = entry;
    const common = fields(
      [20, 2],
      [flags, 2],
      [isStored ? 0 : 8, 2],
      [0, 4],
      [crc, 4],
      [packedSize, 4],
      [size, 4],
      [name.length, 2],
      [extra.length, 2],
    );
    const place = entry.shares === undefined ? end : (places[entry.shares] ?? 0);
    places.push(place);
    if (entry.shares === undefined) {
      const local = Buffer.concat([bytesOf('PK\u0003\u0004'), common, bytesOf(name), extra, packed]);
      files.push(local);
      end += local.length;
    }
    const comment = bytesOf(entry.comment ?? '');
    const more = fields([comment.length, 2], [0, 4], [0, 4], [place, 4]);
    const head = [bytesOf('PK\u0001\u0002'), fields([20, 2]), common, more];
    directory.push(Buffer.concat([...head, bytesOf(name), extra, comment]));
  }
  const listed = Buffer.concat(directory);
  const last = fields([0, 4], [declaredCount, 2], [declaredCount, 2], [listed.length, 4], [end, 4], [0, 2]);
  return Buffer.concat([...files, listed, bytesOf('PK\u0005\u0006'), last]);
}
