import { LANGUAGES } from '@ctx/domain/vocabulary';
import { LAW_PAGES, servedPathOf } from '@ctx/domain/law/pages';
import { PROVISIONS, provisionsOf } from '@ctx/domain/law/provisions';
import { lawRules, RULES } from '@ctx/domain/law/rules';
import { anchorOf } from '@ctx/domain/law/anchor';
import { describe, expect, it } from '@jest/globals';
import { plain } from '../../../test/views.ts';
import { ruleLink } from '../../ui/law-rules.ts';
import type { Language } from '../../ui/language.ts';
import { lawPage } from './law-view.ts';
import { PUBLIC_TEXTS } from './texts/texts.ts';

const page = (language: Language, year = 2026): string =>
  lawPage({
    language,
    visitor: null,
    year,
    presentYear: 2026,
    provisions: provisionsOf(),
    rules: lawRules(),
  });

/** Returns what a page says of one number or rule. */
const entry = (document: string, id: string): string =>
  plain((document.split(`<h3 id="${id}">`)[1] ?? '').split(/<h[23]/)[0]!);

describe('the page of the law', () => {
  it.each(LANGUAGES)('in %s has each number and each rule once, at an address of its own', (language) => {
    const ids = [...page(language).matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const name of [...PROVISIONS, ...RULES]) expect(ids).toContain(anchorOf(name));
  });

  it('shows coefficient, base amount and rounding, and no quotient', () => {
    const document = page('en');
    expect(entry(document, 'exemption')).toContain('€4,855.00 × 2.0592 = €9,997.42');
    expect(entry(document, 'exemption-carried-a-year')).toMatch(/€990\.00.* have €1,000\.00/);
    expect(entry(document, 'exemption-carried-a-year')).toContain('Law of 6 April 2026 itself, art. 33');
    expect(document).not.toContain('2.0597');
  });

  it('shows the code of foreign accounts as confirmed, and the duty as open with its other reading', () => {
    const document = page('en', 2025);
    expect(entry(document, 'foreign-account-code')).toContain('Confirmed');
    const duty = entry(document, 'foreign-exchanges');
    for (const text of [
      'Assumed',
      'Other reading Accounts for crypto-assets need not be declared.',
      'not explicitly required by law to declare crypto accounts',
      'at a foreign bank, exchange, credit or savings institution',
    ])
      expect(duty).toContain(text);
    expect(document).toContain(
      'href="https://www.aeacus.be/en/post/do-you-have-to-declare-crypto-accounts-in-belgium"',
    );
  });

  it('shows a stated rule with its margin, and neither another reading nor what it would change', () => {
    const { law: texts } = PUBLIC_TEXTS.en;
    const rule = entry(page('en'), 'higher-cost-makes-no-loss');
    expect(rule).toContain('Confirmed');
    expect(rule).toContain('Circular 2026/C/74 of 22 July 2026, art. 102, margin 167');
    for (const doubt of [texts.otherReading, texts.effect]) expect(rule).not.toContain(doubt);
  });

  it('links what another reading changes in the year that is shown', () => {
    const rule = page('en', 2027).split('<h3 id="lots-fifo-over-taxpayer">')[1]!.split('<h3')[0];
    expect(rule).toContain('href="/overview/2027/readings"');
  });

  it('shows the company and the country of a platform at the end of the year that is shown', () => {
    const { title } = PUBLIC_TEXTS.en.law.platforms;
    const rowsOf = (year: number): string =>
      plain(page('en', year).split(`<h2>${title}</h2>`)[1]!.split('</table>')[0]!);
    expect(rowsOf(2024)).toContain('Country Seychelles');
    expect(rowsOf(2026)).toContain('Company KuCoin EU Exchange GmbH Country Austria');
    expect(rowsOf(2026)).toContain('until 30 Jun 2026');
  });

  it('links the other income years', () => {
    const years = [...page('en', 2026).matchAll(/href="\/law\?year=(\d+)"/g)].map(([, year]) => year);
    expect(years).toEqual(['2024', '2025', '2027']);
  });

  it.each(LANGUAGES)(
    'in %s has a place for every rule that a figure refers to, and no address of the API',
    (language) => {
      const html = page(language);
      for (const page of Object.values(LAW_PAGES)) {
        const [, id = ''] =
          /#([\w-]+)"/.exec(String(ruleLink(`https://tax.example${servedPathOf(page)}`, language))) ?? [];
        expect(html).toContain(`<h3 id="${id}">`);
      }
      expect(plain(html)).not.toMatch(/GET |\/api\/|docs\/|\.md/);
      expect(ruleLink('newer', language)).toBeNull();
    },
  );
});
