/** Events as transactions. */
import { shown, shownDescription, shownFlags, shownProtocol, shownSymbol } from '@ctx/domain/shown-text';
import { sql, USER } from '@ctx/platform/sql';
import type { Transaction } from '@ctx/proto/gen/ctx/v1/read';

/** Columns with the names of the contract, so that a row becomes the record by changing its texts only. */
export const TRANSACTION_COLUMNS = sql`
  e.event_id AS id, e.account_id AS "accountId", e.type, e.treatment, e.taxable, e.occurred_at AS timestamp,
  e.amount, e.asset_key AS "assetKey", e.asset_symbol AS "assetSymbol", e.flags, e.needs_review AS "needsReview",
  e.spam, e.euro_value AS "euroValue", e.description, e.description_by_user AS "descriptionByUser", e.protocol,
  e.reference_id AS "referenceId", e.continuity_group_id AS "continuityGroupId", e.override_id AS "overrideId",
  e.override_id IS NOT NULL AND EXISTS (SELECT FROM corrections.overrides o WHERE o.user_id = ${USER}
    AND o.override_id = e.override_id AND o.overridden_flags = e.flags) AS "flagsByUser"`;

export type TransactionRow = Transaction & { descriptionByUser: boolean; flagsByUser: boolean };

/** Converts a row to the record in place: third-party texts are cleaned and capped, the user's own texts stay as written. */
export function toTransaction(row: TransactionRow): Transaction {
  return Object.assign(row, {
    assetSymbol: shownSymbol(row.assetSymbol),
    flags: shownFlags(row.flags, row.flagsByUser),
    referenceId: shown(row.referenceId ?? null),
    description: shownDescription(row.description, row.descriptionByUser),
    protocol: shownProtocol(row.protocol),
  });
}
