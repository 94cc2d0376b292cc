/** Several statements sent together to a real PostgreSQL: their results, the statements prepared once, and the state after a failure. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queryAsOne } from '@ctx/platform/single-sync';
import { createPool, type Pool, readAsUser, readAsUserThen } from '@ctx/platform/postgres';
import type pg from 'pg';
import { type BarePostgres, startBarePostgres } from './bare-postgres.ts';

let postgres: BarePostgres;
let pool: Pool;

beforeAll(async () => {
  postgres = await startBarePostgres();
  pool = createPool({ url: postgres.url, connectionsMax: 1, onError: () => undefined });
});

afterAll(async () => {
  await pool.end();
  await postgres.remove();
});

/** Returns the names of the messages that PostgreSQL sends while `work` uses the pool's one connection. */
async function messagesOf(work: () => Promise<unknown>): Promise<string[]> {
  const client = await pool.connect();
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  const names: string[] = [];
  const note = ({ name }: { name: string }): void => void names.push(name);
  connection.on('message', note);
  client.release();
  await work();
  connection.off('message', note);
  return names;
}

const NUMBERS: pg.QueryConfig = {
  name: 'numbers',
  text: 'SELECT n, n::text AS text FROM generate_series(1, $1::int) n',
};

describe('a read of a user', () => {
  it('is one read-only transaction of the user, on one snapshot', async () => {
    const [[settings], rows] = await readAsUser<[pg.QueryResultRow, pg.QueryResultRow]>(
      pool,
      7,
      {
        name: 'settings',
        text: `SELECT current_setting('app.user_id') AS "user", current_setting('transaction_isolation') AS isolation,
          current_setting('transaction_read_only') AS "readOnly"`,
      },
      { ...NUMBERS, values: [2] },
    );
    expect(settings).toEqual({ user: '7', isolation: 'repeatable read', readOnly: 'on' });
    expect(rows).toEqual([
      { n: 1, text: '1' },
      { n: 2, text: '2' },
    ]);
  });

  it('does not leave the user on its connection', async () => {
    await readAsUser(pool, 7, { ...NUMBERS, values: [1] });
    const { rows } = await pool.query("SELECT current_setting('app.user_id', true) AS id");
    expect(rows).toEqual([{ id: '' }]);
  });

  it('is answered by one ReadyForQuery, and describes its columns only the first time', async () => {
    const read = (): Promise<unknown> =>
      readAsUser(pool, 7, { ...NUMBERS, name: 'described once', values: [3] });
    const first = await messagesOf(read);
    const second = await messagesOf(read);
    expect(first.filter((name) => name === 'readyForQuery')).toHaveLength(1);
    expect(first).toContain('rowDescription');
    expect(second.filter((name) => name === 'readyForQuery')).toHaveLength(1);
    expect(second).not.toContain('rowDescription');
    // The statement is SET LOCAL, which names the user: only a statement with parameters can be kept.
    expect(second.filter((name) => name === 'parseComplete')).toHaveLength(1);
  });

  it('has one more statement, which the rows of the others decide, in the same transaction and a second exchange', async () => {
    const transaction = 'SELECT now()::text AS began, $1::int AS n';
    const read = (): Promise<[[pg.QueryResultRow[]], pg.QueryResultRow[]]> =>
      readAsUserThen(
        pool,
        7,
        [{ name: 'first of two', text: transaction, values: [3] }],
        ([[row]]: [pg.QueryResultRow[]]) => ({
          name: 'second of two',
          text: transaction,
          values: [Number(row?.['n']) + 1],
        }),
      );
    const [[[first]], second] = await read();
    expect(second).toEqual([{ ...first, n: 4 }]);
    const messages = await messagesOf(read);
    expect(messages.filter((name) => name === 'readyForQuery')).toHaveLength(2);
  });

  it('ends its transaction when the last statement cannot be made', async () => {
    const failing = readAsUserThen(pool, 7, [{ ...NUMBERS, values: [1] }], () => {
      throw new Error('no last statement');
    });
    await expect(failing).rejects.toThrow('no last statement');
    const { rows } = await pool.query("SELECT current_setting('app.user_id', true) AS id");
    expect(rows).toEqual([{ id: null }]);
  });

  it('rejects with the error of the first statement that fails, and does not affect the next read', async () => {
    const failing = readAsUser(
      pool,
      7,
      { name: 'divides', text: 'SELECT 1 / $1::int AS one', values: [0] },
      { ...NUMBERS, values: [1] },
    );
    await expect(failing).rejects.toThrow('division by zero');
    const [rows] = await readAsUser(pool, 7, { ...NUMBERS, values: [1] });
    expect(rows).toEqual([{ n: 1, text: '1' }]);
  });

  it('rejects a statement with a syntax error, each time it is sent', async () => {
    const read = (): Promise<unknown> => readAsUser(pool, 7, { name: 'not sql', text: 'SELECT FROM WHERE' });
    await expect(read()).rejects.toThrow('syntax error');
    await expect(read()).rejects.toThrow('syntax error');
  });

  it('rejects two different statements with one name', async () => {
    const read = (text: string): Promise<unknown> => readAsUser(pool, 7, { name: 'twice', text });
    await read('SELECT 1');
    await expect(read('SELECT 2')).rejects.toThrow("'twice' was used for a different statement");
    await expect(read('SELECT 1')).resolves.toEqual([[{ '?column?': 1 }]]);
  });

  it('ends at the statement timeout', async () => {
    const impatient = createPool({
      url: postgres.url,
      connectionsMax: 1,
      statementTimeoutMs: 50,
      onError: () => undefined,
    });
    try {
      const slow = readAsUser(impatient, 7, { name: 'slow', text: 'SELECT pg_sleep(60)' });
      await expect(slow).rejects.toThrow('statement timeout');
      await expect(readAsUser(impatient, 7, { ...NUMBERS, values: [0] })).resolves.toEqual([[]]);
    } finally {
      await impatient.end();
    }
  });
});

describe('statements sent as one', () => {
  it('are rejected by PostgreSQL when their columns have changed, and read by the new columns the next time', async () => {
    await pool.query('CREATE TABLE changing (a int); INSERT INTO changing VALUES (1)');
    const read = (): Promise<unknown> =>
      readAsUser(pool, 7, { name: 'changing', text: 'SELECT * FROM changing' });
    await expect(read()).resolves.toEqual([[{ a: 1 }]]);
    await pool.query("ALTER TABLE changing ADD COLUMN b text DEFAULT 'new'");
    await expect(read()).rejects.toThrow('cached plan must not change result type');
    await expect(read()).resolves.toEqual([[{ a: 1, b: 'new' }]]);
  });

  it('return the rows of each in order, with the usual types of numbers and times', async () => {
    const client = await pool.connect();
    const rows = await queryAsOne(client, [
      { text: 'SELECT 12345678901::bigint AS count' },
      { text: 'SELECT WHERE false' },
      { text: "SELECT 0.10::numeric AS amount, timestamptz '2024-05-06 07:08:09.123456+02' AS at" },
    ]).finally(() => {
      client.release();
    });
    expect(rows).toEqual([
      [{ count: 12345678901 }],
      [],
      [{ amount: '0.10', at: '2024-05-06T05:08:09.123456Z' }],
    ]);
  });

  it('are rejected when one has a value that cannot be sent', async () => {
    const client = await pool.connect();
    const unsendable = {
      toPostgres: (): never => {
        throw new Error('cannot be sent');
      },
    };
    const sent = queryAsOne(client, [
      { text: 'SELECT 1' },
      { text: 'SELECT $1::text', values: [unsendable] },
    ]);
    await expect(sent).rejects.toThrow('cannot be sent');
    client.release(true);
  });
});
