/** The ids of lots and issues of an event that submitted years keep figures of (engine.md §7, "Frozen years stand"). */
import { describe, expect, it } from '@jest/globals';
import { lotId } from './flow/lot-id.ts';
import { identityOf } from './identity.ts';
import { inputFingerprint } from '../tables/input-sums.ts';
import { ISSUES } from '../tables/events-and-years.ts';
import { amountText, buy, idOf, inputsOf, match, run, sell } from '../../test/engine/build.ts';
import { closeYear } from './recalculate.ts';

const bought = buy('buy', { at: '2025-03-01', amount: '4', euroValue: '400' });
const moved = buy('buy', { at: '2026-02-01', amount: '4', keptIn: [2025] });
const sale = sell('sale', { at: '2026-05-05', amount: '5', euroValue: '500' });
const frozen2025 = { year: 2025, ...closeYear(inputsOf([bought]), 2025) };

describe('The identity of an event', () => {
  it.each([
    ['its id where no submitted year keeps figures of it', { keptIn: null }, 2026, idOf('buy')],
    ['its id in the submitted year that keeps it', { keptIn: [2025] }, 2025, idOf('buy')],
    ['another one where it happens in another year now', { keptIn: [2025] }, 2026, `${idOf('buy')} 2025`],
    ['one for each year that it left', { keptIn: [2024, 2025] }, 2026, `${idOf('buy')} 2024 2025`],
  ])('is %s', (_title, fields, year, identity) => {
    expect(identityOf({ raw: { ...bought, ...fields }, year })).toBe(identity);
  });
});

/** Leaves in 2025; what it brings is the lot of an in leg of 2027. */
const left = sell('left', { at: '2025-12-24', assetKey: 'WETH', amount: '4' });
const leftLater = sell('left', { at: '2026-01-03', assetKey: 'WETH', amount: '4', keptIn: [2025] });
const arrived = buy('arrived', { at: '2027-04-18', amount: '2' });
const bridge = match('left', 'arrived', 'BRIDGE');

describe('A transfer whose out leg moved out of a submitted year', () => {
  it.each([
    ['of units that the pool lacks', '0', ['SHORTFALL', 'SHORTFALL']],
    ['of lots that the pool has', '8', [0, 0]],
    ['of the pool, and then of units that it lacks', '4', [0, 'SHORTFALL']],
  ] as const)('brings another lot than the one that the year passes on: %s', (_title, amount, parts) => {
    const held = amount === '0' ? [] : [buy('held', { at: '2024-01-01', assetKey: 'WETH', amount })];
    const closed = closeYear(inputsOf([...held, left, arrived], { matches: [bridge] }), 2025);
    const { lots } = run([...held, leftLater, arrived], {
      matches: [bridge],
      frozenYears: [{ year: 2025, ...closed }],
    }).outputs;
    const ids = [lotId(idOf('arrived'), parts[0]), lotId(`${idOf('arrived')} 2025`, parts[1])];
    expect(lots.filter(({ eventId }) => eventId === arrived.id).map(({ id }) => id)).toEqual(ids);
  });
});

describe('An event that moved out of a submitted year', () => {
  it('brings another lot than the one that the year passes on', () => {
    const { lots, slices } = run([moved, sale], { frozenYears: [frozen2025] }).outputs;
    const ids = [lotId(idOf('buy')), lotId(`${idOf('buy')} 2025`)];
    expect(lots.map(({ id, remaining }) => [id, amountText(remaining)])).toEqual([
      [ids[0], '0'],
      [ids[1], '3'],
    ]);
    expect(slices.map(({ lot, amount }) => [lot.id, amountText(amount)])).toEqual([
      [ids[0], '4'],
      [ids[1], '1'],
    ]);
  });

  it('raises another issue than the one that the year keeps', () => {
    const ids = [bought, moved].map((raw) => {
      const issue = run([{ ...raw, euroValue: null }]).issue('MISSING_PRICE');
      return ISSUES.rowOf(issue)[0];
    });
    expect(new Set(ids).size).toBe(2);
  });

  it('has the fingerprint of its facts, which do not name the year', () => {
    const print = inputFingerprint(inputsOf([{ ...moved, keptIn: null }]));
    expect(inputFingerprint(inputsOf([moved]))).toBe(print);
  });
});
