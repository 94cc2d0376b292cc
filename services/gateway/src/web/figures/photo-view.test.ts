import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { digitsOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import { isPhotoNoticeDue, photoNotice } from './photo-notice.ts';
import { photoPage, type PhotoView } from './photo-view.ts';

const NOW = Date.parse('2026-11-27T09:30:00Z');
const PHOTO = digitsOf('getPhoto');
const [ETH, XYZ] = PHOTO.assets as unknown as readonly [
  PhotoView['photo']['assets'][number],
  PhotoView['photo']['assets'][number],
];

function page(changes: Partial<PhotoView['photo']> = {}, more: Partial<PhotoView> = {}): string {
  return photoPage({
    language: 'en',
    visitor: VISITOR,
    photo: { ...PHOTO, ...changes },
    isFirst: true,
    nowMs: NOW,
    ...more,
  });
}

describe('the page of the photo', () => {
  it('shows whose it is, when it was seen, and of each asset where it was, price, value, cost and what stays untaxed', () => {
    const text = plain(page());
    for (const expected of [
      'an@example.org . As seen on 27 Nov 2026, 10:30 from 2026.',
      'Assets without a price: 1.',
      'Asset ETH Units 2 Where Kraken : 1.5 On the way, or not explained by the accounts: 0.5',
      'Price €3,000.00 31 Dec 2025, 23:00 (1 hour before), your own price',
      'Value then €6,000.00 Historic cost €5,500.00 Stays untaxed €500.00 , which is €50.00 of tax',
      'Asset XYZ Units 100 Where Kraken : 100 Price No price Enter the price Value then No price Historic cost €250.00',
      'measured from the historic cost of €2.50 a unit: each euro by which the price was higher is taxed.',
    ])
      expect(text).toContain(expected);
  });

  it.each(LANGUAGES)('says in %s what a missing price does', (language) => {
    expect(plain(page({}, { language }))).toMatch(/2[.,]50/);
  });

  it('of a locked year has no amount that follows from costs', () => {
    const hidden = { historicCost: null, unitCost: null, gainBeforeLaw: null, taxKeptOut: null };
    const text = plain(
      page({
        locked: true,
        assets: [
          { ...ETH, ...hidden },
          { ...XYZ, ...hidden },
        ],
      }),
    );
    expect(text).toContain('Historic cost Unlock the year to see it Stays untaxed Unlock the year to see it');
    expect(text).toContain('How much that changes cannot be said.');
    expect(text).not.toMatch(/€(5,500|250|500|50)\.00/);
  });

  it('of a submitted year says that it stays the same, and that accounts are not kept', () => {
    const left = { accounts: [], accountsLeftOut: true, elsewhere: null };
    const text = plain(page({ frozen: true, assets: [{ ...ETH, ...left }] }));
    expect(text).toContain('This year was submitted: its photo stays the same.');
    expect(text).toContain('Not kept with a submitted year');
    expect(plain(page({ assets: [{ ...ETH, ...left }] }))).toContain('Too many transactions to add up');
  });

  it('leads to the next page, and shows names of other people as text', () => {
    const html = page({ next: 'XY Z&', assets: [{ ...ETH, assetSymbol: HOSTILE }] });
    expect(html).toContain('href="/photo?year=2026&amp;after=XY+Z%26"');
    expect(html).toContain(HOSTILE_SHOWN);
  });

  it('says that nothing was held', () => {
    expect(plain(page({ assets: [], assetsWithoutPrice: '0' }))).toContain('You held nothing then');
    expect(plain(page({ assets: [], assetsWithoutPrice: '0' }, { isFirst: false }))).toContain(
      'Nothing on this page',
    );
  });
});

describe('the notice about photo prices', () => {
  it.each([
    ['2026-12-31T22:59:59Z', true],
    ['2026-12-31T23:00:00Z', false],
  ])('at %s is due: %s, as 2027 begins in Brussels', (at, isDue) => {
    expect(isPhotoNoticeDue(Date.parse(at))).toBe(isDue);
  });

  it('is not there while every asset has a price', () => {
    expect(photoNotice('en', 0)).toBeNull();
  });
});
