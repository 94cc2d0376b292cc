/** The platforms on the page of the law, as they were at the end of a year. */
import { type Platform, platformAnchor } from '@ctx/domain/law/platforms';
import { table } from '../../ui/components.ts';
import { fillText, html, type Html } from '../../ui/html.ts';
import { countryName, instantText, type Language } from '../../ui/language.ts';
import { PUBLIC_TEXTS } from './texts/texts.ts';

/** Returns the table of the platforms of a year. */
export function platformTable(language: Language, year: number, platforms: readonly Platform[]): Html {
  const { law } = PUBLIC_TEXTS[language];
  const texts = law.platforms;
  return html`<h2>${texts.title}</h2>
    <p>${fillText(texts.lead, { year })}</p>
    ${table({
      caption: texts.title,
      columns: [texts.platform, texts.company, texts.country, texts.licence, texts.period, law.source],
      rows: platforms.map((each) => [
        html`<span id="${platformAnchor(each)}">${each.name}</span>`,
        each.company ?? texts.unknown,
        countryName(language, each.country),
        each.licence ?? texts.unknown,
        periodOf(language, each),
        sourceOf(language, each),
      ]),
    })}`;
}

function periodOf(language: Language, { from, until }: Platform): string {
  const { platforms: texts } = PUBLIC_TEXTS[language].law;
  const parts = [
    from === null ? null : fillText(texts.from, { day: dayText(language, from) }),
    until === null ? null : fillText(texts.until, { day: dayText(language, until) }),
  ].filter((part) => part !== null);
  return parts.length === 0 ? texts.unknown : parts.join(' ');
}

function sourceOf(language: Language, { source: { title, address }, checkedOn }: Platform): Html {
  const { law } = PUBLIC_TEXTS[language];
  const checked = fillText(law.checked, { day: dayText(language, checkedOn) });
  const name =
    address === null ? law.platforms.terms : html`<a href="${address}" rel="noreferrer">${title}</a>`;
  return html`${name}<br /><span class="small">${checked}</span>`;
}

function dayText(language: Language, day: string): string {
  return instantText(language, `${day}T12:00:00Z`, 'day');
}
