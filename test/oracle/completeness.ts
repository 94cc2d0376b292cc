/**
 * What the figures of each year lack, counted a second time: from the oracle's events and gains, by the sentences of engine.md §5 and of
 * docs/tax-rules.md. Fees of a SPECULATIEF year are left out, and outgoing transfers of which only a candidate tells.
 */
import type { EngineInputs } from '../../services/recalc/src/engine/types.ts';
import { oracle, type OracleFigures } from './oracle.ts';
import { type Rational, sumOf, ZERO } from './rational.ts';
import {
  countedValue,
  type Effective,
  legsOf,
  type Resolution,
  resolution,
  staysInPool,
  type Swap,
} from './resolution.ts';

/** What one year lacks. */
export interface YearLacks {
  readonly events: number;
  readonly withoutValue: number;
  readonly salesLeftOut: number;
  readonly purchasesAtNoCost: number;
  readonly incomeAsZero: number;
  readonly withoutBasis: number;
  readonly soldTransfers: number;
  readonly soldTransferGains: Rational;
  /** Events whose value the figures can need. */
  readonly valued: number;
}

/** Returns what each year lacks. */
export function lacksOf(inputs: EngineInputs): Readonly<Record<number, YearLacks>> {
  const resolved = resolution(inputs);
  const figures = oracle(inputs);
  const years = [...new Set(resolved.events.map(({ year }) => year))];
  return Object.fromEntries(years.map((year) => [year, lacksOfYear(year, resolved, figures)]));
}

function lacksOfYear(year: number, resolved: Resolution, figures: OracleFigures): YearLacks {
  const events = resolved.events.filter((event) => event.year === year);
  const acting = events.filter(({ row }) => row !== 'NONE');
  const isPaired = (event: Effective): boolean => resolved.pairs.flatMap(legsOf).includes(event);
  const lacking = acting.filter((event) => event.type !== 'FEE' && lacksValue(resolved, event));
  const counted = (event: Effective): Rational | null =>
    isPaired(event) ? event.value : countedValue(resolved, event);
  const sold = acting.filter(
    (event) =>
      !isPaired(event) &&
      event.type === 'DISPOSITION' &&
      !event.raw.isRepayment &&
      ['TRANSFER_OUT_UNRESOLVED', 'TRANSFER_OUT_AMBIGUOUS'].includes(event.treatment),
  );
  return {
    events: events.length,
    withoutValue: lacking.length,
    salesLeftOut: lacking.filter(
      ({ type, raw }) => type === 'DISPOSITION' && figures.events[raw.id]?.gain === null,
    ).length,
    purchasesAtNoCost: lacking.filter((event) => event.type === 'ACQUISITION' && counted(event) === null)
      .length,
    incomeAsZero: lacking.filter(
      (event) => event.type === 'INCOME' && event.taxable && counted(event) === null,
    ).length,
    withoutBasis: acting.filter(
      (event) =>
        figures.events[event.raw.id]?.short === true ||
        (event.row === 'GIFT_RECEIVED' && event.source !== 'USER' && !isPaired(event)),
    ).length,
    soldTransfers: sold.length,
    soldTransferGains: sumOf(
      sold.filter(({ taxable }) => taxable).map(({ raw }) => figures.events[raw.id]?.gain ?? ZERO),
    ),
    valued: acting.filter(
      ({ type, taxable }) =>
        type === 'ACQUISITION' || type === 'INCOME' || (type === 'DISPOSITION' && taxable),
    ).length,
  };
}

/** "An EUR value that the figures need is null." */
function lacksValue(resolved: Resolution, event: Effective): boolean {
  const pairs = resolved.pairs.filter((each) => legsOf(each).includes(event));
  if (pairs.length > 0) {
    const hasSurplus = pairs.some(
      ({ out, into, outAmount, inAmount }) =>
        event === into && staysInPool(resolved, out) && inAmount.compare(outAmount) > 0,
    );
    return hasSurplus && event.value === null;
  }
  const swap = resolved.swaps.find(({ given, received }) => [...given, ...received].includes(event));
  if (swap !== undefined) return event.value === null && isAskedIn(swap, event, resolved);
  if (event.value !== null) return false;
  return (
    ['NEW_LOT', 'ARRIVE', 'LOAN', 'INCOME'].includes(event.row) || (event.row === 'SALE' && event.taxable)
  );
}

/** "Only where a side of several legs is shared equally or where neither side is known, on the legs whose own value is null." */
function isAskedIn({ given, received }: Swap, event: Effective, resolved: Resolution): boolean {
  if (countedValue(resolved, event) === null) return true;
  // A leg of unknown value is on the side that takes its value from the other one.
  return (given.includes(event) ? given : received).length > 1;
}
