/** Order of processing (engine.md §1). */
import { describe, expect, it } from '@jest/globals';
import { compareCodePoints, compareFields } from '@ctx/domain/natural-key';
import { compareKeys, keyOf } from './order.ts';
import { buy, fee, idOf, income, match, processed, run, sell } from '../../test/engine/build.ts';

const when = { at: '2026-01-01T10:00:00Z', euroValue: '1' };

describe('Order of processing', () => {
  it('puts incoming events before outgoing events of the same timestamp', () => {
    const figures = run([sell('a sale', { ...when, euroValue: '5' }), buy('z buy', when)]);
    expect(figures.gain('a sale')).toBe('4');
    expect(figures.event('a sale').needsReview).toBe(false);
  });

  it('tells apart timestamps that differ by a microsecond', () => {
    const early = sell('sale', { ...when, euroValue: '5' });
    const figures = run([{ ...early, timestampUs: early.timestampUs - 1 }, buy('buy', when)]);
    expect(figures.gain('sale')).toBe('5');
    expect(figures.lot('buy').remaining).toBe('1');
  });

  it('then goes by key, compared field by field as account ref, asset key, original type, referenceId', () => {
    const inOrder = [
      income('9', { ...when, accountRef: 'A', assetKey: 'Z' }),
      buy('8', { ...when, accountRef: 'a', assetKey: 'B' }),
      buy('7', { ...when, accountRef: 'a', assetKey: 'b' }),
      buy('8b', { ...when, accountRef: 'a', assetKey: 'b' }),
      income('1', { ...when, accountRef: 'a', assetKey: 'b' }),
      fee('0', { ...when, accountRef: 'A' }),
    ];
    expect(processed(inOrder.toReversed())).toEqual(['9', '8', '7', '8b', '1', '0']);
  });

  it.each(['', 'a', '\u{10ffff}'])(
    'puts a proposed event after all of its instant, also in the account "%s"',
    (accountRef) => {
      const stored = ['', 'a', '\u{10ffff}'].map((ref) => sell(`in ${ref}`, { ...when, accountRef: ref }));
      const proposed = sell('proposed', { ...when, accountRef, isProposed: true });
      const later = { ...sell('later', when), timestampUs: proposed.timestampUs + 1 };
      const order = ['in ', 'in a', 'in \u{10ffff}', 'proposed', 'later'];
      expect(processed([proposed, later, ...stored])).toEqual(order);
      const { outputs } = run([proposed, later, ...stored]);
      expect(outputs.events.map(({ raw }) => raw.referenceId)).toEqual(order);
    },
  );

  it('compares texts by code point', () => {
    const sorted = [
      '',
      'A',
      'Aa',
      'B',
      'a',
      'é',
      '\ud7ff',
      '\ue000',
      '\uffff',
      '\u{10000}',
      '\u{10000}a',
      '\u{1f600}',
    ];
    expect(sorted.toReversed().toSorted(compareCodePoints)).toEqual(sorted);
    const naive = (a: string, b: string) => Number(a > b) - Number(a < b);
    expect(sorted.toSorted(naive)).not.toEqual(sorted);
  });

  it('is the same for the keys stored with lots', () => {
    const facts = [
      { accountRef: 'A', assetKey: 'Z' },
      { accountRef: 'a', assetKey: 'B', referenceId: '9' },
      { accountRef: 'a', assetKey: 'b', referenceId: '7' },
      { accountRef: 'a', assetKey: 'b', referenceId: '8', id: idOf('1') },
      { accountRef: 'a', assetKey: 'b', referenceId: '8', id: idOf('2') },
    ];
    const raws = [
      ...facts.map((each) => buy('name', { ...when, ...each })),
      income('0', { ...when, accountRef: 'a', assetKey: 'b' }),
    ];
    const keys = raws.map(keyOf);
    expect(keys.toReversed().toSorted(compareFields)).toEqual(keys);
    expect(raws.toReversed().toSorted(compareKeys)).toEqual(raws);
    for (const key of keys) expect(compareFields(key, [...key])).toBe(0);
  });

  it('sorts lots of one instant that came by transfers by key of their acquisition, not by arrival', () => {
    const wrapped = (name: string, accountRef: string) =>
      buy(name, { ...when, accountRef, assetKey: `W${name}` });
    const moved = (name: string, at: string) => [
      sell(`${name} out`, { at, assetKey: `W${name}` }),
      buy(`${name} in`, { at, accountRef: 'c' }),
    ];
    const figures = run(
      [
        wrapped('late', 'a'),
        wrapped('early', 'b'),
        ...moved('early', '2026-01-02'),
        ...moved('late', '2026-01-03'),
        sell('sale', { ...when, at: '2026-01-04' }),
      ],
      { matches: [match('early out', 'early in', 'UNWRAP'), match('late out', 'late in', 'UNWRAP', 2)] },
    );
    expect(figures.slices('sale').map(({ lot }) => lot.originEventId)).toEqual([idOf('late')]);
  });

  it('returns events in order of effective time, then key', () => {
    const figures = run([
      sell('b', { ...when, at: '2026-01-02' }),
      buy('z', when),
      buy('a', when),
      buy('y', { ...when, at: '2025-01-01' }),
    ]);
    expect(figures.outputs.events.map(({ raw }) => raw.referenceId)).toEqual(['y', 'a', 'z', 'b']);
  });

  it('consumes lots of one instant by key of the acquisition', () => {
    const figures = run([
      buy('second', { ...when, accountRef: 'b' }),
      buy('first', { ...when, accountRef: 'a' }),
      sell('sale', { ...when, at: '2026-01-02' }),
    ]);
    expect(figures.lot('first').remaining).toBe('0');
    expect(figures.lot('second').remaining).toBe('1');
  });

  const wrap = (name: string, from: string, to: string) => [
    sell(`${name} out`, {
      ...when,
      accountRef: name,
      assetKey: from,
      treatment: 'CONTINUITY_WRAP',
      continuityGroupId: idOf(name),
    }),
    buy(`${name} in`, {
      ...when,
      at: '2026-01-03',
      accountRef: name,
      assetKey: to,
      treatment: 'CONTINUITY_WRAP',
      continuityGroupId: idOf(name),
    }),
  ];

  it('puts a matched transfer after the transfer that brings its out asset', () => {
    expect(processed([...wrap('a', 'Y', 'Z'), ...wrap('b', 'X', 'Y'), ...wrap('c', 'W', 'X')])).toEqual([
      'c out',
      'b out',
      'a out',
    ]);
  });

  it('sorts transfers of one instant that form a circle by key, before those that leave the circle', () => {
    expect(
      processed([
        ...wrap('a', 'X', 'Z'),
        ...wrap('b', 'Y', 'X'),
        ...wrap('c', 'X', 'Y'),
        ...wrap('d', 'X', 'X'),
      ]),
    ).toEqual(['b out', 'c out', 'd out', 'a out']);
  });
});
