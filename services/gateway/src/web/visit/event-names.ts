/** Names of the transactions whose questions a change would open or settle, which a dry run knows by their ids alone. */
import type { NamedEvent } from '@ctx/proto/gen/ctx/v1/read';
import { figuresVisit } from './figures-visit.ts';
import { nullIfDown, type SignedInVisit } from './visit.ts';

/** Names of transactions, by id. */
export type EventNames = ReadonlyMap<string, NamedEvent>;

type IssueList = readonly { readonly sourceEventId?: string | null | undefined }[];
interface IssueLists {
  readonly issues?: { readonly appear: IssueList; readonly disappear: IssueList } | null | undefined;
}

/** Returns the names that the lists of a preview need; none where it has no question, or while the service behind is down. */
export async function eventNamesOf(
  visit: SignedInVisit,
  preview: IssueLists | null | undefined,
): Promise<EventNames> {
  const { appear = [], disappear = [] } = preview?.issues ?? {};
  const ids = new Set([...appear, ...disappear].flatMap(({ sourceEventId }) => sourceEventId ?? []));
  if (ids.size === 0) return new Map();
  const named = await nullIfDown(visit, figuresVisit(visit).namedEvents([...ids]));
  return new Map(named?.events.map((event) => [event.id, event]));
}

/** Adds the names, which the effect on a page then shows, to what a dry run says. A word that says why there is none stays as it is. */
export async function withEventNames<Known extends string | { readonly preview?: IssueLists | undefined }>(
  visit: SignedInVisit,
  known: Known,
): Promise<Known> {
  if (typeof known === 'string') return known;
  const names = await eventNamesOf(visit, known.preview);
  return Object.assign({}, known, { names });
}
