import { describe, expect, it } from '@jest/globals';
import { CONTEXT, EVENT, OPEN_YEARS } from '../../test/decide-inputs.ts';
import { decideMatch } from './match.ts';
import type { CorrectedEvent } from './override.ts';
import type { MatchRecord } from './records.ts';

const REQUESTED = {
  outTaxEventId: 'out',
  inTaxEventId: 'in',
  transferKind: 'BRIDGE',
  notes: null,
  joinMatchId: null,
} as const;

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
    joined: [],
    events: new Map(),
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

describe('decideMatch with the id of a match to join', () => {
  const pair = (
    outTaxEventId: string,
    inTaxEventId: string,
    fields: Partial<MatchRecord> = {},
  ): MatchRecord => ({
    id: `${outTaxEventId}>${inTaxEventId}`,
    outTaxEventId,
    inTaxEventId,
    transferKind: 'BRIDGE',
    joinedMatchId: null,
    notes: null,
    createdAt: '',
    createdVia: '',
    ...fields,
  });
  const eventOf = (id: string, assetKey = 'ETH'): CorrectedEvent => ({
    id,
    fact: { ...EVENT, assetKey, type: id.startsWith('out') ? 'DISPOSITION' : 'ACQUISITION' },
    override: null,
  });
  const decideJoin = (
    joined: readonly MatchRecord[],
    matches: readonly MatchRecord[] = joined,
    assets: Readonly<Record<string, string>> = {},
  ) => {
    const ids = [...joined, REQUESTED].flatMap(({ outTaxEventId, inTaxEventId }) => [
      outTaxEventId,
      inTaxEventId,
    ]);
    const events = new Map(ids.map((id) => [id, eventOf(id, assets[id])]));
    const facts = {
      outLeg: events.get('out'),
      inLeg: events.get('in'),
      events,
      years: OPEN_YEARS,
      rules: [],
      matches,
      joined,
    };
    return decideMatch({ ...REQUESTED, joinMatchId: 'm' }, facts, CONTEXT);
  };
  const error = (field: string, message: string) => ({
    rejected: 'CANNOT_JOIN',
    fieldErrors: [{ field, message }],
  });

  it.each([
    ['another departure of the same arrival', [pair('out1', 'in')], 'out1>in'],
    ['another arrival of the same departure', [pair('out', 'in1')], 'out>in1'],
    [
      'a third departure, with the first match of the group',
      [pair('out1', 'in'), pair('out2', 'in', { joinedMatchId: 'out1>in' })],
      'out1>in',
    ],
    [
      'a departure of a match whose first pair was removed',
      [pair('out2', 'in', { joinedMatchId: 'out1>in' })],
      'out1>in',
    ],
  ] as const)('accepts %s', (_name, joined, joinedMatchId) => {
    expect(decideJoin(joined)).toMatchObject({ created: true, match: { joinedMatchId } });
  });

  it.each([
    [
      'a pair that shares no event',
      [pair('out1', 'in1')],
      {},
      error('joinMatchId', 'does not share exactly one event with the pair'),
    ],
    [
      'a second arrival of a match with several departures',
      [pair('out', 'in1'), pair('out2', 'in1')],
      {},
      error('joinMatchId', 'does not share exactly one event with the pair'),
    ],
    [
      'a pair of another kind',
      [pair('out1', 'in', { transferKind: 'WRAP' })],
      {},
      error('transferKind', 'is not that of the match to join'),
    ],
    [
      'a departure of another asset',
      [pair('out1', 'in')],
      { out1: 'BTC' },
      error('outTaxEventId', 'is of another asset than the match to join'),
    ],
    [
      'more pairs than a match may have',
      Array.from({ length: 100 }, (_each, index) => pair(`out${String(index)}`, 'in')),
      {},
      error('joinMatchId', 'has 100 pairs, the most that a match may have'),
    ],
  ] as const)('rejects %s', (_name, joined, assets, rejection) => {
    expect(decideJoin(joined, joined, assets)).toEqual(rejection);
  });

  it('rejects a leg that is in a match outside the group', () => {
    const other = pair('out', 'x');
    expect(decideJoin([pair('out1', 'in')], [pair('out1', 'in'), other])).toEqual({
      rejected: 'ALREADY_MATCHED',
      fieldErrors: [{ field: 'outTaxEventId', message: 'is a leg of match out>x' }],
    });
  });

  it('returns the pair unchanged when it is matched already', () => {
    const existing = pair('out', 'in', { joinedMatchId: 'out1>in' });
    expect(decideJoin([pair('out1', 'in'), existing])).toMatchObject({ created: false, match: existing });
  });

  it('answers NOT_FOUND for a match that does not exist', () => {
    expect(decideJoin([], [])).toEqual({ rejected: 'NOT_FOUND' });
  });
});

describe('decideMatch of kind MIGRATION', () => {
  const decideRename = (from: string, to: string, timestamp: string) => {
    const legOf = (id: string, type: string, asset: string): CorrectedEvent => ({
      id,
      fact: { ...EVENT, type, assetKey: asset, assetSymbol: asset, timestamp },
      override: null,
    });
    const facts = {
      outLeg: legOf('out', 'DISPOSITION', from),
      inLeg: legOf('in', 'ACQUISITION', to),
      years: [...OPEN_YEARS, { year: 2023, locked: false, frozen: false }],
      rules: [],
      matches: [],
      joined: [],
      events: new Map(),
    };
    return decideMatch({ ...REQUESTED, transferKind: 'MIGRATION' }, facts, CONTEXT);
  };

  it('accepts two assets that the table of renames connects', () => {
    expect(decideRename('MATIC', 'POL', '2026-03-01T10:00:00Z')).toMatchObject({ created: true });
  });

  it.each([
    ['against the direction of the table', 'POL', 'MATIC'],
    ['of no row of the table', 'MATIC', 'SOL'],
  ])('rejects two assets %s', (_title, from, to) => {
    expect(decideRename(from, to, '2026-03-01T10:00:00Z')).toMatchObject({ rejected: 'ASSETS_DIFFER' });
  });

  it('rejects a departure before the day of the rename', () => {
    expect(decideRename('MATIC', 'POL', '2023-03-01T10:00:00Z')).toMatchObject({ rejected: 'ASSETS_DIFFER' });
  });
});
