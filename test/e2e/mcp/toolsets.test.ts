/** The toolset `insight`, requested by address or by header (ADR 34): admitted, limited and described like /mcp. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { TOOLS } from '@ctx/contract/tools';
import { createUser, useStack, useUser } from '../kit.ts';
import { ALLOWED_ORIGINS, newToken } from '../stack.ts';
import { App } from '../oauth/app.ts';
import { Visitor } from '../oauth/visitor.ts';
import { callOf, mcpClient, post } from './client.ts';

const PATH = '/mcp/x/insight';
const METADATA = '/.well-known/oauth-protected-resource';
const [ORIGIN] = ALLOWED_ORIGINS;
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

let base: string;
const tokens: Record<'read' | 'write', string> = { read: '', write: '' };
const stack = useStack();
const user = useUser(stack, { beta: 'portfolio', years: [] });

beforeAll(async () => {
  base = stack.ready().baseUrl;
  for (const scope of ['read', 'write'] as const) tokens[scope] = await newToken(stack, user.userId, scope);
});

interface ListedTool {
  readonly name: string;
  readonly annotations: { readonly readOnlyHint: boolean };
}

/** Lists the tools without a client library. */
async function listed(token: string, path: string, toolsets?: string): Promise<ListedTool[]> {
  const headers: Record<string, string> = toolsets === undefined ? {} : { 'x-mcp-toolsets': toolsets };
  const { text } = await post(stack, token, LIST, headers, path);
  const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as {
    result: { tools: ListedTool[] };
  };
  return result.tools;
}

const ADDED = TOOLS.filter(({ toolset }) => toolset === 'insight').map(({ name }) => name);

describe.each(['read', 'write'] as const)('The toolset insight with a token of scope %s', (scope) => {
  it('adds its tools to those of /mcp, by address, by header, and by both', async () => {
    const byDefault = await listed(tokens[scope], '/mcp');
    const byPath = await listed(tokens[scope], PATH);
    expect(byPath.slice(0, byDefault.length)).toEqual(byDefault);
    const added = byPath.slice(byDefault.length);
    const hasWrite = added.some(({ annotations }) => !annotations.readOnlyHint);
    expect(hasWrite && scope === 'read').toBe(false);
    if (scope === 'write') expect(added.map(({ name }) => name)).toEqual(ADDED);
    for (const [path, header] of [
      ['/mcp', 'insight'],
      ['/mcp', 'default, insight'],
      [PATH, 'default'],
      [PATH, ''],
    ] as const)
      expect([path, header, await listed(tokens[scope], path, header)]).toEqual([path, header, byPath]);
    for (const header of ['', 'default', ' , '])
      expect(await listed(tokens[scope], '/mcp', header)).toEqual(byDefault);
  });
});

describe('A tool of the toolset insight', () => {
  const GET_LOTS = callOf('get_lots', { holdingId: 'BTC' });

  it('is unknown at /mcp, and known where its toolset is requested', async () => {
    expect((await post(stack, tokens.read, GET_LOTS)).text).toContain(
      'The toolset insight has it: the user can connect to the address of this server that ends in /mcp/x/insight.',
    );
    expect((await post(stack, tokens.read, GET_LOTS, {}, PATH)).text).toContain('NOT_FOUND');
    const header = { 'x-mcp-toolsets': 'insight' };
    expect((await post(stack, tokens.read, GET_LOTS, header)).text).toContain('NOT_FOUND');
  });
});

describe(`A request to ${PATH}`, () => {
  it.each([
    ['a header that names an unknown toolset', '/mcp', 'insight, wonders'],
    ['the same at the address of a toolset', PATH, 'wonders'],
  ])('with %s is rejected with a 400 that names the header', async (_what, path, toolsets) => {
    const { status, text } = await post(stack, tokens.read, LIST, { 'x-mcp-toolsets': toolsets }, path);
    expect([status, text.includes('wonders')]).toEqual([400, false]);
    expect((JSON.parse(text) as { fieldErrors: unknown }).fieldErrors).toEqual([
      { field: 'X-MCP-Toolsets', message: 'must contain only default and insight, separated by commas' },
    ]);
  });

  it('of an unknown toolset does not exist', async () => {
    for (const path of ['/mcp/x/wonders', '/mcp/x/', '/mcp/x', `${PATH}/more`, '/mcp/x/Insight'])
      expect([path, (await post(stack, tokens.read, PING, {}, path)).status]).toEqual([path, 404]);
  });

  it('without a token is shown the metadata of its own address', async () => {
    const { status, headers } = await post(stack, '', PING, {}, PATH);
    expect([status, headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${base}${METADATA}${PATH}", scope="read write"`,
    ]);
  });

  it('counts against the same limit as a request to /mcp', async () => {
    const token = await newToken(stack, user.userId);
    const remaining = async (path: string): Promise<number> =>
      Number(/r=(\d+)/.exec((await post(stack, token, PING, {}, path)).headers.get('ratelimit') ?? '')?.[1]);
    const first = await remaining('/mcp');
    expect(await remaining(PATH)).toBe(first - 1);
  });

  it('is subject to the plan, the method, the origin and CORS like one to /mcp', async () => {
    const free = await createUser(stack, { plan: 'free', years: [] });
    expect((await post(stack, free.token, PING, {}, PATH)).status).toBe(402);
    const get = await fetch(`${base}${PATH}`, { headers: { authorization: `Bearer ${tokens.read}` } });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await post(stack, tokens.read, PING, { origin: 'https://evil.example' }, PATH)).status).toBe(403);
    const preflight = await fetch(`${base}${PATH}`, {
      method: 'OPTIONS',
      headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('X-MCP-Toolsets');
  });

  it('reads the lots of a holding with a real client of either era', async () => {
    for (const era of ['legacy', 'modern'] as const) {
      const client = await mcpClient(stack, tokens.read, era, PATH);
      expect(await client.tools()).toContain('get_lots');
      expect((await client.call('get_lots', { holdingId: 'BTC' })).json['code']).toBe('NOT_FOUND');
      await client.close();
    }
  });
});

describe('The OAuth server', () => {
  it.each(['/mcp', PATH])(
    'describes %s as a resource of its own, with the same authorization server',
    async (path) => {
      const metadata = await (await fetch(`${base}${METADATA}${path}`)).json();
      expect(metadata).toMatchObject({ resource: `${base}${path}`, authorization_servers: [base] });
      for (const kind of ['oauth-authorization-server', 'openid-configuration'])
        expect((await fetch(`${base}/.well-known/${kind}${path}`)).status).toBe(200);
    },
  );

  it.each([
    [PATH, '/mcp'],
    [`${PATH}/`, PATH],
    ['/mcp', PATH],
  ])('issues a token for %s that is valid at %s', async (requested, used) => {
    const visitor = new Visitor(stack);
    await visitor.signInAs(user.userId);
    const app = await App.register(base);
    const { access_token: token } = await app.connect(visitor, {
      parameters: { resource: `${base}${requested}` },
    });
    expect((await post(stack, token, PING, {}, used)).status).toBe(200);
  });

  it('issues no token for a toolset that does not exist', async () => {
    const visitor = new Visitor(stack);
    await visitor.signInAs(user.userId);
    const app = await App.register(base);
    const page = await visitor.get(app.begin({ resource: `${base}/mcp/x/wonders` }).address);
    expect(`${page.html}${String(page.redirectedTo)}`).toContain('invalid_target');
    expect(page.redirectedTo?.searchParams.has('code') ?? false).toBe(false);
  });
});
