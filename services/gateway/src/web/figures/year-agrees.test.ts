/** What a page of a year says in its sentences, lines and exemption, over random years: none of it contradicts another part. */
import { describe, expect, it } from '@jest/globals';
import { CIRCUMSTANCE_FIELDS, type CircumstanceValues } from '@ctx/domain/circumstances';
import { atLeastZero, formatCents, parseEur } from '@ctx/domain/decimal';
import { ESTIMATE_PARTS, estimateOf } from '@ctx/domain/law/estimate';
import { exemptionIn } from '@ctx/domain/law/exemption';
import { ratesOf, taxOf } from '@ctx/domain/law/rates';
import { LANGUAGES, REGIMES } from '@ctx/domain/vocabulary';
import fc from 'fast-check';
import { exampleOf, plain } from '../../../test/views.ts';
import { boundsOf } from './amount.ts';
import { answer, taxSteps } from './answer-view.ts';
import { exemptionOf } from './exemption-of-year.ts';
import { owedOf } from './owed.ts';
import { ownGains } from './own-gains.ts';
import { standingOf, standingText } from './standing.ts';
import type { YearFigures } from './year-figures.ts';

const BASE = exampleOf('getYearSummary');
const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 500);
/** Each part is rounded to cents by itself. */
const ROUNDING = parseEur('0.03');

/** Half of the range of an amount of a locked year. */
const BAND = parseEur('100');

const CENTS = fc.integer({ min: -3_000_000, max: 3_000_000 });
const eurOf = (cents: number): string => formatCents(parseEur(String(cents)) / 100n);

const NONE = Object.fromEntries(CIRCUMSTANCE_FIELDS.map((field) => [field, null])) as CircumstanceValues;
const CIRCUMSTANCES: fc.Arbitrary<CircumstanceValues | null> = fc.option(
  fc
    .record(
      {
        otherGains: CENTS.map(eurOf),
        exemptionUsedElsewhere: CENTS.map((cents) => eurOf(Math.abs(cents))),
        derivativeResults: CENTS.map(eurOf),
        taxWithheld: CENTS.map((cents) => eurOf(Math.abs(cents))),
        municipalSurchargePercent: fc.constantFrom('0', '7.5', '9'),
        speculativeLossYearMinus1: CENTS.map((cents) => eurOf(Math.abs(cents))),
      },
      { requiredKeys: [] },
    )
    .map((stated) => ({ ...NONE, ...stated })),
);

const YEARS: fc.Arbitrary<YearFigures> = fc
  .record({
    year: fc.constantFrom(2025, 2026, 2027),
    regime: fc.constantFrom(...REGIMES),
    cents: fc.oneof(CENTS, fc.constantFrom(0, 1, -1, 1_000_000, 1_000_001, 999_999)),
    before: CENTS,
    circumstances: CIRCUMSTANCES,
    frozen: fc.boolean(),
    isLocked: fc.boolean(),
    mostlyUnknown: fc.boolean(),
  })
  .map(({ year, regime, cents, before, circumstances, frozen, isLocked, mostlyUnknown }) => {
    const net = parseEur(eurOf(cents));
    const earlier = parseEur(eurOf(before));
    const amount = (eur: bigint) =>
      isLocked
        ? { locked: true, low: Number(formatCents(eur - BAND)), high: Number(formatCents(eur + BAND)) }
        : { locked: false, exact: Number(formatCents(eur)) };
    const exemption = exemptionIn(year, (each) => {
      if (each === year && regime === 'SPECULATIEF') return null;
      const gain = each === year ? net : each === year - 1 ? earlier : 0n;
      return { low: gain, high: gain };
    });
    const estimate = isLocked
      ? null
      : estimateOf(year, (each) => ({
          regime: each === year ? regime : 'NORMAAL_BEHEER',
          net: each === year ? net : each === year - 1 ? earlier : 0n,
          circumstances: each === year ? circumstances : null,
        }));
    const { capitalGainsPercent } = ratesOf(year, regime);
    const of = exemption?.low;
    return {
      ...BASE,
      year,
      regime,
      frozen,
      locked: isLocked,
      totalCapitalGains: amount(net),
      totalCapitalGainsTax: amount(taxOf(atLeastZero(net), capitalGainsPercent)),
      totalIncome: amount(0n),
      totalIncomeTax: amount(0n),
      taxAfterExemption:
        of === undefined || circumstances !== null
          ? undefined
          : amount(taxOf(atLeastZero(net) - of.used, capitalGainsPercent)),
      vrijstellingHeadroom:
        of === undefined
          ? null
          : {
              baseExemption: amount(of.baseExemption),
              carriedIn: amount(of.carriedIn),
              total: amount(of.total),
              used: amount(of.used),
              remaining: amount(of.remaining),
              carriedOut: amount(of.carriedOut),
              indexedAmountConfirmed: of.indexedAmountConfirmed,
            },
      estimate:
        estimate === null
          ? undefined
          : (Object.fromEntries(
              ESTIMATE_PARTS.map((part) => {
                const found = estimate[part];
                return [part, found === undefined ? null : { ...found, eur: Number(formatCents(found.eur)) }];
              }),
            ) as unknown as NonNullable<YearFigures['estimate']>),
      completeness: { ...BASE.completeness!, mostlyUnknown },
    };
  });

/** What the sentence says of a total, with its tax withheld by banks or not. */
function sentenceWith(total: string, isWithheld: boolean): string {
  if (total === '€0.00') return isWithheld ? 'nothing is left to pay' : 'you owe no tax';
  if (total.startsWith('-')) return `you get about ${total.slice(1)} back`;
  return isWithheld ? `about ${total} is left to pay` : `you owe about ${total}`;
}

const isClose = (a: bigint, b: bigint): boolean => a - b <= ROUNDING && b - a <= ROUNDING;

describe('The page of a year', () => {
  it('says the same of gains, exemption and tax in its sentences, its lines and its bar', () => {
    fc.assert(
      fc.property(YEARS, (figures) => {
        const [owed, standing, exemption] = [owedOf(figures), standingOf(figures), exemptionOf(figures)];
        if (figures.locked) {
          expect([standing, owed]).toEqual(['locked', null]);
          return;
        }
        const { steps, onGains } = owed!;
        expect(
          isClose(
            steps.gains.low - steps.otherLosses.low - steps.speculativeLosses.low - steps.exemption.low,
            steps.taxable.low,
          ),
        ).toBe(true);
        if (exemption === null) {
          expect(['speculative', 'notTaxed']).toContain(standing);
          expect(steps.exemption.low).toBe(0n);
          return;
        }
        const [used, total, gains] = [exemption.used, exemption.total, exemption.gains].map(
          (each) => boundsOf(each).low,
        ) as [bigint, bigint, bigint];
        expect(steps.exemption.low).toBe(used);
        expect(isClose(used + boundsOf(exemption.remaining).low, total)).toBe(true);
        if (standing === 'exceeded') {
          expect(isClose(gains - total, steps.taxable.low)).toBe(true);
          expect(steps.taxable.low > 0n).toBe(true);
        } else {
          const onOthers = steps.otherTax.low;
          expect([standing, onGains.low, steps.taxable.low]).toEqual([standing, onOthers, 0n]);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('never calls a loss a gain, or gains that losses on other assets take up no gains', () => {
    fc.assert(
      fc.property(YEARS, fc.constantFrom(...LANGUAGES), (figures, language) => {
        const text = plain(standingText(figures, language));
        expect(text).not.toMatch(/[{}]|undefined/);
        if (figures.locked) return;
        // Only a loss has an amount with a sign, and its sentence says so without one.
        expect(text).not.toMatch(/-\s?[€\d]|€ -/);
        const net = boundsOf(ownGains(figures)).low;
        if (language === 'en' && net > 0n) expect(text).not.toContain('You have no net gains');
      }),
      { numRuns: RUNS },
    );
  });

  it('shows the lines and the tax of a year only beside a sentence with that tax', () => {
    fc.assert(
      fc.property(YEARS, (figures) => {
        const [sentences, lines] = [plain(answer('en', figures).toString()), taxSteps('en', figures)];
        const isUnsure = figures.completeness?.mostlyUnknown === true;
        if (figures.locked || isUnsure) {
          expect(lines).toBeNull();
          expect(sentences).not.toContain('you owe');
        } else expect(sentences).toMatch(/you owe no tax|nothing is left to pay|about €[\d,.]+/);
        if (lines !== null) {
          const total = String(/Together (\S+)/.exec(plain(lines.toString()))?.[1]);
          const isWithheld = lines.toString().includes('Withheld by banks');
          expect(sentences).toContain(sentenceWith(total, isWithheld));
        }
      }),
      { numRuns: RUNS },
    );
  });
});
