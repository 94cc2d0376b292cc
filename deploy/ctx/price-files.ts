/** The files that `ctx prices import` reads: plain, or packed with gzip or zip, and the archives of Kraken, which are too large to unpack. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileFault, RowFault } from '@ctx/converters/faults';
import { convertPrices, type PriceConversion, type PriceOptions } from '@ctx/converters/prices';
import { type KrakenFile, krakenFile } from '@ctx/converters/prices/candles';
import { ratesOf } from '@ctx/converters/prices/ecb';
import type { Rates } from '@ctx/converters/prices/price-file';
import { FILE_BYTES_MAX } from '@ctx/converters/table';
import { contentOf, type Part, unpacked } from '@ctx/converters/unpack';
import { faultMessage } from '@ctx/domain/file-faults';
import { type Entry, openPromise } from 'yauzl';
import { download, isAddress } from './download.ts';
import { rejectionOfFaults, sizeOf } from './import-source.ts';

/** The euro reference rates of the ECB that ship with the product (deploy/ctx/reference/README.md). */
export const BUNDLED_RATES = fileURLToPath(new URL('./reference/ecb-rates.csv', import.meta.url));

/** Unpacked bytes that are read of one archive of Kraken: a million candles, which take some 300 MB of memory. */
const ARCHIVE_BYTES_MAX = 64 * 1024 * 1024;
const ARCHIVE_NAME = /\.zip$/i;

export interface PriceFileOptions extends Omit<PriceOptions, 'filename' | 'rates'> {
  /** Length in minutes of the candles that are read of an archive of Kraken. */
  readonly minutes: number;
  /** A newer file of the ECB than the one that ships with the product. */
  readonly ratesFile?: string;
}

/** The prices of one file, or of a file in an archive. */
export interface PricesOfFile extends PriceConversion {
  readonly name: string;
}

/** Reads and converts price files. @throws CommandRejection INVALID_FILE */
export async function pricesOfFiles(
  files: readonly string[],
  { minutes, ratesFile, ...options }: PriceFileOptions,
): Promise<PricesOfFile[]> {
  const isConverted = options.currency !== undefined && options.currency.toUpperCase() !== 'EUR';
  const rates = isConverted ? await ratesIn(ratesFile ?? BUNDLED_RATES) : null;
  const wanted = rates === null ? options : { ...options, rates };
  const conversions: PricesOfFile[] = [];
  for (const file of files)
    for await (const { name, bytes } of partsOf(file, { minutes, ...options })) {
      const conversion = convertPrices(bytes, { ...wanted, filename: basename(name) });
      if (conversion.faults.length > 0) throw rejectionOfFaults(name, conversion.faults);
      conversions.push({ ...conversion, name });
    }
  return conversions;
}

async function ratesIn(file: string): Promise<Rates> {
  const [part] = await unpackedFile(file);
  try {
    return ratesOf(part?.bytes ?? new Uint8Array());
  } catch (error) {
    throw rejectionOf(file, error);
  }
}

type Selection = Pick<PriceFileOptions, 'asset' | 'currency' | 'minutes'>;

/** Yields the contents of a file one at a time, since those of an archive may be many. */
async function* partsOf(file: string, selection: Selection): AsyncGenerator<Part> {
  if (isAddress(file)) {
    yield* await unpackedPart({ name: nameOf(file), bytes: await download(file, FILE_BYTES_MAX) });
    return;
  }
  const archive = ARCHIVE_NAME.test(file) ? await candlesInArchive(file, selection) : null;
  yield* archive ?? (await unpackedFile(file));
}

async function unpackedFile(file: string): Promise<Part[]> {
  await sizeOf(file);
  return unpackedPart({ name: file, bytes: await readFile(file) });
}

async function unpackedPart(part: Part): Promise<Part[]> {
  try {
    return await unpacked(part, FILE_BYTES_MAX);
  } catch (error) {
    throw rejectionOf(part.name, error);
  }
}

/** The name of a file at an address: some formats are known by it. */
function nameOf(address: string): string {
  return basename(new URL(address).pathname);
}

/** Returns the wanted files of an archive of Kraken; null if the file is another archive, or none. */
async function candlesInArchive(file: string, selection: Selection): Promise<AsyncGenerator<Part> | null> {
  await sizeOf(file);
  // What is no archive, or a damaged one, is reported by `unpacked`.
  const archive = await openPromise(file, { autoClose: false }).catch(() => null);
  if (archive === null) return null;
  const entries = await Array.fromAsync(archive.eachEntry()).catch(() => []);
  const candles = entries.flatMap((entry) => {
    const named = krakenFile(basename(entry.fileName));
    return named === null ? [] : [{ entry, named }];
  });
  if (candles.length === 0) {
    archive.close();
    return null;
  }
  const wanted = candles.filter(({ named }) => isWanted(named, selection)).map(({ entry }) => entry);
  requireReadable(file, wanted, selection);
  return (async function* () {
    try {
      for (const entry of wanted)
        yield { name: `${file}/${entry.fileName}`, bytes: await contentOf(archive, entry) };
    } catch (error) {
      // The library says what is wrong in the terms of the format, which help nobody.
      throw rejectionOf(
        file,
        error instanceof FileFault ? error : new FileFault(faultMessage('DAMAGED_ARCHIVE')),
      );
    } finally {
      archive.close();
    }
  })();
}

function isWanted(named: KrakenFile, { asset, currency = 'EUR', minutes }: Selection): boolean {
  return (
    named.minutes === minutes &&
    named.currency === currency.toUpperCase() &&
    (asset === undefined || named.asset === asset.toUpperCase())
  );
}

function requireReadable(
  file: string,
  entries: readonly Entry[],
  { asset, currency = 'EUR', minutes }: Selection,
): void {
  const fault = (reason: string): Error => rejectionOfFaults(file, [{ line: null, column: null, reason }]);
  if (entries.length === 0)
    throw fault(
      `has no candles of ${String(minutes)} minutes of ${asset ?? 'any asset'} in ${currency.toUpperCase()}`,
    );
  if (entries.some(({ uncompressedSize }) => uncompressedSize > FILE_BYTES_MAX))
    throw fault('has a file of more than 64 MiB: choose longer candles (--minutes)');
  if (entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > ARCHIVE_BYTES_MAX)
    throw fault('has too many candles: choose one asset (--asset), or longer candles (--minutes)');
}

function rejectionOf(file: string, error: unknown): unknown {
  return error instanceof FileFault || error instanceof RowFault
    ? rejectionOfFaults(file, [error.fault])
    : error;
}
