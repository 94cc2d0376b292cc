/** The page of the totals that exchanges report about a year, by exchange and asset, with what an exchange stated beside them. */
import { FIRST_TAXED_YEAR } from '@ctx/domain/law/rates';
import type { Visitor } from '../../http/visitor.ts';
import {
  type Fault,
  faultList,
  name,
  nameText,
  notice,
  numeric,
  table,
  titleOf,
} from '../../ui/components.ts';
import { type Content, fillText, html, type Html } from '../../ui/html.ts';
import { countryName, type Language } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { euro, unitsCell } from '../../ui/numbers.ts';
import { PATHS, reportedAddress } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import type { EventNames } from '../visit/event-names.ts';
import { wordOf } from './explained.ts';
import { formAnchor, statedTotalForm } from './stated-total-form.ts';
import { NOTHING_TYPED, type ReportedYear, type Total, type TypedTotal } from './stated-total.ts';
import { statedTotals } from './stated-totals-view.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

export interface ReportedPageView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly reported: ReportedYear;
  /** The page of assets: `next` of the page before; empty for the first. */
  readonly after: string;
  /** What is typed in the form of an exchange, or chosen to be entered there; null for nothing. */
  readonly typed: TypedTotal | null;
  readonly faults: readonly Fault[];
  /** What the user has just done; null after nothing. */
  readonly done: string | null;
  readonly names: EventNames;
  readonly formId: string;
}

/** Returns the page. In a locked year it has no value in euro. */
export function reportedPage(view: ReportedPageView): string {
  const { language, visitor, reported, after, faults, done } = view;
  const { reported: texts, year: yearTexts } = FIGURES_TEXTS[language];
  const { year, frozen, stale, totals, next } = reported;
  const inYear = (text: string): string => text.replace('{year}', year);
  const title = inYear(texts.title);
  const platforms = platformsOf(totals);
  const isAll = after === '' && next == null;
  const content = html`<h1>${title}</h1>
    ${notice(done)} ${faultList(placed(view, platforms), language)}
    <p class="lead">${texts.lead} ${texts.stateBelow}</p>
    ${Number(year) < FIRST_TAXED_YEAR ? html`<p class="note">${inYear(texts.before)}</p>` : null}
    ${frozen ? html`<p class="note">${texts.submitted}</p>` : null}
    ${stale ? html`<p class="note" role="status">${yearTexts.stale}</p>` : null}
    ${totals.length === 0 ? html`<p class="empty">${inYear(isAll ? texts.none : texts.noneHere)}</p>` : null}
    ${platforms.map(([platform, ofPlatform], index) => platformSection(view, platform, ofPlatform, String(index)))}
    ${formOf(view, null, isOther(view, platforms))}
    <p class="links">
      ${next == null ? null : html`<a href="${reportedAddress(year, { after: next })}">${texts.next}</a>`}
      <a href="${PATHS.overview}/${year}">${inYear(texts.back)}</a>
    </p>`;
  return sitePage({
    language,
    title: titleOf(title, faults, language),
    visitor,
    section: 'year',
    content,
  });
}

type OfPlatform = readonly [platform: string, totals: readonly Total[]];

function platformsOf(totals: readonly Total[]): readonly OfPlatform[] {
  return [...Map.groupBy(totals, ({ platform }) => platform)].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** The place of the form for an exchange without transactions. */
const OTHER = 'other';

/** Returns whether what is typed is of an exchange that the page has no table of. */
function isOther({ typed }: ReportedPageView, platforms: readonly OfPlatform[]): boolean {
  return typed !== null && !platforms.some(([platform]) => platform === typed.platform);
}

/** Returns the errors with the ids of their fields, in the form of their exchange. */
function placed(view: ReportedPageView, platforms: readonly OfPlatform[]): Fault[] {
  const index = platforms.findIndex(([platform]) => platform === view.typed?.platform);
  const place = index < 0 ? OTHER : String(index);
  return view.faults.map(({ field, text }) => ({ field: field === null ? null : `${field}-${place}`, text }));
}

function platformSection(
  view: ReportedPageView,
  platform: string,
  totals: readonly Total[],
  place: string,
): Html {
  const { language, reported, visitor, names, formId, after } = view;
  const { reported: texts } = FIGURES_TEXTS[language];
  const country = totals[0]?.country;
  const columns = [
    texts.asset,
    texts.kind,
    ...[texts.units, texts.value, texts.fees, texts.count].map(numeric),
    texts.action,
  ];
  const addressOf = ({ assetKey, kind }: Total): string => {
    const parameters = { platform, asset: assetKey, kind, ...(after !== '' && { after }) };
    return `${reportedAddress(reported.year, parameters)}#${formAnchor(place)}`;
  };
  return html`<section class="card">
    <h2>${name(platform)}</h2>
    ${
      country == null
        ? null
        : html`<p class="small">${texts.country.replace('{country}', countryName(language, country))}</p>`
    }
    ${table({ caption: platform, columns, rows: totals.map((total) => rowOf(language, total, addressOf(total))) })}
    ${statedTotals({ language, visitor, year: reported.year, platform, totals, names, formId, after, correctAddress: addressOf })}
    ${formOf(view, platform, view.typed?.platform === platform, place)}
  </section>`;
}

/** Returns the form of an exchange: with what is typed if it is in use. */
function formOf(view: ReportedPageView, platform: string | null, isUsed: boolean, place = OTHER): Html {
  const { language, visitor, reported, typed, faults, formId, after } = view;
  return statedTotalForm({
    language,
    visitor,
    year: reported.year,
    platform,
    typed: isUsed && typed !== null ? typed : NOTHING_TYPED,
    faults: isUsed ? faults : [],
    place,
    isOpen: isUsed,
    formId,
    after,
  });
}

function rowOf(language: Language, total: Total, address: string): readonly Content[] {
  const { reported: texts } = FIGURES_TEXTS[language];
  const { reportedKinds } = TEXTS[language].words;
  const { assetKey, assetSymbol, kind, units, eur, fees, transactions, withoutValue, stated } = total;
  const money = (amount: string | null | undefined): Content =>
    amount == null ? texts.hidden : euro(language, amount);
  const asset = assetSymbol ?? assetKey;
  const label = fillText(texts.enterNamed, { asset: nameText(asset), kind: reportedKinds[kind] });
  return [
    name(asset),
    wordOf(reportedKinds, kind),
    unitsCell(language, units),
    withoutValue === '0'
      ? money(eur)
      : html`${money(eur)}<br /><span class="small"
            >${texts.withoutValue.replace('{count}', withoutValue)}</span
          >`,
    money(fees),
    transactions,
    stated === undefined ? html`<a href="${address}" aria-label="${label}">${texts.enter}</a>` : texts.stated,
  ];
}
