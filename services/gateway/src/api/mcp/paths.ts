/** The addresses of the MCP server: one for the tools that every client gets, and one for each toolset (ADR 34). */
import { type Toolset, TOOLSETS } from '@ctx/contract/tools';

/** An address of the MCP server. */
export interface McpPath {
  readonly path: string;
  /** The toolsets that it offers in addition to the tools that every client gets. */
  readonly toolsets: readonly Toolset[];
  /**
   * Whether a token over its limit, and a tool beyond the scopes of the token, are rejected within the protocol. At `/mcp` they get the
   * contract's 429 and 403, at which some clients end their session.
   */
  readonly rejectsInProtocol: boolean;
}

/** All addresses of the MCP server, the default one first. */
export const MCP_PATHS: readonly [McpPath, ...McpPath[]] = [
  { path: '/mcp', toolsets: [], rejectsInProtocol: false },
  ...TOOLSETS.map((toolset) => ({ path: `/mcp/x/${toolset}`, toolsets: [toolset], rejectsInProtocol: true })),
];

/**
 * The path that pages and documents give to connect to: it has every tool. The contract fixes the tools of `/mcp`, which stays for
 * clients that want few (ADR 34).
 */
export const PATH_TO_CONNECT = '/mcp/x/insight';

/** The header by which a client requests toolsets: names separated by commas. */
export const TOOLSETS_HEADER = 'X-MCP-Toolsets';

/** A name in the header for the tools that every client gets anyway. */
const DEFAULT_TOOLSET = 'default';

/** What the header may contain, for its rejection. */
export const TOOLSETS_RULE = `must contain only ${[DEFAULT_TOOLSET, ...TOOLSETS].join(' and ')}, separated by commas`;

/** Returns the toolsets of an address and of a header value, or null if the header names an unknown one. */
export function requestedToolsets(ofPath: readonly Toolset[], header: string): readonly Toolset[] | null {
  const names = header.split(',').map((name) => name.trim());
  const isKnown = (name: string): boolean =>
    name === '' || name === DEFAULT_TOOLSET || (TOOLSETS as readonly string[]).includes(name);
  if (!names.every(isKnown)) return null;
  return TOOLSETS.filter((toolset) => ofPath.includes(toolset) || names.includes(toolset));
}
