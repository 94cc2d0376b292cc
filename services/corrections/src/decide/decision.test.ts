import { describe, expect, it } from '@jest/globals';
import { CONTEXT } from '../../test/decide-inputs.ts';
import { reachOf } from './decision.ts';
import type { MatchRecord, RuleRecord } from './records.ts';

const created = { createdAt: CONTEXT.now, createdVia: CONTEXT.via };

describe('reachOf', () => {
  it('returns EVERYTHING for a rule that is created or deleted, because a rule can apply to any event', () => {
    const rule: RuleRecord = {
      id: 'r',
      action: 'MARK_INCOME',
      label: 'l',
      matchType: 'COUNTERPARTY',
      direction: 'ANY',
      counterpartyAddress: '0xAB',
      chainId: 1,
      matchValue: null,
      thresholdEur: null,
      notes: null,
      matchedCount: null,
      ...created,
    };
    expect(reachOf([{ action: 'RULE_CREATED', before: null, after: rule }])).toBe('EVERYTHING');
    expect(reachOf([{ action: 'RULE_DELETED', before: rule, after: null }])).toBe('EVERYTHING');
  });

  it('returns both events of a transfer match', () => {
    const match: MatchRecord = {
      id: 'm',
      outTaxEventId: 'o',
      inTaxEventId: 'i',
      transferKind: 'BRIDGE',
      notes: null,
      ...created,
    };
    expect(reachOf([{ action: 'TRANSFER_UNMATCHED', years: [2026], before: match, after: null }])).toEqual([
      'o',
      'i',
    ]);
  });
});
