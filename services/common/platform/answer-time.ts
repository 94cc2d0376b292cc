/**
 * No statement waits for ever: where PostgreSQL itself is stopped, its own `statement_timeout` does not fire. In place of pg's
 * `query_timeout`, which writes `query.callback = () => …` for each statement, as does its promise: V8 makes a function that is
 * written straight into a property old at once, and all that the function knows, here every row of the answer, lives with it
 * until the next full collection (docs/adr/0021-functions-kept-young.md).
 */
import type pg from 'pg';
import type { PgConnection } from './one-answer.ts';

type Query = (...parameters: unknown[]) => unknown;
type Answered = (error: Error | null | undefined, ...rest: unknown[]) => void;

/**
 * From here on each statement of a client is answered within `msMax` milliseconds, or rejects and its connection is closed: the
 * answer may still come, and would be taken for that of another.
 */
export function limitAnswerTime(client: pg.PoolClient, msMax: number): void {
  const query = client.query.bind(client) as Query;
  const ask = (statement: unknown, values: unknown, answered: Answered): void => {
    let isAnswered = false;
    const end: Answered = (...answer) => {
      clearTimeout(timer);
      if (!isAnswered) answered(...answer);
      isAnswered = true;
    };
    const timer = setTimeout(() => {
      const said = `PostgreSQL did not answer within ${String(msMax)} ms`;
      end(Object.assign(new Error(said), { code: 'ETIMEDOUT' }));
      (client as unknown as { readonly connection: PgConnection }).connection.stream.destroy();
    }, msMax);
    query(statement, values, end);
  };
  const limited = (statement: unknown, ...rest: unknown[]): unknown => {
    const last = rest.at(-1);
    const values = Array.isArray(rest[0]) ? rest[0] : undefined;
    if (typeof last === 'function') {
      ask(statement, values, last as Answered);
      return undefined;
    }
    // A stream has no callback to be told by; pg tells it.
    if (isQuery(statement)) return query(Object.assign(statement, { query_timeout: msMax }));
    return new Promise((resolve, reject) => {
      ask(statement, values, (error, result) => {
        if (error === null || error === undefined) resolve(result);
        else reject(error);
      });
    }).catch((error: unknown) => {
      // Leads to who asked, not to the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  };
  client.query = limited as typeof client.query;
}

/** What pg sends as it is: a copy, or statements as one. */
function isQuery(statement: unknown): statement is pg.Submittable {
  return typeof (statement as Partial<pg.Submittable>).submit === 'function';
}
