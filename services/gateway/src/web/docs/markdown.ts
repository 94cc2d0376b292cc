/** Renders our own Markdown: the guides, the changelog and the descriptions of the OpenAPI document. */
import { Marked, type RendererObject } from 'marked';
import { codeBlock } from '../../ui/code-block.ts';
import { table } from '../../ui/components.ts';
import { html, Html } from '../../ui/html.ts';

/** Returns the address of a link in a guide: other guides are pages. */
function guideAddress(href: string): string {
  return href.replace(/^([a-z-]+)\.md/, '/docs/$1');
}

/**
 * Returns a text as HTML. Headings get ids, code gets copy buttons, and links lead to what `addressOf` returns, by default to other
 * guides; one without an address is plain text.
 */
export function renderMarkdown(
  text: string,
  addressOf: (href: string) => string | null = guideAddress,
): Html {
  let blocks = 0;
  const uses = new Map<string, number>();
  const renderer: RendererObject = {
    heading({ tokens, depth, text: heading }) {
      const content = new Html(this.parser.parseInline(tokens));
      const base = idOf(heading);
      const count = (uses.get(base) ?? 0) + 1;
      uses.set(base, count);
      const id = count === 1 ? base : `${base}-${String(count)}`;
      const tag = new Html(`h${String(depth)}`);
      return html`<${tag} ${depth === 1 ? null : html`id="${id}"`}>${content}</${tag}> `.toString();
    },
    code({ text: code, lang = '' }) {
      blocks += 1;
      return codeBlock(`code-${String(blocks)}`, `${lang} ${String(blocks)}`.trim(), code).toString();
    },
    table({ header, rows }) {
      const cell = ({ tokens }: (typeof header)[number]): Html => new Html(this.parser.parseInline(tokens));
      const columns = header.map(({ text: label }) => label);
      return table({
        caption: columns.join(', '),
        columns,
        rows: rows.map((row) => row.map(cell)),
      }).toString();
    },
    link({ href, tokens }) {
      const content = new Html(this.parser.parseInline(tokens));
      const address = addressOf(href);
      return (address === null ? content : html`<a href="${address}">${content}</a>`).toString();
    },
  };
  const marked = new Marked({ renderer });
  return new Html(marked.parse(text, { async: false }));
}

const inlineMarked = new Marked();

/** Returns a text without paragraphs, such as the description of a field, as HTML. */
export function renderInline(text: string): Html {
  return new Html(inlineMarked.parseInline(text, { async: false }));
}

/** Returns the id of a heading: the name of a rejection unchanged, other text in lower case with hyphens. */
function idOf(heading: string): string {
  if (/^[A-Z_]+$/.test(heading)) return heading;
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
