import { LIMITS } from '@ctx/domain/limits';
import { GrpcRejection } from '@ctx/platform/grpc-server';
import { readAsUser, type Source } from '../sources/source.ts';
import type { ExplainedTransaction, ExplainTransactionRequest } from '@ctx/proto/gen/ctx/v1/read';
import { status } from '@grpc/grpc-js';
import {
  type ExplainedRow,
  type ExplainedSliceRow,
  explanationOf,
  type LinkRow,
} from '../present/explanation.ts';
import type { LogRow } from '../present/explain-steps.ts';
import { type EventRow, type LoanRow, taxEvent } from '../present/tax-event.ts';
import {
  EXPLAINED_EVENT,
  EXPLAINED_LOANS,
  EXPLAINED_LOG,
  EXPLAINED_SLICES,
  EXPLAINED_YEARS,
  type ExplainedYearRow,
  LOT_CHAINS,
} from './explanation-rows.ts';
import { toTransaction, type TransactionRow } from '@ctx/records/transaction-rows';

type Row = TransactionRow & EventRow & Omit<ExplainedRow, Exclude<keyof ExplainedYearRow, 'year'> | 'log'>;

/**
 * Explains one event: as imported, as it counts, and the lots that it took. Without a year, the event's row in the open year counts.
 * Rejects with NOT_FOUND for an event without figures.
 */
export async function explainTransaction(
  source: Source,
  userId: number,
  { taxEventId, year }: ExplainTransactionRequest,
): Promise<ExplainedTransaction> {
  const values = { userId, taxEventId, year: year ?? null };
  const [[found], years, log, slices, links, loans] = await readAsUser<
    [Row, ExplainedYearRow, LogRow, ExplainedSliceRow, LinkRow, LoanRow]
  >(
    source,
    userId,
    EXPLAINED_EVENT(values),
    EXPLAINED_YEARS(values),
    EXPLAINED_LOG(values),
    EXPLAINED_SLICES(values),
    LOT_CHAINS(values),
    EXPLAINED_LOANS(values),
  );
  if (found === undefined) throw new GrpcRejection(status.NOT_FOUND, 'no such event');
  const ofYear = years.find((each) => each.year === found.year);
  if (ofYear === undefined) throw new Error(`year ${String(found.year)} of an event has no figures`);
  const row = { ...found, ...ofYear, log: found.override === null ? null : log };
  const { locked, frozen, stale } = row;
  const consumed = slices.filter(
    ({ kind, ordinal }) => kind === 'CONSUMED' && ordinal < LIMITS.acquisitionsMax,
  );
  return {
    year: row.year,
    locked,
    frozen,
    stale,
    event: taxEvent(
      { ...row, fact: row.effect_fact },
      {
        userId,
        locked,
        held: row.held_since !== null,
        monthlyGains: row.monthly_gains ?? [],
        slices: consumed,
        loans,
      },
    ),
    explanation: explanationOf(row, { slices, links }),
    // Last, because it changes the row's texts in place.
    transaction: toTransaction(row),
  };
}
