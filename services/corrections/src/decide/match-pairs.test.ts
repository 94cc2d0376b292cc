import { describe, expect, it } from '@jest/globals';
import { CONTEXT, EVENT, OPEN_YEARS } from '../../test/decide-inputs.ts';
import { decidePairs } from './match-pairs.ts';
import type { CorrectedEvent } from './override.ts';

const eventOf = (id: string, type: string, treatment: string, year = 2026): CorrectedEvent => ({
  id,
  fact: { ...EVENT, type, treatment, timestamp: `${String(year)}-05-01T10:00:00Z` },
  override: null,
});
const EVENTS = new Map(
  [
    eventOf('out1', 'DISPOSITION', 'TRANSFER_OUT_UNRESOLVED'),
    eventOf('out2', 'DISPOSITION', 'TRANSFER_OUT_OWN_WALLET'),
    eventOf('in1', 'ACQUISITION', 'CONTINUITY_WITHDRAW'),
    eventOf('in2', 'ACQUISITION', 'CONTINUITY_WITHDRAW'),
  ].map((event) => [event.id, event]),
);

const pair = (outTaxEventId: string, inTaxEventId: string, transferKind: 'SELF_TRANSFER' | 'BRIDGE') => ({
  outTaxEventId,
  inTaxEventId,
  transferKind,
});

function decide(pairs: ReturnType<typeof pair>[], marksOwnWallet = true) {
  const requested = { pairs, marksOwnWallet, notes: 'seen' };
  const facts = { events: EVENTS, years: OPEN_YEARS, rules: [], matches: [] };
  const { changes, answer } = decidePairs(requested, facts, CONTEXT);
  const { results, ...counts } = answer('SCHEDULED');
  return { changes, counts, codes: results.map(({ status, code }) => code ?? status), results };
}

describe('decidePairs', () => {
  it('matches each pair, and marks the departures between own wallets that are not marked', () => {
    const { changes, counts, codes } = decide([
      pair('OUT1', 'in1', 'SELF_TRANSFER'),
      pair('out2', 'in2', 'SELF_TRANSFER'),
    ]);
    expect(changes.map(({ action }) => action)).toEqual([
      'TRANSFER_MATCHED',
      'OVERRIDE_SET',
      'TRANSFER_MATCHED',
    ]);
    expect(changes[0]).toMatchObject({
      after: { outTaxEventId: 'out1', inTaxEventId: 'in1', notes: 'seen' },
    });
    expect(changes[1]).toMatchObject({
      eventId: 'out1',
      after: { overriddenTreatment: 'TRANSFER_OUT_OWN_WALLET' },
    });
    expect(codes).toEqual(['APPLIED', 'APPLIED']);
    expect(counts).toEqual({ processed: 2, succeeded: 2, failed: 0, recalc: 'SCHEDULED' });
  });

  it('marks nothing unless it was asked to, and nothing of a pair of another kind', () => {
    expect(decide([pair('out1', 'in1', 'SELF_TRANSFER')], false).codes).toEqual(['OWN_WALLET_REQUIRED']);
    const { changes } = decide([pair('out1', 'in1', 'BRIDGE')]);
    expect(changes.map(({ action }) => action)).toEqual(['TRANSFER_MATCHED']);
  });

  it('rejects a pair whose event an earlier pair took, without a change of it, and accepts the others', () => {
    const { changes, codes } = decide([
      pair('out2', 'in1', 'SELF_TRANSFER'),
      pair('out1', 'in1', 'SELF_TRANSFER'),
      pair('out2', 'in1', 'SELF_TRANSFER'),
      pair('unknown', 'in2', 'BRIDGE'),
      pair('in2', 'out1', 'BRIDGE'),
    ]);
    expect(codes).toEqual(['APPLIED', 'ALREADY_MATCHED', 'UNCHANGED', 'NOT_FOUND', 'NOT_A_DISPOSITION']);
    expect(changes).toHaveLength(1);
  });
});
