/** Pairs of transfers that can be matched at once: each side is the only counterpart that is proposed for the other. For the pages. */
import type { IssueType } from '@ctx/domain/issues';
import { LIMITS } from '@ctx/domain/limits';
import { shown, shownSymbol } from '@ctx/domain/shown-text';
import { prepare, raw, sql, type Sql, USER } from '@ctx/platform/sql';
import type { TransferPairs, TransferSide } from '@ctx/proto/gen/ctx/v1/read';
import { readAsUser, type Source } from '../sources/source.ts';

type SideRow = Omit<TransferSide, 'accountLabel'> & { readonly accountLabel: string | null };

interface ProposalRow {
  readonly issueType: Extract<IssueType, 'UNMATCHED_TRANSFER_OUT' | 'UNMATCHED_TRANSFER_IN'>;
  readonly eventId: string;
  readonly counterpartId: string;
  readonly transferKind: string;
  readonly treatment: string;
  /** Years of both sides. */
  readonly years: readonly number[];
  /** Whether one of the sides is matched already, so that a pair would join that match. */
  readonly joins: boolean;
  readonly event: SideRow;
  readonly counterpart: SideRow;
}

interface YearRow {
  readonly year: number;
  readonly open: boolean;
}

const side = (
  alias: Sql,
): Sql => sql`jsonb_build_object('id', ${alias}.event_id, 'assetSymbol', ${alias}.asset_symbol,
    'amount', ${alias}.amount::text, 'timestamp', to_char(${alias}.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'accountLabel', (SELECT coalesce(a.label, a.datasource, a.ref) FROM facts.accounts a
      WHERE a.user_id = ${USER} AND a.account_id = ${alias}.account_id LIMIT 1))`;
// An event that later facts moved out of a frozen year has two rows; the one in the open year counts.
const eventOf = (
  id: Sql,
): Sql => sql`(SELECT * FROM figures.events v WHERE v.user_id = ${USER} AND v.event_id = ${id}
    ORDER BY v.year DESC LIMIT 1)`;
const [EVENT, COUNTERPART] = [raw('e'), raw('c')];

const PROPOSALS = prepare(
  'transfer-proposals',
  sql`SELECT i.issue_type AS "issueType", i.event_id AS "eventId", i.counterpart_event_id AS "counterpartId",
      i.transfer_kind AS "transferKind", e.treatment, ARRAY[e.year, c.year] AS years,
      e.match_id IS NOT NULL OR c.match_id IS NOT NULL AS joins, ${side(EVENT)} AS event, ${side(COUNTERPART)} AS counterpart
    FROM (SELECT * FROM figures.issues v WHERE v.user_id = ${USER} AND v.suggestion_type IS NOT NULL
      AND v.issue_type IN ('UNMATCHED_TRANSFER_OUT', 'UNMATCHED_TRANSFER_IN') LIMIT ${raw(String(LIMITS.inboxItemsMax))}) i
    CROSS JOIN LATERAL ${eventOf(raw('i.event_id'))} e
    CROSS JOIN LATERAL ${eventOf(raw('i.counterpart_event_id'))} c
    ORDER BY i.occurred_at DESC, i.issue_id`,
);

const YEARS = prepare(
  'transfer-pair-years',
  sql`SELECT y.year, y.paid AND y.submitted_at IS NULL AS open FROM facts.years y WHERE y.user_id = ${USER}`,
);

/** Returns the pairs, newest first. */
export async function listTransferPairs(source: Source, userId: number): Promise<TransferPairs> {
  const [proposals, years] = await readAsUser<[ProposalRow, YearRow]>(
    source,
    userId,
    PROPOSALS({ userId }),
    YEARS({ userId }),
  );
  const open = new Set(years.flatMap((each) => (each.open ? [each.year] : [])));
  const partners = partnersOf(proposals);
  const pairs = proposals.filter(
    (proposal) =>
      proposal.issueType === 'UNMATCHED_TRANSFER_OUT' &&
      !proposal.joins &&
      proposal.years.every((year) => open.has(year)) &&
      [proposal.eventId, proposal.counterpartId].every((id) => partners.get(id)?.size === 1),
  );
  return {
    more: pairs.length > LIMITS.proposedPairsMax,
    pairs: pairs.slice(0, LIMITS.proposedPairsMax).map(({ event, counterpart, transferKind, treatment }) => ({
      departure: shownSide(event),
      arrival: shownSide(counterpart),
      transferKind,
      needsMark: transferKind === 'SELF_TRANSFER' && treatment !== 'TRANSFER_OUT_OWN_WALLET',
    })),
  };
}

/** Returns the events that proposals name together with each event. */
function partnersOf(proposals: readonly ProposalRow[]): ReadonlyMap<string, ReadonlySet<string>> {
  const partners = new Map<string, Set<string>>();
  const add = (id: string, partner: string): void => {
    partners.set(id, (partners.get(id) ?? new Set()).add(partner));
  };
  for (const { eventId, counterpartId } of proposals) {
    add(eventId, counterpartId);
    add(counterpartId, eventId);
  }
  return partners;
}

function shownSide({ accountLabel, assetSymbol, ...event }: SideRow): TransferSide {
  return { ...event, assetSymbol: shownSymbol(assetSymbol), accountLabel: shown(accountLabel) };
}
