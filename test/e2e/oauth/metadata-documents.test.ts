/** Apps with a client id metadata document, and their authentication (docs/threat-model.md). */
import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { atEnd, createUser, useStack } from '../kit.ts';
import { type SecondGateway, startSecondGateway } from '../second-gateway.ts';
import { App, codeOf, REDIRECT_URI } from './app.ts';
import { clientAssertion, createAppKey, type DocumentWeb, startDocumentWeb } from './documents.ts';
import { query, Visitor } from './visitor.ts';

const HOST = 'https://apps.example.org';
const key = createAppKey();

let web: DocumentWeb;
let gateway: SecondGateway;
let base: string;
let visitor: Visitor;
let documents = 0;

const stack = useStack({ own: true });

beforeAll(async () => {
  web = await startDocumentWeb();
  gateway = await startSecondGateway(stack, {
    settings: { CLIENT_METADATA_HOSTS: 'apps.example.org', NODE_OPTIONS: web.nodeOptions },
  });
  base = gateway.baseUrl;
  const { userId } = await createUser(stack, { years: [] });
  visitor = new Visitor(stack, base);
  await visitor.signInAs(userId);
});
atEnd(async () => {
  await gateway.stop();
  await web.stop();
});
beforeEach(() => {
  web.fetched.length = 0;
});

/** Publishes a document on the test web, and returns its address, which is the app's id. */
function publish(metadata: Readonly<Record<string, unknown>> = {}): string {
  documents += 1;
  const id = `${HOST}/client-${String(documents)}.json`;
  web.documents.set(id, {
    client_id: id,
    client_name: 'Assistant',
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: 'none',
    ...metadata,
  });
  return id;
}

describe('a client id metadata document', () => {
  it('is not fetched unless its host is on the allow-list', async () => {
    const here = stack.ready().baseUrl;
    const page = await new Visitor(stack).get(new App(here, REDIRECT_URI, publish()).begin().address);
    expect([page.status, page.redirectedTo]).toEqual([400, null]);
    const metadata = (await (await fetch(`${here}/.well-known/oauth-authorization-server`)).json()) as object;
    expect('client_id_metadata_document_supported' in metadata).toBe(false);
    const elsewhere = new App(base, REDIRECT_URI, 'https://elsewhere.example/client.json');
    expect((await visitor.get(elsewhere.begin().address)).status).toBe(400);
    expect(web.fetched).toEqual([]);
  });

  it('is offered in the server metadata if the feature is on, with private_key_jwt at the token and revocation endpoints', async () => {
    const metadata: unknown = await (await fetch(`${base}/.well-known/oauth-authorization-server`)).json();
    const methods = ['none', 'client_secret_post', 'client_secret_basic', 'private_key_jwt'];
    const algorithms: unknown = expect.arrayContaining(['ES256', 'RS256', 'Ed25519']);
    expect(metadata).toMatchObject({
      client_id_metadata_document_supported: true,
      token_endpoint_auth_methods_supported: methods,
      revocation_endpoint_auth_methods_supported: methods,
      token_endpoint_auth_signing_alg_values_supported: algorithms,
      revocation_endpoint_auth_signing_alg_values_supported: algorithms,
    });
  });

  it('connects an app, also one whose name the database could not store unchanged', async () => {
    const tokens = await new App(base, REDIRECT_URI, publish({ client_name: 'Assistant' })).connect(visitor);
    expect(tokens.scope).toBe('read write');
    const name = `Tax\u0000 \u202EHelper ${'x'.repeat(300)}`;
    await new App(base, REDIRECT_URI, publish({ client_name: name })).connect(visitor);
    await new App(base, REDIRECT_URI, publish({ client_name: '\u200B' })).connect(visitor);
    const rows = await query(stack, 'SELECT app_name FROM identity.connections ORDER BY created_at');
    expect(rows.map((row) => String(row['app_name']).slice(0, 15))).toEqual([
      'Assistant',
      'Tax Helper xxxx',
      'app.example.org',
    ]);
  });

  it.each([
    ['jwks_uri', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['sector_identifier_uri', {}],
  ])('is rejected if its %s is on another host, which is not fetched', async (field, metadata) => {
    const id = publish({ ...metadata, [field]: 'https://inside.example/secret' });
    const page = await visitor.get(new App(base, REDIRECT_URI, id).begin().address);
    expect([page.status, page.redirectedTo, page.html.includes(field)]).toEqual([400, null, true]);
    const { status } = await new App(base, REDIRECT_URI, id).token({
      grant_type: 'authorization_code',
      ...clientAssertion(id, key, base),
    });
    expect(status).toBe(400);
    expect(new Set(web.fetched)).toEqual(new Set([id]));
  });

  it('is not used if the address of its keys redirects to another host, which is not fetched', async () => {
    const keys = `${HOST}/moved-keys.json`;
    const id = publish({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri: keys });
    web.documents.set(keys, 'https://inside.example/keys.json');
    web.documents.set('https://inside.example/keys.json', key.jwks);
    const { status, body } = await new App(base, REDIRECT_URI, id).token({
      grant_type: 'refresh_token',
      refresh_token: 'x',
      ...clientAssertion(id, key, base),
    });
    expect([status, body['error']]).toEqual([401, 'invalid_client']);
    expect(new Set(web.fetched)).toEqual(new Set([id, keys]));
  });

  it.each([
    ['has a redirect URI that is a script', ['javascript:alert(1)']],
    [
      'has eleven redirect URIs',
      Array.from({ length: 11 }, (_, index) => `${REDIRECT_URI}/${String(index)}`),
    ],
  ])('is rejected if it %s', async (_what, redirectUris) => {
    const id = publish({ redirect_uris: redirectUris });
    const page = await visitor.get(new App(base, redirectUris[0] ?? '', id).begin().address);
    expect([page.status, page.redirectedTo]).toEqual([400, null]);
  });
});

describe('a client assertion', () => {
  let id: string;

  beforeAll(() => {
    web.documents.set(`${HOST}/keys.json`, key.jwks);
    id = publish({
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks_uri: `${HOST}/keys.json`,
    });
  });

  const rows = async (): Promise<Record<string, unknown>[]> =>
    query(
      stack,
      `SELECT extract(epoch FROM expires_at - now())::float8 AS seconds FROM identity.oauth_rows WHERE model = 'ReplayDetection'`,
    );
  const ask = async (
    path: string,
    assertion: Record<string, string>,
  ): Promise<{ status: number; error: unknown }> => {
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: 'x',
      token: 'x',
      ...assertion,
    });
    const response = await fetch(`${base}${path}`, { method: 'POST', body });
    const text = await response.text();
    return {
      status: response.status,
      error: text === '' ? null : (JSON.parse(text) as { error: string }).error,
    };
  };

  it('lets an app connect once, and is stored until it expires', async () => {
    const app = new App(base, REDIRECT_URI, id);
    const attempt = app.begin();
    const answer = await visitor.post(await visitor.get(attempt.address), { decision: 'allow' });
    const assertion = clientAssertion(id, key, base);
    const exchange = {
      grant_type: 'authorization_code',
      code: codeOf(answer),
      redirect_uri: REDIRECT_URI,
      code_verifier: attempt.verifier,
    };
    expect((await app.token({ ...exchange, ...assertion })).status).toBe(200);
    expect((await app.token({ ...exchange, ...assertion })).body['error']).toBe('invalid_client');
    const kept = await rows();
    expect(kept.length).toBe(1);
    expect(Number(kept[0]?.['seconds'])).toBeLessThan(90);
  });

  const now = Math.floor(Date.now() / 1000);
  it.each<[string, Record<string, unknown>]>([
    ['expires in 2100', { exp: 4_102_444_800 }],
    ['expires in 2100 and was issued then', { exp: 4_102_444_800, iat: 4_102_444_700 }],
    ['expires at 1e300', { exp: 1e300 }],
    ['expires at 1e300 and was issued then', { exp: 1e300, iat: 1e300 }],
    ['expires at 9e15', { exp: 9e15 }],
    ['expires at 9e15 and was issued then', { exp: 9e15, iat: 9e15 }],
    ['is valid for six minutes', { iat: now, exp: now + 360 }],
    ['has no iat', { iat: undefined }],
    ['has a jti of 201 characters', { jti: 'x'.repeat(201) }],
  ])(
    'that %s is rejected at the token and revocation endpoints, and is not stored',
    async (_what, claims) => {
      const before = (await rows()).length;
      for (const path of ['/oauth/token', '/oauth/revoke'])
        expect(await ask(path, clientAssertion(id, key, base, claims))).toEqual({
          status: 400,
          error: 'invalid_client',
        });
      expect((await rows()).length).toBe(before);
      expect(readFileSync(gateway.logFile, 'utf8')).not.toContain('OAuth request failed');
    },
  );

  it('is accepted once if it is sent twice in parallel', async () => {
    const assertion = clientAssertion(id, key, base);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask('/oauth/revoke', assertion).then(({ status }) => status)),
    );
    expect(answers.filter((status) => status === 200)).toEqual([200]);
  });

  it('is rejected beyond 10,000 of one app, and other apps keep working', async () => {
    await query(
      stack,
      `INSERT INTO identity.oauth_rows (model, id_hash, payload, expires_at)
       SELECT 'ReplayDetection', sha256(convert_to('used ' || n, 'UTF8')), jsonb_build_object('iss', $1::text),
         now() + interval '5 min' FROM generate_series(1, 10000) AS n`,
      [id],
    );
    expect(await ask('/oauth/revoke', clientAssertion(id, key, base))).toEqual({
      status: 400,
      error: 'invalid_client',
    });
    const other = publish({ token_endpoint_auth_method: 'private_key_jwt', jwks: key.jwks });
    expect((await ask('/oauth/revoke', clientAssertion(other, key, base))).status).toBe(200);
  });

  it('of a registered app is rejected, even if its row allows it', async () => {
    await query(
      stack,
      `INSERT INTO identity.oauth_rows (model, id_hash, payload) SELECT 'Client', sha256('old'), $1::jsonb`,
      [
        JSON.stringify({
          client_id: 'old',
          client_name: 'Old',
          redirect_uris: [REDIRECT_URI],
          token_endpoint_auth_method: 'private_key_jwt',
          jwks: key.jwks,
        }),
      ],
    );
    for (const at of [base, stack.ready().baseUrl]) {
      const body = new URLSearchParams({ token: 'x', ...clientAssertion('old', key, at) });
      const response = await fetch(`${at}/oauth/revoke`, { method: 'POST', body });
      expect(response.status).toBe(400);
    }
  });
});

describe('the OAuth rows in the database', () => {
  it('cannot be stored for more than two hours by any writer', async () => {
    const insert = query(
      stack,
      `INSERT INTO identity.oauth_rows (model, id_hash, payload, expires_at)
       VALUES ('ReplayDetection', sha256('2100'), '{}', '2100-01-01')`,
    );
    await expect(insert).rejects.toThrow('oauth_rows_lifetime');
  });
});
