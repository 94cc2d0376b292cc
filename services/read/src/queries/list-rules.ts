import { readAsUser, type Source } from '../sources/source.ts';
import { prepare, sql, USER } from '@ctx/platform/sql';
import {
  type CompletedRunRow,
  RULE_COLUMNS,
  type RuleRow,
  ruleOfRow,
  SELECT_COMPLETED_RUN,
} from '@ctx/records/record-sql';
import type { Rule, RulesResponse } from '@ctx/proto/gen/ctx/v1/read';

const RULES = prepare(
  'list-rules',
  sql`SELECT ${RULE_COLUMNS} FROM corrections.rules r WHERE r.user_id = ${USER} ORDER BY r.ordinal`,
);

/** Returns all rules in their current form, in order of creation (service.md, "Rule"). */
export async function listRules(source: Source, userId: number): Promise<RulesResponse> {
  const [completed, rows] = await readAsUser<[CompletedRunRow, RuleRow<Rule>]>(
    source,
    userId,
    SELECT_COMPLETED_RUN({ userId }),
    RULES({ userId }),
  );
  return { rules: rows.map((row) => ruleOfRow(row, completed)) };
}
