/** Which questions can get one answer together. Pure. */
import { LIMITS } from '@ctx/domain/limits';
import { type AnsweredEvent, eventOfIssue } from '../answers/answered-event.ts';
import { directionOf } from '../answers/what-it-was.ts';
import type { Issue } from './question-card.ts';

/** The transactions of one answer. */
export interface Together {
  readonly events: readonly [AnsweredEvent, ...AnsweredEvent[]];
  /** Questions that were chosen and cannot get this answer: of a closed year, or of a transaction that went the other way. */
  readonly leftOut: number;
}

/** Returns the id of the transaction of a question that can be answered together with others; null for another question. */
export function togetherIdOf(issue: Issue): string | null {
  if (issue.issueType === 'MISSING_PHOTO_VALUE') return null;
  const event = eventOfIssue(issue);
  return event?.closed === null ? event.id : null;
}

/** Returns the transactions of questions that get one answer, all in the direction of the first; null without any. */
export function togetherOf(issues: readonly Issue[]): Together | null {
  const chosen = issues.slice(0, LIMITS.bulkIdsMax);
  const open = new Map<string, AnsweredEvent>();
  for (const issue of chosen) {
    const event = eventOfIssue(issue);
    if (event !== null && togetherIdOf(issue) !== null) open.set(event.id, event);
  }
  const [first, ...others] = open.values();
  if (first === undefined) return null;
  const alike = others.filter(({ type }) => directionOf(type) === directionOf(first.type));
  const ids = new Set([first, ...alike].map(({ id }) => id));
  const leftOut = chosen.filter(
    ({ sourceEventId }) => sourceEventId == null || !ids.has(sourceEventId),
  ).length;
  return { events: [first, ...alike], leftOut };
}
