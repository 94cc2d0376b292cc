/** Joins legs into transfers: first the user's matches, then groups with one leg on each side (engine.md §1, §2). */
import {
  effectOfPair,
  groupKind,
  MATCH_TREATMENTS,
  MATCHED_IN,
  MATCHED_OUT,
  MATCHED_OUT_OF_STAKING,
} from '@ctx/domain/treatments';
import { joinPairs, type MatchedPair } from '../transfer-groups.ts';
import type { Transfer, TransferMatch } from '../types.ts';
import { type Draft, isFiat, type Layer, settle } from './effective.ts';

/**
 * Joins the legs of the user's matches and returns the transfers. Matches that rest are skipped; when two matches share a leg,
 * the older one counts, unless the younger one was joined to it.
 */
export function applyMatches(
  drafts: ReadonlyMap<string, Draft>,
  matches: readonly TransferMatch[],
): Transfer[] {
  const transfers: Transfer[] = [];
  const inOrder = matches.toSorted((a, b) => a.ordinal - b.ordinal);
  for (const group of Map.groupBy(inOrder, ({ id, joinedMatchId }) => joinedMatchId ?? id).values()) {
    const pairs: Pair[] = [];
    for (const match of group) {
      const outLeg = drafts.get(match.outEventId);
      const inLeg = drafts.get(match.inEventId);
      if (outLeg !== undefined) outLeg.isInMatch = true;
      if (inLeg !== undefined) inLeg.isInMatch = true;
      if (outLeg === undefined || inLeg === undefined) continue;
      if (rests(outLeg, 'DISPOSITION') || rests(inLeg, 'ACQUISITION')) continue;
      const pair = { outLeg, inLeg, kind: match.kind, matchId: match.id };
      if (!joins(pair, pairs)) continue;
      const treatments = MATCH_TREATMENTS[match.kind];
      settleLeg(outLeg, { type: 'DISPOSITION', treatment: treatments.out, taxable: false });
      settleLeg(inLeg, { type: 'ACQUISITION', treatment: treatments.in, taxable: false });
      outLeg.effect = effectOfPair('DISPOSITION', outLeg.treatment).isStaking
        ? MATCHED_OUT_OF_STAKING
        : MATCHED_OUT;
      inLeg.effect = MATCHED_IN;
      pairs.push(pair);
    }
    transfers.push(...joinPairs(pairs));
  }
  return transfers;
}

type Pair = MatchedPair<Draft>;

/** Tells whether all pairs together have one arrival or one departure, and no pair is there twice. */
function joins(pair: Pair, pairs: readonly Pair[]): boolean {
  const haveOneArrival = pairs.every(({ inLeg }) => inLeg === pair.inLeg);
  const haveOneDeparture = pairs.every(({ outLeg }) => outLeg === pair.outLeg);
  const isNew = pairs.every(({ outLeg, inLeg }) => outLeg !== pair.outLeg || inLeg !== pair.inLeg);
  return isNew && (haveOneArrival || haveOneDeparture);
}

/**
 * A `continuityGroupId` with exactly one outgoing and one incoming leg of transfer treatments counts as matched; a user's
 * match of a leg replaces that pairing. Ignored, spam and fiat events and loans are no legs.
 */
export function applyGroups(groups: ReadonlyMap<string, readonly Draft[]>): Transfer[] {
  const transfers: Transfer[] = [];
  for (const members of groups.values()) {
    const outLegs = members.filter(({ effect }) => effect.pool === 'LEAVE');
    const inLegs = members.filter(({ effect }) => effect.pool === 'ARRIVE');
    const [outLeg] = outLegs;
    const [inLeg] = inLegs;
    if (outLeg === undefined || inLeg === undefined || outLegs.length + inLegs.length > 2) continue;
    if (outLeg.transfer !== null || inLeg.transfer !== null) continue;
    const isSameAsset = outLeg.raw.assetKey === inLeg.raw.assetKey;
    const kind = groupKind(inLeg.treatment, isSameAsset);
    transfers.push(...joinPairs([{ outLeg, inLeg, kind, matchId: null }]));
  }
  return transfers;
}

/** Tells whether a leg makes its match rest: it is IGNORED, fiat, of another type now, or in an older match. Rules do not count. */
function rests({ raw, override, transfer }: Draft, type: 'DISPOSITION' | 'ACQUISITION'): boolean {
  return (
    transfer !== null ||
    isFiat(raw) ||
    (override?.type ?? raw.type) !== type ||
    (override?.treatment ?? raw.treatment) === 'IGNORED'
  );
}

/** Settles a matched leg. A leg that has a transfer treatment already keeps it, so that a staking deposit stays one. */
function settleLeg(leg: Draft, layer: Layer & { readonly type: 'DISPOSITION' | 'ACQUISITION' }): void {
  const { pool } = effectOfPair(layer.type, leg.treatment);
  const isTransfer = pool === (layer.type === 'DISPOSITION' ? 'LEAVE' : 'ARRIVE');
  settle(leg, null, isTransfer ? { ...layer, treatment: leg.treatment } : layer);
  leg.spam = false;
}
