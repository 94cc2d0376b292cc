import { answersAgainst, regimeHint, type RegimeRecord } from '@ctx/domain/regime';
import { parameter, prepare, sql } from '@ctx/platform/sql';
import type { GetRegimeRequest, RegimeResponse } from '@ctx/proto/gen/ctx/v1/read';
import { SELECT_REGIMES } from '@ctx/records/record-sql';
import { readAsUser, type Source } from '../sources/source.ts';

/** Selects the regime that somebody chose for a year; no row if nobody did. */
export const CHOSEN_REGIME = prepare('regime', sql`${SELECT_REGIMES} AND y.year = ${parameter('year')}`);

/** Returns the regime of a year, with who chose it and the answers. */
export async function getRegime(
  source: Source,
  userId: number,
  { year }: GetRegimeRequest,
): Promise<RegimeResponse> {
  const [[record]] = await readAsUser<[RegimeRecord]>(source, userId, CHOSEN_REGIME({ userId, year }));
  if (record === undefined) return { year, regime: 'NORMAAL_BEHEER', choice: null };
  const choice = { ...record, answersAgainst: answersAgainst(record), hint: regimeHint(record) };
  return { year, regime: record.regime, choice };
}

/** Returns when the taxpayer chose the regime of a year; null if the taxpayer did not. */
export function chosenAtOf([record]: readonly RegimeRecord[]): string | null {
  return record?.chosenBy === 'TAXPAYER' ? record.chosenAt : null;
}
