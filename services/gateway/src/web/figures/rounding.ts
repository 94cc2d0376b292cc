/** Parts that are rounded one by one, beside their sum. */
import { formatCents, parseEur } from '@ctx/domain/decimal';
import { html, type Html, fill } from '../../ui/html.ts';
import { type Language } from '../../ui/language.ts';
import { euro } from '../../ui/numbers.ts';
import type { AmountView } from './amount.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

/** Returns a sentence about the cents by which parts differ from their year because each is rounded; null where they add up, and for ranges. */
export function roundingNote(
  language: Language,
  parts: readonly AmountView[],
  year: AmountView,
): Html | null {
  const all = [...parts, year].map(({ exact }) => exact);
  if (!all.every((eur) => typeof eur === 'number')) return null;
  const [total = 0n, ...others] = all.map((eur) => parseEur(String(eur))).toReversed();
  const difference = others.reduce((sum, eur) => sum + eur, 0n) - total;
  if (difference === 0n) return null;
  const { roundedMore, roundedLess } = FIGURES_TEXTS[language].year;
  const amount = euro(language, formatCents(difference < 0n ? -difference : difference));
  const text = difference > 0n ? roundedMore : roundedLess;
  return html`<p class="small">${fill(text, { difference: amount })}</p>`;
}
