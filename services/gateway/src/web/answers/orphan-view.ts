/** The answer to a correction whose transaction is gone: what the correction says, the form that asks to remove it, and the page that confirms it. */
import type { EventType } from '@ctx/domain/vocabulary';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Visitor } from '../../http/visitor.ts';
import { name, nameText } from '../../ui/components.ts';
import { type Content, fill, fillText, html, type Html } from '../../ui/html.ts';
import { decimalText, type Language, time } from '../../ui/language.ts';
import { csrfField, hiddenFields, sitePage } from '../../ui/layout.ts';
import { PATHS } from '../../ui/paths.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { effectSection, effectText, type UnknownEffect } from '../visit/effect-view.ts';
import type { Outcome } from './outcome.ts';
import { ANSWERS_TEXTS } from './texts/texts.ts';

export type Orphan = NonNullable<Digits<AnswerOf<'listIssues'>>['items'][number]['orphanedCorrection']>;

export const ORPHANS_ADDRESS = `${PATHS.answers}/orphans`;

/** Corrections that the page names. */
const NAMED_MAX = 10;

/** Returns what a correction was about, and since when its transaction is gone. */
export function orphanText(language: Language, orphan: Orphan): Html {
  const { orphans: texts } = ANSWERS_TEXTS[language];
  const { assetId, originalType, orphanedSince, referenceId, notes } = orphan;
  const type = TEXTS[language].words.types[originalType as EventType] as string | undefined;
  return html`${fill(texts.about, { type: type ?? nameText(originalType), asset: name(assetId) })}
  ${orphanedSince != null && fill(texts.since, { day: time(language, orphanedSince, 'day') })}
  ${referenceId !== '' && fill(texts.reference, { reference: name(referenceId) })}
  ${notes != null && notes !== '' && fill(texts.note, { note: name(notes) })}`;
}

/** Returns the form that shows what removing a correction would change. The id `all` names all that have no transaction. */
export function orphanForm(
  { language, csrfToken, back }: Pick<OrphansView, 'language' | 'back'> & { readonly csrfToken: string },
  overrideId: string,
): Html {
  const { orphans: texts } = ANSWERS_TEXTS[language];
  return html`<form method="post" action="${ORPHANS_ADDRESS}/check">
    ${csrfField(csrfToken)} ${hiddenFields({ overrides: overrideId, back })}
    <p class="actions">
      <button class="secondary" type="submit">
        ${overrideId === 'all' ? texts.removeAll : texts.remove}
      </button>
    </p>
  </form>`;
}

export interface OrphansView {
  readonly language: Language;
  readonly visitor: Visitor;
  readonly orphans: readonly Orphan[];
  /** The page that asked. */
  readonly back: string;
  readonly outcome: Outcome | UnknownEffect;
  /** Whether something else was corrected since the effect was shown. */
  readonly isStale: boolean;
  /** The newest entry of the history when the effect was computed. */
  readonly seen: string;
  /** Identifies the form, so that it is carried out once. */
  readonly formId: string;
}

/** Returns the page that asks before the corrections are removed. */
export function orphansPage(view: OrphansView): string {
  const { language, visitor, orphans, back, outcome, isStale, seen, formId } = view;
  const { orphans: texts, check } = ANSWERS_TEXTS[language];
  const count = decimalText(language, String(orphans.length), false);
  const title = orphans.length === 1 ? texts.title : fillText(texts.titleOfSeveral, { count });
  const overrides = orphans.map(({ overrideId }) => overrideId).join(',');
  const left = orphans.length - NAMED_MAX;
  const content = html`<p class="small back"><a href="${back}">${check.back}</a></p>
    <h1>${title}</h1>
    <p class="lead">${texts.meaning}</p>
    ${isStale && html`<p class="note" role="alert">${check.stale}</p>`}
    <section class="card" aria-label="${title}">
      <ul>
        ${orphans.slice(0, NAMED_MAX).map((orphan) => html`<li>${orphanText(language, orphan)}</li> `)}
        ${left > 0 && html`<li>${fillText(texts.more, { count: left })}</li>`}
      </ul>
    </section>
    ${effectSection(language, effectText(language, outcome, check.then))}
    <form class="actions" method="post" action="${ORPHANS_ADDRESS}/remove">
      ${csrfField(visitor.csrfToken)} ${hiddenFields({ overrides, back, seen, form: formId })}
      <button type="submit">${texts.confirm}</button>
      <a class="button secondary" href="${back}">${check.back}</a>
    </form>`;
  return sitePage({ language, title, visitor, section: 'inbox', content });
}

/** Returns the page for corrections that are no longer asked about. */
export function orphansGonePage(language: Language, visitor: Visitor, back: string): string {
  const { orphans: texts, check } = ANSWERS_TEXTS[language];
  const content: Content = html`<h1>${texts.goneTitle}</h1>
    <p class="note" role="alert">${texts.gone}</p>
    <p class="actions"><a class="button secondary" href="${back}">${check.back}</a></p>`;
  return sitePage({ language, title: texts.goneTitle, visitor, section: 'inbox', content });
}
