import { describe, expect, it } from '@jest/globals';
import { digitsOf, HOSTILE, HOSTILE_SHOWN, plain, VISITOR } from '../../../test/views.ts';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { ORIGIN_KINDS, ORIGIN_PROOFS } from '@ctx/domain/origins';
import type { Language } from '../../ui/language.ts';
import { originPage, type OriginPageView } from './origin-view.ts';

type OriginDigits = OriginPageView['origin'];
const ORIGIN: OriginDigits = digitsOf('getOrigin');
const [BOUGHT] = ORIGIN.ends as [OriginDigits['ends'][number]];

const page = (changes: Partial<OriginDigits> = {}, language: Language = 'en'): string =>
  originPage({
    language,
    visitor: VISITOR,
    origin: { ...ORIGIN, ...changes },
    upgradeUrl: '/upgrade',
    nowMs: Date.parse('2026-11-28T12:00:00Z'),
  });

describe('The page of an origin', () => {
  it('names the user, the moment and the transaction, and how much of it is known', () => {
    const text = plain(page());
    expect(text).toContain('an@example.org . As known on 28 Nov 2026, 13:00.');
    expect(text).toContain('It counts for €5,250.00 . Money of the transaction: €5,250.00 .');
    expect(text).toContain('66.67% of it comes from purchases, income, gifts and loans');
  });

  it('has a row for each origin with its share, cost and money, and what would prove the rest', () => {
    const text = plain(page());
    expect(text).toContain('Origin Bought for money Paid: €2,500.00');
    expect(text).toContain('Share 66.67% Amount 1 Asset ETH Cost €2,500.00 When 1 May 2024 Account Kraken');
    expect(text).toContain(
      '33.33%, BTC , Units from before your first file: an earlier file with the purchase',
    );
    expect(text).toContain('Step BTC given for ETH');
    expect(page()).toContain(`href="/transactions/${String(BOUGHT.taxEventIds[0])}"`);
  });

  it('shows no value of a locked year, and says that it is locked', () => {
    const ends = [{ ...BOUGHT, costEur: null, money: [] }];
    const text = plain(page({ locked: true, eur: null, money: [], ends }));
    expect(text).toContain('The year 2026 is locked: values in euro are not shown.');
    expect(text).toContain('Cost Not shown');
    expect(text).not.toContain('€');
  });

  it('says how many transactions it leaves out, and shows nothing where all is proven and nothing passed', () => {
    const ends = [{ ...BOUGHT, taxEventsLeftOut: '980' }];
    const text = plain(page({ ends, steps: [] }));
    expect(text).toContain('and 980 more');
    expect(text).not.toContain('What would prove the rest');
    expect(text).not.toContain('The way here');
  });

  it.each(LANGUAGES)('has words for every kind and every proof in %s', (language) => {
    const kinds = ORIGIN_KINDS.map((kind) => ({ ...BOUGHT, kind }));
    const proofs = ORIGIN_PROOFS.map((proof) => ({ ...BOUGHT, proof }));
    expect(page({ ends: [...kinds, ...proofs] }, language)).not.toContain('undefined');
  });

  it('never rounds a share to all or nothing, and shows names of other people as text', () => {
    const ends = [
      { ...BOUGHT, share: '0.999999999999', accountLabel: HOSTILE },
      { ...BOUGHT, share: '0.000000000001' },
    ];
    const html = page({ ends, knownShare: '0.999999999999' });
    expect(plain(html)).toContain('> 99.99% of it comes');
    expect(plain(html)).toContain('< 0.01%');
    expect(html).toContain(HOSTILE_SHOWN);
    expect(html).not.toContain(HOSTILE);
  });
});
