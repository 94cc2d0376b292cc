/** What names events: type, amount, asset and time, as they count now. For the pages. */
import { LIMITS } from '@ctx/domain/limits';
import { shownSymbol } from '@ctx/domain/shown-text';
import { parameter, prepare, sql, USER } from '@ctx/platform/sql';
import type { ListNamedEventsRequest, NamedEvent, NamedEvents } from '@ctx/proto/gen/ctx/v1/read';
import { readAsUser, type Source } from '../sources/source.ts';

// An event that later facts moved out of a frozen year has two rows; the one in the open year counts.
const NAMED = prepare(
  'named-events',
  sql`SELECT e.event_id AS id, e.type, e.asset_symbol AS "assetSymbol", e.amount::text AS amount,
      to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS timestamp
    FROM unnest(${parameter('eventIds')}::uuid[]) AS n (id)
    CROSS JOIN LATERAL (SELECT * FROM figures.events v WHERE v.user_id = ${USER} AND v.event_id = n.id
      ORDER BY v.year DESC LIMIT 1) e`,
);

/** Returns the names of events of the user. */
export async function listNamedEvents(
  source: Source,
  userId: number,
  request: ListNamedEventsRequest,
): Promise<NamedEvents> {
  const eventIds = request.eventIds.slice(0, 2 * LIMITS.previewIssuesMax);
  const [events] = await readAsUser<[NamedEvent]>(source, userId, NAMED({ userId, eventIds }));
  return {
    events: events.map(({ assetSymbol, ...event }) => ({ ...event, assetSymbol: shownSymbol(assetSymbol) })),
  };
}
