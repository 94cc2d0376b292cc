/** The page that shows how to connect an assistant. */
import { MCP_PATHS, PATH_TO_CONNECT } from '../../api/mcp/paths.ts';
import { brusselsDate } from '@ctx/domain/brussels';
import type { Reply, SignedInVisit } from '../visit/visit.ts';
import { connectPage } from './connect-view.ts';

/** Shows the address of the MCP server and the steps for each assistant. */
export function showConnect({ parts, session, language }: SignedInVisit): Reply {
  const { year } = brusselsDate(Date.now());
  const { baseUrl } = parts.settings;
  const page = connectPage({
    language,
    visitor: session,
    address: `${baseUrl}${PATH_TO_CONNECT}`,
    smallAddress: `${baseUrl}${MCP_PATHS[0].path}`,
    year,
  });
  return { status: 200, page };
}
