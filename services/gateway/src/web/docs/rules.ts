/** The rules by which figures are computed, as pages: files of the repository, to whose sections answers of the API point. */
import { readFileSync } from 'node:fs';
import { servedPathOf } from '@ctx/domain/law/pages';
import { html } from '../../ui/html.ts';
import { docsPage } from './layout.ts';
import { renderMarkdown } from './markdown.ts';

const ROOT = new URL('../../../../../', import.meta.url);

/** The files that are served, in the order of their list. */
const FILES = [
  { file: 'docs/tax-rules.md', title: 'Tax rules, with an example of each' },
  { file: 'docs/tax-assumptions.md', title: 'What the figures assume where the law is open' },
  { file: 'docs/rules/engine.md', title: 'How figures are computed, in full' },
  { file: 'docs/rules/import-format.md', title: 'The import format' },
] as const;

/** Where the list of rules is. */
export const RULES_PATH = '/docs/rules';

/** Returns the pages of the rules, by path. */
export function rulePages(): (readonly [path: string, page: string])[] {
  const pages = FILES.map(({ file, title }) => {
    const content = renderMarkdown(readFileSync(new URL(file, ROOT), 'utf8'), (href) =>
      servedAddress(href, file),
    );
    return [servedPathOf(file), docsPage({ title, section: 'rules', content })] as const;
  });
  const content = html`<h1>Rules</h1>
    <ul class="entries">
      ${FILES.map(
        ({ file, title }) =>
          html`<li>
            <p class="what"><a href="${servedPathOf(file)}">${title}</a></p>
          </li> `,
      )}
    </ul>`;
  return [[RULES_PATH, docsPage({ title: 'Rules', section: 'rules', content })], ...pages];
}

/** Returns the address of a link in a file; null for a file that is not served. */
function servedAddress(href: string, from: string): string | null {
  if (/^(?:https?:|#)/.test(href)) return href;
  const { pathname, hash } = new URL(href, new URL(from, 'file:///'));
  const file = FILES.find((each) => `/${each.file}` === pathname);
  return file === undefined ? null : `${servedPathOf(file.file)}${hash}`;
}
