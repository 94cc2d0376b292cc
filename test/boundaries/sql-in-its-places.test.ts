import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import configuration from '../../eslint.config.mjs';

// Without the rules that need type information, which takes seconds to build.
const SYNTAX_RULES = configuration.filter(({ rules = {} }) => 'no-restricted-syntax' in rules);

function lint(filename: string, code: string): string[] {
  const parser = { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } } as Linter.Config;
  return new Linter().verify(code, [parser, ...SYNTAX_RULES], { filename }).map(({ message }) => message);
}

describe('the lint rule on SQL', () => {
  it.each([
    ['pool.query', "await pool.query('SELECT 1');"],
    ['client.query with a row type', "await client.query<{ one: number }>('SELECT 1');"],
    ['readAsUser', "await readAsUser(pool, 1, { text: 'SELECT 1' });"],
  ])('rejects %s in a file outside of the SQL places', (_call, code) => {
    expect(lint('services/gateway/src/settings/planted.ts', code)).toEqual([
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
    expect(lint('services/gateway/src/settings/planted.ts', 'read(request.query);')).toEqual([]);
  });
});
