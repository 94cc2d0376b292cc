/**
 * The tables of figures: saving, the fingerprint of the outputs and the tests read this one description. Pure.
 */
import { hash } from 'node:crypto';
import type { EngineOutputs } from '../engine/types.ts';
import { EVENTS, HOLDINGS, ISSUES, POOLS, YEARS } from './events-and-years.ts';
import { DEBTS, LOAN_PAYMENTS, LOTS, SLICES } from './lots-and-slices.ts';
import { type FiguresTable, rowDigest } from './table.ts';

/** In the order they are saved: events last, for the rows of pools are found by their events. */
export const TABLES = [
  LOTS,
  SLICES,
  DEBTS,
  LOAN_PAYMENTS,
  YEARS,
  ISSUES,
  HOLDINGS,
  POOLS,
  EVENTS,
] as readonly FiguresTable<unknown>[];

const MODULUS = 1n << 128n;

/** Sums of the digests of each table's rows: in no order, so that a run that changes few rows can correct them. */
export class DigestSums {
  readonly #sums: Map<string, bigint>;

  /** Starts from sums as `toJson` gave them. */
  constructor(sums: Readonly<Record<string, string>> = {}) {
    this.#sums = new Map(Object.entries(sums).map(([name, hex]) => [name, BigInt(`0x${hex}`)]));
  }

  add(name: string, digest: string): void {
    this.#sums.set(name, ((this.#sums.get(name) ?? 0n) + BigInt(`0x${digest}`)) % MODULUS);
  }

  subtract(name: string, digest: string): void {
    this.#sums.set(name, ((this.#sums.get(name) ?? 0n) - BigInt(`0x${digest}`) + MODULUS) % MODULUS);
  }

  /** Forgets a sum. */
  clear(name: string): void {
    this.#sums.delete(name);
  }

  /** As they are kept between runs: hexadecimal by name. */
  toJson(): Record<string, string> {
    return Object.fromEntries([...this.#sums].map(([name, sum]) => [name, sum.toString(16)]));
  }

  /** Of all sums: 64 hexadecimal digits. */
  fingerprint(): string {
    const lines = [...this.#sums]
      .filter(([, sum]) => sum !== 0n)
      .map(([name, sum]) => `${name} ${sum.toString(16)}`);
    return hash('sha256', lines.toSorted().join('\n'));
  }
}

/** Fingerprint of every figure (engine.md §1): the same figures, whatever their order, have the same. */
export function outputFingerprint(outputs: EngineOutputs): string {
  const sums = new DigestSums();
  for (const described of TABLES)
    for (const item of described.itemsOf(outputs))
      sums.add(described.name, rowDigest(described, described.rowOf(item)));
  return sums.fingerprint();
}
