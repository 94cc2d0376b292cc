/** HTML as values: whatever is put into a template is escaped, unless it is HTML made by a template itself. */
import { html as template } from 'hono/html';

/** HTML that is safe to send: text in it is escaped. */
export type Html = Awaited<ReturnType<typeof template>>;

/** What may stand between the tags. Null and false show nothing. */
export type Content = Html | string | number | null | false | readonly Content[];

/** A template of HTML. Strings and numbers are escaped; nothing here waits. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  const made = template(strings, ...values);
  // Only a promise among the values makes one of the whole, and `Content` has none.
  if (made instanceof Promise) throw new TypeError('a template holds a promise');
  return made;
}

/** A text with `{names}` filled in: names stand for HTML or for text, which is escaped. */
export function fill(text: string, values: Readonly<Record<string, Content>>): Html {
  const parts = text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : (values[part] ?? '')));
  return html`${parts}`;
}
