/** Groups of transactions that look imported twice, as the inbox shows them. */
import { shown } from '@ctx/domain/shown-text';
import type { PossibleDuplicate } from '@ctx/proto/gen/ctx/v1/read';

/** A group as it is stored. */
export interface DuplicateJson {
  readonly id: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly accountLabel: string;
  readonly otherAccountLabel: string;
  readonly otherFormat: string | null;
  readonly otherFileName: string | null;
  readonly transactionCount: number;
  readonly firstAt: string;
  readonly lastAt: string;
}

/** SQL expression: the group of an issue `i`, which has the group's id; NULL for any other issue. $1 is the user. */
export const DUPLICATE_JSON = `CASE WHEN i.issue_type = 'POSSIBLE_DUPLICATE' THEN (
    SELECT json_build_object('id', d.duplicate_id, 'fileId', d.file_id, 'fileName', g.name, 'accountLabel', coalesce(b.label, b.ref),
      'otherAccountLabel', coalesce(c.label, c.ref), 'otherFormat', nullif(d.other_format, ''),
      'otherFileName', (SELECT h.name FROM facts.files h
        WHERE h.user_id = $1 AND h.account_id = d.other_account_id AND h.format = d.other_format
        ORDER BY h.imported_at DESC, h.file_id LIMIT 1),
      'transactionCount', d.transaction_count, 'firstAt', d.first_at, 'lastAt', d.last_at)
    FROM facts.possible_duplicates d
    JOIN facts.files g ON g.user_id = $1 AND g.file_id = d.file_id
    JOIN facts.accounts b ON b.user_id = $1 AND b.account_id = g.account_id
    JOIN facts.accounts c ON c.user_id = $1 AND c.account_id = d.other_account_id
    WHERE d.user_id = $1 AND d.duplicate_id = i.issue_id) END`;

/** Returns a group as the inbox shows it. */
export function possibleDuplicate(duplicate: DuplicateJson): PossibleDuplicate {
  const { fileName, accountLabel, otherAccountLabel, otherFileName, firstAt, lastAt } = duplicate;
  return {
    ...duplicate,
    fileName: shown(fileName),
    accountLabel: shown(accountLabel),
    otherAccountLabel: shown(otherAccountLabel),
    otherFileName: otherFileName === null ? null : shown(otherFileName),
    firstAt: new Date(firstAt).toISOString(),
    lastAt: new Date(lastAt).toISOString(),
  };
}
