/** What the figures of a year lack, beside them on its page. */
import { type Lacks, lackDetails, lackHeadline, provenText } from '../../reports/completeness.ts';
import { REPORT_TEXTS } from '../../reports/texts/texts.ts';
import { html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { wholeAmounts } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

/** A year with what its figures lack. */
interface YearWithLacks {
  readonly year: number;
  readonly completeness?: Lacks | undefined;
}

/** Tells whether most of the figures of a year are unknown, so that no figure is shown in large type. */
export function isUnsure({ completeness }: YearWithLacks): boolean {
  return completeness?.mostlyUnknown ?? false;
}

/** Returns the class of figures: smaller where they are unsure. */
export function figuresClass(of: YearWithLacks): string {
  return isUnsure(of) ? 'figures unsure' : 'figures';
}

/** Returns the sentence about a year of which most is unknown, in place of one about its gains. */
export function unsureText(language: Language, { year }: YearWithLacks): string {
  return REPORT_TEXTS[language].completeness.unsure.replace('{year}', String(year));
}

/** Returns what the figures of a year lack, and a link to answer it; null if nothing is missing. */
export function lackNote(language: Language, { year, completeness }: YearWithLacks): Html | null {
  if (completeness === undefined) return null;
  const headline = lackHeadline(language, completeness);
  if (headline === null) return null;
  const details = lackDetails(language, completeness);
  return html`<div class="note bad">
    <p>${headline}</p>
    ${
      details.length === 0
        ? null
        : html`<ul>
            ${details.map((each) => html`<li>${wholeAmounts(each)}</li> `)}
          </ul>`
    }
    <p><a href="${PATHS.inbox}?year=${String(year)}">${FIGURES_TEXTS[language].year.allIssues}</a></p>
  </div>`;
}

/** Returns how many accounts balances prove, with a link to them; null where no balance is known. */
export function provenNote(language: Language, { completeness }: YearWithLacks): Html | null {
  const proven = completeness === undefined ? null : provenText(language, completeness);
  return proven === null ? null : html`<p class="small"><a href="${PATHS.accounts}">${proven}</a></p>`;
}

/** Returns a sentence for each year whose figures lack something. */
export function lackOfYears(language: Language, years: readonly YearWithLacks[]): Html | null {
  const items = years.flatMap(({ year, completeness }) => {
    const headline = completeness === undefined ? null : lackHeadline(language, completeness);
    return headline === null
      ? []
      : [html`<li><a href="${PATHS.overview}/${String(year)}">${String(year)}</a>: ${headline}</li> `];
  });
  return items.length === 0
    ? null
    : html`<div class="note bad">
        <ul>
          ${items}
        </ul>
      </div>`;
}
