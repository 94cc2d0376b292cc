/** The page of the law, for anyone: the same numbers as `GET /api/v1/law`. */
import { brusselsDate } from '@ctx/domain/brussels';
import { provisionsOf } from '@ctx/domain/law/provisions';
import type { Reply, Visit } from '../visit/visit.ts';
import { lawPage } from './law-view.ts';

/** Shows every number of the law with its source. */
export async function showLaw({ parts, request, language }: Visit): Promise<Reply> {
  const session = await parts.sessions.find(request);
  const { year } = brusselsDate(Date.now());
  return { status: 200, page: lawPage({ language, visitor: session, year, provisions: provisionsOf() }) };
}
