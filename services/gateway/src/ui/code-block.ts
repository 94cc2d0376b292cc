/** A block of code with a button that copies it. */
import { html, type Html } from './html.ts';
import type { Language } from './language.ts';
import { TEXTS } from './texts/texts.ts';

/** Returns the block. `id` is unique on the page; `label` tells the buttons of a page apart for screen readers. */
export function codeBlock(id: string, label: string, text: string, language: Language = 'en'): Html {
  const { copy, copied, notCopied } = TEXTS[language].codeBlock;
  return html`<div class="code">
    <pre id="${id}"><code>${text}</code></pre>
    <button
      class="quiet"
      type="button"
      hidden
      data-copies="${id}"
      data-status="${id}-status"
      data-done="${copied}"
      data-failed="${notCopied}"
    >
      ${copy}<span class="for-readers"> ${label}</span>
    </button>
    <span class="small" id="${id}-status" role="status"></span>
  </div>`;
}
