/** The flow key and the value key of an event (engine.md §7, "Incremental"). */
import { expect, it } from '@jest/globals';
import { flowKey, valueKey } from './keys.ts';
import { resolve } from './resolve/resolve.ts';
import type { PoolEffect } from '@ctx/domain/treatments';
import type { EffectiveEvent, RawEvent, Transfer } from './types.ts';
import { buy, inputsOf, match, override, sell } from '../../test/engine/build.ts';

type Fields = Partial<EffectiveEvent>;
type Variant = Fields | ((leg: EffectiveEvent, transfer: Transfer) => Fields);

const raw =
  (fields: Partial<RawEvent>): Variant =>
  (leg) => ({ raw: { ...leg.raw, ...fields } });
const effect =
  (fields: Partial<PoolEffect>): Variant =>
  (leg) => ({ effect: { ...leg.effect, ...fields } });
const said = (fields: Parameters<typeof override>[1]): Variant => ({ override: override('out', fields) });

/** Returns how many different keys a leg and its variants have. */
function different(keyOf: typeof flowKey, variants: readonly Variant[]): number {
  const inputs = inputsOf(
    [sell('out', { at: '2026-01-10', euroValue: '100' }), buy('in', { at: '2026-01-10', accountRef: 'b' })],
    { matches: [match('out', 'in')], overrides: [override('out', { description: 'as agreed' })] },
  );
  const leg = resolve(inputs).events[0]!;
  const all = variants.map((variant) =>
    typeof variant === 'function' ? variant(leg, leg.transfer!) : variant,
  );
  return new Set([{}, ...all].map((fields) => keyOf({ ...leg, ...fields }))).size;
}

const EUR_ALONE: readonly Variant[] = [{ value: 1n }, { euroValue: 1n }, { taxable: true }, { value: null }];

it('names, treatments, amounts, dates, effects and legs change the flow key', () => {
  const variants: readonly Variant[] = [
    raw({ accountId: 'x' }),
    raw({ assetKey: 'x' }),
    raw({ assetSymbol: 'x' }),
    raw({ assetName: 'x' }),
    raw({ assetChain: 'x' }),
    raw({ protocol: 'x' }),
    said({ originAcquiredUs: 1 }),
    { type: 'FEE' as const },
    { treatment: 'LOST' as const },
    { spam: true },
    { inSwap: true },
    { isInMatch: false },
    { amount: 1n },
    { timestampUs: 1 },
    { transfer: null },
    effect({ pool: 'NONE' }),
    effect({ basis: 'EUR_VALUE' }),
    effect({ gain: null }),
    effect({ isIncome: true }),
    effect({ isStaking: true }),
    effect({ isOddPair: true }),
    (_leg, transfer) => ({ transfer: { ...transfer, outLeg: transfer.inLeg } }),
    (_leg, transfer) => ({ transfer: { ...transfer, inLeg: transfer.outLeg } }),
    (_leg, transfer) => ({ transfer: { ...transfer, kind: 'WRAP' } }),
  ];
  expect(different(flowKey, variants)).toBe(1 + variants.length);
});

it('EUR values and taxable marks do not change the flow key', () => {
  const variants = [...EUR_ALONE, said({ euroValue: '1' }), said({ taxable: true }), { feesEur: 1n }];
  expect(different(flowKey, variants)).toBe(1);
});

it('EUR values and taxable marks change the value key', () => {
  const variants = [...EUR_ALONE, { euroValue: null }, said({ taxable: false }), said({ taxable: true })];
  expect(different(valueKey, variants)).toBe(1 + variants.length);
});

it('nothing else changes the value key', () => {
  expect(different(valueKey, [said({}), { override: null }, { amount: 1n }, raw({ assetKey: 'x' })])).toBe(1);
});
