/** Compares what the figures of years lack, as the read service counts it from open issues, with a second computation. */
import { describe, expect, it } from '@jest/globals';
import { EUR_SCALE } from '@ctx/domain/decimal';
import type { IssueType } from '@ctx/domain/issues';
import fc from 'fast-check';
import { recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import type { EngineInputs, EngineOutputs } from '../../services/recalc/src/engine/types.ts';
import { type YearLacks, lacksOf } from './completeness.ts';
import { histories } from './histories.ts';
import { distance, fromDecimal, fromFixed } from './rational.ts';

const RUNS = Number(process.env['ORACLE_RUNS'] ?? '400');
const TOLERANCE = fromDecimal('0.000000001');

/** Returns the counts of a year in the way of the statement `lacking-events` of the read service, but for fees. */
function countedIn({ events, outcomes, issues }: EngineOutputs, year: number) {
  const indexOf = new Map(events.map((event, index) => [event.raw.id, index]));
  const rows = issues
    .filter((issue) => issue.year === year && issue.eventId !== null)
    .map((issue) => {
      const index = indexOf.get(issue.eventId!)!;
      return { issue, event: events[index]!, outcome: outcomes[index]! };
    });
  const of = (...types: readonly IssueType[]) => rows.filter(({ issue }) => types.includes(issue.type));
  const missing = of('MISSING_PRICE').filter(({ event }) => event.type !== 'FEE');
  const sold = of('UNMATCHED_TRANSFER_OUT').filter(({ event }) => event.effect.isUnresolved);
  const ofYear = events.filter((event) => event.year === year);
  return {
    events: ofYear.length,
    withoutValue: missing.length,
    salesLeftOut: missing.filter(
      ({ event, outcome }) => event.type === 'DISPOSITION' && outcome.totalGain === null,
    ).length,
    purchasesAtNoCost: missing.filter(({ event }) => event.type === 'ACQUISITION' && event.value === null)
      .length,
    incomeAsZero: missing.filter(
      ({ event }) => event.type === 'INCOME' && event.taxable && event.value === null,
    ).length,
    withoutBasis: new Set(of('MISSING_COST_BASIS', 'GIFT_BASIS_UNKNOWN').map(({ event }) => event)).size,
    soldTransfers: sold.length,
    soldTransferGains: fromFixed(
      sold.reduce((sum, { event, outcome }) => sum + (event.taxable ? (outcome.totalGain ?? 0n) : 0n), 0n),
      EUR_SCALE,
    ),
    valued: ofYear.filter(
      ({ effect, type, taxable }) =>
        effect.pool !== 'NONE' &&
        ['ACQUISITION', 'INCOME', 'DISPOSITION'].includes(type) &&
        (type !== 'DISPOSITION' || taxable),
    ).length,
  } satisfies YearLacks;
}

function differences(inputs: EngineInputs): string[] {
  const expected = lacksOf(inputs);
  const outputs = recalculate(inputs);
  return Object.entries(expected).flatMap(([year, lacks]) => {
    const counted = countedIn(outputs, Number(year));
    const isNear = distance(counted.soldTransferGains, lacks.soldTransferGains).compare(TOLERANCE) <= 0;
    return [
      ...(isNear ? [] : [`${year} soldTransferGains ${String(counted.soldTransferGains)}`]),
      ...Object.entries(lacks).flatMap(([name, count]) => {
        const mine = counted[name as keyof YearLacks];
        return typeof count !== 'number' || mine === count
          ? []
          : [`${year} ${name} ${String(mine)}, not ${String(count)}`];
      }),
    ];
  });
}

describe('What the figures of each year lack', () => {
  it(`is counted as the oracle counts it, on ${String(RUNS)} random histories`, () => {
    fc.assert(
      fc.property(histories, (inputs) => {
        expect(differences(inputs)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('occurs in these histories, each kind of it', () => {
    const seen = {
      withoutValue: 0,
      salesLeftOut: 0,
      purchasesAtNoCost: 0,
      incomeAsZero: 0,
      withoutBasis: 0,
      soldTransfers: 0,
    };
    fc.assert(
      fc.property(histories, (inputs) => {
        for (const lacks of Object.values(lacksOf(inputs)))
          for (const name of Object.keys(seen) as (keyof typeof seen)[]) seen[name] += lacks[name];
      }),
      { numRuns: 200, seed: 1 },
    );
    for (const [name, count] of Object.entries(seen)) expect([name, count > 0]).toEqual([name, true]);
  });
});
