/** Files that cannot be read: each is rejected with what to do. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleWorkbook } from '@ctx/converters/test/workbook';
import { LIMITS } from '@ctx/domain/limits';
import { zipSync } from 'fflate';
import { event, importLines, sharedTestStack, type TestStack } from '../stack.ts';
import { accounts, bitvavo, countOf, FILES, preview, sample } from './file-users.ts';
import { plain } from './log-users.ts';
import { newSomeone, type Someone } from './person.ts';

let stack: TestStack;
let other: Someone;

beforeAll(async () => {
  stack = await sharedTestStack();
  other = await newSomeone(stack, 'files-rejected-other@example.org');
});
afterAll(async () => {
  await stack.remove();
});

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('A file that cannot be read is rejected with what to do,', () => {
  const cases: [
    what: string,
    name: string,
    content: string | Uint8Array,
    reason: RegExp,
    fields?: Record<string, string>,
  ][] = [
    [
      'an unknown header',
      'x.csv',
      'a,b\n1,2\n',
      /The file has no header of a known format: .*; see the list of formats/,
    ],
    [
      'a header close to a known one',
      'x.csv',
      bitvavo('X').replace(',Status,', ',State,'),
      /the nearest is Bitvavo: transaction history ?, in line 1 ?; missing: "status"/,
    ],
    [
      'a faulty cell',
      'x.csv',
      bitvavo('X').replace('0.01', 'much'),
      /Line 2, column amount ?: is not a number/,
    ],
    [
      'a file that is cut off',
      'x.csv',
      bitvavo('X').slice(0, -20),
      /Line 2: has no line break at its end, and its last line is cut off/,
    ],
    [
      'a format without time zone',
      'r.csv',
      sample('revolut.csv'),
      /writes times without their zone: name the zone/,
    ],
    [
      'an unknown time zone',
      'x.csv',
      bitvavo('X'),
      /time zone, which is not known/,
      { 'time-zone': 'Mars/Olympus' },
    ],
    [
      'an unknown format',
      'x.csv',
      bitvavo('X'),
      /has no format nothing ?: known are .*trezor-suite/,
      { format: 'nothing' },
    ],
    [
      'another format than the chosen one',
      'x.csv',
      bitvavo('X'),
      /has no header of a known format/,
      { format: 'nexo' },
    ],
    [
      'JSON Lines',
      'x.jsonl',
      '{"kind":"account"}\n',
      /The file is JSON: add the original export of the exchange/,
    ],
    ['an empty file', 'x.csv', '', /The file is empty/],
    ['a binary file', 'x.csv', new Uint8Array(100), /The file is not a text file/],
    [
      'an archive of several files',
      'x.zip',
      zipSync({ a: encoded('a'), b: encoded('b') }),
      /an archive of 2 files: unpack it/,
    ],
    [
      'a workbook of a site that offers CSV',
      'x.xlsx',
      sampleWorkbook('kraken-ledgers'),
      /is a workbook with Kraken: ledgers in its sheet "Data" ?, of which only CSV is read/,
    ],
    ['a broken archive', 'x.zip', encoded('PK\u0003\u0004 nothing'), /cannot be unpacked: it may be cut off/],
    [
      'a gzip bomb',
      'x.gz',
      gzipSync(Buffer.alloc(200 * LIMITS.fileBytesMax)),
      /The file is larger than 2 MiB/,
    ],
    [
      'a zip bomb',
      'x.zip',
      zipSync({ a: new Uint8Array(200 * LIMITS.fileBytesMax) }),
      /The file is larger than 2 MiB/,
    ],
    [
      'an amount with too many digits',
      'x.csv',
      bitvavo('X').replace('0.01', '9'.repeat(30)),
      /Line 2, column amount ?: has more than 18 integer/,
    ],
    [
      'an id that cannot be stored',
      'x.csv',
      bitvavo('X'.repeat(600)),
      /Line 2: has a text that is too long, or has characters that cannot be stored \( ?referenceId/,
    ],
  ];
  it.each(cases)('%s', async (_what, name, content, reason, fields = {}) => {
    const before = await countOf(stack, 'facts.events', other);
    const { status, html } = await preview(other.person, name, content, fields);
    expect([status, plain(html)]).toEqual([422, expect.stringMatching(reason)]);
    expect(html).toContain('<title>Error: Files');
    expect(html).toMatch(/role="alert"[^]*was not read, and nothing was stored/);
    expect(html).not.toContain(`action="${FILES}/add"`);
    expect(await countOf(stack, 'facts.events', other)).toBe(before);
  });

  it('no file at all, with the focus on the field', async () => {
    const { status, html } = await preview(other.person, '', '');
    expect([status, plain(html)]).toEqual([422, expect.stringContaining('Choose a file.')]);
    expect(html).toMatch(/id="file"[^>]*aria-invalid="true"\s+autofocus/);
  });

  it('a file of more than 1 MiB, with status 413, while one of exactly 1 MiB is read', async () => {
    const rows = bitvavo(...Array.from({ length: 10_000 }, (_each, index) => `X${String(index)}`));
    const of = (bytes: number): string => `${rows}${'\n'.repeat(bytes - rows.length)}`;
    const fits = await preview(other.person, 'x.csv', of(LIMITS.fileBytesMax));
    expect([fits.status, plain(fits.html)]).toEqual([200, expect.stringContaining('Add 10000 transactions')]);
    for (const bytes of [LIMITS.fileBytesMax + 1, 2 * LIMITS.fileBytesMax]) {
      const { status, html } = await preview(other.person, 'x.csv', of(bytes));
      expect([status, plain(html)]).toEqual([413, expect.stringContaining('A file can have at most 1 MiB')]);
      expect(html).toContain(`href="${FILES}"`);
    }
  });

  it('a file for an account that a connection feeds', async () => {
    const own = await newSomeone(stack, 'files-exchange@example.org');
    await importLines(stack, own.userId, [
      { kind: 'account', ref: 'bitvavo', accountKind: 'exchange', datasource: 'BITVAVO', label: 'Live' },
      event('E1', 'ACQUISITION', '1', '2026-01-10T10:00:00Z', '100', { account: 'bitvavo' }),
    ]);
    const { status, html } = await preview(own.person, 'x.csv', bitvavo('E1'));
    expect([status, plain(html)]).toEqual([
      422,
      expect.stringContaining('connected account, which takes no files'),
    ]);
    expect(await accounts(stack, own)).toMatchObject([{ label: 'Live', transactionCount: 1 }]);
  });
});
