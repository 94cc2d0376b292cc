import { describe, expect, it } from '@jest/globals';
import type { RuleInput } from '@ctx/contract/requests';
import { LIMITS } from '@ctx/domain/limits';
import { CONTEXT } from '../../test/decide-inputs.ts';
import { isRejected } from './decision.ts';
import type { RuleRecord } from './records.ts';
import { decideRule } from './rule.ts';

const REQUESTED: RuleInput = {
  action: 'MARK_INCOME',
  matchType: 'COUNTERPARTY',
  direction: 'ANY',
  label: 'l',
  notes: null,
  counterpartyAddress: ' 0xAB ',
  chainId: 1,
  matchValue: null,
  thresholdEur: null,
};

function decide(requested: RuleInput, existing: readonly RuleRecord[] = []) {
  const outcome = decideRule(requested, existing, CONTEXT);
  if (isRejected(outcome)) throw new Error(outcome.rejected);
  return outcome;
}

describe('decideRule', () => {
  const { rule } = decide(REQUESTED);

  it.each<readonly [string, Partial<RuleInput>]>([
    ['label and notes', { label: 'other', notes: 'n' }],
    ['letter case and surrounding spaces of an EVM address', { counterpartyAddress: '0xab' }],
  ])('returns the existing rule when only %s differ', (_what, difference) => {
    expect(decide({ ...REQUESTED, ...difference }, [rule])).toEqual({ rule, created: false });
  });

  it.each<readonly [string, Partial<RuleInput>]>([
    ['chain', { chainId: 10 }],
    ['direction', { direction: 'INBOUND' }],
    ['action', { action: 'MARK_SELF_TRANSFER' }],
    ['letter case of a non-EVM address', { counterpartyAddress: '0xab', chainId: 0 }],
  ])('creates a rule when the %s differs', (_what, difference) => {
    expect(decide({ ...REQUESTED, ...difference }, [rule]).created).toBe(true);
  });

  it('trims stored texts', () => {
    expect(rule.counterpartyAddress).toBe('0xAB');
  });

  it('rejects a new rule at the rule limit, but still returns an identical existing rule', () => {
    const rules = Array.from(
      { length: LIMITS.rulesMax },
      (_, index) => decide({ ...REQUESTED, chainId: index + 5 }).rule,
    );
    expect(decideRule(REQUESTED, rules, CONTEXT)).toEqual({ rejected: 'TOO_MANY_RULES' });
    expect(decide({ ...REQUESTED, chainId: 7 }, rules).created).toBe(false);
  });
});
