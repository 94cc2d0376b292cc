/** The corrections of the log: filters, one line an entry that opens to its details, and the download. */
import { HISTORY_KINDS } from '@ctx/domain/vocabulary';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import { name, nameText, select } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language, time, timeAgo } from '../../ui/language.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { changesTable } from './log-changes.ts';
import {
  effectOf,
  type Entry,
  hidesEuro,
  type KnownYears,
  stateOf,
  subjectOf,
  transactionLink,
} from './log-entry.ts';
import { type LogPlace, logAddress, undoAddress } from './log-filters.ts';
import { LOG_TEXTS } from './texts/texts.ts';

export interface CorrectionsView {
  readonly language: Language;
  readonly history: Digits<AnswerOf<'listHistory'>>;
  readonly years: KnownYears;
  /** Names of tokens and apps to filter by. */
  readonly vias: readonly string[];
  readonly place: LogPlace;
}

/** Returns the section of corrections, newest first. */
export function correctionsSection(view: CorrectionsView): Html {
  const { language, history, place } = view;
  const { log: texts } = LOG_TEXTS[language];
  const isFiltered = Object.keys(place.filters).length > 0;
  const isEmptyLog = history.entries.length === 0 && !isFiltered && place.page === 0;
  return html`<section class="card" aria-labelledby="corrections">
    <h2 id="corrections">${texts.corrections}</h2>
    ${isEmptyLog ? firstStep(language) : html`${filterForm(view)} ${chosen(view)} ${listed(view)} ${download(language)}`}
  </section>`;
}

/** Returns the first lines of an entry: what was corrected, when, and through which app or token. */
export function entryHead(language: Language, entry: Entry, years: KnownYears): Html {
  return html`<p class="what">${lineOf(language, entry, years)}</p>
    <p class="small">${origin(language, entry)}</p>`;
}

function firstStep(language: Language): Html {
  const { log: texts } = LOG_TEXTS[language];
  return html`<p class="empty">${texts.noCorrections}</p>
    <ul>
      <li><a href="${PATHS.inbox}">${texts.firstStep}</a></li>
      <li><a href="${PATHS.connect}">${texts.connect}</a></li>
    </ul>`;
}

function filterForm({ language, years, vias, place }: CorrectionsView): Html {
  const { log: texts } = LOG_TEXTS[language];
  const { filters } = place;
  const all = ['', texts.any] as const;
  const chosenFirst = (values: readonly string[], value: string | undefined): readonly string[] =>
    value === undefined || values.includes(value) ? values : [value, ...values];
  const named = (values: readonly string[]) => [
    all,
    ...values.map((each) => [each, nameText(each)] as const),
  ];
  const kinds = HISTORY_KINDS.map((kind) => [kind, texts.kinds[kind]] as const);
  const knownYears = (years ?? []).map(({ year }) => String(year));
  return html`<form class="filters" method="get" action="${PATHS.log}" aria-label="${texts.filters}">
    ${select('year', texts.year, named(chosenFirst(knownYears, filters.year)), filters.year ?? '')}
    ${select('kind', texts.kind, [all, ...kinds], filters.kind ?? '')}
    ${select('via', texts.via, named(chosenFirst(vias, filters.via)), filters.via ?? '')}
    <p class="actions"><button class="secondary" type="submit">${texts.apply}</button></p>
  </form>`;
}

function chosen({ language, place: { filters } }: CorrectionsView): Html | null {
  const { log: texts } = LOG_TEXTS[language];
  if (Object.keys(filters).length === 0) return null;
  return html`<p class="small">
    ${filters.transaction === undefined ? null : texts.oneTransaction}
    <a href="${logAddress({}, 'corrections')}">${texts.clearAll}</a>
  </p>`;
}

function listed(view: CorrectionsView): Html {
  const { language, history, place } = view;
  const { log: texts } = LOG_TEXTS[language];
  const { entries } = history;
  if (entries.length === 0)
    return place.page === 0
      ? html`<p class="empty">${texts.noneFound}</p>`
      : html`<p class="empty">
          ${texts.noSuchPage}
          <a href="${logAddress({ ...place, page: 0 }, 'corrections')}">${texts.firstPage}</a>
        </p>`;
  return html`<ol class="entries lines">
      ${entries.map((entry) => html`<li>${entryLine(view, entry)}</li> `)}
    </ol>
    ${pages(view)}`;
}

/** Returns an entry: a line that opens to its details, and beside it the link to undo it or why there is none. */
function entryLine(view: CorrectionsView, entry: Entry): Html {
  const { language, years } = view;
  return html`<details>
      <summary>
        <span class="what">${lineOf(language, entry, years)}</span>
        <span class="small">${origin(language, entry)}</span>
      </summary>
      ${details(view, entry)}
    </details>
    ${undoLink(view, entry)}`;
}

function lineOf(language: Language, entry: Entry, years: KnownYears): Html {
  const { log: texts } = LOG_TEXTS[language];
  const undo = entry.undoOf != null && html`<span class="tag">${texts.isUndo}</span> `;
  return html`${undo}<strong>${subjectOf(language, entry)}</strong> — ${effectOf(language, entry, years)}`;
}

function origin(language: Language, { via, at }: Entry): Html {
  return html`${name(via)} · ${timeAgo(language, at)}`;
}

function undoLink({ language, years }: CorrectionsView, entry: Entry): Html {
  const { log: texts } = LOG_TEXTS[language];
  const state = stateOf(entry, years);
  if (state !== null) return html`<span class="tag undo">${texts[state]}</span>`;
  const what = html`${subjectOf(language, entry)} — ${effectOf(language, entry, years)}`;
  return html`<a class="undo" href="${undoAddress(entry.id)}"
    >${texts.undo}<span class="for-readers">: ${what}</span></a
  >`;
}

function details(view: CorrectionsView, entry: Entry): Html {
  const { language, years, place } = view;
  const { log: texts } = LOG_TEXTS[language];
  const { general } = TEXTS[language];
  const [change] = entry.changes;
  const left = Number(entry.changeCount) - entry.changes.length;
  const only = logAddress({ filters: { via: entry.via }, access: place.access }, 'corrections');
  const through = fill(general.via, { via: name(entry.via) });
  const isOne = entry.kind === 'OVERRIDE' && entry.changeCount === '1' && change !== undefined;
  return html`<div class="details">
    <p class="small">
      ${time(language, entry.at, 'second')} ${through} ·
      <a href="${only}">${fill(texts.onlyVia, { via: name(entry.via) })}</a>
    </p>
    ${isOne && html`<p>${transactionLink(language, change, change.targetId)}</p>`}
    ${changesTable(language, entry, hidesEuro(entry, years))}
    ${left > 0 && html`<p class="small">${texts.leftOut.replace('{count}', () => decimalText(language, String(left), false))}</p>`}
    ${stateOf(entry, years) === null && html`<p><a href="${undoAddress(entry.id)}">${texts.seeEffect}</a></p>`}
  </div>`;
}

function pages({ language, history, place }: CorrectionsView): Html {
  const { log: texts } = LOG_TEXTS[language];
  const first = place.page * Number(history.size) + 1;
  const shown = (count: number | string): string => decimalText(language, String(count), false);
  const at = (page: number): string => logAddress({ ...place, page }, 'corrections');
  return html`<nav class="pages" aria-label="${texts.pages}">
    <p>
      ${fill(texts.count, {
        first: shown(first),
        last: shown(first + history.entries.length - 1),
        total: shown(history.totalElements),
      })}
    </p>
    ${place.page > 0 && html`<a href="${at(0)}">${texts.newest}</a>`}
    ${history.hasNext && html`<a href="${at(place.page + 1)}" rel="next">${texts.older}</a>`}
  </nav>`;
}

function download(language: Language): Content {
  const { log: texts } = LOG_TEXTS[language];
  return html`<p class="small">
    ${texts.download} <a href="${PATHS.log}/download?format=csv">${texts.csv}</a>,
    <a href="${PATHS.log}/download?format=jsonl">${texts.jsonLines}</a>
  </p>`;
}
