/** Runs the gateway's admission of tokens alone, or a one-row statement by key: the difference is the cost of admission. */
import { createPool } from '@ctx/platform/postgres';
import pg from 'pg';
import { Admitter } from '../../../services/gateway/src/identity/auth/admission.ts';
import { closedLoop, type Loop, serveDriver } from '../drivers/program.ts';

/** The input of this program, read from standard input. */
export interface Admissions extends Loop {
  readonly databaseUrl: string;
  readonly connections: number;
  readonly what: 'admission' | 'one row';
  readonly tokens: readonly string[];
  /** The users of the one-row statement. */
  readonly users: readonly number[];
}

await serveDriver<Admissions>((input) => {
  const work = input.what === 'admission' ? admissions(input) : oneRow(input);
  return Promise.resolve(() => closedLoop(input, work));
});

function admissions({
  databaseUrl,
  connections,
  tokens,
}: Admissions): (index: number) => Promise<string | null> {
  const settings = { url: databaseUrl, connectionsMax: connections, onError: () => undefined };
  const admitter = new Admitter(createPool({ ...settings, name: 'admission', synchronousCommit: false }));
  return async (index) => {
    const token = tokens[index % tokens.length] ?? '';
    const { outcome } = await admitter.admit([`Bearer ${token}`], '127.0.0.1');
    if (outcome !== 'ADMITTED') throw new Error(`a token was answered ${outcome}`);
    return null;
  };
}

function oneRow({ databaseUrl, connections, users }: Admissions): (index: number) => Promise<string | null> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  return async (index) => {
    const values = [users[index % users.length]];
    const text = 'SELECT * FROM identity.users WHERE user_id = $1';
    const { rowCount } = await pool.query({ name: 'one-row', text, values });
    if (rowCount !== 1) throw new Error('one row was not found');
    return null;
  };
}
