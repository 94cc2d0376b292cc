/** The page of the way through a year: a line for each step, with what is open, what it does and where it is done. */
import type { Visitor } from '../../http/visitor.ts';
import { type Lacks, lackDetails } from '../../reports/completeness.ts';
import { name, table } from '../../ui/components.ts';
import { type Content, fill, html, type Html } from '../../ui/html.ts';
import { type Language, time } from '../../ui/language.ts';
import { sitePage } from '../../ui/layout.ts';
import { wholeAmounts } from '../../ui/numbers.ts';
import { PATHS } from '../../ui/paths.ts';
import { progressOf, type Step, type StepId, stepsOf, type YearOnTheWay } from './steps.ts';
import { WAY_TEXTS } from './texts/texts.ts';

export interface WayView extends YearOnTheWay {
  readonly language: Language;
  readonly visitor: Visitor;
}

/** Returns the page. */
export function wayPage(view: WayView): string {
  const { language, visitor, figures } = view;
  const texts = WAY_TEXTS[language];
  const year = String(figures.year);
  const title = texts.title.replace('{year}', year);
  const steps = stepsOf(view);
  const { done, all } = progressOf(steps);
  const content = html`<p class="small back">
      <a href="${PATHS.overview}/${year}">${texts.back.replace('{year}', year)}</a>
    </p>
    <h1>${title}</h1>
    <p class="lead">${texts.lead}</p>
    <p><strong>${done === all ? texts.all : fill(texts.progress, { done, all })}</strong></p>
    ${figures.locked ? html`<p class="note">${texts.locked}</p>` : null}
    ${figures.frozen ? html`<p class="note">${texts.submitted}</p>` : null}
    <section class="card">
      ${table({
        caption: title,
        columns: [texts.step, texts.state, texts.open],
        rows: steps.map((step) => row(view, step)),
      })}
    </section>`;
  return sitePage({ language, title, visitor, section: 'year', content });
}

function row(view: WayView, step: Step): readonly Content[] {
  const texts = WAY_TEXTS[view.language];
  const { name: title, what } = texts.steps[step.id];
  const isByUser = step.id === 'submission' && view.isSubmittedByUser;
  return [
    html`<strong>${title}</strong>
      <p class="small">${isByUser ? texts.steps.submission.byUser : what}</p>
      ${step.id === 'sources' && gapList(view)} ${effects(view, step)} ${action(view, step)}`,
    html`<span class="tag">${texts.states[step.state]}</span>`,
    step.open === 0 ? '–' : html`<strong>${step.open}</strong>`,
  ];
}

/** Accounts of which the page says where their files have no rows. */
const GAPS_MAX = 10;

/** Returns the times without rows in the files of each account; null where there are none. */
function gapList({ language, gaps: all }: WayView): Html | null {
  const { gaps: texts } = WAY_TEXTS[language];
  const day = (instant: string): Html => time(language, instant, 'day');
  const items = all.slice(0, GAPS_MAX).map(({ accountLabel, gaps }) => {
    const [gap, ...others] = gaps;
    if (gap === undefined) return null;
    const { from, until } = gap;
    const account = name(accountLabel);
    return html`<li>
      ${until === undefined ? fill(texts.since, { account, from: day(from) }) : fill(texts.between, { account, from: day(from), until: day(until) })}
      ${others.length > 0 && fill(texts.others, { count: others.length })}
    </li> `;
  });
  const more = all.length - items.length;
  return all.length === 0
    ? null
    : html`<ul class="small">
          ${items} ${more > 0 && html`<li>${fill(texts.more, { count: more })}</li>`}
        </ul>
        <p class="small"><a href="${PATHS.files}">${texts.go}</a></p>`;
}

function action(view: WayView, { id, href }: Step): Html | null {
  return href === null ? null : html`<p><a href="${href}">${actionText(view, id)}</a></p>`;
}

function actionText({ language, accounts, figures }: WayView, id: StepId): string {
  const { steps } = WAY_TEXTS[language];
  if (id === 'sources' && accounts.length === 0) return steps.sources.none;
  return id === 'submission' && figures.frozen ? steps.submission.after : steps[id].go;
}

/** What the figures lack, by the step that answers it. */
const LACKS_OF: Readonly<Partial<Record<StepId, readonly (keyof Lacks)[]>>> = {
  PRICES: ['salesLeftOut', 'purchasesAtNoCost', 'incomeAsZero', 'salesOfUnknownCost'],
  TRANSFERS: ['unmatchedTransfers', 'unmatchedTransferGains'],
  COST_BASIS: ['withoutBasis'],
  photo: ['photoPricesMissing'],
};

const NO_LACKS: Lacks = {
  events: 0,
  withoutValue: 0,
  withoutBasis: 0,
  unmatchedTransfers: 0,
  photoPricesMissing: 0,
  mostlyUnknown: false,
  summary: '',
};

/** Returns what the open questions of a step do to the figures; null where they do nothing. */
function effects({ language, figures: { completeness } }: WayView, { id }: Step): Html | null {
  const fields = LACKS_OF[id];
  if (completeness === undefined || fields === undefined) return null;
  const lacks = { ...NO_LACKS, ...Object.fromEntries(fields.map((field) => [field, completeness[field]])) };
  const details = lackDetails(language, lacks);
  return details.length === 0
    ? null
    : html`<ul class="small">
        ${details.map((each) => html`<li>${wholeAmounts(each)}</li> `)}
      </ul>`;
}
