import { describe, expect, it } from '@jest/globals';
import { CONTEXT, EVENT, OPEN_YEARS } from '../../test/decide-inputs.ts';
import { decideMatch } from './match.ts';
import type { CorrectedEvent } from './override.ts';
import type { MatchRecord } from './records.ts';

const REQUESTED = { outTaxEventId: 'out', inTaxEventId: 'in', transferKind: 'BRIDGE', notes: null } as const;

function decide(...matches: readonly MatchRecord[]) {
  const legOf = (id: string, type: string): CorrectedEvent => ({
    id,
    fact: { ...EVENT, type },
    override: null,
  });
  const facts = {
    outLeg: legOf('out', 'DISPOSITION'),
    inLeg: legOf('in', 'ACQUISITION'),
    years: OPEN_YEARS,
    rules: [],
    matches,
  };
  return decideMatch(REQUESTED, facts, CONTEXT);
}

describe('decideMatch', () => {
  it('names in ALREADY_MATCHED each leg that has a match, and the id of that match', () => {
    const existing = { transferKind: 'BRIDGE', notes: null, createdAt: '', createdVia: '' } as const;
    const ofOut: MatchRecord = { id: 'm1', outTaxEventId: 'out', inTaxEventId: 'x', ...existing };
    // Created while the event "in" still was a DISPOSITION.
    const ofIn: MatchRecord = { id: 'm2', outTaxEventId: 'in', inTaxEventId: 'y', ...existing };
    const outError = { field: 'outTaxEventId', message: 'is a leg of match m1' };
    const inError = { field: 'inTaxEventId', message: 'is a leg of match m2' };
    expect(decide(ofOut)).toEqual({ rejected: 'ALREADY_MATCHED', fieldErrors: [outError] });
    expect(decide(ofIn, ofOut)).toEqual({ rejected: 'ALREADY_MATCHED', fieldErrors: [outError, inError] });
  });
});
