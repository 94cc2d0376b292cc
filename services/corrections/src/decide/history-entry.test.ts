import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@ctx/domain/limits';
import { changeOf, fitting, historyEntry, type ListedChange, undoneBy } from './history-entry.ts';

const EVENT = {
  id: 'e',
  type: 'DISPOSITION',
  treatment: 'NORMAL',
  amount: '0.020000000000000001',
  assetSymbol: 'BTC',
  timestamp: '2026-06-09T10:00:00+00:00',
  accountLabel: 'Kraken',
};

function change(after: object, events: ListedChange['events'] = [EVENT]): ListedChange {
  return { action: 'OVERRIDE_SET', target: 'e', eventIds: ['e'], events, before: null, after };
}

describe('undoneBy', () => {
  const undos = (...pairs: string[]) =>
    pairs.map((pair) => ({ id: pair.split(' ')[0]!, undoOf: pair.split(' ')[1]! }));

  it.each([
    ['nothing', [], undefined],
    ['an undo', ['u e'], 'u'],
    ['an undo that was undone', ['u e', 'v u'], undefined],
    ['an undo that was undone, which was undone too', ['u e', 'v u', 'w v'], 'u'],
    ['a second undo after the first was undone', ['u e', 'v u', 'x e'], 'x'],
    ['an undo of another entry', ['u other'], undefined],
  ])('considers %s', (_what, pairs, expected) => {
    expect(undoneBy('e', undos(...pairs))).toBe(expected);
  });
});

describe('a change of the history', () => {
  it('has its event as imported, with every digit of the amount, and UTC', () => {
    expect(changeOf(change({ notes: 'a' })).events).toEqual([
      {
        taxEventId: 'e',
        type: 'DISPOSITION',
        treatment: 'NORMAL',
        amount: '0.020000000000000001',
        assetSymbol: 'BTC',
        timestamp: '2026-06-09T10:00:00Z',
        accountLabel: 'Kraken',
      },
    ]);
  });

  it('has third-party texts of its event cleaned and capped', () => {
    const hostile = { ...EVENT, assetSymbol: `B\u202eT${'C'.repeat(40)}`, accountLabel: 'Kra\u200bken' };
    const [event] = changeOf(change({}, [hostile])).events;
    expect([event?.assetSymbol, event?.accountLabel]).toEqual([`BT${'C'.repeat(29)}…`, 'Kraken']);
  });

  it('has a long list capped', () => {
    const flags = Array.from({ length: 50 }, () => 'x'.repeat(500));
    const [field] = changeOf(change({ overriddenFlags: flags })).fields;
    expect(field?.to).toHaveLength(LIMITS.historyTextCharactersMax);
  });
});

describe('an entry of the history', () => {
  it('has as many of its first changes as fit, and the number of all', () => {
    const changes = Array.from({ length: 5 }, () => change({ notes: 'x'.repeat(1000) }));
    const head = { id: 'a', at: '2026-06-10T00:00:00Z', via: 'Test', undoOf: null, years: [2026] };
    const entryOf = (bytesMax: number) =>
      historyEntry(
        head,
        changes as [ListedChange, ...ListedChange[]],
        { changeCount: 5, eventIds: ['e'] },
        bytesMax,
      );
    expect([entryOf(3000).changes.length, entryOf(3000).changeCount, entryOf(10).kind]).toEqual([
      2,
      5,
      'OVERRIDE',
    ]);
    expect(entryOf(100_000).changes).toHaveLength(5);
  });
});

describe('fitting', () => {
  it.each([
    [9, ['abc']],
    [10, ['abc', 'def']],
    [4, []],
  ])('returns the first values that have at most %i bytes', (bytesMax, expected) => {
    expect(fitting(['abc', 'def', 'ghi'], bytesMax)).toEqual(expected);
  });
});
