/** Serves the server cards of the MCP addresses, and the catalog that names them, for hosts that look for servers (SEP-2127). */
import express, { type RequestHandler, type Router } from 'express';
import { MCP_PATHS, type McpPath, PATH_TO_CONNECT } from '../../api/mcp/paths.ts';
import { SERVER_NAME, SERVER_TITLE, serverLooks } from '../../api/mcp/server.ts';
import { corsForAll } from '../../http/cors.ts';
import { rejectMethod, type RejectionSettings } from '../../http/rejections.ts';

const CATALOG_PATH = '/.well-known/ai-catalog.json';
const CARD_TYPE = 'application/mcp-server-card+json';
const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
/** What an operator publishes in the registry of MCP servers: the card of the address to connect to, by the schema of the registry. */
const ENTRY_PATH = '/.well-known/mcp/server.json';
const ENTRY_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
/** A card is public, and changes with a release. */
const CACHED = 'public, max-age=3600';

/** Returns the router of the cards and of the catalog. A card needs no token, as it says only where the server is. */
export function serverCardRouter(settings: RejectionSettings, version: string): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const serve = (path: string, type: string, document: object): void => {
    // As bytes: to a text, the library adds a charset, which JSON has not.
    const body = Buffer.from(JSON.stringify(document));
    const send: RequestHandler = (_request, response) => {
      response.set('Cache-Control', CACHED).type(type).send(body);
    };
    router.use(path, ...corsForAll());
    router
      .route(path)
      .get(send)
      .all((_request, response) => {
        rejectMethod(response, settings, ['GET']);
      });
  };
  serve(CATALOG_PATH, 'application/ai-catalog+json', catalog(settings.baseUrl));
  for (const each of MCP_PATHS.filter(isToConnect))
    serve(ENTRY_PATH, 'application/json', {
      ...card(settings.baseUrl, each, version),
      $schema: ENTRY_SCHEMA,
    });
  for (const each of MCP_PATHS) serve(cardPath(each), CARD_TYPE, card(settings.baseUrl, each, version));
  return router;
}

const cardPath = ({ path }: McpPath): string => `${path}/server-card`;

/** The paths of the catalog and of the cards. */
export const SERVER_CARD_PATHS: readonly string[] = [CATALOG_PATH, ENTRY_PATH, ...MCP_PATHS.map(cardPath)];

/** The name of a server in catalogs: the one that it says of itself, with what its address adds. */
const nameOf = ({ toolsets }: McpPath): string => [SERVER_NAME, ...toolsets].join('-');

const isToConnect = ({ path }: McpPath): boolean => path === PATH_TO_CONNECT;

/** The catalog names the address to connect to first. */
function catalog(baseUrl: string): object {
  const { hostname } = new URL(baseUrl);
  const entries = MCP_PATHS.toSorted(
    (one, other) => Number(isToConnect(other)) - Number(isToConnect(one)),
  ).map((each) => ({
    identifier: `urn:air:${hostname}:mcp:${nameOf(each)}`,
    type: CARD_TYPE,
    url: `${baseUrl}${cardPath(each)}`,
  }));
  return { specVersion: '1.0', entries };
}

function card(baseUrl: string, each: McpPath, version: string): object {
  const { hostname } = new URL(baseUrl);
  const isWhole = each.toolsets.length > 0;
  return {
    $schema: CARD_SCHEMA,
    name: `${hostname.split('.').toReversed().join('.')}/${nameOf(each)}`,
    version,
    title: SERVER_TITLE,
    description: isWhole
      ? 'Belgian crypto tax of one user: figures, reasons, open questions, what if, corrections.'
      : 'Belgian crypto tax of one user, with 17 basic tools: figures, open questions, corrections.',
    ...serverLooks(baseUrl),
    remotes: [{ type: 'streamable-http', url: `${baseUrl}${each.path}` }],
  };
}
