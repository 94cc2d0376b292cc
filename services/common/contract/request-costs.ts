/** The one table of dear requests: those that count as several in the budget of requests a minute. Every other request counts as one. */
import { REPORT_FORMATS } from '@ctx/domain/vocabulary';
import type { OperationId } from './operations.ts';

/** A kind of request that counts as several, because it takes the time of many others. */
export interface DearRequest {
  readonly operation: OperationId;
  /** What it counts as, on the pages of a signed-in user too. */
  readonly requests: number;
  /** Which requests of the operation it concerns, for the guide to limits. */
  readonly what: string;
  /** Values of `format` that make a request dear; all requests of the operation if absent. */
  readonly formats?: readonly string[];
}

/** Dear requests. An operation of the contract with its default parameters is never one. */
export const DEAR_REQUESTS: readonly DearRequest[] = [
  {
    operation: 'getYearReport',
    requests: 3,
    what: 'the report of a year as a whole document (`html`, `csv`, `jsonl`, `xlsx`, `csv-be`, `dossier`)',
    formats: REPORT_FORMATS.filter((format) => format !== 'json'),
  },
  {
    operation: 'listReadings',
    requests: 3,
    what: 'the figures of a year under other readings of the law',
  },
  {
    operation: 'getOrigin',
    requests: 3,
    what: 'where the units of a transaction came from',
  },
];

/** Returns as how many requests a request counts. `format` is the one that it asks for, if any. */
export function requestCost(operation: OperationId, format?: unknown): number {
  const dear = DEAR_REQUESTS.find((each) => each.operation === operation);
  const isDear = dear?.formats?.includes(String(format)) ?? dear !== undefined;
  return isDear ? (dear?.requests ?? 1) : 1;
}
