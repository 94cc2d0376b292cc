/** The client of the 2.x SDK itself, for tests that need more than tool calls. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestStack } from '../stack.ts';

/** `legacy`: with the handshake of revision 2025-11-25 and earlier. `modern`: at the newest revision. */
export type Era = 'legacy' | 'modern';

/** Connects a client with a token, under the name in `info`, at an address of the MCP server. */
export async function sdkClient(
  stack: TestStack,
  token: string,
  era: Era,
  info = { name: 'test', version: '1' },
  path = '/mcp',
): Promise<Client> {
  const mode = era === 'modern' ? { pin: '2026-07-28' } : 'legacy';
  const client = new Client(info, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${stack.ready().baseUrl}${path}`), {
      requestInit: { headers },
    }),
  );
  return client;
}
