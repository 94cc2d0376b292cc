/** The page that asks before an entry of the log is undone, with what that would change, and the page that says why it cannot be. */
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { name } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { csrfField, sitePage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { effects, effectSection, type UnknownEffect } from '../visit/effect-view.ts';
import { changesTable } from './log-changes.ts';
import { effectOf, type Entry, eventText, hidesEuro, type KnownYears, subjectOf } from './log-entry.ts';
import { undoAddress } from './log-filters.ts';
import { LOG_TEXTS } from './texts/texts.ts';

type UndoAnswer = Digits<AnswerOf<'undoCorrection'>>;

/** What an undo would do; or why that cannot be computed now, although the undo is possible. */
export type UndoPreview = { readonly answer: UndoAnswer } | { readonly unknown: UnknownEffect };

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
  const { language, visitor, entry, preview, formId } = view;
  const { undo: texts } = LOG_TEXTS[language];
  const content = html`<h1>${texts.title}</h1>
    ${entryText(view)}
    <p class="lead">${texts.meaning}</p>
    ${'answer' in preview ? restored(view, preview.answer.entry) : null}
    ${effectSection(
      language,
      'answer' in preview ? effectsOf(view, preview.answer) : unknownEffect(view, preview.unknown),
    )}
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
  const headings = { before: TEXTS[language].effect.now, after: texts.then };
  return html`<section class="card" aria-labelledby="restored">
    <h2 id="restored">${texts.restored}</h2>
    ${changesTable(language, undo, hidesEuro(undo, years), headings)}
    ${left > 0 && html`<p class="small">${log.transactions.replace('{count}', () => `+ ${String(left)}`)}</p>`}
  </section>`;
}

function effectsOf({ language, entry }: UndoView, { preview }: UndoAnswer): Content {
  const events = entry.changes.flatMap((change) => change.events);
  const eventOf = (id: string): Content => {
    const event = events.find(({ taxEventId }) => taxEventId === id);
    return event === undefined ? null : eventText(language, event);
  };
  return effects({ language, preview, then: LOG_TEXTS[language].undo.then, eventOf });
}

function unknownEffect({ language, entry }: UndoView, why: UnknownEffect): Html {
  const { undo: texts } = LOG_TEXTS[language];
  return html`<p class="note">
    ${TEXTS[language].effect[why]}
    ${why === 'running' && html`<a href="${undoAddress(entry.id)}">${texts.reload}</a>`}
  </p>`;
}
