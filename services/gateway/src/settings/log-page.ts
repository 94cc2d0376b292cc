/** The log: corrections, and who got access. */
import { type Around, logPage } from '../pages/log.ts';
import { correctionView } from '../pages/log-entry.ts';
import { namedMessagePage } from '../pages/message.ts';
import { listAccess } from '../identity/access-log.ts';
import type { Reply, SignedInVisit } from './visit.ts';

const PATH = '/settings/log';
const PAGE_SIZE = 20;
/** Ids grow from 1; 2^53 − 1 has 16 digits. */
const ID = /^[1-9]\d{0,14}$/;

/** Where each list begins: before which entry; null at its newest. */
interface Place {
  readonly corrections: number | null;
  readonly access: number | null;
}

/** Both lists, each with its own pages. */
export async function showLog(visit: SignedInVisit): Promise<Reply> {
  const { parts, session, language, requestId, request } = visit;
  const place = placeOf(request.query);
  if (place === null) return { status: 400, page: namedMessagePage(language, 'notFound', 400) };
  const { userId } = session;
  // One more than shows: whether there are older ones.
  const [corrections, access] = await Promise.all([
    parts.listCorrections({ userId, requestId }, { limit: PAGE_SIZE + 1, beforeId: place.corrections ?? 0 }),
    listAccess(parts.pool, userId, { before: place.access, size: PAGE_SIZE + 1 }),
  ]);
  const [shownCorrections, shownAccess] = [corrections.slice(0, PAGE_SIZE), access.slice(0, PAGE_SIZE)];
  const page = logPage({
    ...{ language, visitor: session },
    corrections: shownCorrections.map((entry) => correctionView(language, entry)),
    aroundCorrections: around(place, 'corrections', corrections.length, shownCorrections.at(-1)?.id),
    access: shownAccess,
    aroundAccess: around(place, 'access', access.length, shownAccess.at(-1)?.entryId),
  });
  return { status: 200, page };
}

function placeOf(query: Readonly<Record<string, unknown>>): Place | null {
  const values = [query['corrections'], query['access']];
  if (values.some((value) => value !== undefined && !(typeof value === 'string' && ID.test(value))))
    return null;
  const [corrections, access] = values.map((value) => (value === undefined ? null : Number(value)));
  return { corrections: corrections ?? null, access: access ?? null };
}

function around(place: Place, list: keyof Place, found: number, lastId: number | undefined): Around {
  const hasOlder = found > PAGE_SIZE && lastId !== undefined;
  return {
    newest: place[list] === null ? null : address({ ...place, [list]: null }, list),
    older: hasOlder ? address({ ...place, [list]: lastId }, list) : null,
  };
}

function address(place: Place, list: keyof Place): string {
  const given = Object.entries(place).filter(([, id]) => id !== null);
  const query = new URLSearchParams(
    given.map(([name, id]): [string, string] => [name, String(id)]),
  ).toString();
  return `${PATH}${query === '' ? '' : `?${query}`}#${list}`;
}
