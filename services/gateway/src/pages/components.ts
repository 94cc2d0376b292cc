/** Parts that several pages are made of. */
import { presentText } from '@ctx/common/domain/third-party-text';
import type { Scope } from '@ctx/common/domain/vocabulary';
import { type Content, html, type Html } from './html.ts';
import type { Language } from './language.ts';
import { TEXTS, type Texts } from './texts/texts.ts';

/** What is wrong with a form: the field by its id, or null for the form as a whole. */
export interface Fault {
  readonly field: string | null;
  readonly text: string;
}

export interface FieldView {
  /** Also its name. */
  readonly id: string;
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
 * An input with its label, its hint and what is wrong with it. The first faulty field of a form takes the focus, where a
 * screen reader reads the fault with it.
 */
export function field(view: FieldView, faults: readonly Fault[], language: Language): Html {
  const { id, label, type, value = '', hint, autocomplete, isOptional = false, more = null } = view;
  const fault = faults.find((each) => each.field === id);
  const describedBy = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(fault === undefined ? [] : [`${id}-fault`]),
  ].join(' ');
  return html`<div class="field">
    <label for="${id}">
      ${label} ${isOptional ? html` <span class="optional">${TEXTS[language].general.optional}</span>` : null}
    </label>
    ${hint === undefined ? null : html`<p class="hint" id="${id}-hint">${hint}</p>`}
    ${fault === undefined ? null : html`<p class="fault" id="${id}-fault">${fault.text}</p>`}
    <input
      type="${type}"
      id="${id}"
      name="${id}"
      value="${value}"
      autocomplete="${autocomplete}"
      ${isOptional ? null : html`required`}
      ${describedBy === '' ? null : html`aria-describedby="${describedBy}"`}
      ${fault === undefined ? null : html`aria-invalid="true"`}
      ${fault !== undefined && fault === faults[0] ? html`autofocus` : null}
      ${more}
    />
  </div>`;
}

/** All that is wrong with a form, above it; each leads to its field. */
export function faultList(faults: readonly Fault[], language: Language): Html | null {
  const says = faults.map(({ field: id, text }) =>
    id === null ? html`${text}` : html`<a href="#${id}">${text}</a>`,
  );
  if (says.length <= 1)
    return says.length === 0 ? null : html`<p class="note bad" role="alert" id="form-fault">${says}</p>`;
  return html`<div class="note bad" role="alert" id="form-fault">
    <p>${TEXTS[language].general.faults}</p>
    <ul>
      ${says.map((each) => html`<li>${each}</li> `)}
    </ul>
  </div>`;
}

/** The title of the window: a faulty form says so first. */
export function titleOf(title: string, faults: readonly Fault[], language: Language): string {
  return faults.length === 0 ? title : TEXTS[language].general.errorTitle.replace('{title}', () => title);
}

/** What was just done, for a screen reader too. */
export function notice(text: string | null): Html | null {
  return text === null ? null : html`<p class="note good" role="status">${text}</p>`;
}

export interface TableView {
  /** Heard, not seen: the heading above says it to the eye. */
  readonly caption: string;
  readonly columns: readonly string[];
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly Content[])[];
  /** Whether it stays a table where it is narrow: two short columns. */
  readonly isSmall?: boolean;
}

/**
 * A table that becomes a list of named values where it is narrow. Its roles are spelled out: a table that is shown as
 * blocks is none any more for browsers.
 */
export function table({ caption, columns, rows, isSmall = false }: TableView): Html {
  const cell = (content: Content, index: number): Html => {
    const value = html`<span class="cell-label" aria-hidden="true">${columns[index] ?? ''}</span>
      <div class="cell">${content}</div>`;
    return index === 0
      ? html`<th role="rowheader" scope="row">${value}</th> `
      : html`<td role="cell">${value}</td> `;
  };
  return html`<table role="table" ${isSmall ? html`class="small-table"` : null}>
    <caption class="for-readers">
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map((label) => html`<th role="columnheader" scope="col">${label}</th> `)}
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

/** Terms and what they stand for. */
export function facts(entries: readonly (readonly [term: string, value: Content])[]): Html {
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

/** Scopes in plain words. */
export function scopesText({ scopes: texts }: Texts, scopes: readonly Scope[]): string {
  return scopes.includes('write') ? texts.readAndWrite : texts.readOnly;
}

const NAME_CHARACTERS_MAX = 100;

/** A name that somebody else chose: cleaned, cut, and apart from the direction of the text around it. */
export function name(text: string): Html {
  return html`<bdi>${nameText(text)}</bdi>`;
}

/** The same without markup, for titles and labels. */
export function nameText(text: string): string {
  return presentText(text, NAME_CHARACTERS_MAX);
}

/** Under a secret that is shown once: a button that copies the field of an id, where the script runs, and the way on. */
export function copyActions(
  fieldId: string,
  doneHref: string,
  { copy, copied, notCopied, done }: Texts['tokens'],
): Html {
  return html`<p class="actions">
    <button
      class="secondary"
      type="button"
      hidden
      data-copies="${fieldId}"
      data-status="copy-status"
      data-done="${copied}"
      data-failed="${notCopied}"
    >
      ${copy}
    </button>
    <a class="button" href="${doneHref}">${done}</a>
    <span id="copy-status" role="status"></span>
  </p>`;
}
