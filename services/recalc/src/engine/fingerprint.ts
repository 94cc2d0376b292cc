/**
 * Fingerprints of what a run took in and gave out (engine.md §1): the same for the same rows, whatever the order of the
 * rows or of their properties.
 */
import { createHash } from 'node:crypto';
import { ENGINE_VERSION } from './recalculate.ts';
import type { EffectiveEvent, EngineInputs, EngineOutputs } from './types.ts';

/** Of everything the engine takes, and of its version; 64 hexadecimal digits. */
export function inputFingerprint(inputs: EngineInputs): string {
  const sum = new DigestSum();
  sum.add('engine', { version: ENGINE_VERSION });
  for (const event of inputs.events) sum.add('event', event);
  for (const price of inputs.prices) sum.add('price', price);
  // A regime that is the default says no more than none.
  for (const year of inputs.regimes) if (year.regime !== 'NORMAAL_BEHEER') sum.add('regime', year);
  return sum.hex();
}

/** Of every figure; 64 hexadecimal digits. */
export function outputFingerprint(outputs: EngineOutputs): string {
  const sum = new DigestSum();
  for (const event of outputs.events) sum.add('event', foundFacts(event));
  for (const lot of outputs.lots) sum.add('lot', lot);
  for (const slice of outputs.slices) sum.add('slice', slice);
  for (const year of outputs.years) sum.add('year', year);
  return sum.hex();
}

/** What was computed of an event: its raw facts are part of the inputs' fingerprint. */
function foundFacts({ raw, ...found }: EffectiveEvent): object {
  return { eventId: raw.id, ...found };
}

const MODULUS = 1n << 256n;

/** A sum of hashes: no order, no sorting, constant memory (sorted texts cost 300 MB at 100,000 events). */
class DigestSum {
  #sum = 0n;

  add(kind: string, record: object): void {
    const hash = createHash('sha256').update(kind).update(serialise(record)).digest('hex');
    this.#sum = (this.#sum + BigInt(`0x${hash}`)) % MODULUS;
  }

  hex(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }
}

function serialise(record: object): string {
  return JSON.stringify(Object.entries(record).sort(byName), (_name, value: unknown) =>
    typeof value === 'bigint' ? `${value.toString()}n` : value,
  );
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
