/** A ZIP file, made while its files are. */
import { Zip, ZipDeflate } from 'fflate';

/** A file of a ZIP file. */
export interface ZipFile {
  readonly name: string;
  readonly parts: () => AsyncIterable<string | Uint8Array>;
}

/** Returns a ZIP file in parts, one for each part of a file. The next file is asked for when the one before is complete. */
export async function* zipParts(files: Iterable<ZipFile>, at: Date): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const taken = (): Uint8Array => {
    const part = Buffer.concat(made);
    made = [];
    return part;
  };
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    made.push(bytes);
  });
  for (const { name, parts } of files) {
    const file = new ZipDeflate(name);
    file.mtime = at;
    zip.add(file);
    for await (const part of parts()) {
      file.push(typeof part === 'string' ? Buffer.from(part) : part);
      yield taken();
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  yield taken();
}
