/** The page of the log: corrections, and the access log. */
import { listAccess } from '../../identity/access-log.ts';
import { listLiveAndEndedConnections } from '../../identity/connections.ts';
import { PAGES_NAME } from '../../identity/reserved-name.ts';
import { listLiveAndEndedTokens } from '../../identity/tokens.ts';
import { withRecalculation } from '../visit/changes.ts';
import { figuresVisit, InvalidParameters } from '../visit/figures-visit.ts';
import { doneText, messageReply, nullIfDown, type Reply, type SignedInVisit } from '../visit/visit.ts';
import { historyParameters, logAddress, type LogPlace, parsePlace } from './log-filters.ts';
import { type ListLinks, logPage } from './log-view.ts';
import { LOG_TEXTS } from './texts/texts.ts';

const PAGE_SIZE = 20;

/** Shows both lists, each with its own pages. */
export async function showLog(visit: SignedInVisit): Promise<Reply> {
  const { parts, session, language, request } = visit;
  const place = parsePlace(request.query);
  if (place === null) return messageReply(visit, 'notFound', 400);
  const figures = figuresVisit(visit);
  try {
    const [history, access, years, vias, done] = await Promise.all([
      figures.readDigits('listHistory', historyParameters(place, PAGE_SIZE)),
      // Reads one entry more than the page shows, to know whether there are older ones.
      listAccess(parts.pool, session.userId, { before: place.access, size: PAGE_SIZE + 1 }),
      nullIfDown(visit, figures.read('listYears')),
      viasOf(visit),
      doneMessage(visit),
    ]);
    const shownAccess = access.slice(0, PAGE_SIZE);
    const page = logPage({
      language,
      visitor: session,
      done,
      history,
      years: years?.years ?? null,
      vias,
      place,
      access: shownAccess,
      accessLinks: accessLinks(place, access.length, shownAccess.at(-1)?.entryId),
    });
    return { status: 200, page };
  } catch (error) {
    if (error instanceof InvalidParameters) return messageReply(visit, 'notFound', 400);
    throw error;
  }
}

/** Returns the names of the user's tokens and apps, also of those that ended lately, and of these pages. */
async function viasOf({ parts, session: { userId } }: SignedInVisit): Promise<string[]> {
  const [tokens, connections] = await Promise.all([
    listLiveAndEndedTokens(parts.pool, userId),
    listLiveAndEndedConnections(parts.pool, userId),
  ]);
  const names = [
    ...[...tokens.live, ...tokens.ended].map(({ name }) => name),
    ...[...connections.live, ...connections.ended].map(({ appName }) => appName),
  ];
  return [...new Set([...names.toSorted((one, other) => one.localeCompare(other)), PAGES_NAME])];
}

/** Returns the message about an undo, with the status of the recalculation that it caused. Null after nothing. */
async function doneMessage(visit: SignedInVisit): Promise<string | null> {
  const done = doneText(visit, { undone: LOG_TEXTS[visit.language].undo.done });
  return done === null ? null : withRecalculation(visit, done);
}

function accessLinks(place: LogPlace, found: number, lastId: number | undefined): ListLinks {
  const hasOlder = found > PAGE_SIZE && lastId !== undefined;
  return {
    newest: place.access === null ? null : logAddress({ ...place, access: null }, 'access'),
    older: hasOlder ? logAddress({ ...place, access: lastId }, 'access') : null,
  };
}
