/** The start page of the settings. */
import { figuresVisit } from '../figures/figures-visit.ts';
import { listLiveAndEndedConnections } from '../identity/connections.ts';
import { listLiveAndEndedTokens } from '../identity/tokens.ts';
import { correctionView } from '../pages/log-entry.ts';
import { overviewPage } from '../pages/overview.ts';
import { connectionView } from './app-pages.ts';
import { hasPassword, type Reply, type SignedInVisit } from './visit.ts';

const CORRECTIONS_SHOWN = 5;

/** Shows the overview. If another service is down, the page says which part is missing and shows the rest. */
export async function showOverview(visit: SignedInVisit): Promise<Reply> {
  const { parts, session, language, requestId, request } = visit;
  const { userId, plan, signedInAt } = session;
  const [tokens, connections, years, corrections] = await Promise.all([
    listLiveAndEndedTokens(parts.pool, userId),
    listLiveAndEndedConnections(parts.pool, userId),
    nullIfDown(visit, figuresVisit(visit).read('listYears')),
    nullIfDown(
      visit,
      parts.listCorrections({ userId, requestId }, { limit: CORRECTIONS_SHOWN, beforeId: 0 }),
    ),
  ]);
  const page = overviewPage({
    language,
    visitor: session,
    done: null,
    plan,
    years: years?.years ?? null,
    signedInAt,
    upgradeUrl: parts.settings.upgradeUrl,
    tokens: tokens.live,
    apps: connections.live.map(connectionView),
    corrections: corrections?.map((entry) => correctionView(language, entry)) ?? null,
    hasPassword: hasPassword(visit),
    advisesPassword: request.query['advice'] === 'password',
  });
  return { status: 200, page };
}

async function nullIfDown<Result>(
  { parts, requestId }: SignedInVisit,
  result: Promise<Result>,
): Promise<Result | null> {
  try {
    return await result;
  } catch (error) {
    parts.log.warn({ err: error, requestId }, 'a section of the overview page could not be loaded');
    return null;
  }
}
