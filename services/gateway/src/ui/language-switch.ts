/** The links that choose the language of the pages. */
import type { LANGUAGES } from '@ctx/domain/vocabulary';
import { html, type Html } from './html.ts';
import type { Language } from './language.ts';
import { PATHS } from './paths.ts';
import { TEXTS } from './texts/texts.ts';

/** Each language in its own words. */
const NAMES: Readonly<Record<Language, string>> = { en: 'English', nl: 'Nederlands', fr: 'Français' };
/** The order in which the languages are spoken in Belgium, English last. */
const ORDER = ['nl', 'fr', 'en'] as const satisfies readonly (typeof LANGUAGES)[number][];

/**
 * Returns the navigation with a link for each language. The links send their page's address to this service, which other links do
 * not (`Referrer-Policy: no-referrer`), so that the choice leads back to the same page.
 */
export function languageSwitch(language: Language): Html {
  const links = ORDER.map(
    (each) =>
      html`<li>
        <a
          href="${PATHS.language}/${each}"
          lang="${each}"
          hreflang="${each}"
          rel="nofollow"
          referrerpolicy="same-origin"
          ${each === language ? html`aria-current="true"` : null}
          >${NAMES[each]}</a
        >
      </li> `,
  );
  return html`<nav class="languages" aria-label="${TEXTS[language].language.title}">
    <ul>
      ${links}
    </ul>
  </nav>`;
}
