/** The rules by which figures are computed: a section of the page of the law, and links to it. */
import { LAW_PAGES, servedPathOf } from '@ctx/domain/law/pages';
import { html, type Html } from './html.ts';
import type { Language } from './language.ts';
import { PATHS } from './paths.ts';
import { TEXTS } from './texts/texts.ts';

type RuleName = keyof typeof LAW_PAGES;
const RULE_NAMES = Object.keys(LAW_PAGES) as RuleName[];

const idOf = (rule: RuleName): string => `rule-${rule.toLowerCase().replaceAll('_', '-')}`;

/** Returns a link to the rule at the address of a page of the documentation; null for a page of a newer version. */
export function ruleLink(page: string, language: Language): Html | null {
  const rule = RULE_NAMES.find((name) => page.endsWith(servedPathOf(LAW_PAGES[name])));
  if (rule === undefined) return null;
  return html`<a href="${PATHS.law}#${idOf(rule)}">${TEXTS[language].lawRules.rules[rule].title}</a>`;
}

/** Returns the section with every rule. */
export function rulesOfLaw(language: Language): Html {
  const { title, rules } = TEXTS[language].lawRules;
  return html`<h2>${title}</h2>
    ${RULE_NAMES.map(
      (rule) =>
        html`<h3 id="${idOf(rule)}">${rules[rule].title}</h3>
          <p>${rules[rule].text}</p> `,
    )}`;
}
