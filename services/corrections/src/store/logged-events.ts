/** SQL that selects the events of the audit log as they were imported. */
import { raw, sql, USER } from '@ctx/platform/sql';

/** The name of an account `a`, as the pages show it. */
export const ACCOUNT_LABEL = 'coalesce(a.label, a.original_filename, a.datasource)';

/** Selects the events of a row `r` of the log as JSON, as a list of `LoggedEvent`, in the order of its ids. */
export const LOGGED_EVENTS = sql`coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', f.event_id, 'type', f.type, 'treatment', f.treatment,
    'amount', f.amount::text, 'assetSymbol', f.asset_symbol, 'timestamp', f.occurred_at,
    'accountLabel', ${raw(ACCOUNT_LABEL)}) ORDER BY o.place)
  FROM unnest(r.event_ids) WITH ORDINALITY AS o (event_id, place)
  JOIN facts.events f ON f.user_id = ${USER} AND f.event_id = o.event_id
  LEFT JOIN facts.accounts a ON a.user_id = ${USER} AND a.account_id = f.account_id), '[]')`;
