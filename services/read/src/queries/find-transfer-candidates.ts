import { AMOUNT_SCALE, formatDecimal, parseAmount } from '@ctx/common/domain/decimal';
import {
  bestCandidates,
  candidateWindow,
  symbolFamily,
  type TransferSide,
} from '@ctx/common/domain/transfer-candidates';
import type { EventType } from '@ctx/common/domain/vocabulary';
import { GrpcRefusal } from '@ctx/common/platform/grpc-server';
import { type Pool, readAsUser } from '@ctx/common/platform/postgres';
import { MATCH_COLUMNS } from '@ctx/common/platform/record-sql';
import type {
  FindTransferCandidatesRequest,
  TransferCandidatesResponse,
  TransferMatch,
} from '@ctx/proto/gen/ctx/v1/read';
import { status } from '@grpc/grpc-js';
import { toTransaction, TRANSACTION_COLUMNS, type TransactionRow } from './transaction-rows.ts';

type SideRow = TransactionRow & { readonly assetChain: string | null; readonly timestampUs: number };

const SIDE = `${TRANSACTION_COLUMNS}, (extract(epoch FROM e.occurred_at) * 1000000)::bigint AS "timestampUs",
  (SELECT r.asset_chain FROM facts.events r WHERE r.user_id = $1 AND r.event_id = e.event_id) AS "assetChain"`;

// An event that later facts moved out of a frozen year is there twice; the live one counts.
const ASKED = `
  SELECT ${SIDE} FROM figures.events e LEFT JOIN facts.years y ON y.user_id = $1 AND y.year = e.year
  WHERE e.user_id = $1 AND e.event_id = $2 ORDER BY y.submitted_at IS NOT NULL, e.year DESC LIMIT 1`;

const EXISTING = `
  SELECT ${MATCH_COLUMNS} FROM corrections.transfer_matches m
  WHERE m.user_id = $1 AND (m.out_event_id = $2 OR m.in_event_id = $2)`;

// A symbol and the same with a leading W are one family; a match made since the last run counts.
const SIDES = `
  SELECT ${SIDE} FROM figures.events e
  WHERE e.user_id = $1 AND e.may_be_counterpart AND e.type = $2
    AND e.occurred_at BETWEEN to_timestamp($3 / 1000000.0) AND to_timestamp($4 / 1000000.0)
    AND (e.asset_key = $5 OR e.asset_symbol_folded IN ($6, 'w' || $6))
    AND NOT EXISTS (SELECT FROM corrections.transfer_matches m
      WHERE m.user_id = $1 AND (m.out_event_id = e.event_id OR m.in_event_id = e.event_id))`;

const OPPOSITE: Partial<Record<string, EventType>> = {
  DISPOSITION: 'ACQUISITION',
  ACQUISITION: 'DISPOSITION',
};

/** Counterparts of a transfer, best first, and the match it is in (engine.md §5). NOT_FOUND for an event without figures. */
export async function findTransferCandidates(
  pool: Pool,
  userId: number,
  { taxEventId }: FindTransferCandidatesRequest,
): Promise<TransferCandidatesResponse> {
  const values = [userId, taxEventId];
  const [[asked], [existing]] = await readAsUser<[SideRow, TransferMatch]>(
    pool,
    userId,
    { name: 'candidates-asked', text: ASKED, values },
    { name: 'candidates-existing', text: EXISTING, values },
  );
  if (asked === undefined) throw new GrpcRefusal(status.NOT_FOUND, 'no such event');
  const side = sideOf(asked);
  const candidates = bestCandidates(side, await readSides(pool, userId, side));
  return {
    taxEvent: toTransaction(asked),
    candidates: candidates.map(({ side: { row }, kind, amountDifference, secondsApart, score }) => ({
      taxEvent: toTransaction(row),
      transferKind: kind,
      amountDifference: formatDecimal(amountDifference, AMOUNT_SCALE),
      secondsApart,
      score: String(score),
    })),
    existingMatch: existing ?? null,
  };
}

interface RowSide extends TransferSide {
  readonly row: SideRow;
}

async function readSides(pool: Pool, userId: number, side: TransferSide): Promise<RowSide[]> {
  const wanted = OPPOSITE[side.type];
  if (wanted === undefined) return [];
  const { fromUs, toUs } = candidateWindow(side);
  const family = symbolFamily(side.assetSymbol);
  const [rows] = await readAsUser<[SideRow]>(pool, userId, {
    name: 'candidates',
    text: SIDES,
    values: [userId, wanted, fromUs, toUs, side.assetKey, family],
  });
  return rows.map((row) => ({ ...sideOf(row), row }));
}

function sideOf(row: SideRow): RowSide {
  const { id, type, assetKey, assetSymbol, assetChain, amount, timestampUs, treatment } = row;
  return {
    ...{ row, id, assetKey, assetSymbol, assetChain, timestampUs },
    type: type as EventType,
    amount: parseAmount(amount),
    isBridge: treatment === 'BRIDGE_DEPOSIT' || treatment === 'BRIDGE_WITHDRAW',
  };
}
