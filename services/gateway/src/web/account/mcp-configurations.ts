/** Configurations and commands that connect an MCP client, and the request that tries a token. */

/** The name under which clients list the server. */
const SERVER = 'crypto-tax';

/** Where clients connect, and the token that they send; null for a client that signs in with OAuth. */
export interface McpConnection {
  /** The address of the MCP server. */
  readonly address: string;
  readonly token: string | null;
}

/** Returns the `mcpServers` that Cursor and many other clients read. */
export function commonConfiguration(connection: McpConnection): string {
  return jsonText({ mcpServers: { [SERVER]: { url: connection.address, ...headersOf(connection) } } });
}

/** Returns the `mcp.json` of VS Code. */
export function vsCodeConfiguration(connection: McpConnection): string {
  return jsonText({
    servers: { [SERVER]: { type: 'http', url: connection.address, ...headersOf(connection) } },
  });
}

/** Returns the command that adds the server to Claude Code. */
export function claudeCodeCommand({ address, token }: McpConnection): string {
  const add = `claude mcp add --transport http ${SERVER} ${address}`;
  return token === null ? add : `${add} --header "Authorization: Bearer ${token}"`;
}

/** Returns a command that lists the user's years with a token. */
export function curlCommand(baseUrl: string, token: string): string {
  return `curl -H "Authorization: Bearer ${token}" ${baseUrl}/api/v1/years`;
}

function headersOf({ token }: McpConnection): { readonly headers?: { readonly Authorization: string } } {
  return token === null ? {} : { headers: { Authorization: `Bearer ${token}` } };
}

function jsonText(value: object): string {
  return JSON.stringify(value, null, 2);
}
