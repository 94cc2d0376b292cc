/** The page at the root. */
import { PATH_TO_CONNECT } from '../../api/mcp/paths.ts';
import { prefersPage } from '../../http/prefers-page.ts';
import { reject } from '../../http/rejections.ts';
import type { Reply, Visit } from '../visit/visit.ts';
import { homePage } from './home-view.ts';

/** Shows the front page to browsers. Programs get the JSON of an unknown path. */
export async function showHome({ parts, request, response, language }: Visit): Promise<Reply> {
  response.vary('Accept');
  if (!prefersPage(request)) {
    reject(response, parts.settings, 'NOT_FOUND');
    return 'SENT';
  }
  const session = await parts.sessions.find(request);
  const { baseUrl } = parts.settings;
  return {
    status: 200,
    page: homePage({ language, isSignedIn: session !== null, mcpUrl: `${baseUrl}${PATH_TO_CONNECT}` }),
  };
}
