/** Checks that the database and the logs hold no secrets (reliability.md, "Settings"). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useStack, useUser } from '../kit.ts';
import { App, codeOf } from './app.ts';
import { query, Visitor } from './visitor.ts';

/** Secrets by their names. */
const secrets = new Map<string, string>();

const stack = useStack();
const user = useUser(stack, { years: [], scope: 'write', email: 'secrets@example.org' });

beforeAll(async () => {
  const base = stack.ready().baseUrl;
  secrets.set('personal token', user.token);
  const visitor = new Visitor(stack);
  await visitor.signInAs(user.userId);
  const app = await App.register(base, { token_endpoint_auth_method: 'client_secret_post' });
  secrets.set('client secret', app.clientSecret!);
  const attempt = app.begin();
  const page = await visitor.get(attempt.address);
  const answer = await visitor.post(page, { decision: 'allow', write: 'yes' });
  secrets.set('code', codeOf(answer));
  secrets.set('PKCE verifier', attempt.verifier);
  const first = (await app.exchange(codeOf(answer), attempt)).body;
  const second = (await app.refresh(String(first['refresh_token']))).body;
  for (const [which, body] of Object.entries({ first, second })) {
    secrets.set(`${which} access token`, String(body['access_token']));
    secrets.set(`${which} refresh token`, String(body['refresh_token']));
  }
  // A pending request, a failed one, and secrets in the wrong places.
  await visitor.get(app.begin().address);
  await app.exchange('wrong', attempt);
  await stack.get(`/api/v1/years?access_token=${String(second['access_token'])}`, '');
  await stack.get('/api/v1/years', String(second['access_token']));
  for (const cookie of visitor.all()) secrets.set(`cookie ${cookie.name} ${cookie.path}`, cookie.value);
});

/** Ids of interactions are not secret: they are part of addresses, and useless without their signed cookie. */
const NAMES_OF_REQUESTS = /^cookie oauth_(interaction|resume) /;

describe('a secret', () => {
  it('is in no table of the database', async () => {
    const tables = await query(
      stack,
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname IN ('identity', 'facts', 'corrections', 'figures')`,
    );
    let dump = '';
    for (const { name } of tables) {
      const rows = await query(stack, `SELECT row_to_json(t)::text AS row FROM ${String(name)} t`);
      dump += rows.map(({ row }) => String(row)).join('\n');
    }
    expect(dump).toContain('secrets@example.org');
    const found = [...secrets].filter(
      ([what, secret]) => !NAMES_OF_REQUESTS.test(what) && dump.includes(secret),
    );
    expect(found.map(([what]) => what)).toEqual([]);
    expect(dump).not.toMatch(/ct[xo]_[0-9A-Za-z]{38}/);
  });

  it('is in no log of any service', () => {
    const folder = join(stack.dataDir, 'logs');
    const logs = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const text = logs.join('\n');
    expect(text).toContain('/oauth/token');
    const found = [...secrets].filter(
      ([what, secret]) => !NAMES_OF_REQUESTS.test(what) && text.includes(secret),
    );
    expect(found.map(([what]) => what)).toEqual([]);
    expect(text).not.toMatch(/ct[xo]_[0-9A-Za-z]{38}/);
  });
});
