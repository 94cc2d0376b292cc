import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import type { StoredFile } from '@ctx/proto/gen/ctx/v1/corrections';
import { plain } from '../../../test/views.ts';
import { gapsIn, reachOf } from '../../answers/files/reach.ts';
import { reachSection } from './reach-view.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');

let files = 0;
function file(from: string | null, until: string | null, more: Partial<StoredFile> = {}): StoredFile {
  files += 1;
  const at = (day: string | null): string | undefined => (day === null ? undefined : `${day}T12:00:00.000Z`);
  return {
    id: String(files),
    name: 'ledgers.csv',
    platform: 'Kraken',
    format: 'kraken-ledgers',
    accountId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    accountRef: 'kraken',
    accountLabel: 'Kraken',
    rows: 1,
    events: 1,
    added: 1,
    changed: 0,
    importedAt: '2026-11-01T12:00:00Z',
    via: 'page',
    leftOut: [],
    firstAt: at(from),
    lastAt: at(until),
    ...more,
  };
}

const gapsOf = (...list: StoredFile[]): (readonly [string, string | undefined])[] =>
  reachOf(list, NOW).flatMap(({ gaps }) =>
    gaps.map(({ from, until }) => [from.slice(0, 10), until?.slice(0, 10)] as const),
  );

describe('How far the files of an account reach', () => {
  it('is from the first row of all its files to the last, whatever the order in which they were added', () => {
    const [reach, ...others] = reachOf(
      [file('2025-06-01', '2026-11-20'), file('2024-01-05', '2025-05-30')],
      NOW,
    );
    expect(others).toEqual([]);
    expect(reach).toEqual({
      accountLabel: 'Kraken',
      from: '2024-01-05T12:00:00.000Z',
      until: '2026-11-20T12:00:00.000Z',
      gaps: [],
    });
  });

  it('is listed for each account by itself', () => {
    const ledger = { accountRef: 'ledger', accountLabel: 'Ledger' };
    const reaches = reachOf(
      [file('2026-11-01', '2026-11-20', ledger), file('2026-10-01', '2026-11-20')],
      NOW,
    );
    expect(reaches.map(({ accountLabel }) => accountLabel)).toEqual(['Kraken', 'Ledger']);
  });

  it.each([
    ['31 days are a quiet month', '2026-01-31', '2026-03-03', []],
    ['32 days are a gap', '2026-01-31', '2026-03-04', [['2026-01-31', '2026-03-04']]],
  ] as const)('has a gap between two files from more than a month on: %s', (_what, until, from, gaps) => {
    expect(gapsOf(file('2026-01-01', until), file(from, '2026-11-20'))).toEqual(gaps);
  });

  it('has no gap where a third file covers the time between two, also one that begins before the first', () => {
    expect(
      gapsOf(
        file('2025-01-01', '2025-02-01'),
        file('2025-12-01', '2026-11-20'),
        file('2024-12-01', '2025-12-15'),
      ),
    ).toEqual([]);
  });

  it('has an open end after the last row from more than a month on', () => {
    expect(gapsOf(file('2026-01-01', '2026-10-27'))).toEqual([]);
    expect(gapsOf(file('2026-01-01', '2026-10-26'))).toEqual([['2026-10-26', undefined]]);
  });

  it('is not told from files without events, and not from transactions that were entered by hand', () => {
    expect(reachOf([file(null, null), file('2026-11-01', '2026-11-02', { format: 'entered' })], NOW)).toEqual(
      [],
    );
  });
});

describe('The section about it', () => {
  it('is left out without files that have rows', () => {
    expect(reachSection([file(null, null)], 'en', NOW)).toBeNull();
  });

  it.each(LANGUAGES)('names each time without rows by its days and says what to do, in %s', (language) => {
    const list = [file('2024-01-05', '2024-03-01'), file('2025-06-01', '2026-02-01')];
    const text = plain(String(reachSection(list, language, NOW)));
    for (const year of ['2024', '2025', '2026']) expect(text).toContain(year);
    expect(text).not.toMatch(/\{\w+\}/);
    expect(text.match(/\b1 (Mar|mrt|mars) 2024/g)).toHaveLength(1);
  });
});

describe('The times without rows of a year', () => {
  const inYear = (year: number, ...list: StoredFile[]): (readonly [string, string | undefined])[] =>
    gapsIn(year, list, NOW).flatMap(({ gaps }) =>
      gaps.map(({ from, until }) => [from.slice(0, 10), until?.slice(0, 10)] as const),
    );

  it.each<
    readonly [string, number, readonly StoredFile[], readonly (readonly [string, string | undefined])[]]
  >([
    [
      'one within it',
      2025,
      [file('2025-01-05', '2025-03-01'), file('2025-06-01', '2026-11-20')],
      [['2025-03-01', '2025-06-01']],
    ],
    ['none of another year', 2026, [file('2025-01-05', '2025-03-01'), file('2025-06-01', '2026-11-20')], []],
    [
      'one over the turn of the year, in both',
      2025,
      [file('2025-01-05', '2025-11-01'), file('2026-02-01', '2026-11-20')],
      [['2025-11-01', '2026-02-01']],
    ],
    [
      'the end of a year that nothing follows',
      2025,
      [file('2025-01-05', '2025-09-30')],
      [['2025-09-30', undefined]],
    ],
    ['the whole year', 2026, [file('2025-01-05', '2025-09-30')], [['2025-09-30', undefined]]],
    ['none where the last file ends in a later year', 2025, [file('2025-01-05', '2026-02-01')], []],
    ['of the present year, none after today', 2026, [file('2025-01-05', '2026-11-20')], []],
    ['none before the first file', 2024, [file('2025-01-05', '2026-11-20')], []],
  ])('are %s', (_what, year, list, expected) => {
    expect(inYear(year, ...list)).toEqual(expected);
  });
});
