/** The numbers and the rules of the law one by one, each at an address of its own. */
import { anchorOf } from '@ctx/domain/law/anchor';
import type { Provision } from '@ctx/domain/law/provisions';
import type { OpenRuleCode } from '@ctx/domain/law/open-rules';
import type { LawRule } from '@ctx/domain/law/rules';
import { fill, fillText, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language } from '../../ui/language.ts';
import { euro } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { placeText, sourceTerms, type Term, termList } from './law-source-view.ts';
import { provisionValue } from './provision-value.ts';
import { PUBLIC_TEXTS } from './texts/texts.ts';

/** Returns the numbers of a year, each with its source. */
export function numberEntries(language: Language, provisions: readonly Provision[]): Html {
  const { law: texts } = PUBLIC_TEXTS[language];
  return html`<h2>${texts.numbersTitle}</h2>
    ${provisions.map(
      (row) =>
        html`<h3 id="${anchorOf(row.name)}">${texts.names[row.name]}</h3>
          ${termList([
            [texts.value, provisionValue(language, row)],
            [texts.indexing, indexingOf(language, row)],
            ...sourceTerms(language, row.law),
          ])} `,
    )}`;
}

/** Returns the rules: those that a source states, then those that are open, with what another reading changes in `year`. */
export function ruleEntries(language: Language, rules: readonly LawRule[], year: number): Html {
  const { law: texts } = PUBLIC_TEXTS[language];
  const isOpen = ({ law }: LawRule): boolean => law.status === 'ASSUMED';
  return html`<h2>${texts.statedTitle}</h2>
    ${rules.filter((rule) => !isOpen(rule)).map((rule) => ruleEntry(language, rule, year))}
    <h2>${texts.openTitle}</h2>
    <p>${texts.openLead}</p>
    ${rules.filter(isOpen).map((rule) => ruleEntry(language, rule, year))}`;
}

function ruleEntry(language: Language, rule: LawRule, year: number): Html {
  const { law: texts, ruleTexts } = PUBLIC_TEXTS[language];
  const terms: readonly Term[] = [
    [texts.otherReading, rule.other === null ? null : ruleTexts.others[rule.code as OpenRuleCode]],
    ...sourceTerms(language, rule.law),
    [texts.effect, rule.readings.length === 0 ? null : effectLink(language, year)],
  ];
  return html`<h3 id="${anchorOf(rule.code)}">${ruleTexts.rules[rule.code]}</h3>
    ${termList(terms)} `;
}

function effectLink(language: Language, year: number): Html {
  const { effectLink: text } = PUBLIC_TEXTS[language].law;
  return html`<a href="${PATHS.overview}/${String(year)}/readings">${fillText(text, { year })}</a>`;
}

function indexingOf(language: Language, { value, statutoryEur, indexation }: Provision): Html | null {
  if (indexation === null || statutoryEur === null) return null;
  const { law: texts } = PUBLIC_TEXTS[language];
  const { coefficient, exactEur, roundedToEur, roundedEur, law } = indexation;
  const indexed = fill(texts.indexed, {
    statutory: euro(language, statutoryEur),
    coefficient: decimalText(language, coefficient, false),
    exact: euro(language, exactEur),
    multiple: euro(language, roundedToEur),
    rounded: euro(language, roundedEur),
    source: placeText(language, law),
  });
  if (value === roundedEur) return indexed;
  return html`${indexed} ${fill(texts.notIndexed, { value: euro(language, value ?? '0') })}`;
}
