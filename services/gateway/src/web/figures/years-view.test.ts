import { describe, expect, it } from '@jest/globals';
import { parseEur } from '@ctx/domain/decimal';
import { exampleOf, plain, VISITOR } from '../../../test/views.ts';
import { yearsPage, type YearsView } from './years-view.ts';

const euros = (low: number, high = low) => ({ low: parseEur(String(low)), high: parseEur(String(high)) });
const OWED: YearsView['owed'] = new Map([
  [2026, euros(25)],
  [2025, euros(160, 240)],
]);

function page(years: YearsView['years'], owed = OWED): string {
  const questions = new Map([[2026, 17]]);
  return yearsPage({ language: 'en', visitor: VISITOR, years, owed, questions, upgradeUrl: '/upgrade' });
}
/** The exact year 2026, and the locked year 2025. */
const { years: YEARS } = exampleOf('getSummary');

describe('the page of all years', () => {
  it('shows the gains, the income and what is owed after the exemption for each year', () => {
    const html = page(YEARS.slice(0, 1));
    expect(plain(html)).toMatch(/Gains €1,250\.00 Income €0\.00 Tax owed €25\.00 .* In your plan/);
    expect(html).toContain('href="/overview/2026"');
    expect(html).not.toContain('Unlock a year');
  });

  it('shows a locked year as a hatched range with a link that unlocks it', () => {
    const html = page(YEARS);
    expect(plain(html)).toMatch(
      /Unlock a year .* Gains €1,600\.00 to €2,400\.00 .* Tax owed €160\.00 to €240\.00 .* Locked/,
    );
    expect(html).toContain('<a class="button" href="/upgrade">');
    expect(html).toContain('fill="url(#hatch)"');
  });

  it('says that what is owed is unknown, in the table and without a bar', () => {
    const html = page(YEARS.slice(0, 1), new Map([[2026, null]]));
    expect(plain(html)).toContain('Tax owed Unknown');
    expect(plain(html)).not.toContain('€25.00');
    expect(html.match(/<rect class="tax"/g) ?? []).toHaveLength(0);
  });

  it('says beside the figures of which years something is missing', () => {
    const html = page(YEARS);
    expect(plain(html)).toContain('2026 : 1 of 3 transactions has no value yet: this figure will change.');
    expect(plain(html)).not.toMatch(/2025 :/);
    expect(plain(page(YEARS.slice(1)))).not.toContain('this figure');
  });

  it('links the open questions of each year that has any', () => {
    const html = page(YEARS);
    expect(html).toContain('<a href="/inbox?year=2026">17</a>');
    expect(html).not.toContain('href="/inbox?year=2025"');
  });

  it('marks a submitted year', () => {
    expect(plain(page(YEARS.map((year) => ({ ...year, frozen: true }))))).toContain('In your plan Submitted');
  });

  it('names the first step where there is no year', () => {
    expect(plain(page([]))).toContain('There are no transactions yet. First add a wallet');
  });
});
