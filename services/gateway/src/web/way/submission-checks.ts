/** What a user accepts who submits a year that is not complete. Pure. */
import { brusselsDate, brusselsDayText } from '@ctx/domain/brussels';
import { type Step, stepsOf, type YearOnTheWay } from './steps.ts';

/** Something that a year still lacks: an open step, a year that is not over, or accounts that no balance proves until its end. */
export type Doubt =
  { readonly id: 'notOver' | 'unproven' } | { readonly id: Step['id']; readonly step: Step };

/** Returns what the year lacks at `nowMs`, in the order of its steps. */
export function doubtsOf(year: YearOnTheWay, nowMs: number): readonly Doubt[] {
  const { figures } = year;
  const isOver = brusselsDate(nowMs).year > figures.year;
  const open = stepsOf(year).filter(({ id, state }) => state === 'open' && id !== 'submission');
  return [
    ...(isOver ? [] : [{ id: 'notOver' } as const]),
    ...open.map((step) => ({ id: step.id, step })),
    ...(isProven(year) ? [] : [{ id: 'unproven' } as const]),
  ];
}

/** Tells whether balances prove every account until the end of the year. */
function isProven({ figures: { year, completeness } }: YearOnTheWay): boolean {
  const until = completeness?.accountsProvenUntil;
  return until !== undefined && brusselsDayText(Date.parse(until)) >= `${String(year)}-12-31`;
}
