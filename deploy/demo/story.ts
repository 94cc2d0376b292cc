/**
 * The demo data: one taxpayer and four years, as lines of the import format. The last year is the current one, and the data end
 * the day before the start day. The same start day gives the same bytes.
 */
import { accounts } from './accounts.ts';
import { Calendar } from './calendar.ts';
import { chapters } from './chapters.ts';
import { keyOf, type Line } from './lines.ts';
import { ASSETS, eur, priceCents } from './market.ts';
import { stakedPosition, stakingRewards } from './staking.ts';
import { buys, sells, swaps } from './trades.ts';

/** The moment of the photo value of the law. */
const PHOTO_MOMENT = '2025-12-31T22:59:00Z';

/** Returns JSON Lines: accounts, prices, about 400 events in chapters, a position, a note and an attachment. `startDay` is YYYY-MM-DD in Brussels. */
export function demoLines(startDay: string): string[] {
  const calendar = new Calendar(startDay);
  const dated = [
    ...prices(calendar),
    ...buys(calendar),
    ...sells(calendar),
    ...swaps(calendar),
    ...stakingRewards(calendar),
    ...chapters(calendar),
  ];
  return [
    ...accounts(calendar),
    ...dated.filter((line) => calendar.has(String(line['timestamp'] ?? line['at']))),
    stakedPosition(calendar),
    ...documents(calendar),
  ].map((line) => JSON.stringify(line));
}

/** Two prices a month, the later one an hour before the staking rewards, one at the photo moment, and one at the end of the data. */
function prices(calendar: Calendar): Line[] {
  const photoMonth = calendar.monthOf('2026-01');
  return ASSETS.flatMap((asset) => {
    const price = (month: number, at: string): Line => ({
      kind: 'price',
      assetKey: keyOf(asset),
      at,
      eur: eur(priceCents(calendar, asset, month)),
    });
    const lines: Line[] = [];
    for (let month = 0; month < calendar.months; month += 1)
      lines.push(
        price(month, calendar.instant(month, 1, '00:00:00')),
        price(month, calendar.instant(month, 28, '11:00:00')),
      );
    if (photoMonth >= 0) lines.push(price(photoMonth, PHOTO_MOMENT));
    return [...lines, price(calendar.months - 1, calendar.end)];
  });
}

/** The note and the attachment of the gift. */
function documents(calendar: Calendar): Line[] {
  const gift = { account: 'eth-1', referenceId: 'GIFT-IN-1', type: 'ACQUISITION', assetKey: 'ETH' };
  const writtenAt = calendar.instant(12, 2, '09:00:00');
  return [
    {
      kind: 'note',
      ...gift,
      id: 'note-1',
      note: 'From my sister; ask her for the purchase price.',
      createdAt: writtenAt,
      updatedAt: writtenAt,
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
      createdAt: calendar.instant(12, 2, '09:05:00'),
    },
  ];
}
