/** SQL that selects rows under the contract's names: as columns, or as one JSON value with decimals as text, so that no digit is lost. */

import { prepare, sql, USER } from '@ctx/platform/sql';

/** Selects a row of corrections.overrides as an `OverrideRow`. */
export const overrideJson = (row: string): string => `jsonb_build_object(
  'id', ${row}.override_id, 'accountId', ${row}.account_id, 'assetId', ${row}.asset_key,
  'originalType', ${row}.original_type, 'referenceId', ${row}.reference_id, 'createdAt', ${row}.created_at,
  'updatedAt', ${row}.updated_at, 'orphanedSince', ${row}.orphaned_since, 'originAcquiredAt', ${row}.origin_acquired_at,
  'overriddenTimestamp', ${row}.overridden_timestamp, 'overriddenType', ${row}.overridden_type,
  'overriddenTreatment', ${row}.overridden_treatment, 'overriddenTaxable', ${row}.overridden_taxable,
  'overriddenEuroValue', ${row}.overridden_euro_value::text, 'overriddenAmount', ${row}.overridden_amount::text,
  'overriddenDescription', ${row}.overridden_description, 'overriddenFlags', ${row}.overridden_flags,
  'overriddenAssetId', ${row}.overridden_asset_key, 'overriddenAssetSymbol', ${row}.overridden_asset_symbol,
  'overriddenAssetName', ${row}.overridden_asset_name, 'overriddenAssetChain', ${row}.overridden_asset_chain,
  'notes', ${row}.notes)`;

/** Selects a row of facts.events as a `FactRow`. */
export const factJson = (row: string): string => `jsonb_build_object(
  'type', ${row}.type, 'treatment', ${row}.treatment, 'amount', ${row}.amount::text,
  'euroValue', ${row}.euro_value::text, 'taxable', ${row}.taxable, 'description', ${row}.description,
  'flags', ${row}.flags, 'link', ${row}.link, 'isLoan', ${row}.is_loan, 'isRepayment', ${row}.is_repayment,
  'isInterestExpense', ${row}.is_interest_expense)`;

/** Columns of a `RuleRow`, from a row `r` of corrections.rules. */
export const RULE_COLUMNS = sql`r.rule_id AS id, r.action, r.label, r.match_type AS "matchType", r.direction,
  r.counterparty_address AS "counterpartyAddress", r.chain_id AS "chainId", r.match_value AS "matchValue",
  r.threshold_eur AS "thresholdEur", r.notes, r.created_at AS "createdAt", r.created_via AS "createdVia",
  r.first_run AS "firstRun",
  (SELECT count(*) FROM figures.events f WHERE f.user_id = ${USER} AND f.rule_id = r.rule_id) AS "matchedCount"`;

/** The statement that reads the number of the last completed run, on Citus from another server than rules. It comes before theirs. */
export const SELECT_COMPLETED_RUN = prepare(
  'completed-run',
  sql`SELECT s.completed FROM corrections.recalc_state s WHERE s.user_id = ${USER}`,
);

/** What SELECT_COMPLETED_RUN selects; no row before the first request for a run. */
export interface CompletedRunRow {
  readonly completed: number;
}

/** A rule with the number of its first run, which the contract does not show. */
export type RuleRow<Rule> = Rule & { readonly firstRun: number };

/** Returns the rule of a row. Nothing is counted until its first run is complete. */
export function ruleOfRow<Rule extends { readonly matchedCount?: number | null | undefined }>(
  { firstRun, ...rule }: RuleRow<Rule>,
  [last]: readonly CompletedRunRow[],
): Omit<RuleRow<Rule>, 'firstRun'> {
  return firstRun <= (last?.completed ?? -1) ? rule : { ...rule, matchedCount: null };
}

/** Columns of a `TransferMatch`, from a row `m` of corrections.transfer_matches. */
export const MATCH_COLUMNS = `m.match_id AS id, m.out_event_id AS "outTaxEventId", m.in_event_id AS "inTaxEventId",
  m.transfer_kind AS "transferKind", m.notes, m.created_at AS "createdAt", m.created_via AS "createdVia",
  m.joined_match_id AS "joinedMatchId"`;

/** Columns of an `EnteredPriceRecord`, from a row `p` of corrections.prices. */
export const PRICE_COLUMNS = `p.price_id AS id, p.asset_key AS "assetKey", p.at, p.day::text AS day, p.valid_from AS "validFrom",
  p.valid_until AS "validUntil", p.eur, p.source, p.notes, p.updated_at AS "updatedAt", p.updated_via AS "updatedVia"`;

/** Columns of a `BalanceRecord`, from a row `b` of corrections.balances. */
export const BALANCE_COLUMNS = `b.balance_id AS id, b.account_id AS "accountId", b.asset_key AS "assetId", b.at, b.amount, b.notes,
  b.stated_at AS "statedAt", b.stated_via AS "statedVia"`;

/** Columns of a `StatedTotalRecord`, from a row `t` of corrections.stated_totals. */
export const STATED_TOTAL_COLUMNS = `t.stated_id AS id, t.year, t.platform, t.asset_key AS "assetId", t.kind, t.units,
  t.stated_eur AS "statedEur", t.transactions, t.amounts, t.notes, t.stated_at AS "statedAt", t.stated_via AS "statedVia"`;

/** Columns of a `CircumstancesRecord`, from a row `c` of corrections.circumstances. */
export const CIRCUMSTANCES_COLUMNS = `c.circumstances_id AS id, c.year,
  c.exemption_used_elsewhere AS "exemptionUsedElsewhere", c.other_gains AS "otherGains",
  c.derivative_results AS "derivativeResults", c.tax_withheld AS "taxWithheld",
  c.owned_share_percent AS "ownedSharePercent", c.account_shares AS "accountShares",
  c.municipal_surcharge_percent AS "municipalSurchargePercent",
  c.speculative_loss_year_minus1 AS "speculativeLossYearMinus1",
  c.speculative_loss_year_minus2 AS "speculativeLossYearMinus2",
  c.speculative_loss_year_minus3 AS "speculativeLossYearMinus3",
  c.speculative_loss_year_minus4 AS "speculativeLossYearMinus4",
  c.speculative_loss_year_minus5 AS "speculativeLossYearMinus5",
  c.updated_at AS "updatedAt", c.updated_via AS "updatedVia"`;
