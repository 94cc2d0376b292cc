import { html, type Html } from '../../ui/html.ts';
import { PATHS } from '../../ui/paths.ts';
import type { FilesTexts } from './texts/texts.ts';

/** Returns a link to the guide about files that are on no list, and rows that are entered by hand. */
export function guideLink(texts: FilesTexts['files']): Html {
  return html`<a href="${PATHS.docs}/files">${texts.guide}</a>`;
}
