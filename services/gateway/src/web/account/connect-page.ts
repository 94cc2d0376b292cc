/** The page that shows how to connect an assistant. */
import { brusselsDate } from '@ctx/domain/brussels';
import type { Reply, SignedInVisit } from '../visit/visit.ts';
import { connectPage } from './connect-view.ts';

/** Shows the address of the MCP server and the steps for each assistant. */
export function showConnect({ parts, session, language }: SignedInVisit): Reply {
  const { year } = brusselsDate(Date.now());
  const address = `${parts.settings.baseUrl}/mcp`;
  return { status: 200, page: connectPage({ language, visitor: session, address, year }) };
}
