/** The page on which a user submits a year: what it means, what the year lacks, and the form; afterwards, what is fixed. */
import type { Visitor } from '../../http/visitor.ts';
import { type Fault, faultList, field, notice, titleOf } from '../../ui/components.ts';
import { fillText, html, type Html } from '../../ui/html.ts';
import type { Language } from '../../ui/language.ts';
import { csrfField, sitePage } from '../../ui/layout.ts';
import { PATHS, submissionAddress } from '../../ui/paths.ts';
import type { YearOnTheWay } from './steps.ts';
import type { Doubt } from './submission-checks.ts';
import { WAY_TEXTS } from './texts/texts.ts';

export interface SubmissionView extends YearOnTheWay {
  readonly language: Language;
  readonly visitor: Visitor;
  /** What the year lacks; each has a box to tick. */
  readonly doubts: readonly Doubt[];
  readonly faults: readonly Fault[];
  /** The fields of a form that was sent. */
  readonly typed: ReadonlyMap<string, string>;
  readonly done: string | null;
}

/** The field with the run whose figures the form is about. */
export const SEEN = 'seen';
/** The field in which the year is typed. */
export const CONFIRMATION = 'confirmation';

/** Returns the name of the box of a doubt. */
export function boxOf(id: Doubt['id']): string {
  return `accept-${id}`;
}

/** Returns the page. */
export function submissionPage(view: SubmissionView): string {
  const { language, visitor, figures, faults, done } = view;
  const texts = WAY_TEXTS[language].submission;
  const year = String(figures.year);
  const title = (figures.frozen ? texts.titleDone : texts.title).replace('{year}', year);
  const content = html`<p class="small back">
      <a href="${PATHS.overview}/${year}">${WAY_TEXTS[language].back.replace('{year}', year)}</a>
    </p>
    <h1>${title}</h1>
    ${notice(done)} ${faultList(faults, language)}
    ${figures.frozen ? meaning(view) : html`${meaning(view)} ${form(view)}`}`;
  return sitePage({ language, title: titleOf(title, faults, language), visitor, section: 'year', content });
}

/** Returns what is fixed, or would be, and who can reopen the year. */
function meaning({ language, figures }: SubmissionView): Html {
  const texts = WAY_TEXTS[language].submission;
  const year = String(figures.year);
  const { lead, fixed, rejected, reopen } = figures.frozen ? texts.after : texts.before;
  const filled = (text: string): string => text.replaceAll('{year}', year);
  return html`<p class="lead">${filled(lead)}</p>
    <section class="card" aria-labelledby="meaning">
      <h2 id="meaning">${texts.meaning}</h2>
      <ul>
        <li>${filled(fixed)}</li>
        <li>${filled(rejected)}</li>
        <li>${filled(reopen)}</li>
      </ul>
      <p class="links">
        <a href="${PATHS.overview}/${year}/report">${filled(texts.report)}</a>
        <a href="${PATHS.overview}/${year}/steps">${filled(texts.steps)}</a>
      </p>
    </section>`;
}

function form(view: SubmissionView): Html {
  const { language, visitor, figures, doubts, faults, typed } = view;
  const texts = WAY_TEXTS[language].submission;
  const year = String(figures.year);
  return html`<form class="card" method="post" action="${submissionAddress(figures.year)}" novalidate>
    ${csrfField(visitor.csrfToken)}
    <input type="hidden" name="${SEEN}" value="${figures.figuresVersion ?? ''}" />
    <h2>${texts.checks}</h2>
    ${
      doubts.length === 0
        ? html`<p>${texts.none}</p>`
        : html`<p>${texts.tick}</p>
            ${doubts.map((doubt) => box(view, doubt))}`
    }
    ${field(
      {
        id: CONFIRMATION,
        label: texts.confirmation.replace('{year}', year),
        type: 'text',
        value: typed.get(CONFIRMATION) ?? '',
        autocomplete: 'off',
        more: html`inputmode="numeric"`,
      },
      faults,
      language,
    )}
    <p class="actions">
      <button class="danger" type="submit">${texts.submit.replace('{year}', year)}</button>
      <a class="button secondary" href="${PATHS.overview}/${year}/steps">${texts.cancel}</a>
    </p>
  </form>`;
}

/** Returns the box that accepts a doubt, with a link to where it is answered. */
function box({ language, figures, faults, typed }: SubmissionView, doubt: Doubt): Html {
  const { submission: texts, steps } = WAY_TEXTS[language];
  const id = boxOf(doubt.id);
  const fault = faults.find((each) => each.field === id);
  const link =
    'step' in doubt && doubt.step.href !== null
      ? html`<a href="${doubt.step.href}">${texts.answer}</a>`
      : doubt.id === 'unproven'
        ? html`<a href="${PATHS.accounts}">${steps.sources.go}</a>`
        : null;
  return html`<div class="choice">
    <input
      type="checkbox"
      id="${id}"
      name="${id}"
      value="yes"
      ${typed.get(id) === 'yes' ? html`checked` : null}
      ${fault === undefined ? null : html`aria-invalid="true" aria-describedby="${id}-fault"`}
      ${fault !== undefined && fault === faults[0] ? html`autofocus` : null}
    />
    <label for="${id}">${doubtText(language, figures.year, doubt)}</label>
    ${fault === undefined ? null : html`<p class="fault" id="${id}-fault">${fault.text}</p>`}
    ${link === null ? null : html`<p class="small">${link}</p>`}
  </div>`;
}

function doubtText(language: Language, year: number, doubt: Doubt): string {
  const { submission: texts, steps } = WAY_TEXTS[language];
  if ('step' in doubt)
    return fillText(texts.doubts.step, { name: steps[doubt.step.id].name, open: doubt.step.open });
  return texts.doubts[doubt.id].replaceAll('{year}', String(year));
}
