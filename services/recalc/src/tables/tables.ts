/**
 * The tables of figures: saving, the fingerprint of the outputs and the tests read this one description. Pure.
 */
import { hash } from 'node:crypto';
import type { EngineOutputs } from '../engine/types.ts';
import { EVENTS, HOLDINGS, ISSUES, YEARS } from './events-and-years.ts';
import { DEBTS, LOAN_PAYMENTS, LOTS, SLICES } from './lots-and-slices.ts';
import type { CellValue, FiguresTable } from './table.ts';

/** In the order they are saved. */
export const TABLES = [
  EVENTS,
  LOTS,
  SLICES,
  DEBTS,
  LOAN_PAYMENTS,
  YEARS,
  ISSUES,
  HOLDINGS,
] as readonly FiguresTable<unknown>[];

/** 128 bits of a row's SHA-256, as PostgreSQL's uuid takes them: tells a changed row from an unchanged one. */
export function rowDigest(tableName: string, row: readonly CellValue[]): string {
  return hash('sha256', `${tableName} ${JSON.stringify(row)}`).slice(0, DIGEST_HEX_DIGITS);
}

const DIGEST_HEX_DIGITS = 32;
const MODULUS = 1n << 128n;

/** Sums of the digests of each table's rows: no order, and a changed row changes a sum by what can be told from the row alone. */
export class DigestSums {
  readonly #sums = new Map<string, bigint>();

  add(tableName: string, digest: string): void {
    this.#sums.set(tableName, ((this.#sums.get(tableName) ?? 0n) + BigInt(`0x${digest}`)) % MODULUS);
  }

  /** Of all tables: 64 hexadecimal digits. */
  fingerprint(): string {
    return hash(
      'sha256',
      TABLES.map(({ name }) => `${name} ${String(this.#sums.get(name) ?? 0n)}`).join('\n'),
    );
  }
}

/** Fingerprint of every figure (engine.md §1): the same figures, whatever their order, have the same. */
export function outputFingerprint(outputs: EngineOutputs): string {
  const sums = new DigestSums();
  for (const { name, itemsOf, rowOf } of TABLES)
    for (const item of itemsOf(outputs)) sums.add(name, rowDigest(name, rowOf(item)));
  return sums.fingerprint();
}
