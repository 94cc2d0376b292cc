/** Real MCP clients for a stack, and plain HTTP requests to /mcp. */
import type { TestStack } from '../stack.ts';
import { type Era, sdkClient } from './sdk-client.ts';

/** The result of a tool: its text, the structured content, and whether it is a rejection. */
export interface ToolReply {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: unknown;
  readonly json: Record<string, unknown>;
}

/** What every client can do. */
export interface ToolCaller {
  tools(): Promise<string[]>;
  call(name: string, input?: object): Promise<ToolReply>;
  close(): Promise<void>;
}

export interface McpClient extends ToolCaller {
  readonly instructions: string;
  readonly revision: string;
}

/** Connects a client of the 2.x SDK with a token, at an address of the MCP server. */
export async function mcpClient(
  stack: TestStack,
  token: string,
  era: Era = 'modern',
  path = '/mcp',
): Promise<McpClient> {
  const client = await sdkClient(stack, token, era, undefined, path);
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input = {}) =>
      saidOf(await client.callTool({ name, arguments: input as Record<string, unknown> })),
    instructions: client.getInstructions() ?? '',
    revision: client.getNegotiatedProtocolVersion() ?? '',
    close: () => client.close(),
  };
}

/** Reads a tool result of any of the client libraries. */
export function saidOf(result: object): ToolReply {
  const {
    isError = false,
    content: [part],
    structuredContent: structured,
  } = result as { isError?: boolean; content: { text?: string }[]; structuredContent?: unknown };
  const { text = '' } = part ?? {};
  return { isError, text, structured, json: JSON.parse(text) as Record<string, unknown> };
}

const REVISION = '2025-11-25';
/** The revision without a handshake: every message contains the version and the capabilities. */
export const MODERN = '2026-07-28';

/** Sends a plain HTTP request to an address of the MCP server. */
export async function post(
  stack: TestStack,
  token: string,
  body: unknown,
  headers: Record<string, string> = {},
  path = '/mcp',
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(`${stack.ready().baseUrl}${path}`, {
    method: 'POST',
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Returns the message of a tool call. */
export function callOf(name: string, input: object = {}, revision = REVISION): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name, arguments: input, ...(revision === MODERN ? { _meta } : {}) };
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
}
