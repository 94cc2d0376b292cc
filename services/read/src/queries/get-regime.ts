import { answersAgainst, regimeHint } from '@ctx/domain/regime';
import { parameter, prepare, sql } from '@ctx/platform/sql';
import type { GetRegimeRequest, RegimeResponse } from '@ctx/proto/gen/ctx/v1/read';
import { chosenRegimeOf, type RegimeRow, SELECT_REGIMES } from '@ctx/records/regime-rows';
import { readAsUser, type Source } from '../sources/source.ts';

/** Selects a year with the regime that is stored as chosen; no row for a year without markers. */
export const CHOSEN_REGIME = prepare('regime', sql`${SELECT_REGIMES} AND y.year = ${parameter('year')}`);

/** Returns the regime of a year, with who chose it and the answers. */
export async function getRegime(
  source: Source,
  userId: number,
  { year }: GetRegimeRequest,
): Promise<RegimeResponse> {
  const [[row]] = await readAsUser<[RegimeRow]>(source, userId, CHOSEN_REGIME({ userId, year }));
  const record = row === undefined ? null : chosenRegimeOf(row);
  if (record === null) return { year, regime: 'NORMAAL_BEHEER', choice: null };
  const choice = { ...record, answersAgainst: answersAgainst(record), hint: regimeHint(record) };
  return { year, regime: record.regime, choice };
}

/** Returns when the taxpayer chose the regime of a year; null if the taxpayer did not. */
export function chosenAtOf([row]: readonly RegimeRow[]): string | null {
  const record = row === undefined ? null : chosenRegimeOf(row);
  return record?.chosenBy === 'TAXPAYER' ? record.chosenAt : null;
}
