/** The lots that a transaction took, where they came from, and the rules that chose their basis. */
import { BASIS_METHODS } from '@ctx/domain/law/photo';
import { REPORT_TEXTS } from '../../reports/texts/texts.ts';
import { name, numeric, table } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { instantText, type Language, time } from '../../ui/language.ts';
import { shortEuro, units, unitsCell } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { type ExplanationDigits, euroText, wordOf } from './explained.ts';
import { ruleNote } from './rule-note.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

const eventsPath = PATHS.transactions;

type Explanation = ExplanationDigits['explanation'];
type Slice = Explanation['slices'][number];
type Link = Slice['chain'][number];

/** Returns the table of lots with its totals, and the origin of each lot. Null for a transaction that took no lots. */
export function lotsSection(language: Language, explained: ExplanationDigits): Html | null {
  const texts = FIGURES_TEXTS[language].why;
  const { slices, slicesLeftOut, disposal } = explained.explanation;
  if (slices.length === 0) return null;
  const isLocked = explained.locked;
  const isSale = disposal != null && slices.every(({ kind }) => kind === 'CONSUMED');
  const rows = [
    ...slices.map((slice) => (isLocked ? lockedRow : openRow)(language, slice)),
    ...(disposal?.shortfall == null ? [] : [shortfallRow(language, isLocked, disposal.shortfall)]),
    ...(isSale ? [totals(language, explained)] : []),
  ];
  const columns = isLocked
    ? [texts.acquired, ...[texts.amount, texts.gain].map(numeric)]
    : [
        texts.acquired,
        ...[texts.amount, texts.proceeds, texts.historic, texts.photo, texts.basis, texts.gain].map(numeric),
      ];
  return html`<section class="card lots ${isSale && 'with-total'}" aria-labelledby="lots">
    <h2 id="lots">${texts.lots}</h2>
    <p class="small">${texts.lotsMeaning}</p>
    ${table({ caption: texts.lots, columns, rows })}
    ${slicesLeftOut !== '0' && html`<p class="small">${fill(texts.lotsLeftOut, { count: slicesLeftOut })}</p>`}
    ${slices.map((slice, index) => chain(language, slice, index + 1))}
  </section>`;
}

function acquired(
  language: Language,
  { acquiredAt, acquisitionEventId, holdingPeriodDays, kind }: Slice,
): Html {
  const texts = FIGURES_TEXTS[language].why;
  return html`<a href="${eventsPath}/${acquisitionEventId}">${time(language, acquiredAt, 'day')}</a>
    <p class="small">${fill(texts.days, { days: holdingPeriodDays })}</p>
    ${kind !== 'CONSUMED' && html`<p class="small">${texts.sliceKinds[kind]}</p>`}`;
}

function openRow(language: Language, slice: Slice): Content[] {
  const { methods } = REPORT_TEXTS[language].report;
  const { method, photo, photoMissing } = slice;
  return [
    acquired(language, slice),
    unitsCell(language, slice.amount),
    slice.kind === 'CONSUMED' ? euroText(language, slice.proceeds) : '–',
    euroText(language, slice.historicCost),
    photo == null
      ? photoMissing == null
        ? '–'
        : missing(language, photoMissing)
      : photoValue(language, photo),
    html`${euroText(language, slice.costBasis)}
    ${method != null && html`<p class="small"><a href="#rule-${method}">${methods[method]}</a></p>`}`,
    euroText(language, slice.gain),
  ];
}

function lockedRow(language: Language, slice: Slice): Content[] {
  return [acquired(language, slice), unitsCell(language, slice.amount), euroText(language, slice.gain)];
}

type Shortfall = NonNullable<NonNullable<Explanation['disposal']>['shortfall']>;

/** Returns the row of the units that no lot held: their basis is zero, so that all their proceeds are gain. */
function shortfallRow(language: Language, isLocked: boolean, { amount, proceeds }: Shortfall): Content[] {
  const [label, units] = [FIGURES_TEXTS[language].why.noLot, unitsCell(language, amount)];
  if (isLocked) return [label, units, '–'];
  const money = euroText(language, proceeds);
  return [label, units, money, '–', '–', euroText(language, '0'), money];
}

function totals(language: Language, { locked, transaction, explanation }: ExplanationDigits): Content[] {
  const { disposal } = explanation;
  const [total, amount] = [FIGURES_TEXTS[language].why.total, unitsCell(language, transaction.amount)];
  const gain = euroText(language, disposal?.gain);
  if (locked) return [total, amount, gain];
  const { proceeds, costBasis } = disposal ?? {};
  return [total, amount, euroText(language, proceeds), '–', '–', euroText(language, costBasis), gain];
}

function missing(language: Language, asset: string): Html {
  return html`<span class="nothing"
    >${fill(FIGURES_TEXTS[language].why.photoMissing, { asset: name(asset) })}</span
  >`;
}

function photoValue(
  language: Language,
  { value, amount, assetKey, unitPrice, at }: NonNullable<Slice['photo']>,
): Html {
  const isKnown = amount != null && unitPrice != null;
  return html`${euroText(language, value)}
  ${
    isKnown &&
    html`<p class="small">
      ${fill(FIGURES_TEXTS[language].why.photoOf, {
        amount: units(language, amount),
        asset: name(assetKey),
        price: shortEuro(language, unitPrice),
      })}${at != null && html` (${instantText(language, at, 'minute')})`}
    </p>`
  }`;
}

/** Returns the way of a lot back through transfers to its first acquisition, closed until it is opened. */
function chain(language: Language, slice: Slice, number: number): Html {
  const texts = FIGURES_TEXTS[language].why;
  const left = Number(slice.chainLeftOut);
  return html`<details>
    <summary>${fill(texts.chain, { number, links: slice.chain.length + left })}</summary>
    <ol class="chain">
      ${slice.chain.map((link) => html`<li>${linkLine(language, link)}</li> `)}
    </ol>
    ${left > 0 && html`<p class="small">${fill(texts.chainLeftOut, { count: left })}</p>`}
  </details>`;
}

function linkLine(language: Language, link: Link): Html {
  const { why: texts } = FIGURES_TEXTS[language];
  const { words } = TEXTS[language];
  const kind =
    link.kind === 'ACQUISITION' ? html`${texts.acquisition}` : wordOf(words.transferKinds, link.kind);
  const cost =
    link.costBasis != null && html`, ${fill(texts.cost, { cost: shortEuro(language, link.costBasis) })}`;
  const out =
    link.outTaxEventId != null &&
    html` (<a href="${eventsPath}/${link.outTaxEventId}">${texts.outgoing}</a>)`;
  const given =
    link.givenTaxEventIds.length > 0 &&
    html`<span class="small">
      ${texts.given}
      ${link.givenTaxEventIds.map(
        (id, index) =>
          html`<a href="${eventsPath}/${id}">${fill(texts.groupLink, { number: index + 1 })}</a> `,
      )}
    </span>`;
  return html`<a href="${eventsPath}/${link.taxEventId}">${kind}</a>, ${time(language, link.arrivedAt)}:
    ${units(language, link.amount)} ${name(link.assetKey)}${cost}${out} ${given}`;
}

/** Returns each rule that chose a basis, with its page in the documentation. Null without one. */
export function rulesSection(language: Language, { slices }: Explanation): Html | null {
  const texts = FIGURES_TEXTS[language].why;
  const pages = new Map(slices.map(({ method, page }) => [method, page]));
  const { methods } = REPORT_TEXTS[language].report;
  const used = BASIS_METHODS.filter((method) => pages.has(method));
  if (used.length === 0) return null;
  return html`<section class="card" aria-labelledby="rules">
    <h2 id="rules">${texts.rules}</h2>
    ${used.map(
      (method) =>
        html`<h3 id="rule-${method}">${methods[method]}</h3>
          <p>${texts.methodMeanings[method]}</p>
          ${ruleNote(language, pages.get(method) ?? '')} `,
    )}
  </section>`;
}
