/**
 * The tables of figures: saving, the fingerprint of the outputs and the tests read this one description. Pure.
 */
import { hash } from 'node:crypto';
import type { EngineOutputs } from '../engine/types.ts';
import { EVENTS, HOLDINGS, ISSUES, POOLS, YEARS } from './events-and-years.ts';
import { DEBTS, LOAN_PAYMENTS, LOTS, SLICES, TRANSFER_MARKS } from './lots-and-slices.ts';
import { type FiguresTable, rowDigest } from './table.ts';

/** In the order they are saved: events last, because the rows of pools are found by their events. */
export const TABLES = [
  LOTS,
  SLICES,
  DEBTS,
  LOAN_PAYMENTS,
  TRANSFER_MARKS,
  YEARS,
  ISSUES,
  HOLDINGS,
  POOLS,
  EVENTS,
] as readonly FiguresTable<unknown>[];

const SUM_BITS = 128;

/** Sums of the digests of each table's rows. Sums have no order, so a run that changes few rows can correct them. */
export class DigestSums {
  readonly #sums: Map<string, bigint>;

  /** Starts from sums that `toJson` returned. */
  constructor(sums: Readonly<Record<string, string>> = {}) {
    this.#sums = new Map(Object.entries(sums).map(([name, hex]) => [name, BigInt(`0x${hex}`)]));
  }

  add(name: string, digest: string): void {
    this.#add(name, BigInt(`0x${digest}`));
  }

  subtract(name: string, digest: string): void {
    this.#add(name, -BigInt(`0x${digest}`));
  }

  /** Removes a sum. */
  clear(name: string): void {
    this.#sums.delete(name);
  }

  /** The sums as they are stored between runs: hexadecimal by name. */
  toJson(): Record<string, string> {
    return Object.fromEntries([...this.#sums].map(([name, sum]) => [name, sum.toString(16)]));
  }

  /** The digest of all sums, 64 hexadecimal digits. */
  fingerprint(): string {
    const lines = [...this.#sums]
      .filter(([, sum]) => sum !== 0n)
      .map(([name, sum]) => `${name} ${sum.toString(16)}`);
    return hash('sha256', lines.toSorted().join('\n'));
  }

  #add(name: string, number: bigint): void {
    this.#sums.set(name, BigInt.asUintN(SUM_BITS, (this.#sums.get(name) ?? 0n) + number));
  }
}

/** Returns the fingerprint of all figures (engine.md §1). It does not depend on their order. */
export function outputFingerprint(outputs: EngineOutputs): string {
  const sums = new DigestSums();
  for (const described of TABLES)
    for (const item of described.itemsOf(outputs))
      sums.add(described.name, rowDigest(described, described.rowOf(item)));
  return sums.fingerprint();
}
