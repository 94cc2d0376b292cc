/** The pages of transfers that fit together: a table to choose from, and what matching the chosen pairs would change. */
import type { TransferPair, TransferPairs, TransferSide } from '@ctx/proto/gen/ctx/v1/read';
import { formatDecimal, parseAmount, AMOUNT_SCALE } from '@ctx/domain/decimal';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { name, nameText, table } from '../../ui/components.ts';
import { type Content, fillText, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language, time } from '../../ui/language.ts';
import { csrfField, hiddenFields, sitePage } from '../../ui/layout.ts';
import { exactUnits } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { effectSection, effectText, type UnknownEffect } from '../visit/effect-view.ts';
import { INBOX_TEXTS } from './texts/texts.ts';

export const PAIRS_ADDRESS = `${PATHS.inbox}/pairs`;

type Outcome = Digits<AnswerOf<'bulkMatchTransfers'>>;

export interface PairsView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly pairs: TransferPairs;
  /** What the user has just done, or why nothing was; null after nothing. */
  readonly done: Content;
}

/** Returns the page with a form that chooses pairs. Those that lie close together are chosen already. */
export function pairsPage({ language, visitor, pairs: { pairs, more }, done }: PairsView): string {
  const { pairs: texts } = INBOX_TEXTS[language];
  const content = html`<p class="small back">
      <a href="${PATHS.inbox}">${INBOX_TEXTS[language].decisions.back}</a>
    </p>
    <h1>${texts.title}</h1>
    ${done}
    ${
      pairs.length === 0
        ? html`<p class="lead">${texts.none}</p>`
        : html`<p class="lead">${texts.lead}</p>
            <form method="post" action="${PAIRS_ADDRESS}/check">
              ${csrfField(visitor.csrfToken)}
              <section class="card">
                ${pairsTable(language, pairs, (pair, index) => tick(language, pair, index))}
              </section>
              ${more && html`<p class="small">${texts.more}</p>`}
              <p class="actions"><button type="submit">${texts.check}</button></p>
            </form>`
    }`;
  return sitePage({ language, title: texts.title, visitor, section: 'inbox', content });
}

export interface PairsCheckView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly chosen: readonly TransferPair[];
  /** What a dry run says, or why there is none. */
  readonly outcome: Outcome | UnknownEffect;
  /** Identifies the form, so that it is carried out once. */
  readonly formId: string;
}

/** Returns the page that shows what matching the chosen pairs would change, before it is saved. */
export function pairsCheckPage({ language, visitor, chosen, outcome, formId }: PairsCheckView): string {
  const { pairs: texts } = INBOX_TEXTS[language];
  const left = typeof outcome === 'string' ? 0 : Number(outcome.failed);
  const content = html`<p class="small back"><a href="${PAIRS_ADDRESS}">${texts.change}</a></p>
    <h1>${texts.checkTitle}</h1>
    <p class="lead">${texts.checkLead}</p>
    ${left > 0 && html`<p class="note">${fillText(texts.leftOut, { count: left })}</p>`}
    <section class="card">${pairsTable(language, chosen, null)}</section>
    ${effectSection(language, effectText(language, outcome, texts.then))}
    <form method="post" action="${PAIRS_ADDRESS}/save">
      ${csrfField(visitor.csrfToken)} ${hiddenFields({ form: formId, pairs: chosen.map(keyOf).join(',') })}
      <p class="actions">
        <button type="submit">${fillText(texts.save, { count: chosen.length - left })}</button>
        <a class="button secondary" href="${PAIRS_ADDRESS}">${texts.change}</a>
      </p>
    </form>`;
  return sitePage({ language, title: texts.checkTitle, visitor, section: 'inbox', content });
}

/** Names a pair in a form: the ids of both sides. */
export function keyOf({ departure, arrival }: TransferPair): string {
  return `${departure?.id ?? ''}+${arrival?.id ?? ''}`;
}

function pairsTable(
  language: Language,
  pairs: readonly TransferPair[],
  tickOf: ((pair: TransferPair, index: number) => Html) | null,
): Html {
  const { pairs: texts } = INBOX_TEXTS[language];
  const rows = pairs.map((pair, index): readonly Content[] => [
    ...(tickOf === null ? [] : [tickOf(pair, index)]),
    side(language, pair.departure),
    side(language, pair.arrival),
    apartText(language, pair),
    differenceText(language, pair),
  ]);
  const columns = [texts.left, texts.arrived, texts.apart, texts.difference];
  return table({
    caption: texts.title,
    columns: tickOf === null ? columns : [texts.match, ...columns],
    rows,
  });
}

/** Returns the box that chooses a pair. Its name is the place, as a form has no repeated field. */
function tick(language: Language, pair: TransferPair, index: number): Html {
  const { departure } = pair;
  const what = departure === null ? '' : sideName(language, departure);
  return html`<input
    type="checkbox"
    name="pair-${index}"
    value="${keyOf(pair)}"
    aria-label="${fillText(INBOX_TEXTS[language].pairs.matchOf, { what })}"
    ${isClose(pair) ? html`checked` : null}
  />`;
}

const sideName = (language: Language, { amount, assetSymbol, timestamp }: TransferSide): string =>
  `${decimalText(language, amount, false)} ${nameText(assetSymbol)}, ${time(language, timestamp, 'day').toString()}`;

function side(language: Language, of: TransferSide | null): Content {
  if (of === null) return null;
  const { id, accountLabel, assetSymbol, amount, timestamp } = of;
  return html`<a href="${PATHS.transactions}/${id}">${exactUnits(language, amount)} ${name(assetSymbol)}</a>
    <p class="small">
      ${accountLabel == null ? null : html`${name(accountLabel)} · `}${time(language, timestamp)}
    </p>`;
}

const MINUTE_MS = 60_000;
const CLOSE_MINUTES_MAX = 24 * 60;
/** A fee of a network is less than a twentieth of most transfers. */
const CLOSE_PARTS = 20n;

function minutesApart({ departure, arrival }: TransferPair): number {
  const [left, arrived] = [departure, arrival].map((each) => Date.parse(each?.timestamp ?? ''));
  return Math.round(Math.abs((arrived ?? 0) - (left ?? 0)) / MINUTE_MS);
}

/** What left less what arrived; null for two assets. */
function differenceOf({ departure, arrival }: TransferPair): bigint | null {
  if (departure?.assetSymbol !== arrival?.assetSymbol || departure === null || arrival === null) return null;
  return parseAmount(departure.amount) - parseAmount(arrival.amount);
}

/** Tells whether two sides are so close that the person need not look twice. */
export function isClose(pair: TransferPair): boolean {
  const difference = differenceOf(pair);
  const left = parseAmount(pair.departure?.amount ?? '0');
  return (
    difference !== null &&
    difference >= 0n &&
    difference * CLOSE_PARTS <= left &&
    minutesApart(pair) <= CLOSE_MINUTES_MAX
  );
}

function apartText(language: Language, pair: TransferPair): string {
  const { pairs: texts } = INBOX_TEXTS[language];
  const minutes = minutesApart(pair);
  const [text, count] =
    minutes < 120
      ? [texts.minutes, minutes]
      : minutes < 2880
        ? [texts.hours, minutes / 60]
        : [texts.days, minutes / 1440];
  return fillText(text, { count: decimalText(language, String(Math.round(count)), false) });
}

function differenceText(language: Language, pair: TransferPair): Content {
  const difference = differenceOf(pair);
  if (difference === null) return INBOX_TEXTS[language].pairs.otherAsset;
  if (difference === 0n) return INBOX_TEXTS[language].pairs.noDifference;
  return html`${exactUnits(language, formatDecimal(difference, AMOUNT_SCALE))}
  ${name(pair.departure?.assetSymbol ?? '')}`;
}
