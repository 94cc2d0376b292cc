/** The frame of the pages of the documentation, which are in English. */
import { ASSETS } from '../../ui/assets.ts';
import { type Content, html } from '../../ui/html.ts';
import { CURRENT, documentOf, MARK, PAGE_STYLES, skipLink } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';

/** Pages of the documentation in the navigation. */
export const DOCS_SECTIONS = {
  reference: { path: '/docs', label: 'Reference' },
  guides: { path: '/docs/guides', label: 'Guides' },
  rules: { path: '/docs/rules', label: 'Rules' },
  try: { path: '/docs/try', label: 'Try it' },
  changelog: { path: '/docs/changelog', label: 'Changelog' },
} as const;
export type DocsSection = keyof typeof DOCS_SECTIONS;

/** What a page of the documentation consists of. */
export interface DocsFrame {
  /** The title of the window. The heading of the page is part of `content`. */
  readonly title: string;
  readonly section: DocsSection;
  readonly content: Content;
}

/** Returns a page of the documentation, which is in English, with navigation and footer. */
export function docsPage({ title, section, content }: DocsFrame): string {
  const texts = TEXTS.en;
  const links = Object.entries(DOCS_SECTIONS).map(
    ([each, { path, label }]) =>
      html`<li>
        <a href="${path}" ${each === section ? CURRENT : null}>${label}</a>
      </li> `,
  );
  const body = html`<body>
    ${skipLink('en')}
    <header class="masthead">
      <div class="wide">
        <p class="brand">
          <a href="/docs">${MARK}<span>${texts.product}</span></a>
        </p>
        <p class="account"><a href="${PATHS.settings}">${texts.messages.backToSettings}</a></p>
        <nav aria-label="Documentation">
          <ul>
            ${links}
          </ul>
        </nav>
      </div>
    </header>
    <main id="content" class="wide docs" tabindex="-1">${content}</main>
    <footer>
      <div class="wide">
        <p>${texts.footer}</p>
        <p>
          <span lang="nl"
            >Deze documentatie is in het Engels; uw pagina’s zijn er ook in het Nederlands.</span
          >
          <span lang="fr">Cette documentation est en anglais ; vos pages existent aussi en français.</span>
        </p>
        <p><a href="/api/v1/openapi.json">OpenAPI document</a> · <a href="/llms.txt">llms.txt</a></p>
      </div>
    </footer>
  </body>`;
  return documentOf({ language: 'en', title, content: body, styles: DOCS_STYLES, isPublic: true });
}

const DOCS_STYLES = html`${PAGE_STYLES}<link rel="stylesheet" href="${ASSETS.docsStyle.address}" />`;
