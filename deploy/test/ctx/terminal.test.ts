import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { sectionsOf } from '../../ctx/sections.ts';
import { errorText, rowText, sectionsText, terminalOf } from '../../ctx/terminal.ts';

const WIDE = { columns: 120, hasColours: false };
const shown = (result: object, terminal = WIDE): string => sectionsText(sectionsOf(result), terminal);

describe('A result on a terminal', () => {
  test('of one list is a table with a column for each field', () => {
    const users = [
      { userId: 1, email: 'an@example.org', years: [2025, 2026], beta: [] },
      { userId: 12, email: 'bo@example.org', years: [], beta: ['portfolio'] },
    ];
    expect(shown({ users })).toBe(
      [
        'user id  email           years       beta',
        '1        an@example.org  2025, 2026  -',
        '12       bo@example.org  -           portfolio',
        '',
      ].join('\n'),
    );
  });

  test('without a list has a field on each line, with the fields of the objects in it', () => {
    const run = { events: 3, parked: null };
    expect(shown({ status: 'IDLE', isStale: false, run })).toBe(
      ['status      IDLE', 'is stale    no', 'run events  3', 'run parked  -', ''].join('\n'),
    );
  });

  test('repeats the fields of an object for each row of the list in it', () => {
    const tables = [
      { table: 'lots', rows: 2 },
      { table: 'years', rows: 1 },
    ];
    expect(shown({ differing: [{ userId: 7, tables }] })).toBe(
      ['user id  table  rows', '7        lots   2', '7        years  1', ''].join('\n'),
    );
  });

  test.each([
    ['2026-01-02T03:04:05.678901Z', '2026-01-02 04:04:05'],
    ['2026-07-01T22:30:00Z', '2026-07-02 00:30:00'],
    ['2026-07-02T00:30:00+02:00', '2026-07-02 00:30:00'],
    ['2026-07-02', '2026-07-02'],
  ])('shows %s as %s: an instant in Belgian time and whole seconds, a date as it is', (at, expected) => {
    expect(shown({ at })).toBe(`at  ${expected}\n`);
  });

  test('contains no control or bidirectional characters of the names in it', () => {
    expect(shown({ name: 'a\u001b[31m\u202eb\nc' })).toBe('name  a[31mbc\n');
  });

  test('wraps the widest column between words to fit the width of the terminal', () => {
    const lines = [
      { line: 2, field: 'type', reason: 'must be one of ACQUISITION, DISPOSITION, EXPENSE, FEE, INCOME' },
    ];
    expect(shown({ lines }, { ...WIDE, columns: 40 })).toBe(
      [
        'line  field  reason',
        '2     type   must be one of ACQUISITION,',
        '             DISPOSITION, EXPENSE, FEE,',
        '             INCOME',
        '',
      ].join('\n'),
    );
  });

  test('never wraps between a date and its time', () => {
    const at = '2026-01-02T03:04:05Z';
    const steps = [{ at, toDo: 'Set the value.' }];
    expect(shown({ steps }, { ...WIDE, columns: 30 })).toMatch(/^2026-01-02 04:04:05 {2}Set the/m);
  });

  test('never wraps inside a word, so that ids and secrets can be copied', () => {
    const token = `ctx_${'x'.repeat(60)}`;
    expect(shown({ token }, { ...WIDE, columns: 20 })).toBe(`token  ${token}\n`);
  });

  test('has bold heads only with colours, at the same places', () => {
    const users = [{ userId: 1, email: 'an@example.org' }];
    const coloured = shown({ users }, { ...WIDE, hasColours: true });
    expect(coloured).toContain('\u001b[1muser id\u001b[22m');
    expect(stripVTControlCharacters(coloured)).toBe(shown({ users }));
  });
});

test('An error on a terminal is its message and its code, with "error" in red where colours are wanted', () => {
  expect(errorText('NOT_FOUND', 'no such user', WIDE)).toBe('error: no such user (NOT_FOUND)\n');
  expect(errorText('NOT_FOUND', 'no such user', { ...WIDE, hasColours: true })).toBe(
    '\u001b[31merror:\u001b[39m no such user (NOT_FOUND)\n',
  );
});

test('A result without an end has one line for each row', () => {
  expect(rowText({ id: 7, at: '2026-01-02T03:04:05Z', via: null })).toBe('7  2026-01-02 04:04:05  -\n');
});

describe('terminalOf', () => {
  const stream = (isTTY: boolean, columns: number, hasColours = true): NodeJS.WriteStream =>
    ({ isTTY, columns, hasColors: () => hasColours }) as unknown as NodeJS.WriteStream;

  test('is null for a pipe and for a file', () => {
    expect(terminalOf(stream(false, 0))).toBeNull();
  });

  test('gives the width and the colours of the terminal, and a width of 80 if it is not known', () => {
    expect(terminalOf(stream(true, 132))).toEqual({ columns: 132, hasColours: true });
    expect(terminalOf(stream(true, 0, false))).toEqual({ columns: 80, hasColours: false });
  });
});
