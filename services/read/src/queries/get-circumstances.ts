import { circumstancesMessage, type CircumstancesRecord } from '@ctx/domain/circumstances';
import { readAsUser, type Source } from '../sources/source.ts';
import { CIRCUMSTANCES_COLUMNS } from '@ctx/records/record-sql';
import { parameter, prepare, raw, sql, USER } from '@ctx/platform/sql';
import type { CircumstancesResponse, GetCircumstancesRequest } from '@ctx/proto/gen/ctx/v1/read';

const YEAR = parameter('year');

const OF_YEAR = prepare(
  'circumstances',
  sql`SELECT ${raw(CIRCUMSTANCES_COLUMNS)} FROM corrections.circumstances c
    WHERE c.user_id = ${USER} AND c.year = ${YEAR}`,
);

/** Returns what the user entered about a year, null if nothing. */
export async function getCircumstances(
  source: Source,
  userId: number,
  { year }: GetCircumstancesRequest,
): Promise<CircumstancesResponse> {
  const [[circumstances]] = await readAsUser<[CircumstancesRecord]>(
    source,
    userId,
    OF_YEAR({ userId, year }),
  );
  return { year, circumstances: circumstances === undefined ? null : circumstancesMessage(circumstances) };
}
