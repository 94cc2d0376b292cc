/** The same inputs give the same bytes and the same fingerprint (engine.md §1, §7). */
import { describe, expect, it } from '@jest/globals';
import { inputFingerprint } from '../tables/input-sums.ts';
import { lotId } from './flow/lot-id.ts';
import { recalculate } from './recalculate.ts';
import type { EngineInputs } from './types.ts';
import { outputFingerprint } from '../tables/tables.ts';
import { at, buy, idOf, inputsOf, match, override, rule, sell } from '../../test/engine/build.ts';

const inputs = inputsOf(
  [
    buy('buy', { at: '2026-01-01', euroValue: '100' }),
    buy('other', { at: '2026-01-01', assetKey: 'ETH' }),
    sell('sale', { at: '2026-01-02', euroValue: '150' }),
  ],
  {
    prices: [
      { assetKey: 'ETH', atUs: at('2026-01-01'), eur: '5', shared: true },
      { assetKey: 'BTC', atUs: at('2026-01-01'), eur: '6', shared: false },
    ],
    regimes: { 2025: 'SPECULATIEF', 2027: 'SPECULATIEF' },
    // One override has its event, the other is orphaned.
    overrides: [override('buy', { euroValue: '7', flags: ['a'] }), override('gone', { euroValue: '7' })],
    rules: [
      rule('first', { action: 'MARK_INCOME', matchValue: 'x' }),
      rule('dust', { action: 'IGNORE_DUST', thresholdEur: '1' }),
    ],
    matches: [match('sale', 'other')],
  },
);

describe('The fingerprint of the inputs', () => {
  it('does not depend on the order of rows or of their properties', () => {
    const reversed: EngineInputs = {
      ...inputs,
      regimes: inputs.regimes.toReversed(),
      prices: inputs.prices.toReversed(),
      events: inputs.events
        .toReversed()
        .map((raw) => Object.fromEntries(Object.entries(raw).reverse()) as typeof raw),
    };
    expect(inputFingerprint(reversed)).toBe(inputFingerprint(inputs));
  });

  it.each([
    ['events', 26],
    ['overrides', 11],
    ['rules', 9],
    ['matches', 5],
    ['regimes', 2],
  ] as const)('changes with every field of every row, and with every row: %s', (kind, fieldCount) => {
    const rows = inputs[kind];
    for (const [index, row] of rows.entries()) {
      const changed = Object.keys(row).map((field) =>
        rows.with(index, { ...row, [field]: 'changed' } as never),
      );
      expect(changed).toHaveLength(fieldCount);
      const variants = [...changed, rows.toSpliced(index, 1), rows];
      const prints = variants.map((variant) => inputFingerprint({ ...inputs, [kind]: variant }));
      expect(new Set(prints).size).toBe(variants.length);
    }
  });

  const price = { assetKey: 'ETH', atUs: at('2026-01-01'), eur: '5', shared: true };
  const own = { assetKey: 'SOL', atUs: at('2026-01-01'), eur: '6', shared: false };

  it('changes with every field and row of the own prices', () => {
    const variants = [{ assetKey: 'X' }, { atUs: 1 }, { eur: '7' }, {}].map((field) => [
      { ...own, ...field },
    ]);
    const prints = [...variants, []].map((prices) => inputFingerprint({ ...inputs, prices }));
    expect(new Set(prints).size).toBe(5);
  });

  it.each([
    ['that values an event', '2026-01-01', 'ETH', true],
    ['of the day before it', '2025-12-31', 'ETH', true],
    ['older than a day', '2025-12-30T23:59:59Z', 'ETH', false],
    ['after it', '2026-01-01T00:00:01Z', 'ETH', false],
    ['of an event that has a value', '2026-01-02', 'BTC', false],
    ['of an asset without events', '2026-01-01', 'DOGE', false],
    ['of the photo moment of an event before it', '2025-12-30', 'OLD', true],
    ['of the photo moment of an event after it', '2025-12-30', 'NEW', false],
    ['after the photo moment', '2025-12-31T23:00:01Z', 'OLD', false],
  ])(
    'changes with a shared price only if an event depends on it: one %s',
    (_title, time, assetKey, isUsed) => {
      const valued = { euroValue: '100' };
      const events = [
        ...inputs.events,
        buy('old', { at: '2025-12-31T22:00:00Z', assetKey: 'OLD', ...valued }),
        buy('new', { at: '2026-02-01', assetKey: 'NEW', ...valued }),
      ];
      const without = inputFingerprint({ ...inputs, events, prices: [] });
      const prices = [{ ...price, assetKey, atUs: at(time) }];
      expect(inputFingerprint({ ...inputs, events, prices }) !== without).toBe(isUsed);
    },
  );

  it('changes with a shared price that another one of the same day replaces', () => {
    const later = { ...price, atUs: price.atUs - 1, eur: '4' };
    const earlier = { ...price, atUs: price.atUs - 2, eur: '3' };
    const print = (...prices: (typeof price)[]): string => inputFingerprint({ ...inputs, prices });
    expect(print(later)).not.toBe(print(earlier));
    expect(print(earlier, later)).toBe(print(later));
  });

  it('changes with the input fingerprint of a frozen year', () => {
    const closing = { lots: [], waiting: [], marks: [], debts: [], actedAhead: [] };
    const years = [[], [[2025, 'a']], [[2025, 'b']], [[2026, 'a']]] as const;
    const prints = years.map((frozen) =>
      inputFingerprint({
        ...inputs,
        frozenYears: frozen.map(([year, print]) => ({ year, inputFingerprint: print, closing })),
      }),
    );
    expect(new Set(prints).size).toBe(years.length);
  });

  it('does not change when the default regime is set explicitly', () => {
    const regimes = [...inputs.regimes, { year: 2030, regime: 'NORMAAL_BEHEER' as const }];
    expect(inputFingerprint({ ...inputs, regimes })).toBe(inputFingerprint(inputs));
  });

  // printf "others $(printf 'engine 2' | sha256sum | cut -c1-32)" | sha256sum
  it('has the pinned value, which includes the engine version', () => {
    expect(inputFingerprint(inputsOf([]))).toBe(
      'a429da31423824f2e6b25ed941ce959f52e3efa6a86faa3021d954b4375562c2',
    );
  });
});

describe('The fingerprint of the outputs', () => {
  it('is the same for inputs in another order, and differs for other figures', () => {
    const print = outputFingerprint(recalculate(inputs));
    expect(outputFingerprint(recalculate({ ...inputs, events: inputs.events.toReversed() }))).toBe(print);
    const cheaper = inputs.events.map((raw) => (raw.euroValue === '100' ? { ...raw, euroValue: '99' } : raw));
    expect(outputFingerprint(recalculate({ ...inputs, events: cheaper }))).not.toBe(print);
  });
});

describe('The id of a lot', () => {
  it('is a UUID derived from its event, the same in every run', () => {
    expect(lotId(idOf('buy'))).toBe('d8356410-0cac-869b-aad5-7addcfdfd6d8');
  });

  it('differs for the units that a transfer lacked', () => {
    expect(lotId(idOf('buy'), 'SHORTFALL')).not.toBe(lotId(idOf('buy')));
  });
});
