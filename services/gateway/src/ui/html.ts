/** HTML templates: every value is escaped, except HTML that a template itself made. */

/** HTML that is safe to send. Only `html` makes one, so that text of other people is always escaped. */
export class Html {
  readonly #text: string;

  /** Takes text that is HTML already; other files use `html`. */
  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** A value that a template may hold. Null and false show nothing. */
export type Content = Html | string | number | null | false | readonly Content[];

/** Makes HTML from a template literal. Strings in it are escaped, for elements and for attributes in quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.map((text, index) => text + textOf(values[index] ?? null)).join(''));
}

/** Makes HTML from a text whose `{names}` are filled in with HTML or with text, which is escaped. */
export function fill(text: string, values: Readonly<Record<string, Content>>): Html {
  const parts = text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : (values[part] ?? '')));
  return html`${parts}`;
}

/** Returns a text whose `{names}` are filled in. It is no HTML: a template escapes it. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_all, key: string) => String(values[key] ?? ''));
}

function textOf(value: Content): string {
  if (value === null || value === false) return '';
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
  if (value instanceof Html || typeof value === 'number') return value.toString();
  return value.map(textOf).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
