/** The pages of connected apps, with apps that connect by OAuth. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { App, type Tokens } from '../oauth/app.ts';
import { type Page, query, Visitor } from '../oauth/visitor.ts';
import { sharedTestStack, type TestStack } from '../stack.ts';
import { idsOf, newSomeone, type Someone, textOf } from './person.ts';

const PATH = '/settings/apps';
let stack: TestStack;
let someone: Someone;
let other: Someone;

beforeAll(async () => {
  stack = await sharedTestStack();
  someone = await newSomeone(stack, 'apps@example.org');
  other = await newSomeone(stack, 'apps-others@example.org');
});
afterAll(async () => {
  await stack.remove();
});

interface ConnectedApp {
  readonly app: App;
  readonly tokens: Tokens;
}

async function connect(
  { userId }: Someone,
  metadata: Record<string, unknown>,
  untick = false,
): Promise<ConnectedApp> {
  const visitor = new Visitor(stack);
  await visitor.signInAs(userId);
  const app = await App.register(stack.ready().baseUrl, metadata);
  return { app, tokens: await app.connect(visitor, { untick }) };
}

/** Starts an app's request for access, which waits on the consent page. */
async function startRequest({ userId }: Someone): Promise<{ allow(): Promise<Page> }> {
  const visitor = new Visitor(stack);
  await visitor.signInAs(userId);
  const app = await App.register(stack.ready().baseUrl);
  const page = await visitor.get(app.begin().address);
  return { allow: () => visitor.post(page, { decision: 'allow' }) };
}

/** Returns the row of an app as text. */
async function rowOf({ person }: Someone, name: string): Promise<string> {
  const { html } = await person.get(PATH);
  return textOf(html.split('<tr').find((each) => each.includes(`<bdi>${name}</bdi>`)) ?? '');
}

async function idOf({ person }: Someone, name: string): Promise<string> {
  const { html } = await person.get(PATH);
  return idsOf(html.split('<tr').find((each) => each.includes(`<bdi>${name}</bdi>`)) ?? '')[0] ?? '';
}

const statusOf = async ({ tokens }: ConnectedApp): Promise<number> =>
  (await stack.get('/api/v1/years', tokens.access_token)).status;

describe('the page of connected apps', () => {
  it('shows the name, host, access and last use of each app, and the address for assistants', async () => {
    const web = await connect(someone, { client_name: 'Bookkeeping' });
    await connect(someone, { client_name: 'On my device', redirect_uris: ['http://127.0.0.1:33418/'] }, true);
    expect(await rowOf(someone, 'Bookkeeping')).toMatch(
      /Bookkeeping .* app\.example\.org .* Read and correct/,
    );
    expect(await rowOf(someone, 'On my device')).toMatch(/A program on your own device .* Read only/);
    const { html: steps } = await someone.person.get('/settings/connect');
    for (const html of [(await someone.person.get(PATH)).html, steps])
      expect(html).toMatch(new RegExp(`id="address"\\s+value="${stack.ready().baseUrl}/mcp/x/insight"`));
    expect(await statusOf(web)).toBe(200);
    expect(await rowOf(someone, 'Bookkeeping')).toMatch(/Last used now , \d+ \w+ 2\d{3}, \d\d:\d\d/);
    expect(textOf((await someone.person.get('/settings')).html)).toMatch(/Connected apps .* Bookkeeping/);
  });

  it('revokes an app at once, after a confirmation', async () => {
    const connected = await connect(someone, { client_name: 'To revoke' });
    const path = `${PATH}/${await idOf(someone, 'To revoke')}/revoke`;
    const asked = textOf((await someone.person.get(path)).html);
    expect(asked).toContain('Revoke the access of To revoke ?');
    expect(asked).toMatch(
      /Website app\.example\.org Access Read and correct Connected since \d+ \w+ \d{4} Last used (Not yet|now|\d+ )/,
    );
    expect(await statusOf(connected)).toBe(200);
    const revoked = await someone.person.submit(path, path);
    expect(revoked).toMatchObject({ status: 303, location: `${PATH}?done=revoked` });
    expect(await statusOf(connected)).toBe(401);
    const refreshed = await connected.app.refresh(connected.tokens.refresh_token);
    expect(refreshed).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const { html } = await someone.person.get(revoked.location);
    expect(html).toMatch(/role="status"[^>]*>The access is revoked\./);
    expect(textOf(html)).toMatch(/Former apps .* To revoke .* Revoked, /);
    const logged = await query(
      stack,
      "SELECT action, network FROM identity.access_log WHERE target = 'To revoke' ORDER BY entry_id",
    );
    expect(logged).toEqual([
      { action: 'APP_CONNECTED', network: '127.0.0.0/24' },
      { action: 'APP_REVOKED', network: null },
    ]);
  });

  it('does not find the apps of another user, which keep their access', async () => {
    const connected = await connect(other, { client_name: 'Of another' });
    const path = `${PATH}/${await idOf(other, 'Of another')}/revoke`;
    expect((await someone.person.get(path)).status).toBe(404);
    expect((await someone.person.post(path, { csrf: await someone.person.csrf() })).status).toBe(404);
    expect(await rowOf(someone, 'Of another')).toBe('');
    expect(await statusOf(connected)).toBe(200);
  });

  it('revokes all apps of the user together, and none of other users', async () => {
    const [one, two] = [
      await connect(someone, { client_name: 'One' }),
      await connect(someone, { client_name: 'Two' }),
    ];
    const foreign = await connect(other, { client_name: 'Three' });
    const path = `${PATH}/revoke-all`;
    expect((await someone.person.get(PATH)).html).toContain(`href="${path}"`);
    expect(textOf((await someone.person.get(path)).html)).toMatch(/All \d apps lose access at once/);
    expect(await someone.person.submit(path, path)).toMatchObject({ location: `${PATH}?done=revoked-all` });
    expect([await statusOf(one), await statusOf(two), await statusOf(foreign)]).toEqual([401, 401, 200]);
    const { html } = await someone.person.get(`${PATH}?done=revoked-all`);
    expect(textOf(html)).toContain('No app is connected.');
    expect(html).not.toContain(`href="${path}"`);
  });

  it('counts at most 50 apps: another one can connect only after one is revoked', async () => {
    const many = await newSomeone(stack, 'many-apps@example.org');
    await query(
      stack,
      `INSERT INTO identity.connections (user_id, grant_hash, client_id, app_name, scopes, expires_at)
       SELECT $1, sha256(('grant' || n)::bytea), 'client', 'of many', '{read}', now() + interval '1 day'
       FROM generate_series(1, 49) n`,
      [many.userId],
    );
    const [first, second] = [await startRequest(many), await startRequest(many)];
    const answers = await Promise.all([first.allow(), second.allow()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    const third = await startRequest(many);
    const full = await third.allow();
    expect(textOf(full.html)).toContain(
      'You have reached the maximum number of connected apps 50 apps have access',
    );
    const { html } = await many.person.get(PATH);
    expect(textOf(html)).toContain('50 of 50 apps');
    const ids = idsOf(html);
    expect(ids).toHaveLength(50);
    await many.person.submit(`${PATH}/${ids[0]!}/revoke`, `${PATH}/${ids[0]!}/revoke`);
    expect(await third.allow()).toMatchObject({ status: 303 });
  });
});

describe('the configuration on the page of a new token', () => {
  it('connects an MCP client', async () => {
    const path = '/settings/tokens';
    const { html } = await someone.person.submit(path, path, { name: 'for a client', scope: 'read' });
    const [, text = ''] = /<pre id="others"><code>([^]*?)<\/code>/.exec(html) ?? [];
    const { mcpServers } = JSON.parse(text.replaceAll('&quot;', '"')) as {
      mcpServers: Record<string, { url: string; headers: Record<string, string> }>;
    };
    const { url = '', headers = {} } = mcpServers['crypto-tax'] ?? {};
    const client = new Client({ name: 'a client', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('get_year_summary');
    await client.close();
  });
});
