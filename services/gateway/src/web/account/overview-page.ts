/** The start page of the settings. */
import { listLiveAndEndedConnections } from '../../identity/connections.ts';
import { listLiveAndEndedTokens } from '../../identity/tokens.ts';
import { figuresVisit } from '../visit/figures-visit.ts';
import { hasPassword, nullIfDown, type Reply, type SignedInVisit } from '../visit/visit.ts';
import { connectionView } from './app-pages.ts';
import { overviewPage } from './overview-view.ts';

const CORRECTIONS_SHOWN = '5';

/** Shows the overview. If another service is down, the page says which part is missing and shows the rest. */
export async function showOverview(visit: SignedInVisit): Promise<Reply> {
  const { parts, session, language, request } = visit;
  const { userId, plan, signedInAt } = session;
  const figures = figuresVisit(visit);
  const [tokens, connections, years, corrections] = await Promise.all([
    listLiveAndEndedTokens(parts.pool, userId),
    listLiveAndEndedConnections(parts.pool, userId),
    nullIfDown(visit, figures.read('listYears')),
    nullIfDown(visit, figures.readDigits('listHistory', { size: CORRECTIONS_SHOWN })),
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
    corrections: corrections?.entries ?? null,
    hasPassword: hasPassword(visit),
    advisesPassword: request.query['advice'] === 'password',
  });
  return { status: 200, page };
}
