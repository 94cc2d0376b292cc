/** Packed files: what is allocated for one is bounded by what it may hold, whatever it declares. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { archive, fields } from './test/archive.ts';
import { peakOf } from './test/peak.ts';
import { type Part, unpacked } from './unpack.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = KIBIBYTE * KIBIBYTE;
const BYTES_MAX = 2 * MEBIBYTE;

const bytesOf = (text: string): Buffer => Buffer.from(text);
const unpack = (bytes: Uint8Array, name = 'x.zip'): Promise<Part[]> => unpacked({ name, bytes }, BYTES_MAX);
const textsOf = async (bytes: Uint8Array, name?: string): Promise<[string, string][]> =>
  (await unpack(bytes, name)).map((part) => [part.name, Buffer.from(part.bytes).toString()]);

/** Stored entries that declare the size 0 and are all the same bytes: 925 KB that a trusting program unpacks to 1.5 GB. */
const OVERLAPPING = archive([
  { content: Buffer.alloc(840_000, 'x'), isStored: true, size: 0 },
  ...Array.from({ length: 1700 }, (_each, index) => ({
    name: String(index),
    isStored: true,
    size: 0,
    packedSize: 840_000,
    shares: 0,
  })),
]);
const FEW_OVERLAPPING = archive([
  { content: Buffer.alloc(900_000, 'x'), isStored: true },
  ...Array.from({ length: 63 }, (_each, index) => ({
    name: String(index),
    isStored: true,
    size: 0,
    packedSize: 900_000,
    shares: 0,
  })),
]);
const zeros = Buffer.alloc(300 * MEBIBYTE);

describe('An archive', () => {
  it('gives its files, compressed or stored, also with data descriptors, without folders and the files of macOS', async () => {
    const bytes = archive([
      { name: 'one.csv', content: bytesOf('one\n') },
      { name: 'two.csv', content: bytesOf('two\n'), isStored: true },
      { name: 'three.csv', content: bytesOf('three\n'), flags: 8 },
      { name: 'folder/', content: bytesOf('') },
      { name: '__MACOSX/._one.csv' },
    ]);
    expect(await textsOf(bytes)).toEqual([
      ['x.zip/one.csv', 'one\n'],
      ['x.zip/two.csv', 'two\n'],
      ['x.zip/three.csv', 'three\n'],
    ]);
  });

  it('of 64 files is unpacked', async () => {
    const entries = Array.from({ length: 64 }, (_each, index) => ({ name: `${String(index)}.csv` }));
    expect(await unpack(archive(entries))).toHaveLength(64);
  });

  it.each<[what: string, bytes: Buffer, reason: RegExp]>([
    [
      'more than 64 files',
      archive(Array.from({ length: 65 }, () => ({}))),
      /of 65 files, of at most 64: unpack/,
    ],
    ['a number of files that is not there', archive([{}], 2), /cut off or damaged/],
    ['stored entries that declare the size 0', FEW_OVERLAPPING, /cut off or damaged/],
    [
      'entries that share their bytes',
      archive([{}, { name: 'b.csv', shares: 0 }]),
      /is an archive whose files overlap: pack it again with another program/,
    ],
    [
      'entries that overlap in part',
      archive([
        { content: Buffer.alloc(900, 'x'), isStored: true, size: 980, packedSize: 980 },
        { name: 'b' },
      ]),
      /whose files overlap/,
    ],
    [
      'less declared than it holds',
      archive([{ content: Buffer.alloc(9000), size: 10 }]),
      /cut off or damaged/,
    ],
    [
      'more declared than it holds',
      archive([{ content: Buffer.alloc(10), size: 9000 }]),
      /cut off or damaged/,
    ],
    ['another checksum', archive([{ crc: 1 }]), /cut off or damaged/],
    [
      'more bytes than a file may have',
      archive([{ content: Buffer.alloc(BYTES_MAX + 1) }]),
      /larger than 2 MiB/,
    ],
    [
      'files that have more bytes together',
      archive([
        { content: Buffer.alloc(BYTES_MAX / 2 + 1) },
        { name: 'b', content: Buffer.alloc(BYTES_MAX / 2) },
      ]),
      /larger than 2 MiB/,
    ],
    [
      'a size of 4 GiB without the field that holds it',
      archive([{ size: 0xffffffff }]),
      /cut off or damaged|larger than/,
    ],
    [
      'a size in an extra field (zip64)',
      archive([{ size: 0xffffffff, extra: zip64(2 ** 40) }]),
      /cut off or damaged|larger than/,
    ],
    [
      'an extra field that is longer than the field',
      archive([{ extra: fields([7, 2], [9000, 2]) }]),
      /damaged/,
    ],
    ['a password', archive([{ flags: 1 }]), /an archive with a password: unpack it first/],
    ['another archive', archive([{ content: archive([{}]) }]), /has another archive in it: unpack it first/],
    ['a workbook', archive([{ name: '[Content_Types].xml' }, { name: 'xl/a.xml' }]), /save it as CSV/],
  ])('with %s is rejected', async (_what, bytes, reason) => {
    await expect(unpack(bytes)).rejects.toMatchObject({ fault: { reason: expect.stringMatching(reason) } });
  });

  it('with long names, comments and extra fields is unpacked, as all of them are in the file', async () => {
    const long = { name: 'n'.repeat(10_000), comment: 'c'.repeat(10_000), extra: Buffer.alloc(10_000, 0) };
    expect(await unpack(archive(Array.from({ length: 30 }, () => long)))).toHaveLength(30);
  });
});

describe('A file that gzip compressed', () => {
  it('is unpacked, also in several members', async () => {
    const bytes = Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]);
    expect(await textsOf(bytes, 'x.csv.gz')).toEqual([['x.csv', 'one\ntwo\n']]);
  });

  it.each<[what: string, bytes: Buffer, reason: RegExp]>([
    ['more bytes than a file may have', gzipSync(Buffer.alloc(BYTES_MAX + 1)), /larger than 2 MiB/],
    [
      'members that have more bytes together',
      Buffer.concat(Array.from({ length: 3 }, () => gzipSync(Buffer.alloc(MEBIBYTE)))),
      /larger than 2 MiB/,
    ],
    ['an archive in it', gzipSync(archive([{}])), /has another archive in it/],
    ['a missing end', gzipSync('one\n').subarray(0, 20), /cut off or damaged/],
  ])('with %s is rejected', async (_what, bytes, reason) => {
    await expect(unpack(bytes)).rejects.toMatchObject({ fault: { reason: expect.stringMatching(reason) } });
  });
});

function zip64(size: number): Buffer {
  return Buffer.concat([
    fields([1, 2], [8, 2]),
    fields([size % 2 ** 32, 4], [Math.floor(size / 2 ** 32), 4]),
  ]);
}

describe('A hostile file takes no more memory than a few files of the permitted size:', () => {
  it.each([
    ['1,701 entries that declare nothing and overlap', OVERLAPPING],
    ['64 entries that declare nothing and overlap', FEW_OVERLAPPING],
    ['an entry that declares less than it holds', archive([{ content: zeros, size: 1 }])],
    ['an entry that declares what it holds', archive([{ content: zeros }])],
    ['a file of gzip', gzipSync(zeros)],
  ])('%s', (_what, bytes) => {
    expect(bytes.length).toBeLessThan(MEBIBYTE);
    // 2 MiB on the page, and 64 MiB on the command line, of which gzip keeps the chunks and their sum.
    expect(peakOf(bytes, BYTES_MAX)).toBeLessThan(48 * MEBIBYTE);
    expect(peakOf(bytes, 64 * MEBIBYTE)).toBeLessThan(192 * MEBIBYTE);
  });
});
