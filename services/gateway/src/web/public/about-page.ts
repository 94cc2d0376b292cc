/** The page about the service, for anyone: who to turn to, and on which terms. */
import type { Reply, Visit } from '../visit/visit.ts';
import { aboutPage } from './about-view.ts';

/** Shows what the operator has named. */
export async function showAbout({ parts, request, language }: Visit): Promise<Reply> {
  const session = await parts.sessions.find(request);
  return { status: 200, page: aboutPage({ language, visitor: session, operator: parts.operator }) };
}
