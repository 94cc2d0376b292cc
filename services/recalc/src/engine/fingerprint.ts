/**
 * Fingerprints of what a run took in and gave out (engine.md §1): the same for the same rows, whatever their order.
 */
import { hash } from 'node:crypto';
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

/** Of everything the engine takes, and of its version; 64 hexadecimal digits. */
export function inputFingerprint(inputs: EngineInputs): string {
  const sum = new DigestSum();
  sum.add('engine', String(ENGINE_VERSION));
  for (const event of inputs.events) sum.add('event', rawEventText(event));
  for (const price of inputs.prices) sum.add('price', priceText(price));
  // A regime that is the default says no more than none.
  for (const { year, regime } of inputs.regimes)
    if (regime !== 'NORMAAL_BEHEER') sum.add('regime', JSON.stringify([year, regime]));
  return sum.hex();
}

/** Of every figure; 64 hexadecimal digits. */
export function outputFingerprint(outputs: EngineOutputs): string {
  const sum = new DigestSum();
  for (const event of outputs.events) sum.add('event', eventText(event));
  for (const lot of outputs.lots) sum.add('lot', lotText(lot));
  for (const slice of outputs.slices) sum.add('slice', sliceText(slice));
  for (const year of outputs.years) sum.add('year', yearText(year));
  return sum.hex();
}

const MODULUS = 1n << 256n;

/** A sum of hashes: no order, no sorting, constant memory (sorted texts cost 300 MB at 100,000 events). */
class DigestSum {
  #sum = 0n;

  add(kind: string, text: string): void {
    this.#sum = (this.#sum + BigInt(`0x${hash('sha256', `${kind} ${text}`)}`)) % MODULUS;
  }

  hex(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }
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
