/** MCP clients in use other than the 2.x SDK: the 1.x SDK and the inspector's command line. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { toolProgram } from '../../../tools/packages.ts';
import type { TestStack } from '../stack.ts';
import { saidOf, type ToolCaller } from './client.ts';

/** Connects a client of the 1.x SDK with a token, at an address of the MCP server. */
export async function sdk1Client(stack: TestStack, token: string, path = '/mcp'): Promise<ToolCaller> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${stack.ready().baseUrl}${path}`), {
      requestInit: { headers },
    }),
  );
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input = {}) =>
      saidOf(await client.callTool({ name, arguments: input as Record<string, unknown> })),
    close: () => client.close(),
  };
}

/** Returns a client that runs the inspector's command line, one process for each call. */
export function inspectorClient(stack: TestStack, token: string): Promise<ToolCaller> {
  const home = mkdtempSync(join(tmpdir(), 'ctx-inspector-'));
  const run = (...args: string[]): Promise<Record<string, unknown>> => inspect(stack, token, home, args);
  return Promise.resolve({
    tools: async () => {
      const { tools } = await run('--method', 'tools/list', '--strict');
      return (tools as { name: string }[]).map(({ name }) => name);
    },
    call: async (name, input = {}) => {
      const values = Object.entries(input).map(([key, value]) => `${key}=${String(value)}`);
      const given = values.flatMap((value) => ['--tool-arg', value]);
      return saidOf(await run('--method', 'tools/call', '--tool-name', name, ...given));
    },
    close: () => {
      rmSync(home, { recursive: true, force: true });
      return Promise.resolve();
    },
  });
}

async function inspect(
  stack: TestStack,
  token: string,
  home: string,
  args: readonly string[],
): Promise<Record<string, unknown>> {
  const child = promisify(execFile)(
    process.execPath,
    [
      toolProgram('@modelcontextprotocol/inspector', 'mcp-inspector'),
      '--cli',
      `${stack.ready().baseUrl}/mcp`,
      '--transport',
      'http',
      '--header',
      `authorization: Bearer ${token}`,
      ...args,
    ],
    { env: { ...process.env, HOME: home }, maxBuffer: 16 * 2 ** 20 },
  );
  // After a rejection it exits with a code other than 0, but still prints the result.
  const { stdout } = await child.catch((error: unknown) => {
    const { stdout: printed } = error as { stdout?: string };
    if (printed === undefined || printed === '') throw error;
    return { stdout: printed };
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}
