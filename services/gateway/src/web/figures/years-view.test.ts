import { describe, expect, it } from '@jest/globals';
import { exampleOf, plain, VISITOR } from '../../../test/views.ts';
import { yearsPage, type YearsView } from './years-view.ts';

function page(years: YearsView['years']): string {
  const questions = new Map([[2026, 17]]);
  return yearsPage({ language: 'en', visitor: VISITOR, years, questions, upgradeUrl: '/upgrade' });
}
/** The exact year 2026, and the locked year 2025. */
const { years: YEARS } = exampleOf('getSummary');

describe('the page of all years', () => {
  it('shows the gains, the income and the tax of each year', () => {
    const html = page(YEARS.slice(0, 1));
    expect(plain(html)).toMatch(/Gains €1,250\.00 Income €0\.00 Total tax €125\.00 .* Paid/);
    expect(html).toContain('href="/overview/2026"');
    expect(html).not.toContain('Unlock a year');
  });

  it('shows a locked year as a hatched range with a link that unlocks it', () => {
    const html = page(YEARS);
    expect(plain(html)).toMatch(/Unlock a year .* Gains €1,600\.00 to €2,400\.00 .* Locked/);
    expect(html).toContain('<a class="button" href="/upgrade">');
    expect(html).toContain('fill="url(#hatch)"');
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
    expect(plain(page(YEARS.map((year) => ({ ...year, frozen: true }))))).toContain('Paid Submitted');
  });

  it('names the first step where there is no year', () => {
    expect(plain(page([]))).toContain('There are no transactions yet. First add a wallet');
  });
});
