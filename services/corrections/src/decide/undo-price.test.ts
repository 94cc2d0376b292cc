/** Undoing changes of entered prices, field by field. */
import { describe, expect, it } from '@jest/globals';
import type { EnteredPriceRecord } from '@ctx/domain/entered-price';
import { LIMITS } from '@ctx/domain/limits';
import { CONTEXT } from '../../test/decide-inputs.ts';
import type { LoggedChange } from './history-entry.ts';
import { recordOf } from './price.ts';
import { type PriceFacts, reversalOfPrice } from './undo-price.ts';

const record = recordOf({ assetKey: 'ETH', day: '2026-03-01', eur: '1', source: 's' }, CONTEXT);
const PRICED = { years: [2026], reach: ['e'] };

function reversal(
  before: EnteredPriceRecord | null,
  after: EnteredPriceRecord | null,
  current: EnteredPriceRecord | null,
  more: Partial<PriceFacts> = {},
) {
  const action = after === null ? 'PRICE_REMOVED' : 'PRICE_SET';
  const logged: LoggedChange = { action, target: record.id, eventIds: [], before, after };
  const prices = new Map(current === null ? [] : [[record.id, current]]);
  const facts = { prices, priced: new Map([[record.id, PRICED]]), priceCount: 1, later: [], ...more };
  return reversalOfPrice(logged, facts, CONTEXT);
}

describe('The undo of a change of a price', () => {
  it('removes a price that was new, and concerns the years of the events that it values', () => {
    expect(reversal(null, record, record)).toMatchObject({
      years: [2026],
      outcome: { action: 'PRICE_REMOVED', before: record, reach: ['e'] },
    });
  });

  it('restores the values before and keeps fields that were changed later', () => {
    const [before, current] = [
      { ...record, eur: '2' },
      { ...record, notes: 'later' },
    ];
    expect(reversal(before, record, current)).toMatchObject({
      outcome: { action: 'PRICE_SET', before: current, after: { eur: '2', notes: 'later' } },
    });
  });

  it('restores a removed price, unless the limit is reached', () => {
    expect(reversal(record, null, null)).toMatchObject({ outcome: { action: 'PRICE_SET', before: null } });
    expect(reversal(record, null, null, { priceCount: LIMITS.pricesMax })).toMatchObject({
      outcome: { rejected: 'TOO_MANY_PRICES' },
    });
  });

  it.each<readonly [string, EnteredPriceRecord | null, EnteredPriceRecord | null, EnteredPriceRecord | null]>(
    [
      ['has another value now', null, record, { ...record, eur: '3' }],
      ['was removed', { ...record, eur: '2' }, record, null],
      ['was new and is gone', null, record, null],
      ['was entered again', record, null, record],
    ],
  )('is rejected where the price %s', (_title, before, after, current) => {
    expect(reversal(before, after, current)).toMatchObject({ outcome: { rejected: 'CHANGED_SINCE' } });
  });
});
