import { readAsUser, type Source } from '../sources/source.ts';
import type { Year, YearsResponse } from '@ctx/proto/gen/ctx/v1/read';

const SQL = `
  SELECT f.year, NOT coalesce(y.paid, false) AS locked, y.submitted_at IS NOT NULL AS frozen
  FROM figures.years f LEFT JOIN facts.years y ON y.user_id = f.user_id AND y.year = f.year
  WHERE f.user_id = $1 ORDER BY f.year DESC`;

/** Returns the years with any activity, newest first (service.md, "Year"). */
export async function listYears(source: Source, userId: number): Promise<YearsResponse> {
  const [years] = await readAsUser<[Year]>(source, userId, {
    name: 'list-years',
    text: SQL,
    values: [userId],
  });
  return { years };
}
