/** A suggestion to match two events changes what the match then changes (engine.md §5). Checked on random histories. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { recalculate } from '../../services/recalc/src/engine/recalculate.ts';
import type {
  EngineInputs,
  EngineOutputs,
  Issue,
  RawEvent,
  TransferMatch,
  YearChange,
} from '../../services/recalc/src/engine/types.ts';
import { buy, inputsOf, match, sell } from '../../services/recalc/test/engine/build.ts';
import { histories } from './histories.ts';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 1000) };

/** Returns the match that a suggestion asks for: a pair of its own, or one that joins the match of the counterpart. */
function suggestedMatch(inputs: EngineInputs, full: EngineOutputs, issue: Issue): TransferMatch | null {
  const { eventId, suggestion } = issue;
  if (eventId === null || suggestion === null) return null;
  const { counterpartEventId, kind, isJoin } = suggestion;
  const event = full.events.find(({ raw }) => raw.id === eventId);
  const counterpart = full.events.find(({ raw }) => raw.id === counterpartEventId);
  if (event === undefined || counterpart === undefined || kind === null) return null;
  const ids = [eventId, counterpart.raw.id] as const;
  const [outEventId, inEventId] = event.type === 'DISPOSITION' ? ids : [ids[1], ids[0]];
  const existing = inputs.matches.find(({ id }) => id === counterpart.transfer?.matchId);
  expect(existing !== undefined).toBe(isJoin);
  const joinedMatchId = existing === undefined ? null : (existing.joinedMatchId ?? existing.id);
  return { id: 'suggested', ordinal: 1_000_000, joinedMatchId, outEventId, inEventId, kind };
}

function changesBetween(before: EngineOutputs, after: EngineOutputs): YearChange[] {
  const years = new Map(before.years.map((year) => [year.year, year]));
  return after.years
    .map(({ year, capitalGains, income }) => ({
      year,
      gain: capitalGains - (years.get(year)?.capitalGains ?? 0n),
      income: income - (years.get(year)?.income ?? 0n),
    }))
    .filter(({ gain, income }) => gain !== 0n || income !== 0n);
}

/** Compares the suggestions of some facts with the matches that they ask for. Returns how many it compared: pairs and joins. */
function compareSuggestions(inputs: EngineInputs): { readonly pairs: number; readonly joins: number } {
  const compared = { pairs: 0, joins: 0 };
  const full = recalculate(inputs);
  for (const issue of full.issues) {
    const match = suggestedMatch(inputs, full, issue);
    if (match === null || issue.suggestion?.changes == null) continue;
    const after = recalculate({ ...inputs, matches: [...inputs.matches, match] });
    expect(issue.suggestion.changes).toEqual(changesBetween(full, after));
    compared[match.joinedMatchId === null ? 'pairs' : 'joins'] += 1;
  }
  return compared;
}

/** Facts of one batched withdrawal or split deposit, with one of its pairs matched. Times in minutes, amounts in hundredths. */
interface Batch {
  readonly shared: 'DEPARTURE' | 'ARRIVAL';
  readonly matched: number;
  readonly lacking: number;
  readonly missingPercent: number;
  readonly bought: readonly number[];
  readonly sold: readonly number[];
  readonly apart: readonly number[];
  readonly isStaked: boolean;
}

const minute = (minutes: number): string => new Date(Date.UTC(2026, 2, 1) + minutes * 60_000).toISOString();

/** Returns the facts: purchases before and between the legs, the legs, and sales between and after them, some of more than is held. */
function inputsOfBatch(batch: Batch): EngineInputs {
  const { shared, matched, lacking, missingPercent, bought, sold, apart, isStaked } = batch;
  const kept = (lacking * (100 - missingPercent)) / 100;
  const left = (name: string, amount: number, at: number): RawEvent =>
    sell(name, {
      at: minute(at),
      amount: amount.toFixed(4),
      euroValue: (amount * 3).toFixed(2),
      treatment: isStaked ? 'STAKE_BEACON' : 'TRANSFER_OUT_OWN_WALLET',
    });
  const arrived = (name: string, amount: number, at: number): RawEvent =>
    buy(name, {
      at: minute(at),
      amount: amount.toFixed(4),
      euroValue: (amount * 4).toFixed(2),
      treatment: 'CONTINUITY_WITHDRAW',
      accountRef: 'wallet',
    });
  const [first = 0, second = 0, third = 0] = apart;
  const legs =
    shared === 'ARRIVAL'
      ? [left('o1', matched, first), left('o2', lacking, second), arrived('i1', matched + kept, 300 + third)]
      : [
          left('o1', matched + lacking, first),
          arrived('i1', matched, 300 + second),
          arrived('i2', kept, 300 + third),
        ];
  const trades = [
    ...bought.map((cost, index) =>
      buy(`buy ${String(index)}`, { at: minute(index * 90 - 100), amount: '90', euroValue: String(cost) }),
    ),
    ...sold.map((proceeds, index) =>
      sell(`sale ${String(index)}`, {
        at: minute(index * 400 + 200),
        amount: '70',
        euroValue: String(proceeds),
      }),
    ),
  ];
  return inputsOf([...trades, ...legs], { matches: [match('o1', 'i1')] });
}

const money = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 4 });
const batches: fc.Arbitrary<Batch> = fc.record({
  shared: fc.constantFrom('DEPARTURE', 'ARRIVAL'),
  matched: fc.integer({ min: 1, max: 90 }),
  lacking: fc.integer({ min: 1, max: 90 }),
  missingPercent: fc.integer({ min: 0, max: 9 }),
  bought: money,
  sold: money,
  apart: fc.array(fc.integer({ min: 0, max: 320 }), { minLength: 3, maxLength: 3 }),
  isStaked: fc.boolean(),
});

describe('A suggestion', () => {
  it('to match two events changes gains and income as the match then does', () => {
    let pairs = 0;
    fc.assert(
      fc.property(histories(), (inputs) => {
        if (inputs.frozenYears.length === 0) pairs += compareSuggestions(inputs).pairs;
      }),
      RUNS,
    );
    expect(pairs).toBeGreaterThan(0);
  });

  it('to join a match changes gains and income as the joined match then does', () => {
    let joins = 0;
    fc.assert(
      fc.property(batches, (batch) => {
        joins += compareSuggestions(inputsOfBatch(batch)).joins;
      }),
      RUNS,
    );
    expect(joins).toBeGreaterThan(RUNS.numRuns / 2);
  });
});
