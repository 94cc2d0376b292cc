/** Every tool returns what REST returns for the same input, with every digit. Rejections are the same too. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationOf, TOOLS } from '@ctx/contract/tools';
import { conformingFetch } from '../../api/client.ts';
import { untilIdle, useCorrectableUser } from '../corrections/users.ts';
import { createUser, useStack } from '../kit.ts';
import { bitvavo } from '../settings/file-users.ts';
import { event, importLines, newToken, UNKNOWN_ID, waitFor } from '../stack.ts';
import { type McpClient, mcpClient, post } from './client.ts';

let beta: { userId: string; token: string };
let client: McpClient;
let betaClient: McpClient;

const stack = useStack();
const user = useCorrectableUser(stack);

beforeAll(async () => {
  await untilIdle(stack, user);
  beta = await createUser(stack, { beta: 'portfolio', years: [] });
  await importLines(stack, beta.userId, [
    { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
    event('BUY', 'ACQUISITION', '2', '2026-01-10T10:00:00Z', '100'),
  ]);
  // This address offers all tools.
  const path = '/mcp/x/insight';
  client = await mcpClient(stack, await newToken(stack, user.userId, 'write'), 'modern', path);
  betaClient = await mcpClient(stack, beta.token, 'modern', path);
  await waitFor(async () => (await betaClient.call('get_recalc_status')).json['status'] === 'IDLE');
});
afterAll(async () => {
  await Promise.all([client.close(), betaClient.close()]);
});

const id = (name: string): string => user.events.get(name)!;

interface ToolInput {
  readonly tool: string;
  readonly what?: string;
  readonly input?: () => Record<string, unknown>;
}

/** Reads, which return the same however often they are called. */
const ANSWERED: readonly ToolInput[] = [
  { tool: 'list_accounts' },
  { tool: 'list_years' },
  { tool: 'list_transactions', input: () => ({ year: 2026 }) },
  {
    tool: 'list_transactions',
    what: 'filtered',
    input: () => ({ year: 2026, type: 'ACQUISITION', asset: 'sol', size: 1 }),
  },
  {
    tool: 'list_transactions',
    what: 'searched',
    input: () => ({ year: 2026, text: 'sell', needsReview: false }),
  },
  { tool: 'get_tax_summary' },
  { tool: 'get_year_summary', input: () => ({ year: 2026 }) },
  { tool: 'list_issues', input: () => ({ size: 20 }) },
  { tool: 'list_issues', what: 'filtered', input: () => ({ severity: 'MEDIUM', page: 0, size: 1 }) },
  { tool: 'list_rules' },
  { tool: 'find_transfer_candidates', input: () => ({ taxEventId: id('SELL 2026') }) },
  { tool: 'get_recalc_status' },
  { tool: 'explain_transaction', input: () => ({ taxEventId: id('SELL 2026') }) },
  { tool: 'get_origin', input: () => ({ taxEventId: id('SELL 2026') }) },
  { tool: 'explain_figure', input: () => ({ year: 2026, figure: 'capitalGains' }) },
  { tool: 'list_history', input: () => ({ size: 5 }) },
  { tool: 'list_prices', input: () => ({ size: 5 }) },
  { tool: 'list_money', input: () => ({ year: 2026, size: 5 }) },
  { tool: 'get_photo', input: () => ({ year: 2026, size: 20 }) },
  { tool: 'get_evidence', input: () => ({ year: 2025, size: 20 }) },
  { tool: 'get_reported', input: () => ({ year: 2025, size: 20 }) },
  { tool: 'list_balances', input: () => ({ accountId: user.accountId }) },
  { tool: 'list_readings', input: () => ({ year: 2026 }) },
  { tool: 'get_law', input: () => ({ year: 2026 }) },
  { tool: 'get_circumstances', input: () => ({ year: 2026 }) },
  { tool: 'get_regime', input: () => ({ year: 2026 }) },
  { tool: 'propose_matches' },
  { tool: 'get_links', input: () => ({ year: 2026 }) },
  { tool: 'list_files', input: () => ({ size: 20 }) },
  { tool: 'preview_file', input: () => ({ content: bitvavo('PASTED'), name: 'pasted.csv' }) },
];

const REJECTED: readonly ToolInput[] = [
  { tool: 'list_transactions', what: 'no year' },
  {
    tool: 'list_transactions',
    what: 'an unknown field',
    input: () => ({ year: 2026, nonsense: 1 }),
  },
  { tool: 'get_year_summary', what: 'a year out of range', input: () => ({ year: 1999 }) },
  { tool: 'find_transfer_candidates', what: 'an unknown id', input: () => ({ taxEventId: UNKNOWN_ID }) },
  { tool: 'apply_override', what: 'nothing to apply', input: () => ({ taxEventId: id('SELL 2026') }) },
  {
    tool: 'apply_override',
    what: 'a locked year',
    input: () => ({ taxEventId: id('SELL 2024'), notes: 'x' }),
  },
  {
    tool: 'apply_override',
    what: 'a frozen year',
    input: () => ({ taxEventId: id('SELL 2025'), notes: 'x' }),
  },
  {
    tool: 'apply_override',
    what: 'more digits than are kept',
    input: () => ({ taxEventId: id('SELL 2026'), overriddenEuroValue: 1e-13 }),
  },
  { tool: 'remove_override', what: 'an unknown id', input: () => ({ overrideId: UNKNOWN_ID }) },
  { tool: 'create_rule', what: 'no label', input: () => ({ action: 'MARK_INCOME' }) },
  { tool: 'delete_rule', what: 'no id', input: () => ({ ruleId: 'x' }) },
  {
    tool: 'match_transfers',
    what: 'OWN_WALLET_REQUIRED',
    input: () => ({
      outTaxEventId: id('SELL 2026'),
      inTaxEventId: id('ARRIVAL 2026'),
      transferKind: 'SELF_TRANSFER',
    }),
  },
  { tool: 'unmatch_transfer', what: 'an unknown id', input: () => ({ matchId: UNKNOWN_ID }) },
  {
    tool: 'correct_asset',
    what: 'a currency',
    input: () => ({ taxEventIds: [id('SELL 2026')], assetId: 'EUR' }),
  },
  {
    tool: 'set_prices',
    what: 'more digits than are kept',
    input: () => ({ prices: [{ assetKey: 'ETH', day: '2026-01-01', eur: 1e-13, source: 's' }] }),
  },
  {
    tool: 'add_price_file',
    what: 'a text that is no price file',
    input: () => ({ content: 'hello', source: 's' }),
  },
  { tool: 'remove_price', what: 'an unknown id', input: () => ({ priceId: UNKNOWN_ID }) },
  { tool: 'list_balances', what: 'an unknown id', input: () => ({ accountId: UNKNOWN_ID }) },
  {
    tool: 'state_reported',
    what: 'a kind that does not exist',
    input: () => ({ year: 2026, platform: 'Kraken', totals: [{ assetId: 'BTC', kind: 'LENT', units: 1 }] }),
  },
  {
    tool: 'state_balance',
    what: 'a frozen year',
    input: () => ({ accountId: user.accountId, assetId: 'BTC', at: '2025-07-01T00:00:00Z', amount: 1 }),
  },
  {
    tool: 'set_circumstances',
    what: 'a locked year',
    input: () => ({ year: 2024, otherGains: 1 }),
  },
  {
    tool: 'set_circumstances',
    what: 'an account of nobody',
    input: () => ({ year: 2026, accountShares: [{ accountId: UNKNOWN_ID, ownedSharePercent: 50 }] }),
  },
  { tool: 'choose_regime', what: 'a locked year', input: () => ({ year: 2024, regime: 'SPECULATIEF' }) },
  { tool: 'choose_regime', what: 'no regime', input: () => ({ year: 2026 }) },
  { tool: 'list_readings', what: 'a frozen year', input: () => ({ year: 2025 }) },
  { tool: 'get_law', what: 'a year out of range', input: () => ({ year: 1999 }) },
  { tool: 'apply_overrides', what: 'no ids', input: () => ({ taxEventIds: [], notes: 'x' }) },
  { tool: 'remove_overrides', what: 'no ids', input: () => ({ overrideIds: [] }) },
  { tool: 'match_pairs', what: 'no pairs', input: () => ({ pairs: [] }) },
  { tool: 'get_links', what: 'a year out of range', input: () => ({ year: 1999 }) },
  { tool: 'list_files', what: 'a size of 0', input: () => ({ size: 0 }) },
  { tool: 'preview_file', what: 'an unknown upload', input: () => ({ uploadId: UNKNOWN_ID }) },
  { tool: 'preview_file', what: 'a text that is no export', input: () => ({ content: 'hello' }) },
  {
    tool: 'preview_file',
    what: 'a time zone that does not exist',
    input: () => ({ content: bitvavo('X'), timeZone: 'Nowhere' }),
  },
  {
    tool: 'add_file',
    what: 'rows that become no transaction',
    input: () => ({ content: bitvavo('X').replace('Completed', 'Canceled') }),
  },
  { tool: 'remove_file', what: 'an unknown id', input: () => ({ fileId: UNKNOWN_ID }) },
  { tool: 'undo_correction', what: 'an unknown id', input: () => ({ entryId: UNKNOWN_ID }) },
];

/** Sends the same input over REST. */
async function sendRest(
  tool: string,
  input: Record<string, unknown>,
  token: string,
): Promise<{ status: number; text: string }> {
  const { fixed, ...called } = TOOLS.find(({ name }) => name === tool)!;
  const operation = operationOf(called);
  const { content, ...left }: Record<string, unknown> = { ...input, ...fixed };
  const file = typeof content === 'string' && operation.receivesFile === true ? content : null;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(left[name]);
    Reflect.deleteProperty(left, name);
    return value;
  });
  const query =
    operation.body === undefined
      ? `?${new URLSearchParams(Object.entries(left).map(([name, value]): [string, string] => [name, String(value)])).toString()}`
      : '';
  const response = await conformingFetch(`${stack.ready().baseUrl}${path}${query === '?' ? '' : query}`, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': file === null ? 'application/json' : 'text/csv',
    },
    ...(operation.body === undefined ? {} : { body: JSON.stringify(left) }),
    ...(file === null ? {} : { body: file }),
  });
  return { status: response.status, text: await response.text() };
}

/** Returns a body without the fields that are null, and with every digit. */
const withoutNulls = (text: string): string => text.replace(/,"\w+":null/g, '');

const titled = (inputs: readonly ToolInput[]) =>
  inputs.map((each) => [`${each.tool}${each.what === undefined ? '' : `, ${each.what}`}`, each] as const);

describe('Every tool returns what REST returns', () => {
  it.each(titled(ANSWERED))(
    '%s: the same text, and the same structured content',
    async (_title, { tool, input }) => {
      const sent = input?.() ?? {};
      const rest = await sendRest(tool, sent, user.token);
      const said = await client.call(tool, sent);
      expect(rest.status).toBe(200);
      expect([said.isError, said.text]).toEqual([false, withoutNulls(rest.text)]);
      expect(said.structured).toEqual(JSON.parse(withoutNulls(rest.text)));
    },
  );

  it.each([
    ['2025-11-25', {}, {}],
    [
      '2026-07-28',
      { 'mcp-method': 'tools/call', 'mcp-name': 'list_transactions' },
      {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    ],
  ])('structured content has the same digits as REST, revision %s', async (revision, headers, meta) => {
    const { token } = await createUser(stack, {
      years: [],
      facts: [
        { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN' },
        event('$& $1', 'ACQUISITION', '0.123456789012345678901234', '2026-01-10T10:00:00Z', '100'),
      ],
    });
    const body = withoutNulls((await sendRest('list_transactions', { year: 2026 }, token)).text);
    expect(body).toContain('"amount":0.123456789012345678901234');
    const params = { name: 'list_transactions', arguments: { year: 2026 }, _meta: meta };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { text } = await post(stack, token, message, { 'mcp-protocol-version': revision, ...headers });
    expect(text).toContain(`"structuredContent":${body}`);
    expect(text).toContain(`"text":${JSON.stringify(body)}`);
  });

  it.each(['get_portfolio', 'get_positions'])(
    '%s, with the beta: the same except for the time of the snapshot',
    async (tool) => {
      const moment = /"snapshotTime":"[^"]+"/;
      const rest = await sendRest(tool, tool === 'get_portfolio' ? { lots: false } : {}, beta.token);
      const said = await betaClient.call(tool);
      const shown = withoutNulls(rest.text.replace(moment, ''));
      expect([said.isError, said.text.replace(moment, '')]).toEqual([false, shown]);
    },
  );

  it('get_lots, with the beta: the same lots, and the same rejection of an unknown holding', async () => {
    const { holdings } = (await betaClient.call('get_portfolio')).json as { holdings: { id: string }[] };
    const held = { holdingId: holdings[0]!.id };
    const said = await betaClient.call('get_lots', held);
    const rest = await sendRest('get_lots', { ...held, size: 20 }, beta.token);
    expect([said.isError, said.text]).toEqual([false, withoutNulls(rest.text)]);
    expect((said.json as { lots: object[] }).lots.length).toBe(1);
    const unknown = { holdingId: 'WONDER' };
    const { status, text } = await sendRest('get_lots', unknown, beta.token);
    const { code } = JSON.parse(text) as { code: string };
    expect((await betaClient.call('get_lots', unknown)).json).toMatchObject({ status, code });
    expect([status, code]).toEqual([404, 'NOT_FOUND']);
  });

  it('preview_sale, with the beta: the same preview, and the same rejection of an unknown asset', async () => {
    const { holdings } = (await betaClient.call('get_portfolio')).json as { holdings: { id: string }[] };
    await stack.ctx(['user', 'set', '--user', beta.userId, '--add-year', '2026']);
    const sale = { amount: 1, unitPriceEur: 3000.25, at: '2026-12-01T12:00:00Z' };
    const sent = { assetKey: holdings[0]!.id, ...sale };
    const said = await betaClient.call('preview_sale', sent);
    expect([said.isError, said.text]).toEqual([
      false,
      withoutNulls((await sendRest('preview_sale', { ...sent, slices: false }, beta.token)).text),
    ]);
    expect((said.json as { euroValue: number }).euroValue).toBe(3000.25);
    const unknown = { assetKey: 'WONDER', ...sale };
    const { status } = await sendRest('preview_sale', unknown, beta.token);
    expect((await betaClient.call('preview_sale', unknown)).json).toMatchObject({
      status,
      code: 'NOT_FOUND',
    });
  });

  it('preview_departure, with the beta: the preview of REST', async () => {
    const sent = { at: '2026-12-01T12:00:00Z' };
    const said = await betaClient.call('preview_departure', sent);
    const { text } = await sendRest('preview_departure', sent, beta.token);
    expect([said.isError, said.text]).toEqual([false, withoutNulls(text)]);
    expect((said.json as { year: number }).year).toBe(2026);
  });

  it('create_upload: the fields of REST with an address of its own, whose file preview_file and add_file take', async () => {
    const said = (await client.call('create_upload')).json as { uploadId: string; address: string };
    const rest = JSON.parse((await sendRest('create_upload', {}, user.token)).text) as object;
    expect(Object.keys(said)).toEqual(Object.keys(rest));
    const { uploadId, address } = said;
    expect((await client.call('preview_file', { uploadId })).json).toMatchObject({ code: 'UPLOAD_EMPTY' });
    expect((await fetch(address, { method: 'PUT', body: bitvavo('SENT') })).status).toBe(200);
    const preview = await client.call('preview_file', { uploadId });
    expect(preview.text).toBe(withoutNulls((await sendRest('preview_file', { uploadId }, user.token)).text));
    expect(preview.json).toMatchObject({ dryRun: true, added: 1 });
    const none = (await client.call('preview_file')).json;
    expect([JSON.stringify(none), none]).toEqual([
      expect.stringContaining('or else uploadId'),
      expect.objectContaining({ status: 400 }),
    ]);
    const added = await client.call('add_file', { uploadId, newAccount: 'Sent' });
    expect(added.json).toMatchObject({ dryRun: false, added: 1 });
    await untilIdle(stack, user);
    const { fileId } = added.json as { fileId: string };
    expect((await client.call('remove_file', { fileId })).json).toMatchObject({ deleted: true });
    await untilIdle(stack, user);
  });

  it('corrections: one that was made over MCP is a repeat over REST, with the same response', async () => {
    const sent = { taxEventId: id('SELL 2026'), overriddenEuroValue: 3100.5, notes: 'invoice' };
    expect((await client.call('apply_override', sent)).json).toMatchObject({ created: true, changed: true });
    const rest = await sendRest('apply_override', sent, user.token);
    expect(JSON.parse(rest.text)).toMatchObject({ changed: false, recalc: 'NOT_NEEDED' });
    expect((await client.call('apply_override', sent)).text).toBe(withoutNulls(rest.text));
  });

  it.each(titled(REJECTED))(
    '%s: the rejection has the same status, code, message and fields',
    async (_title, { tool, input }) => {
      const sent = input?.() ?? {};
      const { status, text } = await sendRest(tool, sent, user.token);
      const { code, message, fieldErrors, upgradeUrl } = JSON.parse(text) as Record<string, unknown>;
      const said = await client.call(tool, sent);
      expect([said.isError, said.structured]).toEqual([true, undefined]);
      expect(said.json).toEqual({
        status,
        code,
        message,
        fieldErrors,
        ...(upgradeUrl === null ? {} : { upgradeUrl }),
      });
    },
  );

  it('a correction in a locked year is rejected with the upgradeUrl of REST', async () => {
    const sent = { taxEventId: id('SELL 2024'), notes: 'x' };
    const rest = JSON.parse((await sendRest('apply_override', sent, user.token)).text) as object;
    const { upgradeUrl } = rest as { upgradeUrl: string };
    expect(upgradeUrl).toMatch(/^https?:/);
    expect((await client.call('apply_override', sent)).json).toMatchObject({
      status: 402,
      code: 'YEAR_LOCKED',
      upgradeUrl,
    });
  });

  it('without the portfolio beta, the beta tools report that the feature is unavailable', async () => {
    for (const tool of ['get_portfolio', 'get_positions', 'get_lots', 'preview_sale', 'preview_departure'])
      expect((await client.call(tool)).json).toMatchObject({ status: 404, code: 'FEATURE_UNAVAILABLE' });
  });

  it('every tool is called in these tests', () => {
    const called = new Set(
      [...ANSWERED, ...REJECTED]
        .map(({ tool }) => tool)
        .concat(
          'get_portfolio',
          'get_positions',
          'get_lots',
          'preview_sale',
          'preview_departure',
          'create_upload',
        ),
    );
    expect(TOOLS.filter(({ name }) => !called.has(name))).toEqual([]);
  });
});
