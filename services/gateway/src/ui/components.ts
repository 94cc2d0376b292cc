/** Parts that several pages share. */
import { presentText } from '@ctx/domain/third-party-text';
import type { Scope } from '@ctx/domain/vocabulary';
import { type Content, html, type Html } from './html.ts';
import type { Language } from './language.ts';
import { TEXTS, type Texts } from './texts/texts.ts';

/** An error in a form. */
export interface Fault {
  /** The id of the field, or null for an error of the whole form. */
  readonly field: string | null;
  readonly text: string;
}

export interface FieldView {
  /** The id of the input, and its name unless it has another. */
  readonly id: string;
  /** For pages that have the same form several times. */
  readonly name?: string;
  readonly label: string;
  readonly type: 'text' | 'email' | 'password' | 'date';
  readonly value?: string;
  readonly hint?: string;
  readonly autocomplete: string;
  readonly isOptional?: boolean;
  /** Further attributes of the input. */
  readonly more?: Html;
}

/**
 * Returns an input with its label, its hint and its error. The first field with an error gets the focus, so that a screen reader
 * reads the error with it.
 */
export function field(view: FieldView, faults: readonly Fault[], language: Language): Html {
  const { id, label, type, value = '', hint, autocomplete, isOptional = false, more = null } = view;
  const fault = faults.find((each) => each.field === id);
  const describedBy = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(fault === undefined ? [] : [`${id}-fault`]),
  ].join(' ');
  const input = html`<input
    type="${type}"
    id="${id}"
    name="${view.name ?? id}"
    value="${value}"
    autocomplete="${autocomplete}"
    ${isOptional ? null : html`required`}
    ${describedBy === '' ? null : html`aria-describedby="${describedBy}"`}
    ${fault === undefined ? null : html`aria-invalid="true"`}
    ${fault !== undefined && fault === faults[0] ? html`autofocus` : null}
    ${more}
  />`;
  return html`<div class="field">
    <label for="${id}">
      ${label} ${isOptional ? html` <span class="optional">${TEXTS[language].general.optional}</span>` : null}
    </label>
    ${hint === undefined ? null : html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${fault === undefined ? null : html`<p class="fault" id="${id}-fault">${fault.text}</p>`}
    ${type === 'password' ? html`<div class="with-button">${input} ${showButton(id, label, language)}</div>` : input}
  </div>`;
}

export interface FileFieldView {
  readonly id: string;
  readonly label: Content;
  readonly hint: Content;
  /** Endings of the names of files that the browser offers. */
  readonly accept: string;
  readonly isOptional?: boolean;
  readonly isSeveral?: boolean;
  /** Further attributes of the input. What the script says about the chosen files has its place below the input. */
  readonly more?: Html | null;
}

/** Returns an input for a file with its label, its hint and its error. */
export function fileField(
  { id, label, hint, accept, isOptional = false, isSeveral = false, more = null }: FileFieldView,
  faults: readonly Fault[],
): Html {
  const fault = faults.find(({ field: faulty }) => faulty === id);
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <p class="hint" id="${id}-hint">${hint}</p>
    ${fault === undefined ? null : html`<p class="fault" id="${id}-fault">${fault.text}</p>`}
    <input
      type="file"
      id="${id}"
      name="${id}"
      accept="${accept}"
      ${isOptional ? null : html`required`}
      ${isSeveral ? html`multiple` : null}
      ${more}
      aria-describedby="${id}-hint${fault === undefined ? null : ` ${id}-fault`}"
      ${fault === undefined ? null : html`aria-invalid="true"`}
      ${fault !== undefined && fault === faults[0] ? html`autofocus` : null}
    />
    ${more === null ? null : html`<p class="small" id="${id}-chosen" aria-live="polite"></p>`}
  </div>`;
}

/** A choice of a list. */
export type Option = readonly [value: string, label: string];

/** Returns a list to choose from, with its label. `name` is another one than its id, for pages that have the same form several times. */
export function select(
  id: string,
  label: string,
  options: readonly Option[],
  chosen: string,
  fieldName = id,
): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${fieldName}">
      ${options.map(
        ([value, text]) =>
          html`<option value="${value}" ${value === chosen ? html`selected` : null}>${text}</option> `,
      )}
    </select>
  </div>`;
}

/** Returns a button that shows what is typed in a password field, for browsers that run scripts; hidden in others. */
function showButton(fieldId: string, label: string, language: Language): Html {
  return html`<button class="secondary" type="button" hidden aria-pressed="false" data-shows="${fieldId}">
    ${TEXTS[language].passwordField.show}<span class="for-readers"> ${label}</span>
  </button>`;
}

/** Returns the list of a form's errors, each with a link to its field. */
export function faultList(faults: readonly Fault[], language: Language): Html | null {
  const items = faults.map(({ field: id, text }) =>
    id === null ? html`${text}` : html`<a href="#${id}">${text}</a>`,
  );
  if (items.length <= 1)
    return items.length === 0 ? null : html`<p class="note bad" role="alert" id="form-fault">${items}</p>`;
  return html`<div class="note bad" role="alert" id="form-fault">
    <p>${TEXTS[language].general.faults}</p>
    <ul>
      ${items.map((each) => html`<li>${each}</li> `)}
    </ul>
  </div>`;
}

/** Returns the title of the window, which starts with "Error" for a form with errors. */
export function titleOf(title: string, faults: readonly Fault[], language: Language): string {
  return faults.length === 0 ? title : TEXTS[language].general.errorTitle.replace('{title}', () => title);
}

/** Returns a message about what the user has just done, which screen readers announce. */
export function notice(text: string | null): Html | null {
  return text === null ? null : html`<p class="note good" role="status">${text}</p>`;
}

/** The heading of a column; its cells are aligned to the right if they hold numbers. */
export type TableColumn = string | { readonly label: string; readonly isNumeric: true };

/** Returns the heading of a column of numbers. */
export function numeric(label: string): TableColumn {
  return { label, isNumeric: true };
}

/** Where a form with `data-previews` shows what its next page would say, while it is filled in. Empty without a script. */
export const PREVIEW = html`<div class="preview" role="status"></div>`;

export interface TableView {
  /** Only for screen readers: the heading above the table shows the same text. */
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  /** The first cell of a row is its header. */
  readonly rows: readonly (readonly Content[])[];
  /** Whether it stays a table on a narrow screen, for two short columns. */
  readonly isSmall?: boolean;
}

/**
 * Returns a table that becomes a list of named values on a narrow screen. It has explicit roles, as browsers drop the role of a
 * table that is displayed as blocks.
 */
export function table({ caption, columns, rows, isSmall = false }: TableView): Html {
  const labelOf = (column: TableColumn): string => (typeof column === 'string' ? column : column.label);
  const heading = (column: TableColumn): Html =>
    typeof column === 'string'
      ? html`<th role="columnheader" scope="col">${column}</th> `
      : html`<th class="numeric" role="columnheader" scope="col">${column.label}</th> `;
  const cell = (content: Content, index: number): Html => {
    const column = columns[index] ?? '';
    const value = html`<span class="cell-label" aria-hidden="true">${labelOf(column)}</span>
      <div class="cell">${content}</div>`;
    if (index === 0) return html`<th role="rowheader" scope="row">${value}</th> `;
    return typeof column === 'string'
      ? html`<td role="cell">${value}</td> `
      : html`<td class="numeric" role="cell">${value}</td> `;
  };
  return html`<table role="table" ${isSmall ? html`class="small-table"` : null}>
    <caption class="for-readers">
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(heading)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row) =>
          html`<tr role="row">
            ${row.map(cell)}
          </tr> `,
      )}
    </tbody>
  </table>`;
}

/** Returns a list of terms and values. */
export function facts(entries: readonly (readonly [term: Content, value: Content])[]): Html {
  return html`<dl>
    ${entries.map(
      ([term, value]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${value}</dd>
        </div> `,
    )}
  </dl>`;
}

/** Returns the scopes in plain words. */
export function scopesText({ scopes: texts }: Texts, scopes: readonly Scope[]): string {
  return scopes.includes('write') ? texts.readAndWrite : texts.readOnly;
}

const NAME_CHARACTERS_MAX = 100;

/** Returns a name from a third party: cleaned, shortened, and isolated from the text direction around it. */
export function name(text: string): Html {
  return html`<bdi>${nameText(text)}</bdi>`;
}

/** Returns a name as `name` does, without markup, for titles and labels. */
export function nameText(text: string): string {
  return presentText(text, NAME_CHARACTERS_MAX);
}

/** Returns a button that copies a field, for browsers that run scripts; hidden in others. `label` names what it copies. */
export function copyButton(
  {
    fieldId,
    statusId,
    label,
    isPrimary = false,
  }: {
    readonly fieldId: string;
    readonly statusId: string;
    readonly label?: string;
    readonly isPrimary?: boolean;
  },
  { copy, copied, notCopied }: Texts['codeBlock'],
): Html {
  return html`<button
    ${isPrimary ? null : html`class="secondary"`}
    type="button"
    hidden
    ${label === undefined ? null : html`aria-label="${label}"`}
    data-copies="${fieldId}"
    data-status="${statusId}"
    data-done="${copied}"
    data-failed="${notCopied}"
  >
    ${copy}
  </button>`;
}

/** Returns the actions below a secret that is shown once: a button that copies the field, if scripts run, and a link to continue. */
export function copyActions(fieldId: string, doneHref: string, texts: Texts['codeBlock']): Html {
  return html`<p class="actions">
    ${copyButton({ fieldId, statusId: 'copy-status', isPrimary: true }, texts)}
    <a class="button secondary" href="${doneHref}">${texts.done}</a>
    <span id="copy-status" role="status"></span>
  </p>`;
}
