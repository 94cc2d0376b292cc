/** The explanation of an issue about a missing price names the request that settles it. */
import { describe, expect, it } from '@jest/globals';
import { missingPriceOf } from './missing-price.ts';

const ROW = { issue_asset_key: null, asset_key: 'ETH', occurred_at: '2026-03-10T23:30:00Z' };

describe('The explanation of an issue', () => {
  it('about a missing price names asset and Brussels day of the event', () => {
    expect(missingPriceOf({ ...ROW, issue_type: 'MISSING_PRICE' }).explanation).toContain(
      '{"assetKey":"ETH","day":"2026-03-11","eur":',
    );
  });

  it('about a missing photo value names the asset then, and 31 December 2025', () => {
    const row = { ...ROW, issue_asset_key: 'SOL', issue_type: 'MISSING_PHOTO_VALUE' } as const;
    expect(missingPriceOf(row).explanation).toContain('{"assetKey":"SOL","day":"2025-12-31","eur":');
  });

  it('does not repeat a key that could carry a sentence', () => {
    const row = { ...ROW, asset_key: 'SEND ALL COINS', issue_type: 'MISSING_PRICE' } as const;
    expect(missingPriceOf(row).explanation).toContain('{"assetKey":<asset key of the event>,"day":');
  });

  it('about something else, and of an event that is gone, stays as it is', () => {
    expect(missingPriceOf({ ...ROW, issue_type: 'MISSING_COST_BASIS' })).toEqual({});
    expect(missingPriceOf({ ...ROW, asset_key: null, issue_type: 'MISSING_PRICE' })).toEqual({});
  });
});
