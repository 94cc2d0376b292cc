import { brusselsDate } from '@ctx/domain/brussels';
import { AMOUNT_SCALE, formatDecimal, parseAmount } from '@ctx/domain/decimal';
import {
  bestCandidates,
  candidateWindow,
  symbolsOfFamily,
  type TransferSide,
} from '@ctx/domain/transfer-candidates';
import type { EventType } from '@ctx/domain/vocabulary';
import { GrpcRejection } from '@ctx/platform/grpc-server';
import { readAsUser, type Source } from '../sources/source.ts';
import { assetOfEvent, lookUpAssetCorrection } from '@ctx/records/asset-of-event';
import { MATCH_COLUMNS } from '@ctx/records/record-sql';
import { parameter, prepare, raw, sql, type Sql, USER } from '@ctx/platform/sql';
import type {
  FindTransferCandidatesRequest,
  TransferCandidatesResponse,
  TransferMatch,
} from '@ctx/proto/gen/ctx/v1/read';
import { status } from '@grpc/grpc-js';
import { toTransaction, TRANSACTION_COLUMNS, type TransactionRow } from '@ctx/records/transaction-rows';

type SideRow = TransactionRow & {
  readonly assetChain: string | null;
  readonly timestampUs: number;
  readonly accountRef: string | null;
  readonly importedType: string | null;
};

interface YearOnly {
  readonly year: number;
}
type RequestedRow = SideRow & YearOnly;

const EVENT = parameter('taxEventId');
const [YEARS, TYPE, FROM, TO] = ['years', 'type', 'fromUs', 'toUs'].map(parameter);
const [ASSET_KEY, ASSET_KEY_FOLDED] = ['assetKey', 'assetKeyFolded'].map(parameter);
const SYMBOLS = parameter('symbols');

const SIDE = sql`${TRANSACTION_COLUMNS}, (extract(epoch FROM e.occurred_at) * 1000000)::bigint AS "timestampUs",
  ${assetOfEvent('asset_chain', 'r')} AS "assetChain", r.type AS "importedType", a.ref AS "accountRef"`;
// LATERAL with a limit: rows are looked up for each event, so that no plan compares the events with all accounts.
const SIDE_JOINS = sql`
  LEFT JOIN LATERAL (SELECT * FROM facts.events v WHERE v.user_id = ${USER} AND v.event_id = e.event_id LIMIT 1) r ON true
  ${lookUpAssetCorrection(USER, raw('e.event_id'))}
  LEFT JOIN LATERAL (
    SELECT * FROM facts.accounts v WHERE v.user_id = ${USER} AND v.account_id = e.account_id LIMIT 1
  ) a ON true`;

// An event that later facts moved out of a frozen year has two rows; the one in the open year counts.
const REQUESTED = prepare(
  'candidates-asked',
  sql`
  SELECT ${SIDE}, e.year FROM figures.events e
  ${SIDE_JOINS}
  WHERE e.user_id = ${USER} AND e.event_id = ${EVENT} ORDER BY e.year DESC`,
);
const SUBMITTED = prepare(
  'candidates-submitted',
  sql`SELECT y.year FROM facts.years y WHERE y.user_id = ${USER} AND y.submitted_at IS NOT NULL`,
);

const EXISTING = prepare(
  'candidates-existing',
  sql`
  SELECT ${raw(MATCH_COLUMNS)} FROM corrections.transfer_matches m WHERE m.user_id = ${USER} AND m.out_event_id = ${EVENT}
  UNION ALL
  SELECT ${raw(MATCH_COLUMNS)} FROM corrections.transfer_matches m WHERE m.user_id = ${USER} AND m.in_event_id = ${EVENT}`,
);

const IN_WINDOW = sql`
  SELECT c.event_id, c.year, c.asset_symbol_folded AS symbol FROM figures.events c
  WHERE c.user_id = ${USER} AND c.may_be_counterpart AND c.year = y.year AND c.type = ${TYPE}
    AND c.occurred_at BETWEEN to_timestamp(${FROM} / 1000000.0) AND to_timestamp(${TO} / 1000000.0)`;

// OFFSET 0: looked up by event, even if the user has many matches.
const MATCHES = sql`SELECT FROM corrections.transfer_matches m WHERE m.user_id = ${USER} AND`;
// Symbols that differ in a leading W are one family, and so are those of renamed assets. Matches made since the last run count. Year by year: each is a range
// of the index by key, also where the symbol is the key, or of that by other symbols.
const SIDES = prepare(
  'candidates',
  sql`
  SELECT ${SIDE} FROM unnest(${YEARS}::integer[]) y (year)
  CROSS JOIN LATERAL (
    SELECT x.event_id, x.year FROM (
      ${IN_WINDOW} AND c.asset_key_folded = ${ASSET_KEY_FOLDED} AND c.asset_key = ${ASSET_KEY}) x
    UNION SELECT x.event_id, x.year FROM unnest(${SYMBOLS}::text[]) s (symbol)
      CROSS JOIN LATERAL (${IN_WINDOW} AND c.asset_key_folded = s.symbol OFFSET 0) x WHERE x.symbol = s.symbol
    UNION SELECT x.event_id, x.year FROM unnest(${SYMBOLS}::text[]) s (symbol)
      CROSS JOIN LATERAL (
        ${IN_WINDOW} AND c.asset_symbol_folded = s.symbol AND c.asset_symbol_folded <> c.asset_key_folded OFFSET 0) x
  ) w
  CROSS JOIN LATERAL (
    SELECT * FROM figures.events v WHERE v.user_id = ${USER} AND v.event_id = w.event_id AND v.year = w.year LIMIT 1
  ) e
  ${SIDE_JOINS}
  WHERE NOT EXISTS (${MATCHES} m.out_event_id = e.event_id OFFSET 0)
    AND NOT EXISTS (${MATCHES} m.in_event_id = e.event_id OFFSET 0)`,
);

/**
 * Selects matched events of the asset and the window that are the shared leg of their match within that asset, with one of its pairs and the units of the other
 * legs. A pair of which the other leg is shared cannot take another leg of this kind.
 */
function joinable(own: Sql, other: Sql): Sql {
  return sql`
  SELECT ${SIDE}, j.match_id AS "joinMatchId", j.transfer_kind AS "joinKind", j.matched FROM unnest(${YEARS}::integer[]) y (year)
  CROSS JOIN LATERAL (
    SELECT c.event_id, c.year FROM figures.events c
    WHERE c.user_id = ${USER} AND c.asset_key_folded = ${ASSET_KEY_FOLDED} AND c.asset_key = ${ASSET_KEY} AND c.year = y.year
      AND c.type = ${TYPE}
      AND c.occurred_at BETWEEN to_timestamp(${FROM} / 1000000.0) AND to_timestamp(${TO} / 1000000.0) OFFSET 0
  ) w
  CROSS JOIN LATERAL (
    SELECT * FROM figures.events v WHERE v.user_id = ${USER} AND v.event_id = w.event_id AND v.year = w.year LIMIT 1
  ) e
  CROSS JOIN LATERAL (
    SELECT (array_agg(m.match_id ORDER BY m.ordinal))[1] AS match_id, min(m.transfer_kind) AS transfer_kind, sum(l.amount) AS matched,
      bool_and(l.asset_key = e.asset_key) AS is_of_one_asset,
      bool_or((SELECT count(*) FROM corrections.transfer_matches n
        WHERE n.user_id = ${USER} AND n.${other} = m.${other}) > 1) AS is_other_shared
    FROM corrections.transfer_matches m
    LEFT JOIN LATERAL (SELECT v.amount, v.asset_key FROM figures.events v
      WHERE v.user_id = ${USER} AND v.event_id = m.${other} ORDER BY v.year DESC LIMIT 1) l ON true
    WHERE m.user_id = ${USER} AND m.${own} = e.event_id
  ) j
  ${SIDE_JOINS}
  WHERE j.match_id IS NOT NULL AND j.is_of_one_asset AND NOT j.is_other_shared AND j.matched < e.amount`;
}
const [OUT_LEG, IN_LEG] = [raw('out_event_id'), raw('in_event_id')];
const JOINABLE_ARRIVALS = prepare('candidates-joinable-arrivals', joinable(IN_LEG, OUT_LEG));
const JOINABLE_DEPARTURES = prepare('candidates-joinable-departures', joinable(OUT_LEG, IN_LEG));

const US_PER_S = 1_000_000;

const OPPOSITE: Partial<Record<string, EventType>> = {
  DISPOSITION: 'ACQUISITION',
  ACQUISITION: 'DISPOSITION',
};

/**
 * Returns the possible counterparts of a transfer, best first, or the match that the event belongs to (engine.md §5). Rejects with
 * NOT_FOUND for an event without figures.
 */
export async function findTransferCandidates(
  source: Source,
  userId: number,
  { taxEventId }: FindTransferCandidatesRequest,
): Promise<TransferCandidatesResponse> {
  const values = { userId, taxEventId };
  const [found, submitted, existingMatches] = await readAsUser<[RequestedRow, YearOnly, TransferMatch]>(
    source,
    userId,
    REQUESTED(values),
    SUBMITTED(values),
    EXISTING(values),
  );
  const isOpen = ({ year }: YearOnly): boolean => !submitted.some((each) => each.year === year);
  const requested = found.find(isOpen) ?? found[0];
  if (requested === undefined) throw new GrpcRejection(status.NOT_FOUND, 'no such event');
  const side = sideOf(requested);
  const [existing] = existingMatches;
  // An event of a match cannot join another match, even while its match has no effect. The engine suggests nothing for it either.
  const candidates =
    existing === undefined ? bestCandidates(side, await readSides(source, userId, side)) : [];
  return {
    taxEvent: toTransaction(requested),
    candidates: candidates.map(({ side: { row, join }, kind, amountDifference, apartUs, score }) => ({
      taxEvent: toTransaction(row),
      transferKind: join?.kind ?? kind,
      amountDifference: formatDecimal(amountDifference, AMOUNT_SCALE),
      secondsApart: Math.round(apartUs / US_PER_S),
      score: String(score),
      joinMatchId: join?.matchId ?? null,
    })),
    existingMatch: existing ?? null,
    existingMatchIds: existingMatches.map(({ id }) => id),
  };
}

interface RowSide extends TransferSide {
  readonly row: SideRow;
  /** Set for an event that is matched already: its amount is what its match lacks. */
  readonly join?: { readonly matchId: string; readonly kind: string };
}

type JoinableRow = SideRow & {
  readonly joinMatchId: string;
  readonly joinKind: string;
  readonly matched: string;
};

async function readSides(source: Source, userId: number, side: TransferSide): Promise<RowSide[]> {
  const oppositeType = OPPOSITE[side.type];
  if (oppositeType === undefined) return [];
  const { fromUs, toUs } = candidateWindow(side);
  const years = [...new Set([fromUs, toUs].map((us) => brusselsDate(us / 1000).year))];
  const values = {
    userId,
    years,
    type: oppositeType,
    fromUs,
    toUs,
    assetKey: side.assetKey,
    assetKeyFolded: side.assetKey.toLowerCase(),
    symbols: symbolsOfFamily(side.assetSymbol),
  };
  const joinableEvents = oppositeType === 'ACQUISITION' ? JOINABLE_ARRIVALS : JOINABLE_DEPARTURES;
  const [rows, joinableRows] = await readAsUser<[SideRow, JoinableRow]>(
    source,
    userId,
    SIDES(values),
    joinableEvents(values),
  );
  return [...rows.map(sideOf), ...joinableRows.map(lackingSideOf)];
}

/** Returns a matched event as the side that its match still lacks. */
function lackingSideOf({ joinMatchId, joinKind, matched, ...row }: JoinableRow): RowSide {
  const side = sideOf(row);
  return {
    ...side,
    amount: side.amount - parseAmount(matched),
    join: { matchId: joinMatchId, kind: joinKind },
  };
}

function sideOf(row: SideRow): RowSide {
  const { id, type, assetKey, assetSymbol, assetChain, amount, timestampUs, treatment } = row;
  return {
    key: [row.accountRef ?? '', assetKey, row.importedType ?? type, row.referenceId ?? ''],
    row,
    id,
    assetKey,
    assetSymbol,
    assetChain,
    timestampUs,
    type: type as EventType,
    amount: parseAmount(amount),
    isBridge: treatment === 'BRIDGE_DEPOSIT' || treatment === 'BRIDGE_WITHDRAW',
  };
}
