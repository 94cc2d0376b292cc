/** What the balances of a file prove: that no row is missing, or between which rows something is. */
import type { FileBalanceBreak, FileBalances, FileOpeningBalance } from '@ctx/proto/gen/ctx/v1/corrections';
import { name } from '../../ui/components.ts';
import { fill, html, type Html } from '../../ui/html.ts';
import { type Language, time } from '../../ui/language.ts';
import { exactUnits } from '../../ui/numbers.ts';
import { headingIds } from './left-out.ts';
import { FILES_TEXTS } from './texts/texts.ts';

/** Breaks and openings listed. */
const LISTED_MAX = 20;

/** Returns the section about the balances of a file; null for one that states none. `of` names one of several files. */
export function balancesSection(
  balances: FileBalances | null | undefined,
  language: Language,
  of = '',
): Html | null {
  if (balances == null) return null;
  const { files: texts } = FILES_TEXTS[language];
  const { breaks, openings, from, until } = balances;
  const isWhole = breaks.length === 0;
  const period = { from: time(language, from, 'day'), until: time(language, until, 'day') };
  return html`<section
    class="${isWhole ? 'card' : 'note bad'}"
    aria-labelledby="${headingIds('balances', of)}"
  >
    <h2 id="balances${of}">${isWhole ? texts.balances : texts.balancesTitle}</h2>
    ${isWhole ? html`<p>${fill(texts.balancesFit, period)}</p>` : null}
    ${list(breaks.map((each) => breakText(each, language)))}
    ${isWhole ? null : html`<p>${texts.balancesMeaning}</p>`}
    ${list(openings.map((each) => openingText(each, language)))}
  </section>`;
}

function list(items: readonly Html[]): Html | null {
  if (items.length === 0) return null;
  return html`<ul>
    ${items.slice(0, LISTED_MAX).map((item) => html`<li>${item}</li> `)}
  </ul>`;
}

function breakText(found: FileBalanceBreak, language: Language): Html {
  const { files: texts } = FILES_TEXTS[language];
  const { afterLine, line, difference, asset, wallet, unreadable } = found;
  const hasLeft = difference.startsWith('-');
  const sentence = fill(hasLeft ? texts.amountLeft : texts.amountArrived, {
    from: Math.min(afterLine, line),
    to: Math.max(afterLine, line),
    amount: amountText(difference.replace('-', ''), asset, language),
  });
  return html`${sentence} ${walletText(wallet, language)}
  ${unreadable.length === 0 ? null : fill(texts.unreadableBetween, { lines: unreadable.join(', ') })}`;
}

function openingText({ line, amount, asset, wallet }: FileOpeningBalance, language: Language): Html {
  const { files: texts } = FILES_TEXTS[language];
  const sentence = fill(texts.opening, { line, amount: amountText(amount, asset, language) });
  return html`${sentence} ${walletText(wallet, language)}`;
}

function amountText(amount: string, asset: string, language: Language): Html {
  return html`${exactUnits(language, amount)} ${name(asset)}`;
}

function walletText(wallet: string, language: Language): Html | null {
  return wallet === '' ? null : fill(FILES_TEXTS[language].files.ofWallet, { wallet: name(wallet) });
}
