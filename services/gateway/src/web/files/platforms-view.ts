/** Which platforms a person uses, and where each offers its files. What is ticked is in the address only: nothing is stored. */
import type { FileFormat } from '@ctx/proto/gen/ctx/v1/corrections';
import { nameText } from '../../ui/components.ts';
import { html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { PATHS } from '../../ui/paths.ts';
import { formatText } from '../../ui/format-text.ts';
import { FILES_TEXTS } from './texts/texts.ts';

/** Returns the platforms of a query that have a format, in the order of the list. */
export function platformsOf(asked: unknown, formats: readonly FileFormat[]): readonly string[] {
  const wanted = new Set([asked].flat());
  return namesOf(formats).filter((platform) => wanted.has(platform));
}

/** Returns the section: platforms to tick, and below them where the ticked ones offer their files. */
export function platformsSection(
  formats: readonly FileFormat[],
  chosen: readonly string[],
  isOpen: boolean,
  language: Language,
): Html {
  const { platforms: texts } = FILES_TEXTS[language];
  return html`<section class="card" aria-labelledby="platforms">
    <h2 id="platforms">${texts.title}</h2>
    <details ${isOpen ? html`open` : null}>
      <summary>${texts.show}</summary>
      <form method="get" action="${PATHS.files}">
        <fieldset>
          <legend>${texts.legend}</legend>
          <div class="choices">
            ${namesOf(formats).map((platform) => tick(platform, chosen.includes(platform)))}
          </div>
        </fieldset>
        <p class="actions"><button type="submit" class="secondary">${texts.where}</button></p>
      </form>
    </details>
    ${chosen.map((platform) => guide(platform, formats, language))}
    ${chosen.length === 0 ? null : html`<p><a href="#new">${texts.then}</a></p>`}
    <p class="small">${texts.notListed}</p>
  </section>`;
}

function namesOf(formats: readonly FileFormat[]): readonly string[] {
  const names = new Set(formats.map(({ platform }) => platform));
  return [...names].toSorted((one, other) => one.localeCompare(other, 'en'));
}

function tick(platform: string, isTicked: boolean): Html {
  return html`<label>
    <input type="checkbox" name="platform" value="${platform}" ${isTicked ? html`checked` : null} />
    ${nameText(platform)}
  </label> `;
}

function guide(platform: string, formats: readonly FileFormat[], language: Language): Html {
  const items = formats
    .filter((format) => format.platform === platform)
    .map((format) => {
      const { title, download } = formatText(format, language);
      return html`<li>
        <p class="what">${title}</p>
        <p>${download}</p>
      </li> `;
    });
  return html`<h3>${nameText(platform)}</h3>
    <ul class="entries">
      ${items}
    </ul>`;
}
