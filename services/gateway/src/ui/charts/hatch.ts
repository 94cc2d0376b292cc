/** The hatching of ranges, which locked years have in place of figures. */
import { html, type Html } from '../html.ts';

/** Returns the pattern that charts fill ranges with, once for each page. */
export function hatchPattern(): Html {
  return html`<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false">
    <defs>
      <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line class="hatch-line" x1="0" x2="0" y1="0" y2="6" />
      </pattern>
    </defs>
  </svg>`;
}
