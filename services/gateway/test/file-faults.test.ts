/** What pages show of broken files: samples of all formats, price files and mappings, cut, garbled and taken for others. */
import { convert } from '@ctx/converters/convert';
import type { Fault } from '@ctx/converters/faults';
import { FORMATS } from '@ctx/converters/formats';
import { convertPrices } from '@ctx/converters/prices';
import { FILE_FAULTS, type FaultMessage, type FileFaultCode } from '@ctx/domain/file-faults';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileFaultList } from '../src/ui/file-faults.ts';
import type { Language } from '../src/ui/language.ts';
import { FORMAT_TEXTS } from '../src/ui/texts/format-texts.ts';
import { TEXTS } from '../src/ui/texts/texts.ts';
import { faultsMessage } from '../../corrections/src/import/files/fault-messages.ts';
import { plain } from './views.ts';

const SAMPLES_FOLDER = join(import.meta.dirname, '../../common/converters/samples');
const SAMPLES = globSync('*.csv', { cwd: SAMPLES_FOLDER }).map((file) =>
  readFileSync(join(SAMPLES_FOLDER, file), 'utf8'),
);
const PRICES = [
  'asset,date,eur\nBTC,2026-03-29,70000.5\n',
  'snapped_at,price,market_cap,total_volume\n2026-02-28 23:00:00 UTC,2.5,1,1\n',
  '[{"asset":"BTC","date":"2026-01-31","eur":"1"}]',
];
const MAPPING = JSON.stringify({ platform: 'X', columns: { time: 'at', amount: 'n', asset: 'of' } });
const OTHERS: readonly Exclude<Language, 'en'>[] = ['nl', 'fr'];

/** What is done to a text: cells become others, an end is cut off, lines are joined. */
const breakage = fc.record({
  kind: fc.constantFrom('cut', 'cell', 'header', 'quote', 'binary', 'twice'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cell: fc.constantFrom(
    '',
    'much',
    '-',
    '99/99/9999',
    '1e999',
    '💥',
    '"',
    '12:30',
    'ABC-DEF-GHI',
    'x'.repeat(300),
  ),
});
type Breakage = Parameters<typeof broken>[1];

function broken(text: string, { kind, at, cell }: { kind: string; at: number; cell: string }): string {
  const place = Math.floor(at * text.length);
  if (kind === 'cut') return text.slice(0, place);
  if (kind === 'quote') return `${text.slice(0, place)}"${text.slice(place)}`;
  if (kind === 'binary') return `${text.slice(0, place)}\0${text.slice(place)}`;
  if (kind === 'twice') return `${text}\n${text}`;
  const cells = text.split(/(?=[,;\t\n])/);
  const index =
    kind === 'header' ? Math.floor(at * Math.min(6, cells.length)) : Math.floor(at * cells.length);
  return cells.map((each, n) => (n === index ? `${each.slice(0, 1)}${cell}` : each)).join('');
}

/** Returns all faults of a broken file, also those of single rows, by whichever reader. */
function faultsOf(text: string, reader: string): Fault[] {
  if (reader === 'prices') return [...convertPrices(Buffer.from(text)).faults];
  const mapping = reader === 'mapping' ? { mapping: text } : {};
  const { faults, leftOut } = convert(Buffer.from(reader === 'mapping' ? 'at,n,of\n' : text), mapping);
  const ofRows = leftOut.flatMap(({ line, column = null, detail, messages }) =>
    detail === undefined ? [] : [{ line, column, reason: detail, messages: messages ?? [] }],
  );
  return [...faults, ...ofRows];
}

/** Returns the longest part of the English text between its values. */
function english({ code }: FaultMessage): string {
  const parts = FILE_FAULTS[code].split(/\{\w+\}/).map((part) => part.trim());
  return parts.toSorted((left, right) => right.length - left.length)[0] ?? '';
}

const rendered = (faults: readonly Fault[], language: Language): string =>
  plain(String(fileFaultList(faultsMessage(faults), language)));

describe('Whatever is wrong with a file', () => {
  it('has codes, and a page in Dutch or French shows none of it in English', () => {
    const seen = new Set<FileFaultCode>();
    const files = fc.oneof(
      { weight: 8, arbitrary: fc.tuple(fc.constantFrom(...SAMPLES), fc.constant('export')) },
      { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...PRICES), fc.constant('prices')) },
      { weight: 1, arbitrary: fc.tuple(fc.constant(MAPPING), fc.constant('mapping')) },
    );
    fc.assert(
      fc.property(files, breakage, ([text, reader]: [string, string], how: Breakage) => {
        for (const fault of faultsOf(broken(text, how), reader)) {
          expect(fault.messages.length).toBeGreaterThan(0);
          for (const message of fault.messages) seen.add(message.code);
          for (const language of OTHERS) {
            const text = rendered([fault], language);
            expect(text).not.toBe(rendered([{ ...fault, messages: [] }], language));
            for (const message of fault.messages) expect(text).not.toContain(english(message));
          }
        }
      }),
      { numRuns: 600, seed: 49 },
    );
    expect(seen.size).toBeGreaterThanOrEqual(15);
  });

  it('has a text of its own for every code in each language, none of which is the English one', () => {
    for (const language of OTHERS)
      for (const code of Object.keys(FILE_FAULTS) as FileFaultCode[]) {
        const text = TEXTS[language].fileFaults[code];
        expect([code, text]).not.toEqual([code, TEXTS.en.fileFaults[code]]);
        const page = rendered(
          [{ line: null, column: null, reason: '', messages: [{ code, values: {} }] }],
          language,
        );
        expect(page).not.toBe(rendered([{ line: null, column: null, reason: '', messages: [] }], language));
      }
  });

  it('names no option of a command on a page', () => {
    const options = Object.values(TEXTS).flatMap(({ fileFaults }) =>
      Object.values(fileFaults).filter((text) => text.includes('--')),
    );
    expect(options).toEqual([]);
  });

  it('is said in general words where its code is not known, as that of a newer version', () => {
    const messages = [{ code: 'NEWER', values: {} }];
    const list = fileFaultList([{ line: 3, reason: 'is newer', messages }], 'nl');
    expect(plain(String(list))).toBe('Regel 3: kan niet gelezen worden.');
  });
});

describe('The titles of formats', () => {
  it.each(OTHERS)('are in the language of the page in every sentence about a file: %s', (language) => {
    const headers = FORMATS.map(({ headers: [first = []] }) => [...first.slice(0, -1), 'other'].join(','));
    const named = headers.flatMap((header) => {
      const { faults } = convert(Buffer.from(`${header}\n1\n`), { filename: 'x.csv', eventsMax: 10 });
      const titles = FORMATS.filter(({ title }) =>
        JSON.stringify(faults).includes(JSON.stringify(title).slice(1, -1)),
      );
      const text = plain(String(fileFaultList(faultsMessage(faults), language)));
      return titles.map(({ id, title }) => ({
        text,
        title,
        translated: FORMAT_TEXTS[language][id]?.title ?? title,
      }));
    });
    expect(named.length).toBeGreaterThan(10);
    for (const { text, title, translated } of named) {
      if (translated === title) continue;
      expect(text).toContain(plain(translated));
    }
  });

  it('can be listed, because none contains the mark between them', () => {
    expect(FORMATS.filter(({ title }) => title.includes(', '))).toEqual([]);
  });
});
