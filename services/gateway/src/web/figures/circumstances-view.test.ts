import { describe, expect, it } from '@jest/globals';
import { plain, VISITOR } from '../../../test/views.ts';
import { circumstancesPage, type CircumstancesView } from './circumstances-view.ts';

const page = (changes: Partial<CircumstancesView> = {}): string =>
  circumstancesPage({
    language: 'en',
    visitor: VISITOR,
    year: 2026,
    closed: null,
    values: {},
    accounts: { listed: [], isComplete: true },
    faults: [],
    done: null,
    formId: 'f',
    ...changes,
  });

describe('the page of the circumstances of a year', () => {
  it('has a field for each circumstance, with what is stored', () => {
    const html = page({ values: { otherGains: '9500.50' }, done: 'Your circumstances are saved.' });
    expect(html).toContain('value="9500.50"');
    expect(html).toContain('action="/overview/2026/circumstances"');
    expect(html).toContain('name="form" value="f"');
    expect(html).toMatch(/role="status"[^>]*>Your circumstances are saved\./);
  });

  it('says which field is not a number or out of bounds, and keeps what was typed', () => {
    const faults = [
      { field: 'otherGains', text: 'Enter a number such as 1250.50.' },
      { field: 'municipalSurchargePercent', text: 'This number is not possible here.' },
    ];
    const html = page({ values: { otherGains: 'much' }, faults });
    expect(html).toMatch(/role="alert"[^]*href="#otherGains"[^]*href="#municipalSurchargePercent"/);
    expect(html).toContain('value="much"');
    expect(html).toContain('<title>Error: ');
  });

  it('has a field for the share in each account, folded away until one has a share or a fault', () => {
    const accounts = { listed: [{ id: 'a1', name: '<Kraken>' }], isComplete: false };
    const empty = page({ accounts });
    expect(plain(empty)).toContain('Your share in <Kraken>, percent');
    expect(plain(empty)).toContain('Only the first 1 accounts are listed here.');
    expect(empty).toContain('&lt;Kraken&gt;');
    expect(empty).not.toMatch(/<details[^>]*open/);
    const stored = page({ accounts, values: { ownedSharePercent: '50', 'share-a1': '33.3333' } });
    expect(stored).toMatch(/<details[^>]*open[^]*id="share-a1"[^]*value="33.3333"/);
    const faults = [{ field: 'share-a1', text: 'This number is not possible here.' }];
    expect(page({ accounts, faults })).toMatch(/<details[^>]*open/);
    const closed = plain(
      page({ accounts, closed: 'frozen', values: { ownedSharePercent: '50', 'share-a1': '0' } }),
    );
    expect(closed).toContain('Your share in all accounts, percent 50');
    expect(closed).toMatch(/Your share in <Kraken>, percent 0/);
  });

  it.each([
    ['locked', 'This year is locked'],
    ['frozen', 'This year was submitted: its circumstances cannot change.'],
  ] as const)('has no form for a year that is %s, whose circumstances it still shows', (closed, note) => {
    const html = page({ closed, values: { otherGains: '300' } });
    expect(plain(html)).toContain(note);
    expect(plain(html)).toContain('Gains on other financial assets €300.00');
    expect(html).not.toContain('action="/overview/2026/circumstances"');
  });
});
