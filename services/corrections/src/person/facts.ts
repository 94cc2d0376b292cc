/** Exports the facts of a user in the import format. Importing the lines stores the same facts again. */
import { eachRow } from '@ctx/platform/each-row';
import type { TakeLine } from '@ctx/platform/export-service';
import type { Client } from '@ctx/platform/postgres';
import type { RecordKind } from '../import/records.ts';

// Fields have the names of records.ts; null means absent from the line. `record` contains further fields.
const KEY_OF_EVENT = `a.ref AS account, e.reference_id AS "referenceId", e.type, e.asset_key AS "assetKey"`;
const OF_EVENT = `JOIN facts.events e ON e.user_id = t.user_id AND e.event_id = t.event_id
  JOIN facts.accounts a ON a.user_id = e.user_id AND a.account_id = e.account_id`;

/** The query of each kind, in the order of the file. $1 is the user. */
const QUERIES: Readonly<Record<RecordKind, string>> = {
  account: `SELECT ref, kind AS "accountKind", datasource, label, address, chain_id AS "chainId", provider,
      connection_status AS "connectionStatus", last_sync_at AS "lastSyncAt", last_sync_error AS "lastSyncError",
      original_filename AS "originalFilename", source_platform AS "sourcePlatform", registered_on AS "registeredOn", country
    FROM facts.accounts WHERE user_id = $1 ORDER BY ref`,
  event: `SELECT a.ref AS account, e.reference_id AS "referenceId", e.type,
      json_strip_nulls(json_build_object('key', e.asset_key, 'symbol', e.asset_symbol, 'name', e.asset_name,
        'chain', e.asset_chain, 'fiat', nullif(e.asset_fiat, false))) AS asset,
      e.amount, e.occurred_at AS timestamp, e.euro_value AS "euroValue", e.treatment, e.taxable,
      e.price_source AS "priceSource", e.description, e.protocol, e.continuity_group_id AS "continuityGroupId",
      e.counterparty_address AS "counterpartyAddress", e.chain_id AS "chainId", e.link, nullif(e.flags, '{}') AS flags,
      nullif(e.spam, false) AS spam, nullif(e.needs_review, false) AS "needsReview", nullif(e.is_loan, false) AS "isLoan",
      nullif(e.is_repayment, false) AS "isRepayment", nullif(e.is_interest_expense, false) AS "isInterestExpense"
    FROM facts.events e JOIN facts.accounts a ON a.user_id = e.user_id AND a.account_id = e.account_id
    WHERE e.user_id = $1 ORDER BY e.event_id`,
  price: `SELECT asset_key AS "assetKey", at, eur FROM facts.prices WHERE user_id = $1 ORDER BY asset_key, at`,
  position: `SELECT position_id AS "positionId", record FROM facts.positions WHERE user_id = $1 ORDER BY position_id`,
  note: `SELECT ${KEY_OF_EVENT}, t.record FROM facts.notes t ${OF_EVENT}
    WHERE t.user_id = $1 ORDER BY t.event_id, t.note_id`,
  attachment: `SELECT ${KEY_OF_EVENT}, t.record FROM facts.attachments t ${OF_EVENT}
    WHERE t.user_id = $1 ORDER BY t.event_id, t.attachment_id`,
};

interface FactRow extends Record<string, unknown> {
  readonly record?: object;
}

/** Passes each fact of a user to `take`, kind by kind, each kind in the order of its key. */
export async function exportFacts(client: Client, userId: number, take: TakeLine): Promise<void> {
  for (const [kind, text] of Object.entries(QUERIES) as [RecordKind, string][])
    await eachRow<FactRow>(client, { text, values: [userId] }, ({ record, ...fields }) =>
      take({ kind, fields: { ...fields, ...record } }),
    );
}
