import { readAsUser, type Source } from '../sources/source.ts';
import { prepare, sql, USER } from '@ctx/platform/sql';
import { RULE_COLUMNS } from '@ctx/platform/record-sql';
import type { Rule, RulesResponse } from '@ctx/proto/gen/ctx/v1/read';

const RULES = prepare(
  'list-rules',
  sql`SELECT ${RULE_COLUMNS} FROM corrections.rules r WHERE r.user_id = ${USER} ORDER BY r.ordinal`,
);

/** Returns all rules in their current form, in order of creation (service.md, "Rule"). */
export async function listRules(source: Source, userId: number): Promise<RulesResponse> {
  const [rules] = await readAsUser<[Rule]>(source, userId, RULES({ userId }));
  return { rules };
}
