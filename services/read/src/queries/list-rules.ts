import { readAsUser, type Source } from '../sources/source.ts';
import { prepare, sql, USER } from '@ctx/platform/sql';
import { COMPLETED_RUN, RULE_COLUMNS, type RuleRow, ruleOfRow } from '@ctx/platform/record-sql';
import type { Rule, RulesResponse } from '@ctx/proto/gen/ctx/v1/read';

const RULES = prepare(
  'list-rules',
  sql`SELECT ${RULE_COLUMNS} FROM corrections.rules r WHERE r.user_id = ${USER} ORDER BY r.ordinal`,
);
const COMPLETED = prepare('completed-run-of-rules', COMPLETED_RUN);

/** Returns all rules in their current form, in order of creation (service.md, "Rule"). */
export async function listRules(source: Source, userId: number): Promise<RulesResponse> {
  const [completed, rows] = await readAsUser<[{ completed: number }, RuleRow<Rule>]>(
    source,
    userId,
    COMPLETED({ userId }),
    RULES({ userId }),
  );
  return { rules: rows.map((row) => ruleOfRow(row, completed)) };
}
