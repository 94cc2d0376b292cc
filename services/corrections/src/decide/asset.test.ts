import { describe, expect, it } from '@jest/globals';
import { CONTEXT, EVENT, OPEN_YEARS } from '../../test/decide-inputs.ts';
import { assetOf, type CorrectedAsset, decideAsset } from './asset.ts';
import { isRejected } from './decision.ts';
import { decideMatch } from './match.ts';
import { type CorrectedEvent, decideOverride } from './override.ts';

const LUNC: CorrectedAsset = {
  assetId: 'LUNC',
  symbol: 'LUNC',
  name: 'Luna Classic',
  chain: null,
  fiat: false,
};
const IMPORTED: CorrectedEvent = { id: 'e', fact: EVENT, override: null };
const NOT_CORRECTED = {
  overriddenAssetId: null,
  overriddenAssetSymbol: null,
  overriddenAssetName: null,
  overriddenAssetChain: null,
};

/** Returns the event after a correction of its asset. */
function corrected(event: CorrectedEvent, asset: CorrectedAsset | null): CorrectedEvent {
  const outcome = decideAsset(event, asset, OPEN_YEARS, CONTEXT);
  if (isRejected(outcome)) throw new Error(outcome.rejected);
  const override = outcome.change === null ? event.override : outcome.change.after;
  return { ...event, override: override as CorrectedEvent['override'] };
}

describe('decideAsset', () => {
  it('stores the asset with its names, and leaves the asset as imported in the key of the override', () => {
    expect(corrected(IMPORTED, LUNC).override).toMatchObject({
      assetId: 'ETH',
      overriddenAssetId: 'LUNC',
      overriddenAssetSymbol: 'LUNC',
      overriddenAssetName: 'Luna Classic',
      overriddenAssetChain: null,
    });
  });

  it('changes nothing when it is repeated', () => {
    expect(decideAsset(corrected(IMPORTED, LUNC), LUNC, OPEN_YEARS, CONTEXT)).toMatchObject({ change: null });
  });

  it.each([
    ['null', null],
    ['the asset as imported', { ...LUNC, assetId: 'ETH', symbol: 'ETH' }],
  ])('removes an override of the asset alone with %s', (_title, asset) => {
    expect(corrected(corrected(IMPORTED, LUNC), asset).override).toBeNull();
  });

  it('keeps the other fields of the override, and takes no name of an earlier asset along', () => {
    const patch = { values: { overriddenAmount: '2' }, clear: [] };
    const outcome = decideOverride(corrected(IMPORTED, LUNC), patch, OPEN_YEARS, CONTEXT);
    if (isRejected(outcome)) throw new Error(outcome.rejected);
    const both = { ...IMPORTED, override: outcome.change?.after as CorrectedEvent['override'] };
    expect(both.override).toMatchObject({ overriddenAssetId: 'LUNC', overriddenAmount: '2' });
    expect(
      corrected(both, { ...LUNC, assetId: 'LUNA2', symbol: 'LUNA2', name: null }).override,
    ).toMatchObject({
      overriddenAssetId: 'LUNA2',
      overriddenAssetName: null,
      overriddenAmount: '2',
    });
    expect(corrected(both, null).override).toMatchObject({ ...NOT_CORRECTED, overriddenAmount: '2' });
  });

  it('rejects a crypto asset for an event in a currency', () => {
    const money = { ...IMPORTED, fact: { ...EVENT, assetKey: 'EUR', assetSymbol: 'EUR', fiat: true } };
    expect(decideAsset(money, LUNC, OPEN_YEARS, CONTEXT)).toEqual({ rejected: 'MONEY_IS_NO_ASSET' });
  });

  it.each([
    ['an unknown event', undefined, OPEN_YEARS, 'NOT_FOUND'],
    ['an event that is no longer imported', { ...IMPORTED, fact: null }, OPEN_YEARS, 'NOT_FOUND'],
    ['an event of a locked year', IMPORTED, [{ year: 2026, locked: true, frozen: false }], 'YEAR_LOCKED'],
    ['an event of a submitted year', IMPORTED, [{ year: 2026, locked: false, frozen: true }], 'YEAR_FROZEN'],
  ])('rejects %s', (_title, event, years, rejected) => {
    expect(decideAsset(event, LUNC, years, CONTEXT)).toMatchObject({ rejected });
  });
});

describe('The asset of an event', () => {
  it('is as corrected, else as imported', () => {
    expect(assetOf(EVENT, IMPORTED)).toEqual({ assetKey: 'ETH', assetSymbol: 'ETH' });
    expect(assetOf(EVENT, corrected(IMPORTED, LUNC))).toEqual({ assetKey: 'LUNC', assetSymbol: 'LUNC' });
  });

  it.each([
    ['accepts a transfer whose legs have one asset as corrected', LUNC, 'ETH', undefined],
    ['rejects a transfer whose legs have one asset as imported only', null, 'LUNA', 'ASSETS_DIFFER'],
  ])('%s', (_title, ofDeparture, arrived, rejected) => {
    const fact = { ...EVENT, treatment: 'TRANSFER_OUT_OWN_WALLET', assetKey: 'LUNA', assetSymbol: 'LUNA' };
    const into = { ...EVENT, type: 'ACQUISITION', assetKey: arrived, assetSymbol: arrived };
    const facts = {
      outLeg: corrected({ id: 'out', fact, override: null }, ofDeparture),
      inLeg: corrected({ id: 'in', fact: into, override: null }, LUNC),
      years: OPEN_YEARS,
      rules: [],
      matches: [],
      joined: [],
      events: new Map(),
    };
    const requested = {
      outTaxEventId: 'out',
      inTaxEventId: 'in',
      transferKind: 'SELF_TRANSFER',
      notes: null,
      joinMatchId: null,
    } as const;
    const outcome = decideMatch(requested, facts, CONTEXT);
    expect('rejected' in outcome ? outcome.rejected : undefined).toBe(rejected);
  });
});
