/** The forms that enter prices: of days, and of a file. */
import { LIMITS } from '@ctx/domain/limits';
import type { FileFault } from '@ctx/proto/gen/ctx/v1/corrections';
import type { DayWithoutPrice, PriceQuestions } from '@ctx/proto/gen/ctx/v1/read';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { type Fault, type FieldView, field, fileField, name, PREVIEW } from '../../ui/components.ts';
import { fileFaultList } from '../../ui/file-faults.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language } from '../../ui/language.ts';
import { csrfField } from '../../ui/layout.ts';
import { PATHS, pricesAddress } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { dayText, moment } from './moment.ts';
import { fieldOfDay } from './proposed-prices.ts';
import { PRICES_TEXTS } from './texts/texts.ts';

/** What is wrong with a price file. */
export interface RejectedPriceFile {
  readonly faults: readonly FileFault[];
}

/** What both pages show. */
export interface PricesView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly questions: PriceQuestions;
  readonly entered: Digits<AnswerOf<'listPrices'>>;
  /** What was typed, by field. */
  readonly typed: ReadonlyMap<string, string>;
  readonly faults: readonly Fault[];
  readonly rejected: RejectedPriceFile | null;
  /** What the user has just done; null after nothing. */
  readonly done: string | null;
}

/** An asset that was held at the end of 2025. */
export type AssetOfPhoto = Pick<Digits<AnswerOf<'getPhoto'>>['assets'][number], 'assetKey' | 'assetSymbol'>;

/** The page of all assets. */
export interface AllPricesView extends PricesView {
  /** Assets that lack only the price at the end of 2025, about which the inbox does not ask yet. */
  readonly ofPhoto: readonly AssetOfPhoto[];
}

/** The page of one asset. */
export interface AssetPricesView extends PricesView {
  readonly assetKey: string;
  /** Page of the days, from 0, and how many days of all come before it. */
  readonly daysPage: number;
  readonly hasMoreDays: boolean;
  /** A day that the address asks for; null for none. */
  readonly day: string | null;
  readonly upgradeUrl: string;
}

/** Returns what is wrong with a file; null without one. */
export function rejection({ language, rejected }: PricesView): Html | null {
  const { prices: texts } = PRICES_TEXTS[language];
  if (rejected === null) return null;
  return html`<div class="note bad" role="alert" id="file-fault">
    <p>${texts.rejected}</p>
    ${fileFaultList(rejected.faults, language)}
  </div>`;
}

/** Returns the form with a field for each day that lacks a price, and one for any other day. */
export function dayForm(view: AssetPricesView): Html {
  const { language, visitor, assetKey, questions, typed } = view;
  const { prices: texts } = PRICES_TEXTS[language];
  const open = questions.days.filter(({ locked, frozen }) => !locked && !frozen);
  const input = (of: Omit<FieldView, 'autocomplete' | 'value'> & { readonly value?: string }): Html =>
    field({ ...of, autocomplete: 'off', value: typed.get(of.id) ?? of.value ?? '' }, view.faults, language);
  return html`<section class="card" aria-labelledby="missing">
    <h2 id="missing">${texts.missing}</h2>
    ${questions.days.length === 0 ? html`<p class="empty">${texts.noneOf}</p>` : null}
    ${questions.more && html`<p class="small">${texts.more}</p>`}
    <form method="post" action="${PATHS.prices}/check" novalidate data-previews>
      ${csrfField(visitor.csrfToken)}<input type="hidden" name="asset" value="${assetKey}" />
      <p class="small">${fill(texts.eurOfOne, { asset: name(assetKey) })}</p>
      ${open.map((day) =>
        input({
          id: fieldOfDay(day.day),
          label: texts.of.replace('{day}', () => dayText(language, day.day)),
          type: 'text',
          hint: meaning(language, day),
          isOptional: true,
          more: DECIMAL,
        }),
      )}
      ${input({
        id: 'other-day',
        label: texts.otherDay,
        type: 'date',
        hint: texts.otherDayHint,
        isOptional: true,
        value: otherDay(view),
      })}
      ${input({ id: 'other-price', label: texts.otherPrice, type: 'text', isOptional: true, more: DECIMAL })}
      ${input({ id: 'source', label: texts.source, type: 'text', hint: texts.sourceHint, more: SOURCE })}
      <p class="actions"><button type="submit">${texts.check}</button></p>
      ${PREVIEW}
    </form>
    ${closedDays(view)} ${daysPages(view)}
  </section>`;
}

const DECIMAL = html`inputmode="decimal"`;
const SOURCE = html`maxlength="${LIMITS.priceSourceCharactersMax}"`;

/** The day of the address, unless it has a field of its own or cannot change. */
function otherDay({ day, questions }: AssetPricesView): string {
  return day === null || questions.days.some((each) => each.day === day) ? '' : day;
}

/** Returns what the price of a day would value. */
function meaning(language: Language, { events, photo, first }: DayWithoutPrice): string {
  const { prices: texts } = PRICES_TEXTS[language];
  const { types } = TEXTS[language].words;
  const listed = first.map(
    ({ type, amount }) => `${types[type as keyof typeof types]} ${decimalText(language, amount, false)}`,
  );
  const more = events > first.length ? [texts.andMore] : [];
  const count =
    events === 1
      ? texts.oneTransaction
      : texts.manyTransactions.replace('{count}', decimalText(language, String(events), false));
  const values = texts.values
    .replace('{count}', count)
    .replace('{events}', () => [...listed, ...more].join(', '));
  return [...(events > 0 ? [`${values}.`] : []), ...(photo ? [texts.ofPhoto] : [])].join(' ');
}

function closedDays({ language, questions, upgradeUrl }: AssetPricesView): Content {
  const { prices: texts } = PRICES_TEXTS[language];
  const closed = questions.days.filter(({ locked, frozen }) => locked || frozen);
  if (closed.length === 0) return null;
  return html`<h3>${texts.closedDays}</h3>
    <ul>
      ${closed.map(
        (day) =>
          html`<li>
            ${moment(language, { day: day.day })}: ${meaning(language, day)}
            ${day.frozen ? texts.frozen : html`${texts.locked} <a href="${upgradeUrl}">${texts.unlock}</a>`}
          </li> `,
      )}
    </ul>`;
}

function daysPages({ language, assetKey, daysPage, hasMoreDays }: AssetPricesView): Content {
  const { prices: texts } = PRICES_TEXTS[language];
  if (daysPage === 0 && !hasMoreDays) return null;
  const address = (page: number): string => pricesAddress(assetKey, { days: String(page) });
  return html`<nav class="pages" aria-label="${texts.daysPages}">
    ${daysPage > 0 && html`<a href="${address(daysPage - 1)}" rel="prev">${texts.previousDays}</a>`}
    ${hasMoreDays && html`<a href="${address(daysPage + 1)}" rel="next">${texts.nextDays}</a>`}
  </nav>`;
}

const KIB = 1024;
/** The size of a price file, as texts show it. */
export const PRICE_FILE_KIB = String(LIMITS.priceFileBytesMax / KIB);

/** Returns the form that reads prices from a file or from pasted lines. */
export function fileForm({ language, visitor, typed, faults }: PricesView, assetKey: string | null): Html {
  const { prices: texts } = PRICES_TEXTS[language];
  return html`<section class="card" aria-labelledby="file-title">
    <h2 id="file-title">${texts.file}</h2>
    <p>${texts.fileLead}</p>
    <form method="post" action="${PATHS.prices}/file" enctype="multipart/form-data" novalidate>
      ${csrfField(visitor.csrfToken)}<input type="hidden" name="asset" value="${assetKey ?? ''}" />
      ${fileField(
        {
          id: 'file',
          label: texts.fileField,
          hint: texts.fileHint.replace('{size}', PRICE_FILE_KIB),
          accept: '.csv,.tsv,.txt,.json,.jsonl',
          isOptional: true,
        },
        faults,
      )}
      <div class="field">
        <label for="list">
          ${texts.list} <span class="optional">${TEXTS[language].general.optional}</span>
        </label>
        <p class="hint" id="list-hint">${texts.listHint}</p>
        <textarea id="list" name="list" rows="6" spellcheck="false" aria-describedby="list-hint">
${typed.get('list') ?? ''}</textarea>
      </div>
      ${field(
        {
          id: 'file-source',
          label: texts.source,
          type: 'text',
          value: typed.get('file-source') ?? '',
          hint: texts.sourceHint,
          autocomplete: 'off',
          isOptional: true,
          more: SOURCE,
        },
        faults,
        language,
      )}
      <p class="actions"><button type="submit">${texts.read}</button></p>
    </form>
  </section>`;
}
