/** The legend of charts. */
import { html, type Html } from '../../ui/html.ts';

/** Returns the name of a part of a chart after a square in its colour. `kind` is its class in style.css. */
export function swatch(kind: string, label: string): Html {
  return html`<span class="key"><span class="swatch ${kind}" aria-hidden="true"></span> ${label}</span> `;
}
