/** Writes the changes of a correction and their audit entries: one statement per action, whatever the number of rows. */
import { type Client, oneFlight } from '@ctx/platform/postgres';
import { type Action, type Change, type Context, targetOf } from '../decide/decision.ts';

const OVERRIDE_SET = `
  INSERT INTO corrections.overrides (user_id, override_id, event_id, account_id, asset_key, original_type, reference_id,
    overridden_type, overridden_treatment, overridden_taxable, overridden_euro_value, overridden_amount,
    overridden_timestamp, overridden_description, overridden_flags, origin_acquired_at, notes, created_at, updated_at)
  SELECT $1, r.id, r."eventId", r."accountId", r."assetId", r."originalType", r."referenceId", r."overriddenType",
    r."overriddenTreatment", r."overriddenTaxable", r."overriddenEuroValue", r."overriddenAmount",
    r."overriddenTimestamp", r."overriddenDescription", r."overriddenFlags", r."originAcquiredAt", r.notes,
    r."createdAt", r."updatedAt"
  FROM jsonb_to_recordset($2) AS r (id uuid, "eventId" uuid, "accountId" uuid, "assetId" text, "originalType" text,
    "referenceId" text, "overriddenType" text, "overriddenTreatment" text, "overriddenTaxable" boolean,
    "overriddenEuroValue" numeric, "overriddenAmount" numeric, "overriddenTimestamp" timestamptz,
    "overriddenDescription" text, "overriddenFlags" text[], "originAcquiredAt" timestamptz, notes text,
    "createdAt" timestamptz, "updatedAt" timestamptz)
  ON CONFLICT (user_id, event_id) DO UPDATE SET
    overridden_type = excluded.overridden_type, overridden_treatment = excluded.overridden_treatment,
    overridden_taxable = excluded.overridden_taxable, overridden_euro_value = excluded.overridden_euro_value,
    overridden_amount = excluded.overridden_amount, overridden_timestamp = excluded.overridden_timestamp,
    overridden_description = excluded.overridden_description, overridden_flags = excluded.overridden_flags,
    origin_acquired_at = excluded.origin_acquired_at, notes = excluded.notes, orphaned_since = NULL,
    updated_at = excluded.updated_at`;

// The first run of the rule is the one that this transaction requested.
const RULE_CREATED = `
  INSERT INTO corrections.rules (user_id, rule_id, action, label, match_type, direction, counterparty_address, chain_id,
    match_value, threshold_eur, notes, created_at, created_via, first_run)
  SELECT $1, r.id, r.action, r.label, r."matchType", r.direction, r."counterpartyAddress", r."chainId", r."matchValue",
    r."thresholdEur", r.notes, r."createdAt", r."createdVia",
    (SELECT s.requested FROM corrections.recalc_state s WHERE s.user_id = $1)
  FROM jsonb_to_recordset($2) AS r (id uuid, action text, label text, "matchType" text, direction text,
    "counterpartyAddress" text, "chainId" integer, "matchValue" text, "thresholdEur" numeric, notes text,
    "createdAt" timestamptz, "createdVia" text)`;

const TRANSFER_MATCHED = `
  INSERT INTO corrections.transfer_matches (user_id, match_id, out_event_id, in_event_id, transfer_kind, notes, created_at,
    created_via)
  SELECT $1, r.id, r."outTaxEventId", r."inTaxEventId", r."transferKind", r.notes, r."createdAt", r."createdVia"
  FROM jsonb_to_recordset($2) AS r (id uuid, "outTaxEventId" uuid, "inTaxEventId" uuid, "transferKind" text, notes text,
    "createdAt" timestamptz, "createdVia" text)`;

const deleteById = (table: string, id: string): string => `
  DELETE FROM ${table} WHERE user_id = $1 AND ${id} IN (SELECT r.id FROM jsonb_to_recordset($2) AS r (id uuid))`;

/** The statement of each action. $1 is the user, $2 the rows as JSON. */
const STATEMENTS: Readonly<Record<Action, string>> = {
  OVERRIDE_SET,
  OVERRIDE_REMOVED: deleteById('corrections.overrides', 'override_id'),
  RULE_CREATED,
  RULE_DELETED: deleteById('corrections.rules', 'rule_id'),
  TRANSFER_MATCHED,
  TRANSFER_UNMATCHED: deleteById('corrections.transfer_matches', 'match_id'),
};

/** Writes the rows of a correction. Requires a recalculation request in the same transaction. */
export async function saveChanges(
  client: Client,
  { userId }: Context,
  changes: readonly Change[],
): Promise<void> {
  const byAction = [...Map.groupBy(changes, (change) => change.action)];
  const saved = byAction.map(([action, ofAction]) => {
    const rows = ofAction.map((change) => ({
      ...(change.after ?? change.before),
      ...('eventId' in change ? { eventId: change.eventId } : {}),
    }));
    return client.query({
      name: `correct-${action}`,
      text: STATEMENTS[action],
      values: [userId, JSON.stringify(rows)],
    });
  });
  await oneFlight(...saved);
}

/** Writes one audit entry per change. */
export async function writeAudit(
  client: Client,
  { userId, via, requestId, now }: Context,
  changes: readonly Change[],
): Promise<void> {
  const entries = changes.map((change) => ({
    action: change.action,
    target: targetOf(change),
    before: change.before,
    after: change.after,
  }));
  await client.query({
    name: 'write-audit',
    text: `INSERT INTO corrections.audit_log (user_id, at, action, target, via, request_id, before, after)
      SELECT $1, $2, r.action, r.target, $3, $4, nullif(r.before, 'null'), nullif(r.after, 'null')
      FROM ROWS FROM (jsonb_to_recordset($5) AS (action text, target text, before jsonb, after jsonb))
        WITH ORDINALITY AS r (action, target, before, after, place) ORDER BY r.place`,
    values: [userId, now, via, requestId, JSON.stringify(entries)],
  });
}
