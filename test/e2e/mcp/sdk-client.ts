/** The client of the 2.x SDK itself, where a test needs more of it than calls. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestStack } from '../stack.ts';

/** With the handshake of 2025-11-25 and before, or at the newest revision. */
export type Era = 'legacy' | 'modern';

/** A client that signed in with a token, and uses the name it was given. */
export async function sdkClient(
  stack: TestStack,
  token: string,
  era: Era,
  info = { name: 'test', version: '1' },
): Promise<Client> {
  const mode = era === 'modern' ? { pin: '2026-07-28' } : 'legacy';
  const client = new Client(info, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${stack.ready().baseUrl}/mcp`), { requestInit: { headers } }),
  );
  return client;
}
