/** What an item of the inbox suggests, and by how much that would change the gross tax (engine.md §5). */
import { formatCents } from '@ctx/domain/decimal';
import { type Change, impactOf, type TaxedYear } from './impact.ts';

/** A suggestion in the form of the contract. */
export interface ShownSuggestion {
  suggestionType: string;
  summary: string;
  locked: boolean;
  counterpartEventId: string | null;
  estimatedImpactEur: string | null;
  transferKind: string | null;
  joinMatchId?: string;
}

/** The suggestion of an item; `event_years` are the years of its event and of the counterpart. */
export interface ItemSuggestion {
  suggestion_type: string | null;
  counterpart_event_id: string | null;
  event_years: number[];
  transfer_kind: string | null;
  /** The match that the suggested pair joins. */
  join_match_id: string | null;
  suggestion_changes: Change[] | null;
}

/** Returns the suggestion of an item of the inbox, without its impact in a locked year. */
export function suggestionOf(
  row: ItemSuggestion,
  locked: boolean,
  years: ReadonlyMap<number, TaxedYear>,
): ShownSuggestion | null {
  if (row.suggestion_type === null) return null;
  const impact = locked ? null : impactOf(row.suggestion_changes, row.event_years, years);
  return {
    suggestionType: row.suggestion_type,
    summary: summaryTextOf(row),
    locked,
    counterpartEventId: row.counterpart_event_id,
    estimatedImpactEur: impact === null ? null : formatCents(impact),
    transferKind: row.transfer_kind,
    ...(row.join_match_id !== null && { joinMatchId: row.join_match_id }),
  };
}

function summaryTextOf({ suggestion_type: type, join_match_id: joinMatchId }: ItemSuggestion): string {
  if (type !== 'TRANSFER_MATCH') return 'Ignore it: it counts for nothing.';
  return joinMatchId === null
    ? 'Match it with its best counterpart: cost and date carry over instead of a sale.'
    : 'Match it with its best counterpart and join the match in joinMatchId, which lacks this amount: cost and date carry over.';
}
