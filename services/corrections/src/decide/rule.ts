/** Rules: valid combinations of fields, and creating a rule that exists (service.md, "Rule"). Pure. */
import type { RuleInput } from '@ctx/contract/requests';
import { LIMITS } from '@ctx/domain/limits';
import type { FieldError, Rejection } from '@ctx/domain/rejections';
import { type RuleTerms, termsKey } from '@ctx/domain/rules';
import { stableId } from '@ctx/domain/stable-id';
import type { RuleAction, RuleMatchType } from '@ctx/domain/vocabulary';
import type { Context } from './decision.ts';
import type { RuleRecord } from './records.ts';

type Condition = 'counterpartyAddress' | 'chainId' | 'matchValue' | 'thresholdEur';
const CONDITIONS: readonly Condition[] = ['counterpartyAddress', 'chainId', 'matchValue', 'thresholdEur'];

/** The fields that each match type requires. It accepts no other condition. */
const NEEDED: Readonly<Record<RuleMatchType, readonly Condition[]>> = {
  COUNTERPARTY: ['counterpartyAddress', 'chainId'],
  DESCRIPTION: ['matchValue'],
  PROTOCOL: ['matchValue'],
  DUST_THRESHOLD: ['thresholdEur'],
};

const MATCH_TYPES: Readonly<Record<RuleAction, readonly RuleMatchType[]>> = {
  MARK_SELF_TRANSFER: ['COUNTERPARTY', 'DESCRIPTION', 'PROTOCOL'],
  MARK_INCOME: ['COUNTERPARTY', 'DESCRIPTION', 'PROTOCOL'],
  IGNORE_DUST: ['DUST_THRESHOLD'],
};

/** Returns an error for each field that does not fit the action and the match type. */
function faultsOfRule(requested: RuleTerms): FieldError[] {
  const { action, matchType } = requested;
  const matchTypes = MATCH_TYPES[action];
  if (!matchTypes.includes(matchType))
    return [{ field: 'matchType', message: `must be ${matchTypes.join(' or ')} for ${action}` }];
  return CONDITIONS.flatMap((field): FieldError[] => {
    const isNeeded = NEEDED[matchType].includes(field);
    const isGiven = requested[field] !== null && String(requested[field]).trim() !== '';
    if (isNeeded && !isGiven) return [{ field, message: `is required for ${matchType}` }];
    if (!isNeeded && requested[field] !== null)
      return [{ field, message: `is not allowed for ${matchType}` }];
    return [];
  });
}

/** Decides on a rule: creates it, or returns the identical existing rule. Texts are stored trimmed. */
export function decideRule(
  requested: RuleInput,
  existing: readonly RuleRecord[],
  context: Context,
): Rejection | { readonly rule: RuleRecord; readonly created: boolean } {
  const fieldErrors = faultsOfRule(requested);
  if (fieldErrors.length > 0) return { rejected: 'INVALID', fieldErrors };
  const key = termsKey(requested);
  const same = existing.find((rule) => termsKey(rule) === key);
  if (same !== undefined) return { rule: same, created: false };
  if (existing.length >= LIMITS.rulesMax) return { rejected: 'TOO_MANY_RULES' };
  const { action, label, matchType, direction, chainId, thresholdEur, notes } = requested;
  const rule: RuleRecord = {
    id: stableId('rule', String(context.userId), key),
    action,
    label,
    matchType,
    direction,
    chainId,
    thresholdEur,
    notes,
    counterpartyAddress: requested.counterpartyAddress?.trim() ?? null,
    matchValue: requested.matchValue?.trim() ?? null,
    matchedCount: null,
    createdAt: context.now,
    createdVia: context.via,
  };
  return { rule, created: true };
}
