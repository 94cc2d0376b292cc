/** The guides: Markdown files of docs/guides, in which `{{names}}` stand for values from the code's own tables. */
import { readFileSync } from 'node:fs';
import { LIMITS } from '@ctx/domain/limits';
import { html, type Html } from '../../ui/html.ts';
import { GENERATED } from './guide-tables.ts';
import { docsPage } from './layout.ts';
import { renderInline, renderMarkdown } from './markdown.ts';

const FOLDER = new URL('../../../../../docs/guides/', import.meta.url);
/** The address of the local system in the files, in place of which a page shows that of its service. */
const LOCAL_ADDRESS = 'http://localhost:8080';

/** The files of the guides, in the order of their list. */
const NAMES = [
  'signing-in',
  'errors',
  'limits',
  'paging',
  'idempotency',
  'files',
  'corrections',
  'recalculation',
  'events',
  'mcp',
  'clients',
  'versioning',
  'api-changelog',
] as const;

/** A guide, with the values of its service filled in. */
export interface Guide {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  /** The first paragraph. */
  readonly summary: string;
  /** The whole text in Markdown, with title and summary. */
  readonly text: string;
}

/** Returns all guides for a service at `baseUrl`. */
export function readGuides(baseUrl: string): Guide[] {
  return NAMES.map((name) => {
    const file = readFileSync(new URL(`${name}.md`, FOLDER), 'utf8');
    const text = fillGuide(file).replaceAll(LOCAL_ADDRESS, baseUrl);
    const [, title = '', summary = ''] = /^# (.*)\n\n((?:.+\n)+)/.exec(text) ?? [];
    return { name, path: `/docs/${name}`, title, summary: summary.replaceAll('\n', ' ').trim(), text };
  });
}

/**
 * Fills in the `{{names}}` of a guide: limits, and tables made from the contract.
 * @throws TypeError for an unknown name
 */
export function fillGuide(text: string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    if (Object.hasOwn(LIMITS, name)) return String(LIMITS[name as keyof typeof LIMITS]);
    const make = Object.hasOwn(GENERATED, name) ? GENERATED[name as keyof typeof GENERATED] : undefined;
    if (make === undefined)
      throw new TypeError(`a guide names ${name}, which is neither a limit nor a table`);
    return make();
  });
}

/** Returns the list of guides, with the summary of each. */
export function guideList(guides: readonly Guide[]): Html {
  return html`<ul class="entries">
    ${guides.map(
      ({ path, title, summary }) =>
        html`<li>
          <p class="what"><a href="${path}">${title}</a></p>
          <p>${renderInline(summary)}</p>
        </li> `,
    )}
  </ul>`;
}

/** Returns the page that lists all guides. */
export function guidesPage(guides: readonly Guide[]): string {
  const content = html`<h1>Guides</h1>
    ${guideList(guides)}`;
  return docsPage({ title: 'Guides', section: 'guides', content });
}

/** Returns the page of one guide. */
export function guidePage({ title, text }: Guide): string {
  return docsPage({ title, section: 'guides', content: renderMarkdown(text) });
}
