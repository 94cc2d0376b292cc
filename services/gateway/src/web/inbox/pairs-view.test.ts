import { describe, expect, it } from '@jest/globals';
import type { TransferPair } from '@ctx/proto/gen/ctx/v1/read';
import { digitsOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import { isClose, pairsCheckPage, pairsPage } from './pairs-view.ts';

const DEPARTURE = {
  id: '11111111-1111-4111-8111-000000000001',
  accountLabel: 'Kraken',
  assetSymbol: 'ETH',
  amount: '0.5',
  timestamp: '2026-05-10T10:00:00Z',
};
const ARRIVAL = {
  ...DEPARTURE,
  id: '11111111-1111-4111-8111-000000000002',
  accountLabel: 'Ledger',
  amount: '0.4999',
  timestamp: '2026-05-10T10:42:00Z',
};
const PAIR: TransferPair = {
  departure: DEPARTURE,
  arrival: ARRIVAL,
  transferKind: 'SELF_TRANSFER',
  needsMark: true,
};
const FAR: TransferPair = { ...PAIR, arrival: { ...ARRIVAL, timestamp: '2026-05-15T10:00:00Z' } };

const page = (pairs: readonly TransferPair[], more = false): string =>
  pairsPage({ language: 'en', visitor: VISITOR, pairs: { pairs: [...pairs], more }, done: null });

describe('the page of transfers that fit together', () => {
  it('shows both sides of a pair, how far apart they are and what is missing', () => {
    const text = plain(page([PAIR]));
    for (const expected of [
      '0.5 ETH Kraken · 10 May 2026, 12:00',
      '0.4999 ETH Ledger · 10 May 2026, 12:42',
      '42 minutes',
      '0.0001 ETH',
    ])
      expect(text).toContain(expected);
    expect(page([PAIR])).toContain(`value="${DEPARTURE.id}+${ARRIVAL.id}"`);
  });

  it('chooses the close pairs, and leaves the others to the person', () => {
    const boxes = page([PAIR, FAR]).match(/<input\s+type="checkbox"[^>]*>/g)!;
    expect(boxes.map((each) => each.includes('checked'))).toEqual([true, false]);
    expect(plain(page([FAR]))).toContain('5 days');
    expect(isClose({ ...PAIR, arrival: { ...ARRIVAL, amount: '0.46' } })).toBe(false);
    expect(isClose({ ...PAIR, arrival: { ...ARRIVAL, amount: '0.51' } })).toBe(false);
    expect(isClose({ ...PAIR, arrival: { ...ARRIVAL, assetSymbol: 'WETH' } })).toBe(false);
  });

  it('says where no pair is left, and that more follow', () => {
    expect(plain(page([]))).toContain('No pairs are left');
    expect(page([])).not.toContain('<table');
    expect(plain(page([PAIR], true))).toContain('There are more pairs');
  });

  it('shows texts of third parties as text, without invisible characters', () => {
    const html = page([
      { ...PAIR, departure: { ...DEPARTURE, accountLabel: HOSTILE, assetSymbol: HOSTILE } },
    ]);
    expect(html).toContain(HOSTILE_SHOWN);
    expect(html).not.toMatch(/<img|\u202e/);
  });
});

describe('the page that checks pairs', () => {
  it('sends back the chosen pairs, and says which cannot be matched any more', () => {
    const outcome = { ...digitsOf('bulkMatchTransfers'), processed: '2', failed: '1' };
    const view = { language: 'en', visitor: VISITOR, chosen: [PAIR, FAR], formId: 'form' } as const;
    const html = pairsCheckPage({ ...view, outcome });
    expect(plain(html)).toContain('Pairs that cannot be matched any more: 1.');
    expect(plain(html)).toContain('Match 1 pairs');
    const key = `${DEPARTURE.id}+${ARRIVAL.id}`;
    expect(html).toContain(`name="pairs" value="${key},${key}"`);
    expect(plain(pairsCheckPage({ ...view, outcome: 'running' }))).toContain('Match 2 pairs');
  });
});
