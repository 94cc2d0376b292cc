/** One line of the list of transactions: what was given and received, the fee, and the gain. */
import { EUR_ASSET_KEY } from '@ctx/domain/euro';
import type { Trade, Transaction } from '@ctx/proto/gen/ctx/v1/read';
import type { AnswerOf } from '../../answers/digits.ts';
import { name } from '../../ui/components.ts';
import { type Content, html, type Html } from '../../ui/html.ts';
import { type Language, time } from '../../ui/language.ts';
import { euro, shortEuro, signed } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { accountName } from '../visit/account-name.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

type Account = AnswerOf<'listAccounts'>['accounts'][number];

interface TradeLineView {
  readonly language: Language;
  readonly accounts: readonly Account[];
  /** In a locked year no value in euro is shown. */
  readonly isLocked: boolean;
}

/** Returns the cells of a trade. */
export function tradeLine(view: TradeLineView, trade: Trade): Content[] {
  const { language } = view;
  const { events: texts } = FIGURES_TEXTS[language];
  const all = [...trade.given, ...trade.received, ...trade.fees];
  const legs = [trade.given, trade.received].filter((side) => side.length > 0);
  return [
    html`<span class="kind">${texts.kinds[kindOf(trade)]}</span> ${separated(
        legs.map((side) => side.map((each) => leg(language, each))),
        html` <span class="into" aria-hidden="true">→</span> `,
      )}
      ${all.some(({ needsReview }) => needsReview) && html`<span class="tag review">${texts.review}</span>`}
      ${all.some(({ spam }) => spam) && html`<span class="tag">${texts.spam}</span>`}`,
    about(view, trade),
    valueOf(view, trade),
    gainOf(view, trade),
  ];
}

type Kind = keyof (typeof FIGURES_TEXTS)['en']['events']['kinds'];

/** Treatments of units that are bought, sold or swapped. With another one, units only come or go. */
const TRADED: ReadonlySet<string> = new Set(['NORMAL', 'NFT_BUY', 'OFFRAMP', 'PERSONAL_SPEND']);

/** Returns the word for a trade. A fee or a transaction alone is named by its type; units whose trade is not known came or went. */
function kindOf({ given, received }: Trade): Kind {
  const [first] = [...given, ...received];
  const isTraded = [...given, ...received].every(({ treatment }) => TRADED.has(treatment));
  if (given.length > 0 && received.length > 0) {
    if (!isTraded) return 'moved';
    if (given.every(isEuro)) return 'bought';
    return received.every(isEuro) ? 'sold' : 'swapped';
  }
  if (first?.type === 'FEE') return 'fee';
  if (first?.type === 'INCOME') return 'income';
  if (first?.type === 'EXPENSE') return 'expense';
  if (given.length > 0) return isTraded ? 'sold' : 'sent';
  return isTraded ? 'bought' : 'received';
}

const isEuro = ({ assetKey }: Transaction): boolean => assetKey === EUR_ASSET_KEY;

const INCOMING = new Set(['ACQUISITION', 'INCOME']);

/** Returns an amount with its sign and its asset, as a link to the transaction. */
function leg(language: Language, { id, type, amount, assetSymbol }: Transaction): Html {
  const isIn = INCOMING.has(type);
  return html`<a class="leg ${isIn ? 'in' : 'out'}" href="${PATHS.transactions}/${id}"
    >${signed(language, isIn ? amount : `-${amount}`, false)} ${name(assetSymbol)}</a
  >`;
}

function separated(sides: readonly (readonly Html[])[], separator: Html): Html[] {
  return sides.map((side, index) => html`${index === 0 ? null : separator}${joined(side, html`, `)}`);
}

function joined(parts: readonly Html[], separator: Html): Html[] {
  return parts.map((part, index) => html`${index === 0 ? null : separator}${part}`);
}

/** Returns when and where, how it is treated unless that is as everybody expects, and the fees that were paid with it. */
function about({ language, accounts, isLocked }: TradeLineView, { given, received, fees }: Trade): Html {
  const { events: texts } = FIGURES_TEXTS[language];
  const words: Readonly<Record<string, string>> = TEXTS[language].words.treatments;
  const legs = [...given, ...received];
  const [first] = legs;
  const account = accounts.find(({ id }) => id === first?.accountId);
  const treatments = [...new Set(legs.map(({ treatment }) => treatment))].filter((each) => each !== 'NORMAL');
  const feeOf = (fee: Transaction): Html =>
    html`${leg(language, fee)}${fee.euroValue == null || isLocked || isEuro(fee) ? null : html` (${shortEuro(language, fee.euroValue)})`}`;
  const parts = [
    ...(first === undefined ? [] : [time(language, first.timestamp)]),
    html`${account === undefined ? '–' : html`<bdi>${accountName(account)}</bdi>`}`,
    ...treatments.map((each) => html`${words[each] ?? name(each)}`),
    ...(fees.length === 0 ? [] : [html`${texts.fee} ${joined(fees.map(feeOf), html`, `)}`]),
  ];
  return html`${joined(parts, html` · `)}`;
}

function valueOf({ language, isLocked }: TradeLineView, { value }: Trade): Html {
  if (isLocked) return html`<span class="nothing">${TEXTS[language].general.lockedValue}</span>`;
  const { noValue } = FIGURES_TEXTS[language].events;
  return value == null ? html`<span class="nothing">${noValue}</span>` : euro(language, value);
}

/** Returns the gain with its sign, and a loss in another colour. Nothing for what makes no gain, and in a locked year. */
function gainOf({ language, isLocked }: TradeLineView, { gain }: Trade): Html | null {
  if (isLocked || gain == null) return null;
  const direction = gain.startsWith('-') ? 'minus' : 'plus';
  return html`<span class="net ${direction}">${signed(language, gain, true)}</span>`;
}
