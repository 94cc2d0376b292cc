/** The source of a number or a rule of the law, as a list of terms: status, place, quotation, readers, day. */
import type { LawPlace, LawReader, LawSource } from '@ctx/domain/law/source';
import { type Content, fillText, html, type Html } from '../../ui/html.ts';
import { instantText, type Language } from '../../ui/language.ts';
import { PUBLIC_TEXTS } from './texts/texts.ts';

/** A term of a list and its content; null leaves the term out. */
export type Term = readonly [term: string, value: Content];

/** Returns a list of terms. */
export function termList(terms: readonly Term[]): Html {
  return html`<dl>
    ${terms
      .filter(([, value]) => value !== null)
      .map(
        ([term, value]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${value}</dd>
          </div> `,
      )}
  </dl>`;
}

/** Returns the source in words, with its article and margin. */
export function placeText(
  language: Language,
  { source, article, margin }: LawPlace & { margin?: string },
): string {
  const { law: texts } = PUBLIC_TEXTS[language];
  const place = source === 'TAX_RETURN' ? texts.part : texts.article;
  return [
    texts.sources[source],
    ...(article === null
      ? []
      : [fillText(place, { article: article.replace(/^part /, '').replace(' and ', ', ') })]),
    ...(margin === undefined ? [] : [fillText(texts.margin, { margin })]),
  ].join(', ');
}

/** Returns the status, and the day on which it was checked. */
export function statusText(language: Language, { status, checkedOn }: LawSource): Html {
  const { law: texts } = PUBLIC_TEXTS[language];
  const day = instantText(language, `${checkedOn}T12:00:00Z`, 'day');
  return html`${texts.statuses[status]}<br /><span class="small">${fillText(texts.checked, { day })}</span>`;
}

/** Returns what is known about a source. */
export function sourceTerms(language: Language, law: LawSource): Term[] {
  const { law: texts } = PUBLIC_TEXTS[language];
  const { alsoIn = [], quotation, readers = [] } = law;
  return [
    [texts.status, statusText(language, law)],
    [texts.source, placeText(language, law)],
    [texts.alsoIn, listOrNull(alsoIn.map((each) => placeText(language, each)))],
    [
      texts.quotation,
      quotation === undefined
        ? null
        : html`<q lang="en">${quotation.text}</q> (${texts.sources[quotation.source]})`,
    ],
    [texts.agree, readersOrNull(readers.filter(({ agrees }) => agrees))],
    [texts.disagree, readersOrNull(readers.filter(({ agrees }) => !agrees))],
  ];
}

function readersOrNull(readers: readonly LawReader[]): Html | null {
  return listOrNull(
    readers.map(({ name, address, quotation }) => {
      const { host } = new URL(address);
      const words = quotation === undefined ? null : html`: <q lang="en">${quotation}</q>`;
      return html`<a href="${address}" rel="noreferrer">${name} (${host})</a>${words}`;
    }),
  );
}

function listOrNull(items: readonly Content[]): Html | null {
  if (items.length === 0) return null;
  return html`<ul>
    ${items.map((item) => html`<li>${item}</li> `)}
  </ul>`;
}
