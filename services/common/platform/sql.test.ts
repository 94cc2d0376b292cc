import { describe, expect, it } from '@jest/globals';
import { parameter, prepare, raw, sql, USER } from './sql.ts';

describe('A prepared statement', () => {
  const YEAR = parameter('year');
  const OF_YEAR = sql`user_id = ${USER} AND year = ${YEAR}`;
  const statement = prepare(
    'figures',
    sql`SELECT ${raw('gain')} FROM a WHERE ${OF_YEAR} AND EXISTS (SELECT FROM b WHERE ${OF_YEAR} AND n < ${parameter('limit')})`,
  );

  it('numbers each parameter once, in all its fragments', () => {
    expect(statement({ limit: 3, year: 2026, userId: 7, other: 'unused' })).toEqual({
      name: 'figures',
      text: 'SELECT gain FROM a WHERE user_id = $1 AND year = $2 AND EXISTS (SELECT FROM b WHERE user_id = $1 AND year = $2 AND n < $3)',
      values: [7, 2026, 3],
    });
  });

  it('has the same text for all values', () => {
    const [one, other] = [
      statement({ userId: 1, year: 1, limit: 1 }),
      statement({ userId: 2, year: 2, limit: null }),
    ];
    expect(one.text).toBe(other.text);
    expect(other.values).toEqual([2, 2, null]);
  });

  it('rejects a template with a value in place of a parameter', () => {
    expect(() => prepare('wrong', sql`SELECT ${'text'}`)).toThrow(
      'statement wrong holds a value that is not a parameter',
    );
  });

  it('rejects a missing value', () => {
    expect(() => statement({ userId: 7, year: 2026 })).toThrow('statement figures has no value for limit');
  });
});
