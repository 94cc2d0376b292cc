/** Fingerprints of what a run or a year took in (engine.md §1, §7): the same for the same facts, whatever their order. */
import { hash } from 'node:crypto';
import type { ClosingState, EffectiveEvent, EngineInputs, Override, RawEvent, YearRegime } from './types.ts';
import { ENGINE_VERSION } from './version.ts';

const MODULUS = 1n << 256n;

/** A sum of hashes: no order, no sorting, constant memory (sorted texts cost 300 MB at 100,000 events). */
export class DigestSum {
  #sum: bigint;

  constructor(hex = '0') {
    this.#sum = BigInt(`0x${hex}`);
  }

  add(text: string): this {
    this.#sum = (this.#sum + BigInt(`0x${hash('sha256', text)}`)) % MODULUS;
    return this;
  }

  hex(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }
}

/** Of everything the engine takes, and of its version; 64 hexadecimal digits. */
export function inputFingerprint(inputs: EngineInputs): string {
  const sum = new DigestSum();
  sum.add(`engine ${String(ENGINE_VERSION)}`);
  for (const event of inputs.events) sum.add(`event ${rawEventText(event)}`);
  for (const override of inputs.overrides) sum.add(`override ${overrideText(override)}`);
  for (const rule of inputs.rules) sum.add(`rule ${JSON.stringify(Object.entries(rule).toSorted())}`);
  for (const match of inputs.matches) sum.add(`match ${JSON.stringify(Object.entries(match).toSorted())}`);
  for (const { assetKey, atUs, eur, shared } of inputs.prices)
    sum.add(`price ${JSON.stringify([assetKey, atUs, eur, shared])}`);
  for (const regime of inputs.regimes) if (isSet(regime)) sum.add(regimeText(regime));
  for (const frozen of inputs.frozenYears)
    sum.add(`frozen ${String(frozen.year)} ${frozen.inputFingerprint}`);
  return sum.hex();
}

/** Of what a year is computed from: its events as they count, what it opens with, its regime. The engine's version is no fact. */
export function yearInputFingerprint(
  year: number,
  events: readonly EffectiveEvent[],
  opening: ClosingState,
  regimes: readonly YearRegime[],
): string {
  const sum = new DigestSum();
  for (const event of events) if (event.year === year) sum.add(`event ${eventText(event)}`);
  sum.add(`opening ${textOf(opening)}`);
  for (const regime of regimes) if (regime.year === year && isSet(regime)) sum.add(regimeText(regime));
  return sum.hex();
}

// A regime that is the default says no more than none.
const isSet = ({ regime }: YearRegime): boolean => regime !== 'NORMAAL_BEHEER';
const regimeText = ({ year, regime }: YearRegime): string => `regime ${String(year)} ${regime}`;

function rawEventText(event: RawEvent): string {
  return JSON.stringify([
    ...[
      event.id,
      event.accountId,
      event.accountRef,
      event.assetKey,
      event.assetSymbol,
      event.assetName,
      event.assetChain,
      event.fiat,
    ],
    ...[event.type, event.referenceId, event.amount, event.timestampUs, event.euroValue, event.treatment],
    ...[event.taxable, event.priceSource, event.description, event.protocol, event.continuityGroupId],
    ...[event.counterpartyAddress, event.chainId, event.flags, event.spam, event.needsReview],
    ...[event.isLoan, event.isRepayment],
  ]);
}

function overrideText(override: Override): string {
  const { id, eventId, type, treatment, taxable, euroValue, amount } = override;
  const { timestampUs, description, flags, originAcquiredUs } = override;
  return JSON.stringify([
    ...[id, eventId, type, treatment, taxable, euroValue, amount],
    ...[timestampUs, description, flags, originAcquiredUs],
  ]);
}

// The raw facts behind an event are part of the inputs' fingerprint; here stands what was computed from them.
function eventText(event: EffectiveEvent): string {
  const { raw, override, ruleId, type, treatment, taxable, amount, timestampUs, year, month } = event;
  const { euroValue, euroValueShown, priceSource, spam, effect, transfer, inSwap, value, feesEur } = event;
  return textOf([
    ...[raw.id, override?.id ?? null, ruleId, type, treatment, taxable, amount, timestampUs, year, month],
    ...[euroValue, euroValueShown, priceSource, spam, effect.pool, inSwap, value, feesEur],
    ...[transfer?.outLeg.raw.id ?? null, transfer?.inLeg.raw.id ?? null, transfer?.kind ?? null],
    override?.originAcquiredUs ?? null,
  ]);
}

/** JSON with exact integers. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? each.toString() : each));
}
