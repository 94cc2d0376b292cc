import { describe, expect, it } from '@jest/globals';
import { HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import { filePreviewPage, type FilePreviewView } from './file-preview.ts';

const NOTHING = { removed: 0, kept: 0, first: [] };
const TRANSACTIONS = { added: 4, known: 2, changed: 1, lookalikes: [], undone: NOTHING };
const PREVIEW = {
  format: 'kraken-trades',
  title: 'Kraken: trades',
  accountRef: 'kraken',
  accountLabel: 'Kraken',
  rows: 8,
  events: { ACQUISITION: 7 },
  assets: [{ asset: 'BTC', events: 7 }],
  from: '2025-03-03T10:00:00Z',
  to: '2025-03-05T10:00:00Z',
  transfers: 0,
  withoutValue: 0,
  leftOut: [],
  transactions: TRANSACTIONS,
  earlier: [],
};

const page = (
  transactions: Partial<NonNullable<FilePreviewView['preview']['transactions']>> = {},
  changes: Partial<FilePreviewView['preview']> = {},
): string =>
  filePreviewPage({
    language: 'en',
    visitor: VISITOR,
    name: 'trades.csv',
    preview: { ...PREVIEW, transactions: { ...TRANSACTIONS, ...transactions }, ...changes },
    returned: {},
  });

describe('the preview of a file', () => {
  it('says how many of its transactions are new, stored, and stored with other values', () => {
    const text = plain(page());
    expect(text).toMatch(/New 4 .* Stored already 2 Stored with other values 1/);
    expect(text).toContain('Add 7 transactions');
    expect(text).not.toContain('Look first');
  });

  it('asks before it adds transactions that look like others, and names each source', () => {
    const lookalikes = [
      {
        accountRef: 'a',
        accountLabel: HOSTILE,
        format: 'kraken-ledgers',
        formatTitle: 'Kraken: ledgers',
        transactions: 3,
      },
      { accountRef: 'b', accountLabel: 'Live', transactions: 2 },
    ];
    const html = page({ lookalikes });
    expect(html).toContain(HOSTILE_SHOWN);
    expect(plain(html)).toMatch(
      /Look first: .* 3 look like transactions of .* from the format Kraken: ledgers 2 look like transactions of Live /,
    );
    expect(plain(html)).toContain('Add it all the same');
    expect(plain(html)).not.toContain('Add 7 transactions');
  });

  it('names the transactions of an earlier file that it undoes, and says which of them stay', () => {
    const withdrawal = { type: 'DISPOSITION', asset: HOSTILE, isKept: false };
    const first = [
      { ...withdrawal, timestamp: '2025-03-04T10:00:00Z', amount: '1.5' },
      { ...withdrawal, timestamp: '2024-03-04T10:00:00Z', isKept: true },
    ];
    const html = page({ undone: { removed: 1, kept: 1, first } });
    expect(html).toContain(HOSTILE_SHOWN);
    expect(plain(html)).toMatch(
      /2 transactions of an earlier file are undone by this one .*submitted stays.* Sold Asset 1\.5 .* leaves .* Sold Asset <.* stays, its year was submitted/,
    );
    expect(plain(page())).not.toContain('undone');
  });

  it('offers to undo transactions although the file has none to add', () => {
    const [counts, undone] = [
      { added: 0, known: 0, changed: 0 },
      { removed: 2, kept: 0, first: [] },
    ];
    const text = plain(page({ ...counts, undone }, { events: {} }));
    expect(text).toContain('Undo 2 transactions');
    expect(text).not.toContain('The file has no transactions to add.');
    expect(plain(page({ ...counts }, { events: {} }))).toContain('The file has no transactions to add.');
  });

  it('says how to enter a row that is left out, with a link to the template', () => {
    const row = {
      reason: 'UNKNOWN_TYPE',
      meaning: '',
      type: 'new',
      rows: 1,
      lines: [3],
      needsCheck: true,
      messages: [],
    };
    const html = page({}, { leftOut: [row] });
    expect(plain(html)).toContain('Enter many with the universal template of Koinly');
    expect(html).toContain('<a href="/docs/files">');
    expect(page({}, { leftOut: [{ ...row, needsCheck: false }] })).not.toContain('/docs/files');
  });

  it('names the rows between which something is missing, and says so if the balances fit', () => {
    const times = { from: '2025-03-03T10:00:00Z', until: '2025-03-05T10:00:00Z' };
    const found = {
      wallet: HOSTILE,
      asset: 'BTC',
      afterLine: 8,
      line: 7,
      ...times,
      difference: '-0.00501',
      unreadable: [],
    };
    const opening = { wallet: '', asset: 'ETH', line: 4, amount: '2' };
    const broken = page({}, { balances: { ...times, breaks: [found], openings: [opening] } });
    expect(plain(broken)).toContain('Between line 7 and line 8, 0.00501 BTC left that no row explains.');
    expect(broken).toContain(HOSTILE_SHOWN);
    expect(plain(broken)).toContain('Before line 4 there was a balance of 2 ETH .');
    expect(plain(broken)).not.toContain('The balances in the file fit');
    const unreadable = { ...found, difference: '0.5', unreadable: [7] };
    expect(plain(page({}, { balances: { ...times, breaks: [unreadable], openings: [] } }))).toContain(
      'arrived that no row explains. Wallet',
    );
    const whole = plain(page({}, { balances: { ...times, breaks: [], openings: [] } }));
    expect(whole).toContain('The balances in the file fit its rows');
    expect(plain(page())).not.toContain('Balances');
  });

  it('says so if every transaction is stored already', () => {
    expect(plain(page({ added: 0, changed: 0 }))).toContain(
      'Every transaction of this file is stored already.',
    );
    expect(plain(page())).not.toContain('Every transaction of this file');
  });
});
