import { describe, expect, it } from '@jest/globals';
import { CONTEXT, EVENT, OPEN_YEARS } from '../../test/decide-inputs.ts';
import type { AcceptedCorrection } from './decision.ts';
import { decidePairs } from './match-pairs.ts';
import type { CorrectedEvent } from './override.ts';

const eventOf = (id: string): CorrectedEvent => ({
  id,
  fact: { ...EVENT, referenceId: id, type: id.startsWith('out') ? 'DISPOSITION' : 'ACQUISITION' },
  override: null,
});
const EVENTS = new Map(['out1', 'out2', 'in1', 'in2'].map((id) => [id, eventOf(id)]));
const FACTS = { events: EVENTS, years: OPEN_YEARS, rules: [], matches: [] };
const pair = (outTaxEventId: string, inTaxEventId: string, transferKind = 'SELF_TRANSFER' as const) => ({
  outTaxEventId,
  inTaxEventId,
  transferKind,
});

function decide(pairs: ReturnType<typeof pair>[], markOwnWallets: boolean | null = true) {
  return decidePairs({ pairs, markOwnWallets }, FACTS, CONTEXT);
}

const statusesOf = ({ answer }: AcceptedCorrection<ReturnType<ReturnType<typeof decide>['answer']>>) =>
  answer('SCHEDULED').results.map(({ code, status }) => code ?? status);

describe('decidePairs', () => {
  it('marks the outgoing event as sent to an own wallet, and then matches the pair', () => {
    const decision = decide([pair('out1', 'in1')]);
    expect(decision.changes).toMatchObject([
      { action: 'OVERRIDE_SET', eventId: 'out1', after: { overriddenTreatment: 'TRANSFER_OUT_OWN_WALLET' } },
      { action: 'TRANSFER_MATCHED', after: { outTaxEventId: 'out1', inTaxEventId: 'in1' } },
    ]);
    expect(statusesOf(decision)).toEqual(['APPLIED']);
  });

  it.each([[false], [null]])('marks nothing where the request says %s', (markOwnWallets) => {
    const decision = decide([pair('out1', 'in1')], markOwnWallets);
    expect(decision.changes).toEqual([]);
    expect(statusesOf(decision)).toEqual(['OWN_WALLET_REQUIRED']);
  });

  it('marks no event of a pair that is rejected for another reason', () => {
    const decision = decide([pair('out1', 'in1'), pair('out2', 'in1')]);
    expect(decision.changes.map((change) => 'eventId' in change && change.eventId)).toEqual(['out1', false]);
    expect(statusesOf(decision)).toEqual(['APPLIED', 'ALREADY_MATCHED']);
  });

  it('makes a repeated pair once', () => {
    const decision = decide([pair('out1', 'in1'), pair('out1', 'in1'), pair('out2', 'in2')]);
    expect(decision.changes).toHaveLength(4);
    expect(statusesOf(decision)).toEqual(['APPLIED', 'UNCHANGED', 'APPLIED']);
  });
});
