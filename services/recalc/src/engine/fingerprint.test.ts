/** The same inputs give the same bytes and the same fingerprint (engine.md §1, §7). */
import { describe, expect, it } from '@jest/globals';
import { inputFingerprint } from '../input-sums.ts';
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
    ['prices', 4],
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

  // printf "others $(printf 'engine 7' | sha256sum | cut -c1-32)" | sha256sum
  it('has the pinned value, which includes the engine version', () => {
    expect(inputFingerprint(inputsOf([]))).toBe(
      'a41675d66d18bdc51f5db18fbb34242a6cacdf0b08084d525613c13a399ba396',
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
