/** English texts of the rules of the law. The domain has them, as the API returns them too. */
import type { OpenRuleCode } from '@ctx/domain/law/open-rules';
import { lawRules, type RuleCode } from '@ctx/domain/law/rules';

export const enLawRules = {
  ruleTexts: {
    rules: Object.fromEntries(lawRules().map(({ code, rule }) => [code, rule])) as Record<RuleCode, string>,
    others: Object.fromEntries(
      lawRules().flatMap(({ code, other }) => (other === null ? [] : [[code, other]])),
    ) as Record<OpenRuleCode, string>,
  },
};
