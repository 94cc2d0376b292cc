/** Corrections as rows of their tables: the one mapping, by which they are saved and previewed. */
import type { Change } from '../decide/decision.ts';

/** A table of corrections. */
export interface CorrectionTable {
  /** Name in a preview (preview.proto); null for a table that no figure depends on. */
  readonly preview: 'overrides' | 'rules' | 'matches' | 'prices' | 'years' | null;
  readonly name: string;
  readonly id: string;
  /** The field of the record, by column. */
  readonly columns: Readonly<Record<string, string>>;
  /** The sequence of places in the order of rows, and the columns of a new row that no record has. */
  readonly numbered?: { readonly sequence: string; readonly columns: readonly string[] };
  /** Whether Citus has the rows on the coordinator, not beside the user's facts. */
  readonly isOnCoordinator?: boolean;
}

const OVERRIDES: CorrectionTable = {
  preview: 'overrides',
  name: 'corrections.overrides',
  id: 'override_id',
  columns: {
    override_id: 'id',
    event_id: 'eventId',
    account_id: 'accountId',
    asset_key: 'assetId',
    original_type: 'originalType',
    reference_id: 'referenceId',
    overridden_type: 'overriddenType',
    overridden_treatment: 'overriddenTreatment',
    overridden_taxable: 'overriddenTaxable',
    overridden_euro_value: 'overriddenEuroValue',
    overridden_amount: 'overriddenAmount',
    overridden_timestamp: 'overriddenTimestamp',
    overridden_description: 'overriddenDescription',
    overridden_flags: 'overriddenFlags',
    overridden_asset_key: 'overriddenAssetId',
    overridden_asset_symbol: 'overriddenAssetSymbol',
    overridden_asset_name: 'overriddenAssetName',
    overridden_asset_chain: 'overriddenAssetChain',
    origin_acquired_at: 'originAcquiredAt',
    notes: 'notes',
    created_at: 'createdAt',
    updated_at: 'updatedAt',
    orphaned_since: 'orphanedSince',
  },
};

const RULES: CorrectionTable = {
  preview: 'rules',
  name: 'corrections.rules',
  id: 'rule_id',
  numbered: { sequence: 'corrections.rules_ordinal_seq', columns: ['ordinal', 'first_run'] },
  columns: {
    rule_id: 'id',
    action: 'action',
    label: 'label',
    match_type: 'matchType',
    direction: 'direction',
    counterparty_address: 'counterpartyAddress',
    chain_id: 'chainId',
    match_value: 'matchValue',
    threshold_eur: 'thresholdEur',
    notes: 'notes',
    created_at: 'createdAt',
    created_via: 'createdVia',
  },
};

const MATCHES: CorrectionTable = {
  preview: 'matches',
  name: 'corrections.transfer_matches',
  id: 'match_id',
  numbered: { sequence: 'corrections.transfer_matches_ordinal_seq', columns: ['ordinal'] },
  columns: {
    match_id: 'id',
    joined_match_id: 'joinedMatchId',
    out_event_id: 'outTaxEventId',
    in_event_id: 'inTaxEventId',
    transfer_kind: 'transferKind',
    notes: 'notes',
    created_at: 'createdAt',
    created_via: 'createdVia',
  },
};

const CIRCUMSTANCES: CorrectionTable = {
  preview: null,
  name: 'corrections.circumstances',
  id: 'circumstances_id',
  isOnCoordinator: true,
  columns: {
    circumstances_id: 'id',
    year: 'year',
    exemption_used_elsewhere: 'exemptionUsedElsewhere',
    other_gains: 'otherGains',
    derivative_results: 'derivativeResults',
    tax_withheld: 'taxWithheld',
    owned_share_percent: 'ownedSharePercent',
    account_shares: 'accountShares',
    municipal_surcharge_percent: 'municipalSurchargePercent',
    speculative_loss_year_minus1: 'speculativeLossYearMinus1',
    speculative_loss_year_minus2: 'speculativeLossYearMinus2',
    speculative_loss_year_minus3: 'speculativeLossYearMinus3',
    speculative_loss_year_minus4: 'speculativeLossYearMinus4',
    speculative_loss_year_minus5: 'speculativeLossYearMinus5',
    updated_at: 'updatedAt',
    updated_via: 'updatedVia',
  },
};

const PRICES: CorrectionTable = {
  preview: 'prices',
  name: 'corrections.prices',
  id: 'price_id',
  columns: {
    price_id: 'id',
    asset_key: 'assetKey',
    at: 'at',
    day: 'day',
    valid_from: 'validFrom',
    valid_until: 'validUntil',
    eur: 'eur',
    source: 'source',
    notes: 'notes',
    updated_at: 'updatedAt',
    updated_via: 'updatedVia',
  },
};

const BALANCES: CorrectionTable = {
  preview: null,
  name: 'corrections.balances',
  id: 'balance_id',
  isOnCoordinator: true,
  columns: {
    balance_id: 'id',
    account_id: 'accountId',
    asset_key: 'assetId',
    at: 'at',
    amount: 'amount',
    notes: 'notes',
    stated_at: 'statedAt',
    stated_via: 'statedVia',
  },
};

const STATED_TOTALS: CorrectionTable = {
  preview: null,
  name: 'corrections.stated_totals',
  id: 'stated_id',
  isOnCoordinator: true,
  columns: {
    stated_id: 'id',
    year: 'year',
    platform: 'platform',
    asset_key: 'assetId',
    kind: 'kind',
    units: 'units',
    stated_eur: 'statedEur',
    transactions: 'transactions',
    amounts: 'amounts',
    notes: 'notes',
    stated_at: 'statedAt',
    stated_via: 'statedVia',
  },
};

/** A choice is saved with the regime in facts.years, which a preview sees instead. */
const REGIMES: CorrectionTable = {
  preview: 'years',
  name: 'corrections.regimes',
  id: 'year',
  isOnCoordinator: true,
  columns: {
    year: 'year',
    regime: 'regime',
    chosen_by: 'chosenBy',
    large_share_of_wealth: 'largeShareOfWealth',
    borrowed: 'borrowed',
    automated: 'automated',
    frequent: 'frequent',
    chosen_at: 'chosenAt',
    chosen_via: 'chosenVia',
  },
};

/** The table of each action. */
export const TABLES = {
  OVERRIDE_SET: OVERRIDES,
  OVERRIDE_REMOVED: OVERRIDES,
  RULE_CREATED: RULES,
  RULE_DELETED: RULES,
  TRANSFER_MATCHED: MATCHES,
  TRANSFER_UNMATCHED: MATCHES,
  CIRCUMSTANCES_SET: CIRCUMSTANCES,
  CIRCUMSTANCES_REMOVED: CIRCUMSTANCES,
  PRICE_SET: PRICES,
  PRICE_REMOVED: PRICES,
  BALANCE_STATED: BALANCES,
  BALANCE_REMOVED: BALANCES,
  REPORTED_STATED: STATED_TOTALS,
  REPORTED_REMOVED: STATED_TOTALS,
  REGIME_SET: REGIMES,
  REGIME_REMOVED: REGIMES,
} as const satisfies Record<Change['action'], CorrectionTable>;

/** Returns the row that a change creates, replaces or deletes, by column. */
export function rowOf(change: Change): Record<string, unknown> {
  const { columns } = TABLES[change.action];
  const record: Record<string, unknown> = {
    ...(change.after ?? change.before),
    ...('eventId' in change ? { eventId: change.eventId } : {}),
  };
  const { ordinal } = record;
  return {
    ...Object.fromEntries(Object.entries(columns).map(([column, field]) => [column, record[field] ?? null])),
    // Only a restored rule knows its place in the order.
    ...(ordinal === undefined ? {} : { ordinal }),
  };
}
