/** No rejection or error repeats invented input of a client: an assistant reads it, and a stranger may have written it. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Tool, TOOLS } from '@ctx/contract/tools';
import { codeOf, REJECTIONS } from '@ctx/domain/rejections';
import type { Client } from '@modelcontextprotocol/client';
import { inputOf as argumentsOf } from '../../../services/gateway/src/api/mcp/tool-schemas.ts';
import { useStack, useUser } from '../kit.ts';
import { newToken } from '../stack.ts';
import { callOf, post, saidOf } from './client.ts';
import { type Injection, INJECTIONS, MARK, rawOf, UNSEEN } from './hostile-text/injections.ts';
import { linesOf } from '../log-lines.ts';
import { type Era, sdkClient } from './sdk-client.ts';

const stack = useStack();
const user = useUser(stack, { beta: 'portfolio' });

/** Expects no part of an injection in a response: neither plain, nor hidden, nor in the encoding of a header. */
function expectNothingOf(answer: string): void {
  expect(answer).not.toContain(MARK);
  expect(answer).not.toContain('=?base64?');
  expect(answer.replaceAll('\n', '')).not.toMatch(UNSEEN);
}

const INJECTED = INJECTIONS.map((injection) => [injection.name, injection] as const);

describe.each(INJECTED)('If arguments of a tool contain %s', (_name, injection) => {
  const text = rawOf(injection);
  /** Two, because each token has its own limit of calls a minute. */
  const clients: Client[] = [];
  beforeAll(async () => {
    for (let count = 0; count < 2; count += 1) {
      const token = await newToken(stack, user.userId, 'write');
      // This address offers all tools.
      clients.push(await sdkClient(stack, token, 'modern', undefined, '/mcp/x/insight'));
    }
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
  });

  const fieldsOf = (tool: Tool): string[] => Object.keys(argumentsOf(tool).shape);

  it.each<[what: string, inputOf: (fields: readonly string[]) => object]>([
    ['as the name of a field', () => ({ [text]: 1 })],
    ['in every field', (fields) => Object.fromEntries(fields.map((name) => [name, text]))],
    ['in a list in every field', (fields) => Object.fromEntries(fields.map((name) => [name, [text]]))],
    [
      'in an object in every field',
      (fields) => Object.fromEntries(fields.map((name) => [name, { [text]: text }])),
    ],
  ])(
    '%s, it is rejected with names of fields of the tool only, and is not repeated',
    async (_what, inputOf) => {
      for (const [index, tool] of TOOLS.entries()) {
        const known = fieldsOf(tool);
        const input = inputOf(known);
        if (Object.keys(input).length === 0) continue;
        const result = await clients[index % clients.length]!.callTool({
          name: tool.name,
          arguments: input as Record<string, unknown>,
        });
        const { isError, json } = saidOf(result);
        expectNothingOf(JSON.stringify(result));
        const { fieldErrors, ...rejection } = json as {
          fieldErrors: { field: string; message: string }[] | null;
        };
        // The asset key of a holding may be any text, so an invented one is valid and not found.
        const isAnyText = tool.name === 'get_lots' && fieldErrors === null;
        const name = isAnyText ? 'NOT_FOUND' : 'INVALID';
        const [{ http: status, message }, code] = [REJECTIONS[name], codeOf(name)];
        expect([isError, rejection]).toEqual([true, { status, code, message }]);
        const named = (fieldErrors ?? []).map(({ field }) => field.replace(/\.0$/, ''));
        expect(named.filter((field) => field !== 'request' && !known.includes(field))).toEqual([]);
      }
    },
  );

  it('as the name of a tool, the error does not repeat it', async () => {
    const rejected: unknown = await clients[0]!.callTool({ name: text }).catch((error: unknown) => error);
    expect(rejected).toMatchObject({ code: -32_602, message: 'Unknown tool.' });
  });
});

type Headers = Record<string, string>;
interface Request {
  readonly body: unknown;
  readonly headers: Headers;
}

const MODERN = '2026-07-28';
const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const CLIENT = 'io.modelcontextprotocol/clientInfo';

const legacy = (method: string, params: object = {}, headers: Headers = {}): Request => ({
  body: { jsonrpc: '2.0', id: 1, method, params },
  headers,
});

const modern = (method: string, params: object = {}, meta: object = {}, headers: Headers = {}): Request => ({
  body: {
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { ...params, _meta: { [VERSION]: MODERN, [CAPABILITIES]: {}, ...meta } },
  },
  headers: { 'mcp-protocol-version': MODERN, 'mcp-method': method, ...headers },
});

/** The part of a text that a header may contain unencoded. */
const plain = (text: string): string => text.replace(/[^\x20-\x7e]/g, '').trim();
/** The whole text in the encoding that the protocol defines for headers. */
const encoded = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

const named = (name: string): Headers => ({ 'mcp-name': name });

const REJECTED: readonly (readonly [what: string, request: (text: string) => Request])[] = [
  ['text that is not JSON', (text) => ({ body: `{"${text}`, headers: {} })],
  [
    'a message without a valid version',
    (text) => ({ body: { jsonrpc: text, id: 1, method: 'ping' }, headers: {} }),
  ],
  ['another member of a message', (text) => ({ body: { jsonrpc: '2.0', id: 1, [text]: text }, headers: {} })],
  ['a method', (text) => legacy(text)],
  ['a tool', (text) => legacy('tools/call', { name: text })],
  ['a tool name that is not a string', (text) => legacy('tools/call', { name: { [text]: text } })],
  ['a field of a tool', (text) => ({ body: callOf('list_years', { [text]: text }), headers: {} })],
  [
    'arguments that are not an object',
    (text) => legacy('tools/call', { name: 'list_years', arguments: text }),
  ],
  ['a progress token', (text) => legacy('tools/list', { _meta: { progressToken: { [text]: text } } })],
  ['a resource', (text) => legacy('resources/read', { uri: text })],
  ['a prompt', (text) => legacy('prompts/get', { name: text })],
  [
    'an argument of a prompt',
    (text) => legacy('prompts/get', { name: 'prepare_my_return', arguments: { year: text } }),
  ],
  [
    'the name of an argument of a prompt',
    (text) => legacy('prompts/get', { name: 'clear_my_inbox', arguments: { [text]: text } }),
  ],
  ['a toolset', (text) => legacy('ping', {}, { 'x-mcp-toolsets': plain(text) })],
  ['a log level', (text) => legacy('logging/setLevel', { level: text })],
  [
    'capabilities at the handshake',
    (text) => legacy('initialize', { capabilities: { experimental: { [text]: 1 } } }),
  ],
  ['a revision in the header', (text) => legacy('ping', {}, { 'mcp-protocol-version': plain(text) })],
  ['accepted types', (text) => legacy('ping', {}, { accept: plain(text) })],
  ['a content type', (text) => legacy('ping', {}, { 'content-type': plain(text) })],
  ['a content encoding', (text) => legacy('ping', {}, { 'content-encoding': plain(text) })],
  ['an origin', (text) => legacy('ping', {}, { origin: plain(text) })],
  ['a token', (text) => legacy('ping', {}, { authorization: `Bearer ${plain(text)}` })],
  ['a method, modern', (text) => modern(text, {}, {}, { 'mcp-method': plain(text) })],
  ['another method in the header', (text) => modern('tools/list', {}, {}, { 'mcp-method': plain(text) })],
  ['a tool, modern', (text) => modern('tools/call', { name: text }, {}, named(encoded(text)))],
  ['a tool without the header', (text) => modern('tools/call', { name: text })],
  [
    'another tool in the header',
    (text) => modern('tools/call', { name: 'list_years' }, {}, named(encoded(text))),
  ],
  [
    'invalid base64 in the header',
    (text) => modern('tools/call', { name: 'x' }, {}, named(`=?base64?${plain(text)}?=`)),
  ],
  ['another revision in _meta', (text) => modern('tools/list', {}, { [VERSION]: text })],
  [
    'a revision',
    (text) => modern('tools/list', {}, { [VERSION]: plain(text) }, { 'mcp-protocol-version': plain(text) }),
  ],
  [
    'capabilities in _meta',
    (text) => modern('tools/list', {}, { [CAPABILITIES]: { experimental: { [text]: 1 } } }),
  ],
  ['the client name in _meta', (text) => modern('tools/list', {}, { [CLIENT]: { name: { [text]: text } } })],
  ['a log level in _meta', (text) => modern('tools/list', {}, { 'io.modelcontextprotocol/logLevel': text })],
  [
    'a state',
    (text) =>
      modern('tools/call', { name: 'list_years', requestState: { [text]: 1 } }, {}, named('list_years')),
  ],
];

describe('A request is rejected, and its invented text is not repeated, if that is', () => {
  it.each(REJECTED)('%s', async (_what, requestOf) => {
    const token = await newToken(stack, user.userId, 'write');
    for (const injection of INJECTIONS) {
      const text = rawOf(injection);
      const { body, headers } = requestOf(text);
      const made = { 'x-request-id': plain(text).slice(0, 60), 'user-agent': plain(text) };
      const answer = await post(stack, token, body, { ...made, ...headers });
      // An error of the protocol, a rejection by a tool, or a rejection before the protocol.
      const rejection = /"error":|\\"fieldErrors\\":|"success":false/;
      expect([injection.name, rejection.test(answer.text), answer.text]).toEqual([
        injection.name,
        true,
        answer.text,
      ]);
      expectNothingOf(answer.text + JSON.stringify([...answer.headers]));
    }
  });
});

describe.each<Era>(['modern', 'legacy'])('A client of the %s era', (era) => {
  it.each(INJECTED)(
    'that is named with %s gets the same responses as every other client',
    async (_name, injection: Injection) => {
      const text = rawOf(injection);
      const token = await newToken(stack, user.userId, 'write');
      const [plainly, hostile] = await Promise.all([
        sdkClient(stack, token, era),
        sdkClient(stack, token, era, { name: text, version: text }),
      ]);
      const readBy = async (client: Client): Promise<unknown> => [
        client.getInstructions(),
        client.getServerVersion(),
        (await client.listTools()).tools,
        // Both clients share a token, and `_meta` counts its calls.
        { ...(await client.callTool({ name: 'list_years' })), _meta: undefined },
      ];
      const answer = await readBy(hostile);
      expect(answer).toEqual(await readBy(plainly));
      expectNothingOf(JSON.stringify(answer));
      await Promise.all([plainly.close(), hostile.close()]);
    },
  );
});

describe('The logs', () => {
  it('are JSON without invisible or control characters, also for hostile requests', () => {
    const lines = linesOf(stack);
    expect(lines.filter((line) => !line.startsWith('{'))).toEqual([]);
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('msg');
    expect(lines.filter((line) => line.includes(MARK)).length).toBeGreaterThan(50);
    expect(lines.filter((line) => UNSEEN.test(line))).toEqual([]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(5000);
  });
});
