/** The page of the log: corrections, and the access log. */
import { type ListLinks, logPage } from '../pages/log.ts';
import { correctionView } from '../pages/log-entry.ts';
import { namedMessagePage } from '../pages/message.ts';
import { listAccess } from '../identity/access-log.ts';
import type { Reply, SignedInVisit } from './visit.ts';

const PATH = '/settings/log';
const PAGE_SIZE = 20;
/** Ids grow from 1; 2^53 − 1 has 16 digits. */
const ID = /^[1-9]\d{0,14}$/;

/** The entry before which each list begins; null begins at the newest entry. */
interface ListStarts {
  readonly corrections: number | null;
  readonly access: number | null;
}

/** Shows both lists, each with its own paging. */
export async function showLog(visit: SignedInVisit): Promise<Reply> {
  const { parts, session, language, requestId, request } = visit;
  const starts = parseStarts(request.query);
  if (starts === null) return { status: 400, page: namedMessagePage(language, 'notFound', 400) };
  const { userId } = session;
  // Reads one entry more than the page shows, to know whether there are older ones.
  const [corrections, access] = await Promise.all([
    parts.listCorrections({ userId, requestId }, { limit: PAGE_SIZE + 1, beforeId: starts.corrections ?? 0 }),
    listAccess(parts.pool, userId, { before: starts.access, size: PAGE_SIZE + 1 }),
  ]);
  const [shownCorrections, shownAccess] = [corrections.slice(0, PAGE_SIZE), access.slice(0, PAGE_SIZE)];
  const page = logPage({
    language,
    visitor: session,
    corrections: shownCorrections.map((entry) => correctionView(language, entry)),
    correctionLinks: linksOf(starts, 'corrections', corrections.length, shownCorrections.at(-1)?.id),
    access: shownAccess,
    accessLinks: linksOf(starts, 'access', access.length, shownAccess.at(-1)?.entryId),
  });
  return { status: 200, page };
}

function parseStarts(query: Readonly<Record<string, unknown>>): ListStarts | null {
  const values = [query['corrections'], query['access']];
  if (values.some((value) => value !== undefined && !(typeof value === 'string' && ID.test(value))))
    return null;
  const [corrections, access] = values.map((value) => (value === undefined ? null : Number(value)));
  return { corrections: corrections ?? null, access: access ?? null };
}

function linksOf(
  starts: ListStarts,
  list: keyof ListStarts,
  found: number,
  lastId: number | undefined,
): ListLinks {
  const hasOlder = found > PAGE_SIZE && lastId !== undefined;
  return {
    newest: starts[list] === null ? null : address({ ...starts, [list]: null }, list),
    older: hasOlder ? address({ ...starts, [list]: lastId }, list) : null,
  };
}

function address(starts: ListStarts, list: keyof ListStarts): string {
  const starting = Object.entries(starts).filter(([, id]) => id !== null);
  const query = new URLSearchParams(
    starting.map(([name, id]): [string, string] => [name, String(id)]),
  ).toString();
  return `${PATH}${query === '' ? '' : `?${query}`}#${list}`;
}
