/** The page that shows what several files would bring in, and asks which of them to store. */
import type { FilePreview } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Visitor } from '../../http/visitor.ts';
import { name, nameText } from '../../ui/components.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { csrfField, settingsPage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { changeCount, previewContent } from './file-preview.ts';
import { type RejectedFile, rejections } from './files-view.ts';
import type { ReturnedFile } from './returned-file.ts';
import { FILES_TEXTS } from './texts/texts.ts';

/** A file that can be read. */
export interface LookedAtFile {
  readonly preview: FilePreview;
  readonly returned: ReturnedFile;
}

export interface SeveralView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly files: readonly LookedAtFile[];
  readonly rejected: readonly RejectedFile[];
  readonly timeZone: string;
  readonly signature: string;
}

/** Returns the page: each file with its counts and a tick, and one form for all. */
export function severalPage({
  language,
  visitor,
  files,
  rejected,
  timeZone,
  signature,
}: SeveralView): string {
  const texts = FILES_TEXTS[language].files;
  const title = texts.severalTitle.replace('{count}', String(files.length));
  const content = html`<h1>${title}</h1>
    <p class="lead">${texts.severalLead}</p>
    ${rejections(rejected, language)}
    <form method="post" action="${PATHS.files}/add-several">
      ${csrfField(visitor.csrfToken)}
      <input type="hidden" name="time-zone" value="${timeZone}" />
      <input type="hidden" name="signature" value="${signature}" />
      ${files.map((file, index) => fileSection(file, index, language))}
      <p class="small">${texts.lockedYears}</p>
      <p class="actions">
        <button type="submit">${texts.severalAdd}</button>
        <a class="button secondary" href="${PATHS.files}">${TEXTS[language].general.cancel}</a>
      </p>
    </form>`;
  return settingsPage({ language, title, visitor, section: 'files', content });
}

const RETURNED = ['name', 'sha256', 'content'] as const;

function fileSection({ preview, returned }: LookedAtFile, index: number, language: Language): Html {
  const { severalFile } = FILES_TEXTS[language].files;
  const number = String(index);
  const values = { number: index + 1, name: name(returned.name) };
  const hidden = RETURNED.map(
    (field) => html`<input type="hidden" name="${field}-${number}" value="${returned[field]}" /> `,
  );
  return html`<section aria-labelledby="file-${number}">
    <h2 id="file-${number}">${fill(severalFile, values)}</h2>
    ${hidden} ${tick(preview, returned, number, language)} ${previewContent(preview, language, `-${number}`)}
  </section>`;
}

/** Returns the tick of a file: preset, unless it would bring in nothing or what may be stored already. */
function tick(
  preview: FilePreview,
  { name: fileName }: ReturnedFile,
  number: string,
  language: Language,
): Html {
  const texts = FILES_TEXTS[language].files;
  if (changeCount(preview) === 0) return html`<p class="note">${texts.severalNothing}</p>`;
  const isAlike = (preview.transactions?.lookalikes ?? []).length > 0;
  return html`${isAlike ? html`<input type="hidden" name="alike-${number}" value="true" />` : null}
    <p class="choice">
      <label>
        <input
          type="checkbox"
          name="add-${number}"
          value="true"
          aria-label="${texts.severalTick}: ${nameText(fileName)}"
          ${isAlike ? null : html`checked`}
        />
        ${texts.severalTick}
      </label>
    </p>
    ${isAlike ? html`<p class="small">${texts.severalAlike}</p>` : null}`;
}
