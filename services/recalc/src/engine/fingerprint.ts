/**
 * Fingerprints of what a run took in and gave out (engine.md §1): SHA-256 over a canonical text, in which neither the
 * order of the rows nor of their properties plays a part.
 */
import { createHash } from 'node:crypto';
import { ENGINE_VERSION } from './recalculate.ts';
import type {
  EffectiveEvent,
  EngineInputs,
  EngineOutputs,
  Lot,
  Price,
  RawEvent,
  Slice,
  YearFigures,
} from './types.ts';

/** Hexadecimal SHA-256 of the inputs and of the version of the engine that takes them. */
export function inputFingerprint(inputs: EngineInputs): string {
  return fingerprint([
    ['engine', [JSON.stringify([ENGINE_VERSION])]],
    ['event', inputs.events.map(rawEventText)],
    ['price', inputs.prices.map(priceText)],
    ['regime', inputs.regimes.map(({ year, regime }) => JSON.stringify([year, regime]))],
  ]);
}

/** Hexadecimal SHA-256 of every figure. */
export function outputFingerprint(outputs: EngineOutputs): string {
  return fingerprint([
    ['event', outputs.events.map(eventText)],
    ['lot', outputs.lots.map(lotText)],
    ['slice', outputs.slices.map(sliceText)],
    ['year', outputs.years.map(yearText)],
  ]);
}

/** Sections in the order given, the rows of each sorted. JSON keeps line feeds out of a row. */
function fingerprint(sections: readonly (readonly [name: string, rows: string[]])[]): string {
  const hash = createHash('sha256');
  for (const [name, rows] of sections) {
    hash.update(`${name} ${String(rows.length)}\n`);
    for (const row of rows.sort()) hash.update(`${row}\n`);
  }
  return hash.digest('hex');
}

function rawEventText(event: RawEvent): string {
  return JSON.stringify([
    ...[
      event.id,
      event.accountId,
      event.accountRef,
      event.assetKey,
      event.assetSymbol,
      event.fiat,
      event.type,
    ],
    ...[event.referenceId, event.amount, event.timestampUs, event.euroValue, event.treatment, event.taxable],
    ...[
      event.priceSource,
      event.description,
      event.protocol,
      event.continuityGroupId,
      event.flags,
      event.spam,
    ],
    event.needsReview,
  ]);
}

function priceText(price: Price): string {
  return JSON.stringify([price.assetKey, price.atUs, price.eur, price.shared]);
}

// The raw facts behind an event are part of the inputs' fingerprint; here stands what was computed from them.
function eventText(event: EffectiveEvent): string {
  return JSON.stringify([
    ...[event.raw.id, event.type, event.treatment, event.taxable, digits(event.amount), event.timestampUs],
    ...[event.year, event.month, digits(event.euroValue), event.euroValueShown, event.priceSource],
    ...[event.needsReview, event.spam, digits(event.totalGain)],
  ]);
}

function lotText(lot: Lot): string {
  return JSON.stringify([
    ...[
      lot.id,
      lot.eventId,
      lot.assetKey,
      lot.acquiredUs,
      digits(lot.acquiredAmount),
      digits(lot.remainingAmount),
    ],
    ...[digits(lot.costBasis), digits(lot.remainingCostBasis)],
  ]);
}

function sliceText(slice: Slice): string {
  return JSON.stringify([
    ...[
      slice.eventId,
      slice.ordinal,
      slice.lotId,
      slice.lotEventId,
      digits(slice.amount),
      digits(slice.proceeds),
    ],
    ...[digits(slice.costBasis), digits(slice.gain), slice.holdingPeriodDays],
  ]);
}

function yearText(year: YearFigures): string {
  return JSON.stringify([
    ...[year.year, year.regime, digits(year.capitalGains), digits(year.capitalGainsTax), digits(year.income)],
    ...[
      digits(year.incomeTax),
      digits(year.totalTax),
      year.monthlyGains.map(digits),
      year.monthlyIncome.map(digits),
    ],
    ...[year.transactionCount, year.walletCount, year.needsReviewCount],
  ]);
}

function digits(value: bigint): string;
function digits(value: bigint | null): string | null;
function digits(value: bigint | null): string | null {
  return value === null ? null : value.toString();
}
