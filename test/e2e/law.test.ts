/** The law over REST, over MCP and on its page: the numbers that figures are computed with, and their sources. */
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@ctx/domain/vocabulary';
import { anchorOf } from '@ctx/domain/law/anchor';
import { platformAnchor, platforms } from '@ctx/domain/law/platforms';
import { PROVISIONS, provisionsOf } from '@ctx/domain/law/provisions';
import { lawRules, RULES } from '@ctx/domain/law/rules';
import { shownPlatform, shownProvision, shownRule } from '@ctx/domain/law/shown';
import { ok } from '../api/client.ts';
import { startBrowser } from '../browser/chromium.ts';
import { TOO_WIDE, violations } from '../browser/page-faults.ts';
import { useStack, useUser } from './kit.ts';
import { Person, textOf } from './settings/person.ts';
import { PUBLIC_TEXTS } from '../../services/gateway/src/web/public/texts/texts.ts';

const stack = useStack();
const user = useUser(stack);

describe('GET /api/v1/law', () => {
  it('has `provisions`, `firstTaxedYear` and `lastPublishedForm`', async () => {
    const law = await ok(user.api.GET('/api/v1/law'));
    expect(law).toMatchObject({ firstTaxedYear: 2026, lastPublishedForm: 2025 });
    expect(law.provisions).toHaveLength(provisionsOf().length);
  });

  it('has every field of each number: its value by year, its amount in the statute, its source and what is assumed', async () => {
    const { provisions } = await ok(user.api.GET('/api/v1/law'));
    const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));
    const shown = provisionsOf().map((row) => {
      const record = shownProvision(row, null);
      return {
        ...record,
        statutoryEur: numberOf(record.statutoryEur),
        index: numberOf(record.index),
        indexation: undefined,
      };
    });
    expect(provisions.map((row) => ({ ...row, indexation: undefined }))).toEqual(shown);
  });

  it('has how the exemption is indexed: coefficient, exact amount and rounding', async () => {
    const { provisions } = await ok(user.api.GET('/api/v1/law'));
    expect(provisions.find(({ name }) => name === 'EXEMPTION')).toMatchObject({
      statutoryEur: 4855,
      indexation: {
        coefficient: 2.0592,
        exactEur: 9997.42,
        roundedToEur: 10,
        roundedEur: 10_000,
        source: 'Circular 2026/C/74 of 22 July 2026',
        article: '178',
      },
    });
  });

  it('has every rule with its source, and no reading of one that a source states', async () => {
    const { rules = [] } = await ok(user.api.GET('/api/v1/law'));
    expect(rules).toEqual(lawRules().map(shownRule));
    const stated = rules.filter(({ status }) => status === 'CONFIRMED');
    expect(stated.map(({ code }) => code)).toContain('HIGHER_COST_MAKES_NO_LOSS');
    for (const { otherReading, readings } of stated)
      expect([otherReading, readings]).toEqual([undefined, undefined]);
  });

  it('has the platforms by time, and with a year the company of each at its end', async () => {
    const { platforms: all } = await ok(user.api.GET('/api/v1/law'));
    expect(all).toEqual(platforms().map(shownPlatform));
    const ofYear = await ok(user.api.GET('/api/v1/law', { params: { query: { year: 2024 } } }));
    expect(ofYear.platforms).toEqual(platforms(2024).map(shownPlatform));
    expect(ofYear.platforms?.find(({ name }) => name === 'KuCoin')).toMatchObject({ country: 'SC' });
  });

  it('with a year has one row for each name that applies, and says what is taken from an earlier year', async () => {
    const inYear = async (year: number) =>
      (await ok(user.api.GET('/api/v1/law', { params: { query: { year } } }))).provisions;
    expect((await inYear(2026)).map(({ name }) => name)).toEqual(PROVISIONS);
    const later = (await inYear(2027)).find(({ name }) => name === 'EXEMPTION');
    expect(later).toMatchObject({ fromYear: 2026, status: 'ASSUMED', assumption: 'LAST_AMOUNT_REUSED' });
  });
});

describe('The page of the law', () => {
  it.each(LANGUAGES.map((language) => [language]))(
    'shows every number and its source to anyone, in %s',
    async (language) => {
      const { law: texts } = PUBLIC_TEXTS[language];
      const { status, html } = await new Person(stack.ready().baseUrl, language).get('/law');
      expect(status).toBe(200);
      const text = textOf(html);
      // The text of the page has a plain space for each of its non-breaking ones.
      for (const name of PROVISIONS) expect(text).toContain(texts.names[name].replaceAll('\u00a0', ' '));
      for (const each of [texts.statuses.ASSUMED, texts.sources.LAW_2026, '1444-11'])
        expect(text).toContain(each);
    },
  );

  it('has each number and rule of a year at an address of its own', async () => {
    const { html } = await new Person(stack.ready().baseUrl, 'en').get('/law?year=2027');
    expect(textOf(html)).toContain('Income year 2027');
    for (const name of [...PROVISIONS, ...RULES]) expect(html).toContain(`<h3 id="${anchorOf(name)}">`);
    for (const each of platforms(2027)) expect(html).toContain(`id="${platformAnchor(each)}"`);
    for (const wrong of ['20270', '1066', '2027x', '<b>']) {
      const shown = await new Person(stack.ready().baseUrl, 'en').get(
        `/law?year=${encodeURIComponent(wrong)}`,
      );
      expect([wrong, shown.status]).toEqual([wrong, 200]);
      expect(shown.html).not.toContain('<b>');
    }
  });

  it('has no accessibility violation and fits on a screen of 320 px', async () => {
    const browser = await startBrowser();
    try {
      const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
      await page.goto(`${stack.ready().baseUrl}/law`);
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(TOO_WIDE)).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
