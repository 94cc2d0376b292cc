/** The page that shows what several files would bring in, and asks which of them to store. */
import type { FilePreview } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Visitor } from '../../http/visitor.ts';
import { name, nameText, notice } from '../../ui/components.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { csrfField, hiddenFields, settingsPage } from '../../ui/layout.ts';
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
  /** Place among the files that were looked at together, from 0, also counting those that cannot be read. */
  readonly place: number;
}

export interface SeveralView {
  readonly language: Language;
  readonly visitor: Visitor;
  /** What was added in the step before; null after nothing. */
  readonly done: string | null;
  readonly files: readonly LookedAtFile[];
  /** Files for which there was no time: the next step shows them. */
  readonly waiting: readonly ReturnedFile[];
  readonly rejected: readonly RejectedFile[];
  readonly timeZone: string;
  readonly signature: string;
}

/** Returns the page: each file with its counts and a tick, and one form for all. */
export function severalPage(view: SeveralView): string {
  const { language, visitor, files, waiting, rejected, timeZone, signature, done } = view;
  const texts = FILES_TEXTS[language].files;
  const title = texts.severalTitle;
  const button =
    waiting.length === 0 ? texts.severalAdd : files.length === 0 ? texts.severalLook : texts.severalAddNext;
  const content = html`<h1>${title}</h1>
    ${notice(done)}
    <p class="lead">${texts.severalLead}</p>
    ${rejections(rejected, language)}
    <form method="post" action="${PATHS.files}/add-several">
      ${csrfField(visitor.csrfToken)}
      ${hiddenFields({ 'time-zone': timeZone, signature, waiting: String(waiting.length) })}
      ${files.map((file, index) => fileSection(file, index, view))} ${waitingFiles(view)}
      <p class="small">${texts.lockedYears}</p>
      <p class="actions">
        <button type="submit">${button}</button>
        <a class="button secondary" href="${PATHS.files}">${TEXTS[language].general.cancel}</a>
      </p>
    </form>`;
  return settingsPage({ language, title, visitor, section: 'files', content });
}

/** Returns the hidden fields that send a file back. */
function returnedFields({ name: fileName, sha256, content }: ReturnedFile, index: number): readonly Html[] {
  const of = String(index);
  return hiddenFields({ [`name-${of}`]: fileName, [`sha256-${of}`]: sha256, [`content-${of}`]: content });
}

function waitingFiles({ language, files, waiting }: SeveralView): Html | null {
  if (waiting.length === 0) return null;
  const { severalWaiting } = FILES_TEXTS[language].files;
  return html`<div class="note">
    <p>${severalWaiting}</p>
    <ul>
      ${waiting.map((file) => html`<li>${name(file.name)}</li> `)}
    </ul>
    ${waiting.map((file, index) => returnedFields(file, files.length + index))}
  </div>`;
}

function fileSection(file: LookedAtFile, index: number, { language, files }: SeveralView): Html {
  const { severalFile } = FILES_TEXTS[language].files;
  const { preview, returned } = file;
  const number = String(index);
  const values = { number: index + 1, name: name(returned.name) };
  return html`<section aria-labelledby="file-${number}">
    <h2 id="file-${number}">${fill(severalFile, values)}</h2>
    ${returnedFields(returned, index)} ${tick(file, number, language)} ${overlaps(file, files, language)}
    ${previewContent(preview, language, `-${number}`)}
  </section>`;
}

/** Returns which transactions of a file the files before it have. */
function overlaps(
  { preview }: LookedAtFile,
  files: readonly LookedAtFile[],
  language: Language,
): Html | null {
  const { severalSame, severalLike } = FILES_TEXTS[language].files;
  const items = preview.earlier.flatMap(({ file, same, alike }) => {
    const index = files.findIndex(({ place }) => place === file);
    const values = { number: index + 1, name: name(files[index]?.returned.name ?? '') };
    return [
      ...(same > 0 ? [fill(severalSame, { ...values, count: same })] : []),
      ...(alike > 0 ? [fill(severalLike, { ...values, count: alike })] : []),
    ];
  });
  if (items.length === 0) return null;
  return html`<ul class="note">
    ${items.map((item) => html`<li>${item}</li> `)}
  </ul>`;
}

/** Returns the tick of a file: preset, unless it would bring in nothing or what may be there already. */
function tick({ preview, returned }: LookedAtFile, number: string, language: Language): Html {
  const texts = FILES_TEXTS[language].files;
  if (changeCount(preview) === 0) return html`<p class="note">${texts.severalNothing}</p>`;
  const doubt = doubtOf(preview, language);
  return html`<p class="choice">
      <label>
        <input
          type="checkbox"
          name="add-${number}"
          value="true"
          aria-label="${texts.severalTick}: ${nameText(returned.name)}"
          ${doubt === null ? html`checked` : null}
        />
        ${texts.severalTick}
      </label>
    </p>
    ${doubt === null ? null : html`<p class="small">${doubt}</p>`}`;
}

/** Returns why a file is not ticked; null if it is. */
function doubtOf({ transactions, earlier }: FilePreview, language: Language): string | null {
  const texts = FILES_TEXTS[language].files;
  const { added = 0, changed = 0, lookalikes = [], undone } = transactions ?? {};
  if (lookalikes.length > 0) return texts.severalAlike;
  if (earlier.some(({ alike }) => alike > 0)) return texts.severalAlikeEarlier;
  return added + changed + (undone?.removed ?? 0) === 0 ? texts.severalKnown : null;
}
