/** The lines of a household in a report. */
import { ESTIMATE_PARTS } from '@ctx/domain/law/estimate';
import { exactAmount } from './blur.ts';
import type { ShownHousehold } from './household.ts';
import { figureLine, type ReportLine } from './report-lines.ts';

const HOUSEHOLD_AMOUNTS = ['capitalGains', 'income', 'incomeTax'] as const;

/** Returns the lines of the parts of both partners; the partner's estimate while the year is open, as the taxpayer's. */
export function householdLines(household: ShownHousehold | null, isSubmitted: boolean): ReportLine[] {
  if (household === null) return [];
  const { partner } = household;
  const amounts = (['taxpayer', 'partner'] as const).flatMap((who) =>
    HOUSEHOLD_AMOUNTS.map((name) =>
      figureLine(`household.${who}.${name}`, exactAmount(household[who][name])),
    ),
  );
  const estimate = isSubmitted
    ? []
    : ESTIMATE_PARTS.flatMap((part) => {
        const eur = partner.estimate[part]?.eur;
        return eur === undefined ? [] : [figureLine(`household.partner.estimate.${part}`, exactAmount(eur))];
      });
  return [...amounts, ...estimate];
}
