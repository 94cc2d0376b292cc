/** Random dossiers: random histories with circumstances, and with a submitted year before, of which some facts have changed since. */
import fc from 'fast-check';
import { type CircumstanceValues, NO_CIRCUMSTANCES } from '@ctx/domain/circumstances';
import { closeYear } from '../../services/recalc/src/engine/recalculate.ts';
import { idOf } from '../../services/recalc/test/engine/build.ts';
import { histories } from '../oracle/histories.ts';
import { inputsBefore, laterFacts, withKept } from '../oracle/submitted-years.ts';
import type { DossierInputs } from './dossier.ts';

const YEARS = [2025, 2026, 2027, 2031] as const;
const ACCOUNTS = ['kraken-1', 'ledger', 'Zeta'].map(idOf);

const money = fc.constantFrom('0', '150.5', '4000', '12000', '0.01');
const signed = fc.constantFrom('-3000', '-0.5', '0', '6000', '20000.25');
const percent = fc.constantFrom('0', '25', '33.3333', '50', '66.67', '100');
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.option(value, { freq: 2 });

const circumstances: fc.Arbitrary<CircumstanceValues> = fc
  .record({
    exemptionUsedElsewhere: maybe(money),
    otherGains: maybe(signed),
    derivativeResults: maybe(signed),
    taxWithheld: maybe(money),
    ownedSharePercent: maybe(percent),
    municipalSurchargePercent: maybe(fc.constantFrom('7', '8.25')),
    speculativeLossYearMinus1: maybe(money),
    speculativeLossYearMinus5: maybe(money),
    accountShares: maybe(
      fc.uniqueArray(fc.record({ accountId: fc.constantFrom(...ACCOUNTS), ownedSharePercent: percent }), {
        selector: ({ accountId }) => accountId,
        maxLength: 3,
      }),
    ),
  })
  .map((stated) => ({ ...NO_CIRCUMSTANCES, ...stated }));

const years = fc.oneof(
  fc.constant([]),
  fc.uniqueArray(fc.record({ year: fc.constantFrom(2025, 2026, 2027, 2030, 2031), values: circumstances }), {
    selector: ({ year }) => year,
    maxLength: 4,
  }),
);

const opened: fc.Arbitrary<DossierInputs> = fc
  .tuple(histories, years, laterFacts, fc.constantFrom(2025, 2026), fc.constantFrom(...YEARS))
  .filter(([, , , submitted, year]) => submitted < year)
  .map(([inputs, stated, later, submitted, year]) => {
    const before = inputsBefore(inputs, later);
    const frozenYears = [{ year: submitted, ...closeYear(before, submitted) }];
    const opening = { year: submitted, inputs: before };
    return {
      inputs: { ...withKept(inputs, before, submitted), frozenYears },
      year,
      circumstances: stated,
      opening,
    };
  });

const whole: fc.Arbitrary<DossierInputs> = fc.record({
  inputs: histories,
  year: fc.constantFrom(...YEARS),
  circumstances: years,
  isSubmitted: fc.boolean(),
});

/** Dossiers of years with and without a submitted year before. */
export const dossiers: fc.Arbitrary<DossierInputs> = fc.oneof(whole, opened);
