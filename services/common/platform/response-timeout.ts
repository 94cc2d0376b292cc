/**
 * A time limit on PostgreSQL's answers, set on the socket. PostgreSQL's own `statement_timeout` does not help when the server
 * itself is stopped or unreachable.
 */
import { Socket } from 'node:net';
import pg from 'pg';

/** The parts of pg's client that are used here. Its published type has an overload for every form of `query`. */
interface PgClient {
  on(event: 'drain', listener: () => void): unknown;
  query(...parameters: unknown[]): unknown;
}

const Client = pg.Client as unknown as new (config: pg.ClientConfig) => PgClient;

/**
 * Returns a class of clients for a pool of pg. A client closes its connection when it waits for an answer and PostgreSQL has
 * sent nothing for `msMax` milliseconds, or `commitMsMax` after `COMMIT`; all its statements are rejected with the code ETIMEDOUT.
 * Connections that wait for no answer stay open.
 */
export function clientWithResponseTimeout(msMax: number, commitMsMax: number): new () => pg.ClientBase {
  class ClientWithResponseTimeout extends Client {
    readonly #socket: Socket;
    #isWaiting = false;

    constructor(config: pg.ClientConfig) {
      const socket = new Socket();
      super({ ...config, stream: () => socket });
      this.#socket = socket.setTimeout(msMax);
      // Emitted after every silence of that time; the next byte sent or received starts the time again.
      socket.on('timeout', () => {
        if (this.#isWaiting) socket.destroy(noAnswerWithin(socket.timeout));
      });
      // Emitted when all statements have been answered.
      this.on('drain', () => {
        this.#isWaiting = false;
        if (socket.timeout !== msMax) socket.setTimeout(msMax);
      });
    }

    override query(statement: unknown, ...rest: unknown[]): unknown {
      this.#isWaiting = true;
      if (statement === 'COMMIT') this.#socket.setTimeout(commitMsMax);
      if (isSubmittable(statement) || typeof rest.at(-1) === 'function')
        return super.query(statement, ...rest);
      // pg's own promise keeps the rows in memory until the next full collection (docs/adr/0021-no-function-literals-on-properties.md).
      return new Promise((resolve, reject) => {
        super.query(statement, rest[0], (error: Error | null | undefined, result: unknown) => {
          if (error === null || error === undefined) resolve(result);
          else reject(error);
        });
      }).catch((error: unknown) => {
        // The stack leads to the caller, not to the socket.
        if (error instanceof Error) Error.captureStackTrace(error);
        throw error;
      });
    }
  }
  return ClientWithResponseTimeout as unknown as new () => pg.ClientBase;
}

/** Whether pg sends it as it is: a COPY stream, or several statements as one. */
function isSubmittable(statement: unknown): boolean {
  return typeof (statement as Partial<pg.Submittable>).submit === 'function';
}

function noAnswerWithin(msMax: number | undefined): Error {
  const message = `PostgreSQL did not answer within ${String(msMax)} ms`;
  return Object.assign(new Error(message), { code: 'ETIMEDOUT' });
}
