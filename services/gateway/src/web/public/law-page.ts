/** The page of the law, for anyone: the same numbers and rules as `GET /api/v1/law`. */
import { brusselsDate } from '@ctx/domain/brussels';
import { provisionsOf } from '@ctx/domain/law/provisions';
import { lawRules } from '@ctx/domain/law/rules';
import { LIMITS } from '@ctx/domain/limits';
import type { Reply, Visit } from '../visit/visit.ts';
import { lawPage } from './law-view.ts';

/** Shows every number and rule of the law with its source, for the income year of the address or the present one. */
export async function showLaw({ parts, request, language }: Visit): Promise<Reply> {
  const visitor = await parts.sessions.find(request);
  const { year: presentYear } = brusselsDate(Date.now());
  const year = yearOf(request.query['year']) ?? presentYear;
  const view = { language, visitor, year, presentYear, provisions: provisionsOf(), rules: lawRules() };
  return { status: 200, page: lawPage(view) };
}

/** Returns an income year from an address; null for all else. */
function yearOf(text: unknown): number | null {
  if (typeof text !== 'string' || !/^\d{4}$/.test(text)) return null;
  const year = Number(text);
  return year >= LIMITS.yearMin && year <= LIMITS.yearMax ? year : null;
}
