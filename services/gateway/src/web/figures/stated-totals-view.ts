/** What an exchange stated beside what the transactions add up to, with what explains a difference. */
import type { Visitor } from '../../http/visitor.ts';
import { name, nameText, numeric, table } from '../../ui/components.ts';
import { type Content, fill, fillText, html, type Html } from '../../ui/html.ts';
import { type Language, time } from '../../ui/language.ts';
import { csrfField, hiddenFields } from '../../ui/layout.ts';
import { euro, exactUnits, signed, unitsCell } from '../../ui/numbers.ts';
import { PATHS, reportedAddress } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import type { EventNames } from '../visit/event-names.ts';
import { wordOf } from './explained.ts';
import type { Total } from './stated-total.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

export interface StatedTotalsView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly year: string;
  readonly platform: string;
  readonly totals: readonly Total[];
  /** Transactions that explain differences, by id. */
  readonly names: EventNames;
  readonly formId: string;
  readonly after: string;
  /** The address of the form with the total, to be corrected. */
  readonly correctAddress: (total: Total) => string;
}

/** Returns the table of the totals that an exchange stated; null if it stated none. */
export function statedTotals(view: StatedTotalsView): Html | null {
  const { language, platform } = view;
  const { reported: texts } = FIGURES_TEXTS[language];
  const stated = view.totals.filter((total) => total.stated !== undefined);
  if (stated.length === 0) return null;
  const columns = [
    texts.asset,
    texts.kind,
    ...[texts.units, texts.statedValue, texts.count].map(numeric),
    texts.difference,
    texts.action,
  ];
  const caption = fillText(texts.statedBy, { platform: nameText(platform) });
  return html`<h3>${caption}</h3>
    ${table({ caption, columns, rows: stated.map((total) => rowOf(view, total)) })}
    ${explanationList(view, stated)}`;
}

function rowOf(view: StatedTotalsView, total: Total): readonly Content[] {
  const { language } = view;
  const { reported: texts } = FIGURES_TEXTS[language];
  const { reportedKinds, statedAmounts } = TEXTS[language].words;
  const { assetKey, assetSymbol, kind, units, transactions, stated, difference } = total;
  if (stated === undefined || difference === undefined) return [];
  const beside = (value: Content, own: Content): Html =>
    html`${value}<br /><span class="small">${fill(texts.own, { own })}</span>`;
  const value =
    stated.eur == null
      ? '–'
      : html`${euro(language, stated.eur)}<br /><span class="small"
            >${wordOf(statedAmounts, stated.amounts)}</span
          >`;
  return [
    html`${name(assetSymbol ?? assetKey)}${stated.notes != null && stated.notes !== '' && html`<br /><span class="small">${name(stated.notes)}</span>`}`,
    wordOf(reportedKinds, kind),
    beside(unitsCell(language, stated.units), unitsCell(language, units)),
    value,
    stated.transactions == null ? '–' : beside(stated.transactions, transactions),
    differenceText(language, difference),
    actions(view, total),
  ];
}

function differenceText(
  language: Language,
  { units, eur, transactions }: NonNullable<Total['difference']>,
): Content {
  const { reported: texts } = FIGURES_TEXTS[language];
  const parts = [
    ...(units === '0' ? [] : [signed(language, units, false)]),
    ...(eur == null || eur === '0' ? [] : [signed(language, eur, true)]),
    ...(transactions == null || transactions === '0'
      ? []
      : [fill(texts.countDifference, { count: signed(language, transactions, false) })]),
  ];
  if (parts.length === 0) return texts.fits;
  return parts.map((part, index) => html`${index > 0 && html`<br />`}<strong>${part}</strong>`);
}

/** Returns what explains the differences of an exchange, with a link to each transaction; what to do where nothing does. Null without any. */
function explanationList(view: StatedTotalsView, totals: readonly Total[]): Html | null {
  const { reported: texts } = FIGURES_TEXTS[view.language];
  const items = totals.flatMap((total) => {
    const subject = html`<strong>${nameOfTotal(view.language, total)}</strong>`;
    return explanationTexts(view, total).map((text) => html`<li>${subject}: ${text}</li> `);
  });
  if (items.length === 0) return null;
  return html`<h4>${texts.explanation}</h4>
    <ul>
      ${items}
    </ul>`;
}

function nameOfTotal(language: Language, { assetKey, assetSymbol, kind }: Total): Html {
  return html`${name(assetSymbol ?? assetKey)}, ${wordOf(TEXTS[language].words.reportedKinds, kind)}`;
}

function explanationTexts(view: StatedTotalsView, { explanations = [], difference }: Total): Html[] {
  const { reported: texts } = FIGURES_TEXTS[view.language];
  if (explanations.length === 0) {
    const isSame = difference?.units === '0' && (difference.eur == null || difference.eur === '0');
    if (isSame) return [];
    if (difference?.units === '0') return [html`${texts.perhapsRounding}`];
    return [
      html`${texts.nothingExplains} <a href="${PATHS.inbox}?cause=REPORTED_DIFFERS">${texts.toInbox}</a>`,
    ];
  }
  return explanations.map(({ kind, eventIds, eventCount }) => {
    const links = eventIds.map((id, index) => html`${index > 0 && '; '}${eventLink(view, id)}`);
    const left = Number(eventCount) - eventIds.length;
    return html`${Object.hasOwn(texts.explanations, kind) ? texts.explanations[kind] : name(kind)} ${links}
    ${left > 0 && fillText(texts.more, { count: left })}`;
  });
}

function eventLink({ language, names }: StatedTotalsView, id: string): Html {
  const { reported: texts } = FIGURES_TEXTS[language];
  const event = names.get(id);
  const text =
    event === undefined
      ? texts.transaction
      : html`${exactUnits(language, event.amount)} ${name(event.assetSymbol)},
        ${time(language, event.timestamp, 'day')}`;
  return html`<a href="${PATHS.transactions}/${id}">${text}</a>`;
}

function actions(view: StatedTotalsView, total: Total): Html {
  const { language, visitor, year, formId, after, correctAddress } = view;
  const { reported: texts } = FIGURES_TEXTS[language];
  const { assetKey, assetSymbol, kind, stated } = total;
  const named = (text: string): string =>
    fillText(text, {
      asset: nameText(assetSymbol ?? assetKey),
      kind: TEXTS[language].words.reportedKinds[kind],
    });
  return html`<a href="${correctAddress(total)}" aria-label="${named(texts.correctNamed)}"
      >${texts.correct}</a
    >
    <form method="post" action="${reportedAddress(year)}/${stated?.id ?? ''}/remove">
      ${csrfField(visitor.csrfToken)} ${hiddenFields({ form: formId, after })}
      <button class="quiet" type="submit" aria-label="${named(texts.removeNamed)}">${texts.remove}</button>
    </form>`;
}

/** Returns the ids of the transactions that explain the differences of a page. */
export function explainingIds(totals: readonly Total[]): string[] {
  const ids = totals.flatMap(({ explanations = [] }) => explanations.flatMap(({ eventIds }) => eventIds));
  return [...new Set(ids)];
}
