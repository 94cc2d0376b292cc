/** Tests which rows a text chooses. */
import { describe, expect, it } from '@jest/globals';
import { chosenRows, nameOf } from './suite.ts';
import { SUITES } from './suites.ts';

const reject = (message: string): never => {
  throw new Error(message);
};
const namesOf = (...texts: string[]): string[] =>
  chosenRows(SUITES, texts, reject).flatMap(({ suite, rows }) => rows.map((row) => nameOf(suite, row)));

describe('--only chooses', () => {
  it.each([
    ['a row by its suite and id', 'faults/F2', ['faults/F2']],
    ['a row by its id', 'R1A', ['rolling/R1A']],
    ['rows of several suites by the same id', 'N3', ['faults/N3', 'citus/N3']],
    ['rows by a part of the title', 'TLS between', ['cluster/tls']],
  ])('%s', (_what, text, ids) => {
    expect(namesOf(text).map((name) => name.split(' ')[0])).toEqual(ids);
  });

  it('all rows of a suite', () => {
    expect(namesOf('replica')).toHaveLength(6);
  });

  it('the rows of several texts, each once and in their own order', () => {
    expect(namesOf('rolling/R1', 'faults/C1', 'R1')).toEqual([
      'faults/C1 kill -9 corrections before commit',
      'rolling/R1 rolling restart of each service in turn',
    ]);
  });

  it('nothing silently: a text that names no row is rejected', () => {
    expect(() => namesOf('faults/C1', 'X9')).toThrow('no row X9; --list prints all');
  });
});

describe('The suites', () => {
  it('have a different id for each of their rows', () => {
    for (const { name, rows } of SUITES)
      expect({ name, ids: new Set(rows.map(({ id }) => id)).size }).toEqual({ name, ids: rows.length });
  });
});
