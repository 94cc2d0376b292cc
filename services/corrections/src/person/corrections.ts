/** Exports the corrections of a user, their audit log, years, and the parts of the facts that an import file cannot hold. */
import type { ExportedKind } from '@ctx/domain/exported-kinds';
import { eachRow } from '@ctx/platform/each-row';
import type { TakeLine } from '@ctx/platform/export-service';
import type { Client } from '@ctx/platform/postgres';
import {
  BALANCE_COLUMNS,
  CIRCUMSTANCES_COLUMNS,
  MATCH_COLUMNS,
  overrideJson,
  PRICE_COLUMNS,
} from '@ctx/records/record-sql';

const orphaned = (table: string, id: string): string => `
  SELECT t.event_id AS "eventId", t.record FROM ${table} t
  WHERE t.user_id = $1 AND NOT EXISTS (
    SELECT FROM facts.events e WHERE e.user_id = t.user_id AND e.event_id = t.event_id)
  ORDER BY t.event_id, t.${id}`;

/** The query of each kind, in the order of the file. $1 is the user. */
const QUERIES: readonly (readonly [ExportedKind, string])[] = [
  [
    'accountState',
    `SELECT ref, account_id AS "accountId", imported_at AS "importedAt", event_count AS "eventCount"
     FROM facts.accounts WHERE user_id = $1 ORDER BY ref`,
  ],
  [
    'importedFile',
    `SELECT f.file_id AS id, a.ref AS account, f.name, f.platform, f.format, encode(f.sha256, 'hex') AS sha256, f.row_count AS rows,
       f.event_count AS events, f.imported_at AS "importedAt", f.first_at AS "firstAt",
       f.last_at AS "lastAt", f.via, f.balances, f.left_out AS "leftOut"
     FROM facts.files f JOIN facts.accounts a ON a.user_id = f.user_id AND a.account_id = f.account_id
     WHERE f.user_id = $1 ORDER BY f.imported_at, f.file_id`,
  ],
  [
    'eventOfFile',
    `SELECT file_id AS "fileId", event_id AS "eventId" FROM facts.file_events
     WHERE user_id = $1 ORDER BY file_id, event_id`,
  ],
  [
    'moneyOfFile',
    `SELECT file_id AS "fileId", money_id AS "moneyId" FROM facts.file_money
     WHERE user_id = $1 ORDER BY file_id, money_id`,
  ],
  [
    'possibleDuplicate',
    `SELECT d.duplicate_id AS id, d.file_id AS "fileId", a.ref AS "otherAccount", d.other_format AS "otherFormat",
       d.transaction_count AS transactions, d.first_at AS "firstAt", d.last_at AS "lastAt", d.dismissed_at AS "dismissedAt"
     FROM facts.possible_duplicates d JOIN facts.accounts a ON a.user_id = d.user_id AND a.account_id = d.other_account_id
     WHERE d.user_id = $1 ORDER BY d.duplicate_id`,
  ],
  ['orphanedNote', orphaned('facts.notes', 'note_id')],
  ['orphanedAttachment', orphaned('facts.attachments', 'attachment_id')],
  [
    'year',
    `SELECT year, paid, submitted_at AS "submittedAt", regime FROM facts.years WHERE user_id = $1 ORDER BY year`,
  ],
  [
    'override',
    `SELECT o.event_id AS "eventId", ${overrideJson('o')} AS record FROM corrections.overrides o
     WHERE o.user_id = $1 ORDER BY o.created_at, o.override_id`,
  ],
  [
    'rule',
    `SELECT r.rule_id AS id, r.action, r.label, r.match_type AS "matchType", r.direction,
       r.counterparty_address AS "counterpartyAddress", r.chain_id AS "chainId", r.match_value AS "matchValue",
       r.threshold_eur AS "thresholdEur", r.notes, r.created_at AS "createdAt", r.created_via AS "createdVia"
     FROM corrections.rules r WHERE r.user_id = $1 ORDER BY r.ordinal`,
  ],
  [
    'transferMatch',
    `SELECT ${MATCH_COLUMNS} FROM corrections.transfer_matches m WHERE m.user_id = $1 ORDER BY m.ordinal`,
  ],
  [
    'circumstances',
    `SELECT ${CIRCUMSTANCES_COLUMNS} FROM corrections.circumstances c WHERE c.user_id = $1 ORDER BY c.year`,
  ],
  [
    'enteredPrice',
    `SELECT ${PRICE_COLUMNS} FROM corrections.prices p WHERE p.user_id = $1 ORDER BY p.asset_key, p.valid_from, p.price_id`,
  ],
  [
    'statedBalance',
    `SELECT ${BALANCE_COLUMNS} FROM corrections.balances b WHERE b.user_id = $1 ORDER BY b.account_id, b.asset_key, b.at`,
  ],
  [
    'statedTotal',
    // A line has its own kind.
    `SELECT stated_id AS id, year, platform, asset_key AS "assetId", kind AS "totalKind", units, stated_eur AS "statedEur", transactions,
       amounts, notes, stated_at AS "statedAt", stated_via AS "statedVia"
     FROM corrections.stated_totals WHERE user_id = $1 ORDER BY year, platform, asset_key, kind`,
  ],
  [
    'chosenRegime',
    `SELECT r.year, r.regime, r.chosen_by AS "chosenBy", r.large_share_of_wealth AS "largeShareOfWealth", r.borrowed, r.automated,
       r.frequent, r.chosen_at AS "chosenAt", r.chosen_via AS "chosenVia"
     FROM corrections.regimes r WHERE r.user_id = $1 ORDER BY r.year`,
  ],
  [
    'correction',
    `SELECT audit_id AS id, at, action, target, via, request_id AS "requestId", before, after,
       entry_id AS "entryId", undo_of AS "undoOf", years, encode(hash, 'hex') AS hash
     FROM corrections.audit_log WHERE user_id = $1 ORDER BY audit_id`,
  ],
  [
    'answer',
    `SELECT key, refused, field_errors AS "fieldErrors", encode(response, 'base64') AS response, expires_at AS "expiresAt"
     FROM corrections.answers WHERE user_id = $1 ORDER BY key`,
  ],
  [
    'recalculation',
    `SELECT status, requested, completed, last_completed_at AS "lastCompletedAt", parked_error AS "parkedError"
     FROM corrections.recalc_state WHERE user_id = $1`,
  ],
  [
    'webhook',
    // Without its secrets.
    `SELECT webhook_id AS id, address AS url, types, created_at AS "createdAt", created_via AS "createdVia",
       subscription_id AS "subscriptionId", credential_id AS "credentialId", expires_at AS "expiresAt"
     FROM corrections.webhooks WHERE user_id = $1 ORDER BY created_at, webhook_id`,
  ],
  [
    'waitingEvent',
    `SELECT webhook_id AS "webhookId", event_id AS "eventId", event_type AS type, happened_at AS "happenedAt", data, attempts,
       nullif(dead_at, 'infinity') AS "deadAt"
     FROM corrections.deliveries WHERE user_id = $1 ORDER BY delivery_id`,
  ],
];

interface ExportedRow extends Record<string, unknown> {
  readonly record?: object;
}

/** Passes each record of a user that is not a fact to `take`, kind by kind, oldest first. */
export async function exportCorrections(client: Client, userId: number, take: TakeLine): Promise<void> {
  for (const [kind, text] of QUERIES)
    await eachRow<ExportedRow>(client, { text, values: [userId] }, ({ record, ...fields }) =>
      take({ kind, fields: { ...fields, ...record } }),
    );
}
