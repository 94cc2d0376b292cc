/** The page that asks before an entry of the log is undone, with what that would change, and the page that says why it cannot be. */
import { formatDecimal, parseDecimal } from '@ctx/domain/decimal';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { name, table } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language } from '../../ui/language.ts';
import { csrfField, sitePage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { changesTable } from './log-changes.ts';
import { effectOf, type Entry, eventText, hidesEuro, type KnownYears, subjectOf } from './log-entry.ts';
import { undoAddress } from './log-filters.ts';
import { LOG_TEXTS } from './texts/texts.ts';

type UndoAnswer = Digits<AnswerOf<'undoCorrection'>>;
type Preview = NonNullable<UndoAnswer['preview']>;
type Issue = Preview['issues']['appear'][number];
type Figures = Preview['years'][number]['before'];

/** What an undo would do; or why that cannot be computed now, although the undo is possible. */
export type UndoPreview = { readonly answer: UndoAnswer } | { readonly unknown: 'running' | 'tooLarge' };

export interface UndoView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly entry: Entry;
  readonly years: KnownYears;
  readonly preview: UndoPreview;
  /** Identifies this form, so that it undoes once however often it is sent. */
  readonly formId: string;
}

/** Returns the page that asks for confirmation. */
export function undoPage(view: UndoView): string {
  const { language, visitor, entry, years, preview, formId } = view;
  const { undo: texts } = LOG_TEXTS[language];
  const content = html`<h1>${texts.title}</h1>
    ${entryText(view)}
    <p class="lead">${texts.meaning}</p>
    ${'answer' in preview ? restored(view, preview.answer.entry) : null}
    <section class="card" aria-labelledby="effect">
      <h2 id="effect">${texts.effect}</h2>
      ${'answer' in preview ? effects(view, preview.answer.preview) : unknownEffect(view, preview.unknown)}
      ${years?.some(({ locked }) => locked) === true && html`<p class="small">${texts.lockedYears}</p>`}
    </section>
    <form class="actions" method="post" action="${undoAddress(entry.id)}">
      ${csrfField(visitor.csrfToken)}<input type="hidden" name="form" value="${formId}" />
      <button type="submit">${texts.confirm}</button>
      <a class="button secondary" href="${PATHS.log}">${texts.backToLog}</a>
    </form>`;
  return sitePage({ language, title: texts.title, visitor, section: 'log', content });
}

export interface NoUndoView extends Pick<UndoView, 'language' | 'visitor' | 'entry' | 'years'> {
  readonly reason: string;
  /** A link that helps; null without one. */
  readonly link: { readonly href: string; readonly label: string } | null;
}

/** Returns the page that says why an entry cannot be undone. */
export function noUndoPage(view: NoUndoView): string {
  const { language, visitor, reason, link } = view;
  const { undo: texts } = LOG_TEXTS[language];
  const content = html`<h1>${texts.impossible}</h1>
    ${entryText(view)}
    <p class="note" role="alert">${reason}</p>
    <p class="actions">
      ${link !== null && html`<a class="button" href="${link.href}">${link.label}</a>`}
      <a class="button secondary" href="${PATHS.log}">${texts.backToLog}</a>
    </p>`;
  return sitePage({ language, title: texts.impossible, visitor, section: 'log', content });
}

function entryText({ language, entry, years }: Pick<UndoView, 'language' | 'entry' | 'years'>): Html {
  const { via } = TEXTS[language].general;
  return html`<p class="standing">${subjectOf(language, entry)} — ${effectOf(language, entry, years)}</p>
    <p class="small">${fill(via, { via: name(entry.via) })}</p>`;
}

function restored({ language, years }: UndoView, undo: Entry): Html {
  const { undo: texts, log } = LOG_TEXTS[language];
  const left = Number(undo.changeCount) - undo.changes.length;
  const headings = { before: texts.now, after: texts.then };
  return html`<section class="card" aria-labelledby="restored">
    <h2 id="restored">${texts.restored}</h2>
    ${changesTable(language, undo, hidesEuro(undo, years), headings)}
    ${left > 0 && html`<p class="small">${log.transactions.replace('{count}', () => `+ ${String(left)}`)}</p>`}
  </section>`;
}

function unknownEffect({ language, entry }: UndoView, why: 'running' | 'tooLarge'): Html {
  const { undo: texts } = LOG_TEXTS[language];
  return html`<p class="note">
    ${texts[why]} ${why === 'running' && html`<a href="${undoAddress(entry.id)}">${texts.reload}</a>`}
  </p>`;
}

function effects(view: UndoView, preview: UndoAnswer['preview']): Content {
  const { undo: texts } = LOG_TEXTS[view.language];
  if (preview === undefined) return null;
  const { years, issues, rule } = preview;
  return [
    years.length === 0
      ? html`<p>${texts.noEffect}</p>`
      : years.map(({ year, before, after }) => yearTable(view.language, year, before, after)),
    questions(view, texts.appear, issues.appearCount, issues.appear),
    questions(view, texts.disappear, issues.disappearCount, issues.disappear),
    rule != null && html`<p>${fill(texts.ruleEvents, { count: rule.eventCount })}</p>`,
  ];
}

const SCALE = 12;

/** Returns the figures of a year that would change, and by how much. */
function yearTable(language: Language, year: string, before: Figures, after: Figures): Html {
  const { undo: texts } = LOG_TEXTS[language];
  const euro = (eur: string): Html => html`<bdi>${decimalText(language, eur, true)}</bdi>`;
  const money = (eur: string | null | undefined): Content => (eur == null ? texts.unknown : euro(eur));
  const names = Object.keys(texts.figures) as (keyof typeof texts.figures)[];
  const rows = names.flatMap((figure): Content[][] => {
    const [was, will] = [before[figure], after[figure]];
    const difference =
      was == null || will == null ? null : parseDecimal(will, SCALE) - parseDecimal(was, SCALE);
    if (difference === 0n || was === will) return [];
    return [
      [
        texts.figures[figure],
        money(was),
        money(will),
        difference === null ? '–' : html`<strong>${signed(language, difference)}</strong>`,
      ],
    ];
  });
  return html`<h3>${year}</h3>
    ${table({ caption: year, columns: [texts.figure, texts.now, texts.then, texts.difference], rows })}`;
}

function signed(language: Language, difference: bigint): Html {
  const text = decimalText(language, formatDecimal(difference, SCALE), true);
  return html`<bdi>${difference > 0n ? `+${text}` : text}</bdi>`;
}

/** Returns a list of open questions, with a link to the transaction of each. Null without any. */
function questions(
  { language, entry }: UndoView,
  label: string,
  count: string,
  shown: readonly Issue[],
): Content {
  if (count === '0') return null;
  const { undo: texts } = LOG_TEXTS[language];
  const { issueTypes } = TEXTS[language];
  const left = Number(count) - shown.length;
  const events = entry.changes.flatMap((change) => change.events);
  const items = shown.map(({ issueType, year, sourceEventId, missingPriceAssetKey }) => {
    const title = issueTypes[issueType].title;
    const event = events.find(({ taxEventId }) => taxEventId === sourceEventId);
    return html`<li>
      ${sourceEventId == null ? title : html`<a href="${PATHS.transactions}/${sourceEventId}">${title}</a>`}
      ${event !== undefined && html` · ${eventText(language, event)}`} ${year != null && html` · ${year}`}
      ${missingPriceAssetKey != null && html` · ${name(missingPriceAssetKey)}`}
    </li> `;
  });
  return html`<h3>${fill(label, { count })}</h3>
    <ul>
      ${items}
    </ul>
    ${left > 0 && html`<p class="small">${fill(texts.more, { count: left })}</p>`}`;
}
