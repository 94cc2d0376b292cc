/** The demo data: one taxpayer, 2023 to 2026, as lines of the import format. Every call returns the same data. */
import { ACCOUNTS } from './accounts.ts';
import type { Line } from './lines.ts';
import { ASSETS, eur, instant, MONTHS, priceCents } from './market.ts';
import { oddities } from './oddities.ts';
import { stakedPosition, stakingRewards } from './staking.ts';
import { buys, sells, swaps } from './trades.ts';
import { transfers } from './transfers.ts';

/** Returns JSON Lines: accounts, prices, about 400 events in chapters, a position, a note and an attachment. */
export function demoLines(): string[] {
  return [
    ...ACCOUNTS,
    ...prices(),
    ...buys(),
    ...sells(),
    ...swaps(),
    ...stakingRewards(),
    ...transfers(),
    ...oddities(),
    stakedPosition(),
    ...documents(),
  ].map((line) => JSON.stringify(line));
}

/** Two prices a month, the later one an hour before the staking rewards, and a price at the photo moment of the 2026 law. */
function prices(): Line[] {
  const lines: Line[] = [];
  for (const assetKey of ASSETS) {
    for (let month = 0; month < MONTHS; month += 1) {
      const price = { kind: 'price', assetKey, eur: eur(priceCents(assetKey, month)) };
      lines.push(
        { ...price, at: instant(month, 1, '00:00:00') },
        { ...price, at: instant(month, 28, '11:00:00') },
      );
    }
    lines.push({ kind: 'price', assetKey, at: '2025-12-31T22:59:00Z', eur: eur(priceCents(assetKey, 36)) });
  }
  return lines;
}

/** The note and the attachment of the gift. */
function documents(): Line[] {
  const gift = { account: 'eth-1', referenceId: 'GIFT-IN-1', type: 'ACQUISITION', assetKey: 'ETH' };
  return [
    {
      kind: 'note',
      ...gift,
      id: 'note-1',
      note: 'From my sister; ask her for the purchase price.',
      createdAt: '2024-01-02T09:00:00Z',
      updatedAt: '2024-01-02T09:00:00Z',
    },
    {
      kind: 'attachment',
      ...gift,
      id: 'attachment-1',
      filename: 'gift-letter.pdf',
      contentType: 'application/pdf',
      documentType: 'GIFT_DEED',
      documentTypeLabel: 'Deed of gift',
      byteSize: 48_213,
      createdAt: '2024-01-02T09:05:00Z',
    },
  ];
}
