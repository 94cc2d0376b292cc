/** The first page of the settings. */
import { listLiveAndEndedConnections } from '../identity/connections.ts';
import { listLiveAndEndedTokens } from '../identity/tokens.ts';
import { correctionView } from '../pages/log-entry.ts';
import { overviewPage } from '../pages/overview.ts';
import { connectionView } from './app-pages.ts';
import { hasPassword, type Reply, type SignedInVisit } from './visit.ts';

const CORRECTIONS = 5;

/** What the services behind cannot tell right now is said to be missing; the rest shows. */
export async function showOverview(visit: SignedInVisit): Promise<Reply> {
  const { parts, session, language, requestId, request } = visit;
  const { userId, plan, signedInAt } = session;
  const [tokens, connections, years, corrections] = await Promise.all([
    listLiveAndEndedTokens(parts.pool, userId),
    listLiveAndEndedConnections(parts.pool, userId),
    unlessDown(visit, parts.listYears({ session, requestId })),
    unlessDown(visit, parts.listCorrections({ userId, requestId }, { limit: CORRECTIONS, beforeId: 0 })),
  ]);
  const page = overviewPage({
    ...{ language, visitor: session, done: null, plan, years, signedInAt },
    upgradeUrl: parts.settings.upgradeUrl,
    tokens: tokens.live,
    apps: connections.live.map(connectionView),
    corrections: corrections?.map((entry) => correctionView(language, entry)) ?? null,
    hasPassword: hasPassword(visit),
    advisesPassword: request.query['advice'] === 'password',
  });
  return { status: 200, page };
}

async function unlessDown<Answer>(
  { parts, requestId }: SignedInVisit,
  asked: Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    parts.log.warn({ err: error, requestId }, 'a section of the overview page could not be loaded');
    return null;
  }
}
