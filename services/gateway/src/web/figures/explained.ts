/** Texts for values of an explanation. */
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import { REPORT_TEXTS } from '../../reports/texts/texts.ts';
import { name } from '../../ui/components.ts';
import { html, type Html } from '../../ui/html.ts';
import { decimalText, type Language } from '../../ui/language.ts';

/** The answer of the API, with every number as its digits. */
export type ExplanationDigits = Digits<AnswerOf<'explainTransaction'>>;
type Amount = NonNullable<ExplanationDigits['explanation']['income']>;

/** An amount in euro: exact, or a range in a locked year; null if unknown. */
export type Money = string | Amount | null | undefined;

/** Returns an amount in euro with all its digits; a range of a locked year as a hatched range. */
export function euroText(language: Language, money: Money): Html {
  const exact = typeof money === 'object' ? (money?.exact ?? null) : (money ?? null);
  if (exact !== null) return html`<bdi>${decimalText(language, exact, true)}</bdi>`;
  if (typeof money !== 'object' || money?.low == null || money.high == null)
    return html`<span class="nothing">${REPORT_TEXTS[language].report.unknown}</span>`;
  const [low, high] = [money.low, money.high].map((each) => decimalText(language, each, true));
  return html`<span class="band"><bdi>${low ?? ''}</bdi> – <bdi>${high ?? ''}</bdi></span>`;
}

/** Returns an amount of an asset with all its digits. */
export function amountText(language: Language, amount: string): Html {
  return html`<bdi>${decimalText(language, amount, false)}</bdi>`;
}

/** Returns the word for a value, or the value itself as text of a third party if it has no word. */
export function wordOf(words: Readonly<Record<string, string>>, value: string): Html {
  return Object.hasOwn(words, value) ? html`${words[value] ?? ''}` : name(value);
}
