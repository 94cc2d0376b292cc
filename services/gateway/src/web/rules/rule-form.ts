/** What the form of a rule says, and the request that it becomes. Pure. */
import { RuleRequest } from '@ctx/contract/requests';
import { ExactNumber, parseRequest, type RequestOf } from '@ctx/contract/parse-input';
import { LIMITS } from '@ctx/domain/limits';
import { RULE_ACTIONS, RULE_DIRECTIONS, type RuleAction } from '@ctx/domain/vocabulary';
import type { Fault } from '../../ui/components.ts';
import { fillText } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { typedAmount } from '../../ui/typed-amount.ts';
import { RULES_TEXTS } from './texts/texts.ts';

/** The fields of the form. `address` and `chain` come from a transaction, all others are typed. */
export const RULE_FIELDS = ['action', 'words', 'address', 'chain', 'below', 'direction', 'label'] as const;
export type RuleField = (typeof RULE_FIELDS)[number];
export type TypedRule = Readonly<Record<RuleField, string>>;

/** Returns the typed fields of a form or an address; a field that is missing is empty. */
export function typedRule(valueOf: (field: RuleField) => string): TypedRule {
  const entries = RULE_FIELDS.map((field) => [field, valueOf(field).trim()] as const);
  return Object.fromEntries(entries) as Record<RuleField, string>;
}

export type RequestedRule = RequestOf<typeof RuleRequest>;

/** Returns the request of a rule, or what is wrong with what was typed. */
export function ruleOf(
  typed: TypedRule,
  language: Language,
): { readonly input: RequestedRule } | { readonly faults: readonly Fault[] } {
  const { faults: texts } = RULES_TEXTS[language].rules;
  const action = RULE_ACTIONS.find((each) => each === typed.action);
  if (action === undefined) return { faults: [{ field: 'action', text: texts.action }] };
  const condition = action === 'IGNORE_DUST' ? dust(typed, language) : words(typed);
  if ('faulty' in condition) return { faults: [{ field: condition.faulty, text: texts[condition.faulty] }] };
  const direction = RULE_DIRECTIONS.find((each) => each === typed.direction) ?? 'ANY';
  const label = typed.label === '' ? labelOf(typed, action, language) : typed.label;
  if (label.length > LIMITS.ruleLabelCharactersMax)
    return { faults: [{ field: 'label', text: texts.label }] };
  const parsed = parseRequest(RuleRequest, { action, label, direction, ...condition.terms });
  return 'input' in parsed ? parsed : { faults: [{ field: 'words', text: texts.words }] };
}

type Condition = { readonly terms: object } | { readonly faulty: 'words' | 'below' };

function dust({ below }: TypedRule, language: Language): Condition {
  const amount = typedAmount(below, language);
  if (amount === null || !/[1-9]/.test(amount.digits) || amount.digits.startsWith('-'))
    return { faulty: 'below' };
  return { terms: { matchType: 'DUST_THRESHOLD', thresholdEur: new ExactNumber(amount.digits) } };
}

function words({ words: text, address, chain }: TypedRule): Condition {
  if (address !== '' && /^\d+$/.test(chain))
    return { terms: { matchType: 'COUNTERPARTY', counterpartyAddress: address, chainId: Number(chain) } };
  return text === '' ? { faulty: 'words' } : { terms: { matchType: 'DESCRIPTION', matchValue: text } };
}

/** Returns a name for a rule that was given none: what it does, and for which transactions. */
function labelOf({ words: text, address, below }: TypedRule, action: RuleAction, language: Language): string {
  const { rules: texts } = RULES_TEXTS[language];
  const what = TEXTS[language].words.ruleActions[action];
  const which = action === 'IGNORE_DUST' ? below : address === '' ? text : address;
  return fillText(texts.unnamed, { what, which }).slice(0, LIMITS.ruleLabelCharactersMax);
}
