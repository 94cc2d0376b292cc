import { describe, expect, it } from '@jest/globals';
import { convert } from '@ctx/converters/convert';
import { columnsOf } from '@ctx/converters/columns';
import { plain, VISITOR } from '../../../test/views.ts';
import { COLUMN_FIELDS, columnChoices, faultsOfChoices, mappingOf, MEANINGS } from './column-choices.ts';
import { filesPage } from './files-view.ts';

const CSV = Buffer.from(
  'Datum;Soort;Munt;Aantal;Waarde\n25/03/2026 14:30;Koop;BTC;0,5;25000,10\n26/03/2026 09:00;Verkoop;BTC;0,2;11000\n',
);
const columns = columnsOf(CSV)!.map(({ name, samples, values }) => ({
  name,
  samples: [...samples],
  values: [...values],
}));
const CHOSEN = {
  platform: 'Mijn beurs',
  'column-time': '0',
  'column-type': '1',
  'column-asset': '2',
  'column-amount': '3',
  'column-euroValue': '4',
  'time-format': 'dd/MM/yyyy HH:mm',
  'decimal-mark': ',',
  'meaning-0': 'BUY',
  'meaning-1': 'SALE',
};
const choicesOf = (changes: Readonly<Record<string, string>> = {}): ReturnType<typeof columnChoices> =>
  columnChoices(new Map(Object.entries({ ...CHOSEN, ...changes })), columns);
const faultsOf = (changes: Readonly<Record<string, string>>): string[] =>
  faultsOfChoices(choicesOf(changes), columns).map(({ field, text }) => `${field} ${text}`);

describe('what a person says about columns', () => {
  it('is a mapping that reads the file', () => {
    const choices = choicesOf();
    expect(faultsOfChoices(choices, columns)).toEqual([]);
    const { events, leftOut, faults } = convert(CSV, { mapping: mappingOf(choices, columns) });
    expect([faults, leftOut]).toEqual([[], []]);
    expect(events.map(({ record: { type, amount, timestamp } }) => [type, amount, timestamp])).toEqual([
      ['ACQUISITION', '0.5', '2026-03-25T13:30:00Z'],
      ['DISPOSITION', '0.2', '2026-03-26T08:00:00Z'],
    ]);
  });

  it.each([
    ['a platform', { platform: ' ' }, 'platform platformMissing'],
    ['a time', { 'column-time': '' }, 'column-time timeMissing'],
    ['an amount', { 'column-amount': '', 'column-asset': '' }, 'column-amount amountsMissing'],
    ['the asset of the amount', { 'column-asset': '' }, 'column-asset halfPair'],
    ['the asset of the fee', { 'column-feeAmount': '1' }, 'column-feeAsset halfPair'],
    ['one way to write amounts', { 'column-sentAmount': '0' }, 'column-amount amountsMissing'],
    ['one use of the column with the amount', { 'column-euroValue': '3' }, 'column-amount usedTwice'],
    ['a meaning of each type', { 'meaning-1': '' }, 'meaning-1 typesMissing'],
  ])('needs %s', (_, changes, fault) => {
    expect(faultsOf(changes)).toContain(fault);
  });

  it.each(['5', '-1', '1e1', '9999', 'constructor', '__proto__'])(
    'cannot name the column %s, which the file does not have',
    (value) => {
      expect(choicesOf({ 'column-time': value }).columns.time).toBeUndefined();
    },
  );

  it('has only meanings, times and decimal signs that the page offers', () => {
    const hostile = choicesOf({ 'meaning-0': '<b>', 'time-format': "'", 'decimal-mark': 'x' });
    expect(hostile).toMatchObject({ timeFormat: '', decimalMark: '.' });
    expect([...hostile.types.keys()]).toEqual([1]);
  });

  it.each(MEANINGS)('may give a type the meaning %s, which a mapping knows', (meaning) => {
    const mapping = mappingOf(choicesOf({ 'meaning-0': meaning }), columns);
    expect(convert(CSV, { mapping }).faults).toEqual([]);
  });

  it.each(COLUMN_FIELDS)('may ask for %s, which a mapping knows', (field) => {
    const { columns: chosen, ...rest } = JSON.parse(mappingOf(choicesOf(), columns)) as {
      columns: Record<string, string>;
    };
    const mapping = JSON.stringify({ ...rest, columns: { ...chosen, [field]: 'Munt' } });
    expect(JSON.stringify(convert(CSV, { mapping }).faults)).not.toContain('MAPPING_FIELD_UNKNOWN');
  });
});

describe('the form about the columns of a file', () => {
  const hostile = [
    { name: '<script>alert(1)</script>', samples: ['=cmd|"/c calc"!A1', '<img src=x>'], values: [] },
    { name: 'type', samples: ['<b>', 'buy'], values: ['<b>', 'buy'] },
  ];
  const page = (language: 'en' | 'nl' | 'fr', choices: ReturnType<typeof columnChoices> | null): string =>
    filesPage({
      language,
      visitor: VISITOR,
      done: null,
      choices: { format: '', account: '', newAccount: '', timeZone: '', mapping: '' },
      faults: [],
      rejected: [],
      files: [],
      accounts: [],
      formats: [],
      columns: {
        returned: { name: '<i>.csv', sha256: 'a', content: 'b' },
        columns: hostile,
        choices,
        faults: choices === null ? [] : faultsOfChoices(choices, hostile),
      },
    });

  it.each([
    ['en', 'What is each column?', 'What does each type mean?'],
    ['nl', 'Wat is elke kolom?', 'Wat betekent elk type?'],
    ['fr', 'Que contient chaque colonne ?', 'Que signifie chaque type ?'],
  ] as const)(
    'asks in the language %s, and for the types once their column is chosen',
    (language, title, types) => {
      const first = plain(page(language, null)).replaceAll('\u00a0', ' ');
      expect(first).toContain(title);
      expect(first).not.toContain(types);
      const chosen = columnChoices(new Map([['column-type', '1']]), hostile);
      expect(plain(page(language, chosen)).replaceAll('\u00a0', ' ')).toContain(types);
    },
  );

  it('shows names and cells of the file as text', () => {
    const html = page('en', columnChoices(new Map([['column-type', '1']]), hostile));
    for (const tag of ['<script>alert', '<img src=x', '<b>', '<i>']) expect(html).not.toContain(tag);
    expect(html).toContain('&lt;img src=x&gt;');
  });
});
