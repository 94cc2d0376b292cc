/** The tables that clients read as they are: events, years, issues and holdings; and the groups of pools. */
import { hash } from 'node:crypto';
import { textDigest } from '@ctx/domain/digest';
import { timestampText } from '@ctx/domain/instant';
import { ISSUE_KINDS, SEVERITIES } from '@ctx/domain/issues';
import { LIMITS } from '@ctx/domain/limits';
import { presentText } from '@ctx/domain/third-party-text';
import { uuidOfHash } from '@ctx/domain/uuid';
import { sql } from '@ctx/platform/sql';
import { mayBeCounterpart } from '../engine/figures/counterparts.ts';
import { eventInputDigest } from '../engine/fingerprint.ts';
import { flowKey, valueKey } from '../engine/keys.ts';
import type { EffectiveEvent, Holding, Issue, Outcome, PoolGroup, YearFigures } from '../engine/types.ts';
import {
  amountText,
  cellsDigest,
  type CellValue,
  eurText,
  inFrozenYear,
  ofAssets,
  ofEvents,
  table,
} from './table.ts';

export const OUTCOME_COLUMNS = ['total_gain', 'income', 'needs_review', 'pool_marks'] as const;

export const EVENTS = table<readonly [EffectiveEvent, Outcome]>({
  name: 'events',
  key: ['event_id', 'year'],
  hasPages: true,
  columns: [
    'event_id',
    'year',
    'account_id',
    'occurred_at',
    'type',
    'treatment',
    'taxable',
    'amount',
    'asset_key',
    'asset_key_folded',
    'asset_symbol',
    'asset_symbol_folded',
    'asset_symbol_shown_folded',
    'euro_value',
    'price_source',
    'description',
    'description_by_user',
    'protocol',
    'reference_id',
    'continuity_group_id',
    'override_id',
    'rule_id',
    'match_id',
    'flags',
    'spam',
    'counted_value',
    'acts_on_pools',
    'may_be_counterpart',
    'input_digest',
    'flow_key',
    'value_key',
    'facts_digest',
    ...OUTCOME_COLUMNS,
  ],
  digestedColumns: OUTCOME_COLUMNS.length + 1,
  frozenRows: inFrozenYear,
  poolRows: ofEvents,
  // In the order of `events_newest_first`, of which PostgreSQL fills the pages of the newest user then: 100,000 events take 5.9 MB in place of 10.4.
  itemsOf: ({ events, outcomes }) =>
    events
      .map((event, index): readonly [EffectiveEvent, Outcome] => [event, outcomes[index] as Outcome])
      .sort(([a], [b]) => a.year - b.year || b.timestampUs - a.timestampUs),
  rowOf: ([event, outcome]) => {
    const facts = factCells(event);
    return [...facts, cellsDigest(facts), ...outcomeCells(outcome)];
  },
});

/** The cells of an event that do not depend on the pools. */
function factCells(event: EffectiveEvent): CellValue[] {
  const { raw, override } = event;
  return [
    raw.id,
    event.year,
    raw.accountId,
    timestampText(event.timestampUs),
    event.type,
    event.treatment,
    event.taxable,
    // Every digit as given, not as the engine's fixed point would print it.
    override?.amount ?? raw.amount,
    raw.assetKey,
    raw.assetKey.toLowerCase(),
    raw.assetSymbol,
    raw.assetSymbol.toLowerCase(),
    presentText(raw.assetSymbol, LIMITS.symbolCharactersMax).toLowerCase(),
    event.euroValueShown,
    event.priceSource,
    override?.description ?? raw.description,
    (override?.description ?? null) !== null,
    raw.protocol,
    raw.referenceId,
    raw.continuityGroupId,
    override?.id ?? null,
    event.ruleId,
    event.transfer?.matchId ?? null,
    override?.flags ?? raw.flags,
    event.spam,
    eurText(event.value),
    event.effect.pool !== 'NONE',
    mayBeCounterpart(event),
    eventInputDigest(raw, override, event.pricesText),
    textDigest(flowKey(event)),
    textDigest(valueKey(event)),
  ];
}

/** The cells of an event that the pools decide, in the order of OUTCOME_COLUMNS. */
export function outcomeCells({ totalGain, income, needsReview, ...marks }: Outcome): CellValue[] {
  return [eurText(totalGain), eurText(income), needsReview, POOL_MARKS.filter((mark) => marks[mark])];
}

/** Marks of an outcome, as they are stored. */
const POOL_MARKS = ['isShort', 'hasSurplus', 'isUnmatched'] as const;

export const YEARS = table<YearFigures>({
  name: 'years',
  isOnCoordinator: true,
  key: ['year'],
  columns: [
    'year',
    'regime',
    'capital_gains',
    'capital_gains_tax',
    'income',
    'income_tax',
    'total_tax',
    'monthly_gains',
    'monthly_income',
    'transaction_count',
    'wallet_count',
    'needs_review_count',
    'gain_count',
    'income_count',
    'fee_count',
    'fees',
  ],
  frozenRows: inFrozenYear,
  // A year is of all pools.
  poolRows: null,
  itemsOf: ({ years }) => years,
  rowOf: (year) => [
    year.year,
    year.regime,
    eurText(year.capitalGains),
    eurText(year.capitalGainsTax),
    eurText(year.income),
    eurText(year.incomeTax),
    eurText(year.totalTax),
    year.monthlyGains.map((gain) => eurText(gain)),
    year.monthlyIncome.map((income) => eurText(income)),
    year.transactionCount,
    year.walletCount,
    year.needsReviewCount,
    year.gainCount,
    year.incomeCount,
    year.feeCount,
    eurText(year.fees),
  ],
});

export const ISSUES = table<Issue>({
  name: 'issues',
  key: ['issue_id'],
  columns: [
    'issue_id',
    'issue_type',
    'queue',
    'severity',
    'year',
    'occurred_at',
    'event_id',
    'override_id',
    'asset_key',
    'suggestion_type',
    'counterpart_event_id',
    'transfer_kind',
    'suggestion_assets',
    'suggestion_changes',
  ],
  // What was in doubt when a year was submitted stays; that it drifts since is news.
  frozenRows: (years) => sql`${inFrozenYear(years)} AND t.issue_type <> 'FROZEN_YEAR_DRIFT'`,
  poolRows: ofEvents,
  itemsOf: ({ issues }) => issues,
  rowOf: (issue) => [
    issueId(issue),
    issue.type,
    ISSUE_KINDS[issue.type].queue,
    SEVERITIES.indexOf(issue.severity),
    issue.year,
    issue.atUs === null ? null : timestampText(issue.atUs),
    issue.eventId,
    issue.overrideId,
    issue.assetKey,
    issue.suggestion?.type ?? null,
    issue.suggestion?.counterpartEventId ?? null,
    issue.suggestion?.kind ?? null,
    issue.suggestion?.assets ?? null,
    changesText(issue),
  ],
});

export const HOLDINGS = table<Holding>({
  name: 'holdings',
  key: ['asset_key'],
  columns: [
    'asset_key',
    'asset_symbol',
    'asset_name',
    'asset_chain',
    'protocol',
    'amount',
    'cost_basis',
    'lot_count',
    'oldest_lot_at',
    'newest_lot_at',
  ],
  frozenRows: null,
  poolRows: ofAssets,
  itemsOf: ({ holdings }) => holdings,
  rowOf: (holding) => [
    holding.assetKey,
    holding.assetSymbol,
    holding.assetName,
    holding.assetChain,
    holding.protocol,
    amountText(holding.amount),
    eurText(holding.costBasis),
    holding.lotCount,
    timestampText(holding.oldestUs),
    timestampText(holding.newestUs),
  ],
});

export const POOLS = table<PoolGroup>({
  name: 'pools',
  key: ['asset_key'],
  columns: ['asset_key', 'pool_group', 'symbol_families'],
  frozenRows: null,
  poolRows: ofAssets,
  itemsOf: ({ pools }) => pools,
  rowOf: ({ assetKey, group, families }) => [assetKey, group, families],
});

function issueId({ type, subject, assetKey }: Issue): string {
  // Where the inbox finds what the group is.
  if (type === 'POSSIBLE_DUPLICATE') return subject;
  return uuidOfHash(hash('sha256', `issue:${type}:${subject}:${assetKey ?? ''}`));
}

function changesText({ suggestion }: Issue): string | null {
  const changes = suggestion?.changes ?? null;
  if (changes === null) return null;
  return JSON.stringify(
    changes.map(({ year, gain, income }) => ({ year, gain: eurText(gain), income: eurText(income) })),
  );
}
