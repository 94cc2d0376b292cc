import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import configuration from '../../eslint.config.mjs';

// Without the rules that need type information, which takes seconds to build.
const SYNTAX_RULES = configuration.filter(
  ({ rules = {} }) => 'no-restricted-syntax' in rules || 'regexp/no-super-linear-move' in rules,
);

function lint(filename: string, code: string): string[] {
  const parser = { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } } as Linter.Config;
  return new Linter().verify(code, [parser, ...SYNTAX_RULES], { filename }).map(({ message }) => message);
}

describe('the lint rule on SQL', () => {
  it.each([
    ['pool.query', "await pool.query('SELECT 1');"],
    ['client.query with a row type', "await client.query<{ one: number }>('SELECT 1');"],
    ['readAsUser', "await readAsUser(pool, 1, { text: 'SELECT 1' });"],
    ['readAsUserThen', "await readAsUserThen(pool, 1, [], () => ({ text: 'SELECT 1' }));"],
  ])('rejects %s in a file outside of the SQL places', (_call, code) => {
    expect(lint('services/gateway/src/web/account/planted.ts', code)).toEqual([
      expect.stringContaining('SQL runs only in the places'),
    ]);
  });

  it.each([
    'services/gateway/src/identity/planted.ts',
    'services/read/src/queries/planted.ts',
    'services/recalc/src/state.ts',
  ])('accepts SQL in %s', (filename) => {
    expect(lint(filename, "await pool.query('SELECT 1');")).toEqual([]);
  });

  it('accepts the query string of a request everywhere', () => {
    expect(lint('services/gateway/src/web/account/planted.ts', 'read(request.query);')).toEqual([]);
  });
});

describe('the lint rule on regular expressions', () => {
  it.each([
    ['quadratic, because it may begin at each of many characters', String.raw`text.replace(/\s+$/, '');`],
    ['quadratic, because two parts share characters', String.raw`/^\s*.*?\s*$/.exec(text);`],
    ['exponential', String.raw`/^(?:a+)+$/.test(text);`],
    ['made of a constant text', String.raw`new RegExp('[\\r\\n]\\s*$').test(text);`],
  ])('rejects one that is %s', (_what, code) => {
    for (const file of ['services/gateway/src/planted.ts', 'deploy/planted.ts', 'test/e2e/planted.ts'])
      expect(lint(file, code)).not.toEqual([]);
  });

  it('accepts one that begins only where a run of characters begins', () => {
    expect(lint('services/gateway/src/planted.ts', String.raw`text.replace(/(?<!\s)\s+$/, '');`)).toEqual([]);
  });
});

describe('the lint rule on names of types', () => {
  const files = [
    'services/read/src/planted.ts',
    'services/recalc/src/engine/planted.ts',
    'test/e2e/planted.ts',
  ];
  it.each([
    ['an interface', 'interface Asked { readonly id: number }'],
    ['a type', 'export type Revaluing = string;'],
    ['a class', 'class PoolExhausted extends Error {}'],
    ['an irregular participle', 'type Taken = string;'],
    ['a compound that ends in a participle', 'type YearsSeen = string;'],
  ])('rejects %s that is named by a participle', (_what, code) => {
    for (const file of files) expect(lint(file, code)).toEqual([expect.stringContaining('Types are nouns')]);
  });

  it.each([
    'type TakenParts = string;',
    'interface PhotoHolding { readonly id: number }',
    'class Staging {}',
    'type Setting = string;',
    'const loaded = 1;',
  ])('accepts `%s`', (code) => {
    for (const file of files) expect(lint(file, code)).toEqual([]);
  });
});

describe('the lint rule on computing', () => {
  const places = [
    'services/recalc/src/engine/planted.ts',
    'services/recalc/src/runs/pools/compute.ts',
    'services/recalc/src/runs/values/revalue.ts',
  ];
  const waiting = [
    ['an async function', 'export async function compute() {}'],
    ['await', 'await load();'],
    ['a Promise', 'export const loaded = Promise.resolve(1);'],
    ['the type Promise', 'export type Sum = Promise<number>;'],
  ] as const;

  it.each(places.flatMap((place) => waiting.map(([title, code]) => [title, place, code] as const)))(
    'rejects %s in %s',
    (_title, place, code) => {
      expect(lint(place, code)).toEqual([expect.stringContaining('computed synchronously')]);
    },
  );

  it('accepts all of them where figures are loaded', () => {
    for (const [, code] of waiting) expect(lint('services/recalc/src/runs/pools/load.ts', code)).toEqual([]);
  });
});
