/** The question that an answer was given to, and whether the answer settles it. Pure. */
import { ISSUE_TYPES, type IssueType } from '@ctx/domain/issues';
import type { UnknownEffect } from '../visit/effect-view.ts';
import type { Outcome } from './outcome.ts';

/** The type of the question; ANY for whichever a transaction has, null where nothing was asked. */
export type AskedType = IssueType | 'ANY' | null;

/** Returns the type that a form names; null for none. */
export function askedTypeOf(text: string): AskedType {
  return text === 'ANY' ? text : (ISSUE_TYPES.find((each) => each === text) ?? null);
}

/** How many of the transactions keep the question; null where that is not known. */
export type OpenCount = number | null;

/** Returns how many questions of the transactions stay open after an answer, by what its dry run says. */
export function openAfter(
  asked: AskedType,
  events: readonly string[],
  outcome: Outcome | UnknownEffect,
): OpenCount {
  if (asked === null || typeof outcome === 'string') return null;
  const { disappear = [], disappearCount = '0' } = outcome.preview?.issues ?? {};
  const settled = disappear.filter(({ issueType }) => asked === 'ANY' || issueType === asked);
  const ids = new Set(settled.map(({ sourceEventId }) => sourceEventId));
  const open = events.filter((id) => !ids.has(id)).length;
  // A preview names no more than its first questions.
  return open > 0 && Number(disappearCount) > disappear.length ? null : open;
}
