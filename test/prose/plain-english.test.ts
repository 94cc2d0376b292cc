import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { findPhrases, readPhrases } from './plain-english.ts';

const phrases = readPhrases(readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8'));

/** Written in pieces, so that this file passes the check itself. */
const PLANTED: readonly (readonly [line: string, phrase: string])[] = [
  ['// Deletes rows that ' + 'are over.', 'that ' + 'are over'],
  ['const re' + 'fusal = null;', 're' + 'fus'],
  ["it('serves a w" + "ish', () => {", 'w' + 'ish'],
  ['// The cost of ' + 'what was sold.', 'of ' + 'what '],
  ['/** ' + 'Of the unpacked file. */', '/** ' + 'Of'],
  ['The value, in order: ' + 'that of the override.', ': ' + 'that of'],
  ['/** ' + 'Those of a group stop together. */', '/** ' + 'Those of'],
  ["log.info('the pods " + "of before end');", 'pods ' + 'of before'],
];

describe('The check for plain English', () => {
  it.each(PLANTED)('reports the planted line "%s" with what to write instead', (line, phrase) => {
    const [report, ...others] = findPhrases('a/b.ts', `const a = 1;\n${line}\n`, phrases);
    expect(others).toEqual([]);
    expect(report).toContain(`a/b.ts:2: "${phrase}": write `);
  });

  it.each([
    'End with a list of ' + 'what I still have to do.',
    'The figures equal ' + 'those of a full run.',
    '// of the index, where the line before ends',
  ])('allows the planted line "%s"', (line) => {
    expect(findPhrases('a.ts', line, phrases)).toEqual([]);
  });

  it('allows the words of the network for a connection', () => {
    expect(findPhrases('a.ts', 'ECONNREFUSED: the connection was refused', phrases)).toEqual([]);
  });
});
