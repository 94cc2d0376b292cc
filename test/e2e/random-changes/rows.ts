/** Facts and corrections of a random history as rows of the database. */
import { timestampText } from '@ctx/domain/instant';
import { stableId } from '@ctx/domain/stable-id';
import type { EngineInputs } from '../../../services/recalc/src/engine/types.ts';

const instant = (us: number | null): string | null => (us === null ? null : timestampText(us));

type Row = Readonly<Record<string, unknown>>;

/** Facts and corrections as rows, by table. */
export type Rows = Readonly<Record<string, readonly Row[]>>;

export const DIGEST = '00000000-0000-0000-0000-000000000000';

/** Returns inputs of the engine as rows of facts and corrections. */
export function rowsOf(inputs: EngineInputs): Rows {
  const accounts = Map.groupBy(inputs.events, ({ accountId }) => accountId);
  const imported = inputs.prices.filter(({ entered }) => entered == null);
  const entered = inputs.prices.filter((price) => price.entered != null);
  const prices = new Map(imported.map((price) => [`${price.assetKey} ${String(price.atUs)}`, price]));
  const raws = new Map(inputs.events.map((raw) => [raw.id, raw]));
  return {
    'facts.accounts': [...accounts].map(([account_id, [first]]) => ({
      account_id,
      ref: first!.accountRef,
      kind: 'wallet',
      datasource: 'LEDGER',
      imported_at: '2026-01-01T00:00:00Z',
      event_count: accounts.get(account_id)!.length,
      digest: DIGEST,
    })),
    'facts.events': inputs.events.map((raw) => ({
      event_id: raw.id,
      account_id: raw.accountId,
      reference_id: raw.referenceId,
      type: raw.type,
      asset_key: raw.assetKey,
      asset_symbol: raw.assetSymbol,
      asset_fiat: raw.fiat,
      amount: raw.amount,
      occurred_at: instant(raw.timestampUs),
      euro_value: raw.euroValue,
      treatment: raw.treatment,
      taxable: raw.taxable,
      description: raw.description,
      continuity_group_id: raw.continuityGroupId,
      flags: raw.flags,
      spam: raw.spam,
      needs_review: raw.needsReview,
      is_loan: raw.isLoan,
      is_repayment: raw.isRepayment,
      is_interest_expense: false,
      digest: DIGEST,
    })),
    'facts.prices': [...prices.values()].map(({ assetKey, atUs, eur }) => ({
      asset_key: assetKey,
      at: instant(atUs),
      eur,
      digest: DIGEST,
    })),
    'corrections.prices': entered.map(({ assetKey, atUs, untilUs, eur }) => ({
      price_id: stableId('price', assetKey, String(atUs)),
      asset_key: assetKey,
      at: instant(atUs),
      valid_from: instant(atUs),
      valid_until: instant(untilUs ?? null),
      eur,
      source: 'test',
      updated_at: '2026-01-01T00:00:00Z',
      updated_via: 'api',
    })),
    'facts.years': inputs.regimes.map((each) => ({ ...each })),
    'corrections.overrides': inputs.overrides.map((each) => ({
      override_id: each.id,
      event_id: each.eventId,
      account_id: raws.get(each.eventId)?.accountId ?? each.id,
      asset_key: raws.get(each.eventId)?.assetKey ?? '',
      original_type: raws.get(each.eventId)?.type ?? '',
      reference_id: raws.get(each.eventId)?.referenceId ?? '',
      overridden_type: each.type,
      overridden_treatment: each.treatment,
      overridden_taxable: each.taxable,
      overridden_euro_value: each.euroValue,
      overridden_amount: each.amount,
      overridden_timestamp: instant(each.timestampUs),
      origin_acquired_at: instant(each.originAcquiredUs),
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    })),
    'corrections.rules': inputs.rules.map((each) => ({
      rule_id: each.id,
      ordinal: each.ordinal,
      action: each.action,
      label: 'rule',
      match_type: each.matchType,
      direction: each.direction,
      match_value: each.matchValue,
      threshold_eur: each.thresholdEur,
      created_at: '2026-01-01T00:00:00Z',
      created_via: 'api',
      first_run: 0,
    })),
    'corrections.transfer_matches': inputs.matches.map((each) => ({
      match_id: each.id,
      ordinal: each.ordinal,
      out_event_id: each.outEventId,
      in_event_id: each.inEventId,
      transfer_kind: each.kind,
      created_at: '2026-01-01T00:00:00Z',
      created_via: 'api',
    })),
  };
}
